package dev.lbp.bench.plot;

import dev.lbp.internal.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** Writes charts to a file. */
final class Png {

    private Png() {}

    /** One below the other. */
    static void write(Path file, List<? extends Chart<?, ?>> charts) throws IOException {
        write(file, charts, 1);
    }

    /** In so many columns, row after row. */
    static void write(Path file, List<? extends Chart<?, ?>> charts, int columns) throws IOException {
        int rows = (charts.size() + columns - 1) / columns;
        WholeFile.replace(file, out -> BitmapEncoder.saveBitmap(charts, rows, columns, out, BitmapFormat.PNG));
    }
}
