package dev.lbp.nn;

import ai.onnxruntime.OrtEnvironment;
import dev.lbp.internal.Failures;
import dev.lbp.internal.files.Owner;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads the native code of ONNX Runtime. Its own loader unpacks 24 MB to a directory that outlives the process. This
 * one unpacks them to a directory that only the user can read and write, and deletes them as soon as they are loaded,
 * where the system lets it: Linux and macOS keep a file that is in use. What a process leaves that is killed before
 * that, a later one deletes.
 */
final class NativeCode {

    private static final String PREFIX = "lbp-onnxruntime-";

    /** ONNX Runtime makes a directory too, which stays empty, and stays if the process is killed. */
    private static final String ITS_PREFIX = "onnxruntime-java";

    /** In the order of loading: the second one needs the first one. */
    private static final List<String> LIBRARIES = List.of("onnxruntime", "onnxruntime4j_jni");

    /** What a process leaves is deleted after this time: 1 hour, where unpacking and loading take a second. */
    private static final long LEFT_MILLIS = 3_600_000;

    private static @Nullable OrtEnvironment loaded;

    private NativeCode() {}

    /**
     * ONNX Runtime, whose native code is loaded at the first call.
     *
     * @throws IllegalStateException if there is none for this machine, or it cannot be unpacked
     */
    static synchronized OrtEnvironment environment() {
        if (loaded == null) {
            loaded = isGiven() || hasProviders() ? load() : unpacked();
        }
        return loaded;
    }

    /** Whether the user has said where the libraries are. */
    private static boolean isGiven() {
        return Stream.concat(
                        Stream.of("onnxruntime.native.path"),
                        LIBRARIES.stream().flatMap(library -> Stream.of(pathOf(library), skipOf(library))))
                .anyMatch(property -> System.getProperty(property) != null);
    }

    /**
     * Whether the jar is one for graphics processors. Its core looks for the provider beside itself when a session
     * needs it. So ONNX Runtime unpacks all libraries to a directory of its own, and deletes them when the process
     * ends.
     */
    private static boolean hasProviders() {
        String name = fileOf("onnxruntime_providers_cuda");
        return OrtEnvironment.class.getResource("/ai/onnxruntime/native/" + platform() + "/" + name) != null;
    }

    private static String pathOf(String library) {
        return "onnxruntime.native." + library + ".path";
    }

    private static String skipOf(String library) {
        return "onnxruntime.native." + library + ".skip";
    }

    private static OrtEnvironment unpacked() {
        try {
            File directory = Files.createTempDirectory(PREFIX).toFile();
            directory.deleteOnExit(); // after its files, which are registered later
            try {
                deleteLeft(directory.getAbsoluteFile().getParentFile());
                for (String library : LIBRARIES) {
                    unpack(library, directory);
                }
                return load();
            } finally {
                LIBRARIES.forEach(library -> System.clearProperty(pathOf(library)));
                delete(directory);
            }
        } catch (IOException e) {
            throw notUnpacked(e);
        }
    }

    /**
     * Unpacks a library and tells ONNX Runtime where it is; if there is none for this machine, it finds that itself.
     */
    private static void unpack(String library, File directory) throws IOException {
        String name = fileOf(library);
        try (@Nullable InputStream packed =
                        OrtEnvironment.class.getResourceAsStream("/ai/onnxruntime/native/" + platform() + "/" + name)) {
            if (packed != null) {
                File file = new File(directory, name);
                file.deleteOnExit();
                Files.copy(packed, file.toPath());
                System.setProperty(pathOf(library), file.getAbsolutePath());
            }
        }
    }

    private static String fileOf(String library) {
        return System.mapLibraryName(library).replace("jnilib", "dylib");
    }

    /** The directory of a machine's libraries in the jar. */
    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.contains("mac") ? "osx" : os.contains("win") ? "win" : "linux";
        return system + "-" + (arch.equals("amd64") || arch.equals("x86_64") ? "x64" : arch);
    }

    /** Deletes old directories of this user. Another user could put a link in the place of his at any time. */
    private static void deleteLeft(File parent) throws IOException {
        long young = System.currentTimeMillis() - LEFT_MILLIS;
        File[] left = parent.listFiles((where, name) -> name.startsWith(PREFIX) || name.startsWith(ITS_PREFIX));
        for (File directory : left == null ? new File[0] : left) {
            if (!Files.isSymbolicLink(directory.toPath())
                    && Owner.isOwnDirectory(directory.toPath())
                    && directory.lastModified() < young) {
                if (directory.getName().startsWith(PREFIX)) {
                    delete(directory);
                }
                directory.delete(); // if it is empty
            }
        }
    }

    /** Deletes a directory with its libraries as far as the system lets it. */
    private static void delete(File directory) {
        LIBRARIES.forEach(library -> new File(directory, fileOf(library)).delete());
        directory.delete();
    }

    private static OrtEnvironment load() {
        try {
            return OrtEnvironment.getEnvironment();
        } catch (LinkageError | RuntimeException e) {
            Throwable first = e;
            while (first.getCause() != null) {
                first = first.getCause();
            }
            if (first instanceof FileSystemException) { // ONNX Runtime makes a directory of its own
                throw notUnpacked(first);
            }
            throw new IllegalStateException(
                    "ONNX Runtime must have native code for this machine: os.name=" + System.getProperty("os.name")
                            + ", os.arch=" + System.getProperty("os.arch") + ", onnxruntime.native.path="
                            + System.getProperty("onnxruntime.native.path") + ": " + first,
                    e);
        }
    }

    private static IllegalStateException notUnpacked(Throwable e) {
        return new IllegalStateException(
                "ONNX Runtime must have a temporary folder with 24 MB to unpack its native code, which -Djava.io.tmpdir=DIR names: "
                        + "java.io.tmpdir=" + System.getProperty("java.io.tmpdir") + ": " + Failures.words(e),
                e);
    }
}
