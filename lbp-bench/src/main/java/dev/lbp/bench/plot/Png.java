package dev.lbp.bench.plot;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** Writes charts, one below the other, to a file. */
final class Png {

    private Png() {}

    static void write(Path file, List<? extends Chart<?, ?>> charts) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            BitmapEncoder.saveBitmap(charts, charts.size(), 1, out, BitmapFormat.PNG);
        }
    }
}
