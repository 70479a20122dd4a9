package dev.lbp.io;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges the draws of a run's parts, each in a directory of its own, into the directory of the run. Each file is moved
 * as a whole, so a killed process leaves each file either in the part's directory or in the run's; running the merge
 * again finishes it.
 */
public final class PartDraws {

    /**
     * A part of a run.
     *
     * @param first the number in the run of its first chain
     * @param count the number of its chains
     * @param entries the first entries of its manifest, which identify the run and the part
     */
    public record Part(int first, int count, Map<String, ? extends @Nullable Object> entries) {}

    private final DrawDirectory run;
    private final List<Part> parts;
    private final Map<Path, Path> moves = new LinkedHashMap<>();

    private PartDraws(DrawDirectory run, List<Part> parts) {
        this.run = run;
        this.parts = parts;
    }

    /** The directory of a part, in that of the run. */
    public static Path directory(Path run, int first, int count) {
        return run.resolve("part-" + first + "-" + count);
    }

    /**
     * Finds the files of all parts and checks them; moves nothing.
     *
     * @param run the directory of the run by the names of its files, see {@link DrawDirectory#named}
     * @param entries the first entries that the manifest of the run must have if it is there
     * @param parts all parts of the run
     * @param draws the number of draws that each file must have
     * @throws IOException if a file is missing, has other draws, or is at both places, or a directory is of another run
     */
    public static PartDraws check(
            DrawDirectory run, Map<String, ? extends @Nullable Object> entries, List<Part> parts, int draws)
            throws IOException {
        boolean merged = Manifest.begins(run.path(), entries);
        Check.file(
                merged || !Files.exists(run.path().resolve(Manifest.FILE)),
                "not hold the draws of another run: " + run.path());
        PartDraws checked = new PartDraws(run, parts);
        for (Part part : parts) {
            checked.checkAndPlanMoves(part, draws, merged);
        }
        return checked;
    }

    /**
     * Checks the files of one part, and adds those to {@link #moves} that must be moved. Each must be in the directory
     * of the part, from where it will be moved, or already in that of the run.
     *
     * @param merged whether the run's directory has the run's manifest, so that an earlier merge moved all files
     */
    private void checkAndPlanMoves(Part part, int draws, boolean merged) throws IOException {
        Path from = directory(part);
        boolean fromHasManifest = Manifest.begins(from, part.entries);
        for (Map.Entry<Path, NpyHeader> file :
                run.files(part.first, part.count, draws).entrySet()) {
            Path partFile = from.resolve(file.getKey());
            Path runFile = run.path().resolve(file.getKey());
            boolean toMove = Files.exists(partFile);
            Check.file(fromHasManifest || merged && !toMove, "hold the draws of this part of the run: " + from);
            if (toMove) {
                Check.file(!Files.exists(runFile), "not be there already: " + runFile);
                moves.put(partFile, runFile);
                NpyFile.check(partFile, file.getValue());
            } else if (Files.exists(runFile)) {
                NpyFile.check(runFile, file.getValue());
            } else {
                throw new IOException("must be there, with draws of the run: " + partFile);
            }
        }
    }

    /**
     * Moves all files, writes the manifest of the run, and removes the directories of the parts.
     *
     * @param manifest its text
     * @throws IOException if that fails; each file is then in one of its two directories, and can be checked and moved
     *     again
     */
    public void move(String manifest) throws IOException {
        for (Map.Entry<Path, Path> move : moves.entrySet()) {
            try {
                Files.move(move.getKey(), move.getValue(), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new IOException(
                        "cannot move " + move.getKey() + " to " + move.getValue() + ": " + Failures.words(e), e);
            }
        }
        WholeFile.forceDirectory(run.path());
        Manifest.write(run.path(), manifest);
        for (Part part : parts) {
            remove(directory(part));
        }
    }

    /** Removes the directory of a part whose draws have been moved, unless it holds other files. */
    private static void remove(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        boolean empty = true;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                // the manifest, or a temporary file of a manifest that was not finished
                if (String.valueOf(file.getFileName()).startsWith(Manifest.FILE)) {
                    Files.delete(file);
                } else {
                    empty = false;
                }
            }
        }
        if (empty) {
            Files.delete(directory);
        }
    }

    private Path directory(Part part) {
        return directory(run.path(), part.first, part.count);
    }
}
