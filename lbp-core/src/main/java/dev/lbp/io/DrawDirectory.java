package dev.lbp.io;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A directory of draws that is being written: chain by chain during a run, or all chains at once. */
public final class DrawDirectory {

    /** The variable of the states; no trace may have its name. */
    public static final String STATES = "states";

    /** Most file systems allow 255 bytes; a chain's number and the extension follow. */
    private static final int MOST_BYTES = 200;

    /** The states of all chains. */
    @FunctionalInterface
    public interface States<S> {
        /** A state of the chain at the draw. */
        S at(int chain, int draw);
    }

    /**
     * The states or a trace.
     *
     * @param sites N for states, 0 for a trace, which has one number per draw
     */
    private record Variable(NpyType type, int sites, List<String> files) {}

    /** How the directory treats a chain's file. */
    private enum Use {
        /** Creates the file, which must not exist. */
        MAKE,
        /** Creates the file, or replaces it. */
        REPLACE,
        /** Opens the file, which must exist. */
        OPEN,
        /** Only names the file, and touches nothing. */
        NAME
    }

    private final Path path;
    private final Use use;

    /** The first chain's number in the run. */
    private final int firstChain;

    private final Map<String, Variable> variables = new LinkedHashMap<>();

    /** The files made here, in order of creation. */
    private final List<Path> made = new ArrayList<>();

    private DrawDirectory(Path path, Use use, int firstChain) {
        this.path = path;
        this.use = use;
        this.firstChain = firstChain;
    }

    /**
     * Refuses a path that is not on the default file system, the only one that can be written here. The message uses
     * {@code name}. It touches no file.
     */
    public static Path checked(String name, Path path) {
        Check.notNull(name, path);
        Check.that(path.getFileSystem().equals(FileSystems.getDefault()), "be on the default file system", name, path);
        return path;
    }

    /**
     * Makes the directory and its parents if they do not exist.
     *
     * @throws IOException if that fails, or if it holds a manifest: the draws of two runs are never mixed
     */
    public static DrawDirectory create(Path path) throws IOException {
        make(path);
        Check.file(!Files.exists(path.resolve(Manifest.FILE)), "not hold the draws of another run: " + path);
        return new DrawDirectory(path, Use.MAKE, 0);
    }

    /**
     * Makes the directory of a part of a run, and its parents. If it holds draws of this part, from a process that
     * failed, they are replaced.
     *
     * @param entries the first entries of its manifest, which identify the run and the part; the manifest is written at
     *     once
     * @param firstChain the number in the run of the part's first chain, which the names of the files begin with
     * @throws IOException if that fails, or if it holds other draws
     */
    public static DrawDirectory createPart(Path path, Map<String, ? extends @Nullable Object> entries, int firstChain)
            throws IOException {
        if (Manifest.begins(path, entries)) {
            return new DrawDirectory(path, Use.REPLACE, firstChain);
        }
        create(path);
        DrawDirectory created = new DrawDirectory(path, Use.MAKE, firstChain);
        created.made.add(path.resolve(Manifest.FILE));
        created.writeManifest(entries, 0, null); // a process that fails from now on can be started again
        return created;
    }

    /** The directory as it will be, with the files of all chains. It touches no file, and cannot be written to. */
    public static DrawDirectory named(Path path) {
        return new DrawDirectory(path, Use.NAME, 0);
    }

