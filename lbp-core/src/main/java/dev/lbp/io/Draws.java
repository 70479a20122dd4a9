package dev.lbp.io;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.result.StopReason;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The draws in a directory that a run or an export wrote. Traces are read at once. States may be larger than memory;
 * they stay in their files, and each is read on request.
 *
 * <p>A run that ended early, by an error or because its process was killed, leaves the draws written until then. This
 * object offers the draws that every chain has.
 */
public final class Draws {

    private static final Pattern FILE = Pattern.compile("([^.]+)(?:\\.(\\d{1,9}))?\\.npy");

    /** The most chains, draws and sites each. */
    private static final int MOST = 1_000_000_000;

    /** Draws of a trace that are read at once: 8 MB. */
    private static final int BLOCK = 1 << 20;

    /** One file of a variable: the chains from {@code firstChain} on, as many as the header says. */
    private record Part(Path path, int firstChain, NpyHeader header) {

        int chains() {
            return (int) header.shape()[0];
        }

        int endChain() {
            return firstChain + chains();
        }

        long draws() {
            return header.shape()[1];
        }

        /** Reads draws of one of its chains, {@code width} bytes each. */
        byte[] read(int chain, long from, int count, int width) throws IOException {
            byte[] bytes = new byte[Math.multiplyExact(count, width)];
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
                file.seek(NpyHeader.BYTES + (chain * draws() + from) * width);
                file.readFully(bytes);
            } catch (EOFException e) {
                throw new IOException("must hold as much as its header says, [chain, draw, ...]: " + path, e);
            }
            return bytes;
        }
    }

    private final Path directory;
    private final Map<String, List<Part>> variables;
    private final int firstChain;
    private final int chains;
    private final int draws;
    private final Map<String, double[][]> traces = new LinkedHashMap<>();

    /**
     * @param variables the files of each variable, in the order of their chains
     * @throws IOException if there are none, or a variable lacks a chain or has one twice
     */
    private Draws(Path directory, Map<String, List<Part>> variables) throws IOException {
        this.directory = directory;
        this.variables = variables;
        int endChain = variables.values().stream()
                .mapToInt(parts -> parts.get(parts.size() - 1).endChain())
                .max()
                .orElseThrow(() -> new IOException("must be a directory of draws, with .npy files: " + directory));
        this.firstChain = firstChain(directory, variables);
        this.chains = endChain - firstChain;
        for (Map.Entry<String, List<Part>> variable : variables.entrySet()) {
            checkComplete(variable.getKey(), variable.getValue());
        }
        this.draws = (int) variables.values().stream()
                .flatMap(List::stream)
                .mapToLong(Part::draws)
                .min()
                .orElse(0);
    }

    /** The number of the first chain: 0, except in the directory of a part of a run. */
    private static int firstChain(Path directory, Map<String, List<Part>> variables) throws IOException {
        int first = variables.values().stream()
                .mapToInt(parts -> parts.get(0).firstChain)
                .min()
                .orElse(0);
        // the manifest of a part names its first chain; without that, the files of earlier chains are missing
        return first > 0 && Manifest.has(directory, DrawDirectory.firstChain(first)) ? first : 0;
    }

    /** Checks that the files of a variable hold every chain of any variable, each once. */
    private void checkComplete(String variable, List<Part> parts) throws IOException {
        int next = firstChain;
        for (Part part : parts) {
            if (part.firstChain > next) {
                break;
            }
            Check.file(part.firstChain >= next, "hold each chain of " + variable + " once: " + part.path);
            next = part.endChain();
        }
        if (next < firstChain + chains) {
            String missing = DrawDirectory.fileName(variable) + '.' + next + ".npy";
            throw new IOException("must hold all " + chains + " chains of " + variable + ", and has no " + missing
                    + ": " + directory);
        }
    }

    /**
     * Finds the files of draws in a directory, and reads the traces.
     *
     * @throws IOException if it is no directory, has no draws, its traces do not fit into memory, it lacks a chain's
     *     file of a variable, has a file in another format than lbp writes, or has other files or draws than its
     *     manifest tells; the message names the file
     */
    public static Draws read(Path directory) throws IOException {
        DrawDirectory.checked("directory", directory);
        Check.file(Files.isDirectory(directory), "be a directory of draws, with .npy files: " + directory);
        Map<String, List<Part>> variables = findParts(directory);
        checkManifest(directory, variables.values());
        Draws draws = new Draws(directory, variables);
        draws.checkMemory();
        for (String name : variables.keySet()) {
            if (!name.equals(DrawDirectory.STATES)) {
                draws.traces.put(name, draws.readTrace(name));
            }
        }
        return draws;
    }

    /** The files of each variable in a directory, in the order of their chains. */
    private static Map<String, List<Part>> findParts(Path directory) throws IOException {
        Map<String, List<Part>> variables = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.npy")) {
            for (Path file : files) {
                Matcher matcher = FILE.matcher(String.valueOf(file.getFileName()));
                Check.file(matcher.matches(), "have a name that lbp gives to a file of draws: " + file);
                String name = decodedName(matcher.group(1), file);
                int chain = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
                variables.computeIfAbsent(name, key -> new ArrayList<>()).add(readPart(name, file, chain));
            }
        } catch (DirectoryIteratorException e) {
            throw new IOException("cannot read " + directory + ": " + e.getMessage(), e);
        }
        variables.values().forEach(parts -> parts.sort(Comparator.comparingInt(Part::firstChain)));
        return variables;
    }

    /**
     * Checks that the directory has the files and the draws that the manifest names: a file of another run may have
     * been left there. Without a manifest nothing is checked.
     */
    private static void checkManifest(Path directory, Collection<List<Part>> variables) throws IOException {
        Map<String, Long> named = Manifest.files(directory);
        if (named.isEmpty()) {
            return;
        }
        boolean ended = Manifest.has(directory, "\"stopReason\": \"" + StopReason.DRAWS + '"');
        Set<String> missing = new LinkedHashSet<>(named.keySet());
        for (List<Part> parts : variables) {
            for (Part part : parts) {
                String name = String.valueOf(part.path.getFileName());
                missing.remove(name);
                checkDraws(part, named.get(name), ended);
            }
        }
        if (!missing.isEmpty()) {
            throw new IOException("must hold all files that its " + Manifest.FILE + " names, and has no "
                    + missing.iterator().next() + ": " + directory);
        }
    }

    /**
     * Checks a file against the manifest.
     *
     * @param draws the draws of the file by the manifest; null if it does not name the file
     * @param ended whether the run made all its draws; one that goes on or was stopped early may have written more
     */
    private static void checkDraws(Part part, @Nullable Long draws, boolean ended) throws IOException {
        if (draws == null) {
            throw new IOException("must be of the run whose " + Manifest.FILE + " is beside it: " + part.path);
        }
        Check.file(
                part.draws() >= draws && (!ended || part.draws() <= draws),
                "have the " + draws + " draws that " + Manifest.FILE + " tells: " + part.path + ": " + part.draws());
    }

    /** Checks the name of a variable, which becomes part of a file name. */
    private static String decodedName(String encoded, Path file) throws IOException {
        String name;
        try {
            name = URLDecoder.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IOException("must have a name that lbp gives to a file of draws: " + file, e);
        }
        Check.file(
                DrawDirectory.fileName(name).equals(encoded), "have a name that lbp gives to a file of draws: " + file);
        return name;
    }

    /** Reads the header of a file. Checks that it fits the variable, and that the file is as long as it says. */
    private static Part readPart(String variable, Path path, int firstChain) throws IOException {
        boolean states = variable.equals(DrawDirectory.STATES);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            NpyHeader header = NpyHeader.read(file, path);
            long[] shape = header.shape();
            if ((header.type().isWhole() && !states) || shape.length != (states ? 3 : 2)) {
                String form =
                        states ? "int8, int16, int32 or float64 [chain, draw, site]: " : "float64 [chain, draw]: ";
                throw new IOException("must hold " + form + path);
            }
            boolean whole = file.length() - NpyHeader.BYTES >= header.size();
            Check.file(
                    whole && Arrays.stream(shape).allMatch(axis -> axis <= MOST),
                    "hold as much as its header says, [chain, draw, ...]: " + path);
            return new Part(path, firstChain, header);
        }
    }

    /** Checks, before the traces are read, that they fit into memory. */
    private void checkMemory() throws IOException {
        long traces = variables.keySet().stream()
                .filter(name -> !name.equals(DrawDirectory.STATES))
                .count();
        double bytes = (double) Double.BYTES * traces * chains * draws;
        Check.file(
                Memory.fits(bytes + Double.BYTES * (double) BLOCK),
                "fit into memory: " + directory + ": traces=" + traces + ", chains=" + chains + ", draws=" + draws
                        + ": " + Memory.size(bytes) + " needed");
    }

    /** Reads a trace of all chains, in blocks. */
    private double[][] readTrace(String name) throws IOException {
        double[][] rows = new double[chains][draws];
        for (int c = 0; c < chains; c++) {
            Part part = part(name, c);
            for (int from = 0; from < draws; from += BLOCK) {
                int count = Math.min(BLOCK, draws - from);
                byte[] bytes = part.read(firstChain + c - part.firstChain(), from, count, Double.BYTES);
                ByteBuffer.wrap(bytes)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asDoubleBuffer()
                        .get(rows[c], from, count);
            }
        }
        return rows;
    }

    /** The file of a variable that holds a chain: of files in the order of chains, the first that ends after it. */
    private Part part(String name, int chain) throws IOException {
        for (Part part : variables.getOrDefault(name, List.of())) {
            if (firstChain + chain < part.endChain()) {
                return part;
            }
        }
        throw new IOException("must hold " + name + ": " + directory);
    }

    /** The directory, the numbers of chains and draws, and the names of the variables. */
    @Override
    public String toString() {
        return directory + ": " + chains + (chains == 1 ? " chain" : " chains") + " x " + draws + " draws of "
                + variables.keySet();
    }

    /**
     * The number in the run of the first chain: 0, except in the directory of a part of a run. Methods count chains
     * from here.
     */
    public int firstChain() {
        return firstChain;
    }

    /** The number of chains. */
    public int chains() {
        return chains;
    }

    /** The number of draws that every chain has. */
    public int draws() {
        return draws;
    }

    /** The scalar traces by name, each [chains][draws]. The arrays are this object's own. */
    public Map<String, double[][]> traces() {
        return Collections.unmodifiableMap(traces);
    }

    /**
     * Reads one state of bits.
     *
     * @return N zeros and ones
     * @throws IOException if the states were not written, cannot be read, or are not bits: the message names file,
     *     chain, draw and site; {@link #values} reads states of whole numbers
     */
    public byte[] state(int chain, int draw) throws IOException {
        int[] values = values(chain, draw);
        byte[] state = new byte[values.length];
        for (int site = 0; site < state.length; site++) {
            if ((values[site] & ~1) != 0) {
                throw badValue("be 0 or 1 in state(), else read by values()", chain, draw, site, values[site]);
            }
            state[site] = (byte) values[site];
        }
        return state;
    }

    /**
     * Reads one state of whole numbers; a state of bits too.
     *
     * @return N whole numbers, at least 0
     * @throws IOException if the states were not written, cannot be read, or are damaged: the message names file,
     *     chain, draw and site
     */
    public int[] values(int chain, int draw) throws IOException {
        Part part = statesOf(chain, draw);
        NpyType type = part.header().type();
        if (!type.isWhole()) { // not by Check, which would make the message for each draw
            throw new IOException("must be whole numbers in values(), else read by point(): " + part.path());
        }
        ByteBuffer buffer = elements(part, chain, draw);
        int[] state = new int[buffer.capacity() / type.bytes];
        for (int site = 0; site < state.length; site++) {
            state[site] = type.get(buffer, site);
            if (state[site] < 0) {
                throw badValue("be >= 0", chain, draw, site, state[site]);
            }
        }
        return state;
    }

    /**
     * Reads one state of real coordinates.
     *
     * @return d coordinates
     * @throws IOException if the states were not written, cannot be read, or are not real coordinates
     */
    public double[] point(int chain, int draw) throws IOException {
        Part part = statesOf(chain, draw);
        if (part.header().type() != NpyType.FLOAT64) {
            throw new IOException("must be float64 in point(), else read by values(): " + part.path());
        }
        DoubleBuffer elements = elements(part, chain, draw).asDoubleBuffer();
        double[] point = new double[elements.capacity()];
        elements.get(point);
        return point;
    }

    /** The file with the states of a chain, which must have the draw. */
    private Part statesOf(int chain, int draw) throws IOException {
        Check.that(chain >= 0 && chain < chains, "be in [0, " + (chains - 1) + "]", "chain", chain);
        Check.that(draw >= 0 && draw < draws, "be in [0, " + (draws - 1) + "]", "draw", draw);
        return part(DrawDirectory.STATES, chain);
    }

    /** The elements of one state. */
    private ByteBuffer elements(Part part, int chain, int draw) throws IOException {
        long elements = part.header().shape()[2]; // the shape is [chains][draws][elements of a state]
        int width = Math.multiplyExact((int) elements, part.header().type().bytes);
        return ByteBuffer.wrap(part.read(firstChain + chain - part.firstChain(), draw, 1, width))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private IOException badValue(String constraint, int chain, int draw, int site, int value) throws IOException {
        return new IOException("must " + constraint + ": chain " + chain + ", draw " + draw + ", site " + site + "="
                + value + ": " + part(DrawDirectory.STATES, chain).path());
    }
}