    /**
     * Makes a directory and its parents if they do not exist.
     *
     * @throws IOException if that fails; the message names it
     */
    public static void make(Path path) throws IOException {
        Check.file(
                !Files.exists(path) || Files.isDirectory(path),
                "be a directory, or a path where there is nothing: " + path);
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new IOException("cannot make the directory " + path + ": " + Failures.words(e), e);
        }
    }

    /**
     * Opens the directory of draws of a run that continues.
     *
     * @param entries the first entries that its manifest must have
     * @param firstChain the number in the run of the first chain
     * @throws IOException if the directory does not exist, or holds other draws or none
     */
    public static DrawDirectory reopen(Path path, Map<String, ? extends @Nullable Object> entries, int firstChain)
            throws IOException {
        Check.file(Manifest.begins(path, entries), "hold the draws of the run that is resumed: " + path);
        return new DrawDirectory(path, Use.OPEN, firstChain);
    }

    /**
     * Makes the files of the next chain. If the directory was reopened, it opens the existing files instead; {@link
     * ChainWriter#cut} cuts them to {@code draws}.
     *
     * @param sites N
     * @param traces the names of the traces that are written beside the states
     * @param draws the number of draws in the files, 0 if they are new
     * @throws IllegalArgumentException if one of them is called {@link #STATES}
     */
    public <S> ChainWriter<S> chain(StateType<S> type, int sites, Iterable<String> traces, int draws)
            throws IOException {
        return new ChainWriter<>(this, type, sites, traces, draws);
    }

    /** The next chain's file of states. */
    NpyFile chainStates(NpyType type, int sites, int draws) throws IOException {
        return file(STATES, type, sites, /* perChain= */ true, 1, draws, sites);
    }

    /** The next chain's file of a trace. */
    NpyFile chainTrace(String name, int draws) throws IOException {
        return file(checkedTrace(name), NpyType.FLOAT64, /* sites= */ 0, /* perChain= */ true, 1, draws);
    }

    /**
     * Checks that a trace's files can have this name, and returns it.
     *
     * @throws IllegalArgumentException if it is {@link #STATES}, too long, or has half of a surrogate pair, which no
     *     file name can have
     */
    public static String checkedTrace(String name) {
        Check.that(!name.equals(STATES), "not be what files of draws call the states", "name", name);
        Check.that(StandardCharsets.UTF_8.newEncoder().canEncode(name), "be Unicode text", "name", name);
        Check.that(
                fileName(name).length() <= MOST_BYTES,
                "be at most " + MOST_BYTES + " bytes as a file's name",
                "name",
                name);
        return name;
    }

    /** Makes, opens or only names the next file of a variable, as {@link #use} says. */
    private NpyFile file(String name, NpyType type, int sites, boolean perChain, long... shape) throws IOException {
        List<String> files = variables.computeIfAbsent(name, key -> new Variable(type, sites, new ArrayList<>())).files;
        String named = fileName(name) + (perChain ? "." + (firstChain + files.size()) : "") + ".npy";
        files.add(named);
        Path file = path.resolve(named);
        return switch (use) {
            case OPEN -> NpyFile.reopen(file, type, shape);
            case NAME -> NpyFile.named(file, type);
            case MAKE -> create(file, type, shape);
            case REPLACE -> {
                Files.deleteIfExists(file);
                yield create(file, type, shape);
            }
        };
    }

    /** Creates a file that {@link #discard} deletes. */
    private NpyFile create(Path file, NpyType type, long... shape) throws IOException {
        NpyFile created = NpyFile.create(file, type, shape);
        made.add(file);
        return created;
    }

    /** Deletes the files made here, if a run cannot begin or an export fails. */
    public void discard() throws IOException {
        for (Path file : made) {
            Files.deleteIfExists(file);
        }
    }

    /**
     * The file name of a variable, which may have any name: each character except letters, digits, - and _ becomes %XX
     * of its UTF-8.
     */
    static String fileName(String variable) {
        return URLEncoder.encode(variable, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace(".", "%2E")
                .replace("*", "%2A");
    }

    /** Writes the states of all chains into one file. */
    public <S> void writeStates(StateType<S> type, int chains, int draws, int sites, States<S> states)
            throws IOException {
        NpyFile file = file(STATES, type.type, sites, /* perChain= */ false, chains, draws, sites);
        int rowBytes = Math.multiplyExact(sites, type.type.bytes);
        int rows = ChainWriter.rows(rowBytes);
        ByteBuffer buffer = ByteBuffer.allocate(rows * rowBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int c = 0; c < chains; c++) {
            for (int from = 0; from < draws; from += rows) {
                int count = Math.min(rows, draws - from);
                for (int k = 0; k < count; k++) {
                    type.copy(states.at(c, from + k), k, sites, buffer);
                }
                file.append(buffer.array(), count * rowBytes, chains, draws, sites);
            }
        }
    }

    /**
     * Writes a trace of all chains into one file.
     *
     * @param values [chains][draws]
     */
    public void writeTrace(String name, double[][] values) throws IOException {
        int draws = values[0].length;
        NpyFile file =
                file(checkedTrace(name), NpyType.FLOAT64, /* sites= */ 0, /* perChain= */ false, values.length, draws);
        for (double[] row : values) {
            ByteBuffer bytes =
                    ByteBuffer.allocate(Math.multiplyExact(draws, Double.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asDoubleBuffer().put(row);
            file.append(bytes.array(), bytes.capacity(), values.length, draws);
        }
    }

    /** The line of a manifest with the first chain's number in the run. */
    static String firstChain(int number) {
        return "\"firstChain\": " + number + ',';
    }

    /** The path of the directory. */
    Path path() {
        return path;
    }

    /** The relative paths of some chains' files, each with the header that it must have once it holds all draws. */
    Map<Path, NpyHeader> files(int first, int count, int draws) {
        Map<Path, NpyHeader> files = new LinkedHashMap<>();
        for (Variable variable : variables.values()) {
            for (String file : variable.files.subList(first, first + count)) {
                long[] shape = variable.sites > 0 ? new long[] {1, draws, variable.sites} : new long[] {1, draws};
                files.put(Path.of(file), new NpyHeader(variable.type, shape));
            }
        }
        return files;
    }

    /**
     * Writes the manifest, or replaces it.
     *
     * @param entries the description of the run and its settings: text, numbers, or null
     * @param draws the number of draws that every chain has, or null while it grows
     */
    public void writeManifest(Map<String, ? extends @Nullable Object> entries, int chains, @Nullable Integer draws)
            throws IOException {
        Manifest.write(path, manifest(entries, chains, draws));
    }

    /** The text of the manifest that {@link #writeManifest} writes. */
    public String manifest(Map<String, ? extends @Nullable Object> entries, int chains, @Nullable Integer draws) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(entries);
        Map<String, @Nullable Object> described = new LinkedHashMap<>();
        variables.forEach((name, variable) -> described.put(name, description(variable, chains, draws)));
        all.put("variables", described);
        return Manifest.json(all);
    }

    /** The entry of a variable in the manifest: the type and shape of all its chains together, and its files. */
    private static Map<String, @Nullable Object> description(Variable variable, int chains, @Nullable Integer draws) {
        List<@Nullable Object> shape = new ArrayList<>();
        shape.add(chains);
        shape.add(draws);
        if (variable.sites > 0) {
            shape.add(variable.sites);
        }
        Map<String, @Nullable Object> description = new LinkedHashMap<>();
        description.put("type", variable.type.text);
        description.put("shape", shape);
        description.put("files", variable.files);
        return description;
    }
}
