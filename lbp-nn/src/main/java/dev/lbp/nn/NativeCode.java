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
 * Loads the native code of ONNX Runtime. The loader of ONNX Runtime leaves 24 MB in a temporary directory after the
 * process. This class unpacks the libraries to a directory that only the user can access, and deletes them as soon as
 * they are loaded, which Linux and macOS allow. If a process is killed before that, a later process deletes its files.
 */
final class NativeCode {

    private static final String PREFIX = "lbp-onnxruntime-";

    /** Prefix of the empty directory that ONNX Runtime makes, and leaves behind if the process is killed. */
    private static final String ITS_PREFIX = "onnxruntime-java";

    /** In the order of loading: the second library needs the first one. */
    private static final List<String> LIBRARIES = List.of("onnxruntime", "onnxruntime4j_jni");

    /** Directories of other processes are deleted after 1 hour. Unpacking and loading take about a second. */
    private static final long OLD_MILLIS = 3_600_000;

    private static @Nullable OrtEnvironment loaded;

    private NativeCode() {}

    /**
     * The environment of ONNX Runtime. The first call loads the native code.
     *
     * @throws IllegalStateException if there is no native code for this machine, or it cannot be unpacked
     */
    static synchronized OrtEnvironment environment() {
        if (loaded == null) {
            loaded = isPathGiven() || hasProviders() ? load() : unpackAndLoad();
        }
        return loaded;
    }

    /** Whether system properties say where the libraries are. */
    private static boolean isPathGiven() {
        return Stream.concat(
                        Stream.of("onnxruntime.native.path"),
                        LIBRARIES.stream().flatMap(library -> Stream.of(pathOf(library), skipOf(library))))
                .anyMatch(property -> System.getProperty(property) != null);
    }

    /**
     * Whether the jar is the one for graphics processors. Its main library looks for the CUDA library in its own
     * directory at the first session that needs CUDA. So ONNX Runtime must unpack all libraries itself; it deletes them
     * when the process ends.
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

    /** Unpacks the libraries, tells ONNX Runtime their paths by system properties, loads them and deletes them. */
    private static OrtEnvironment unpackAndLoad() {
        try {
            File directory = Files.createTempDirectory(PREFIX).toFile();
            directory.deleteOnExit(); // files registered later are deleted before it
            try {
                deleteOld(directory.getAbsoluteFile().getParentFile());
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
     * Unpacks a library and sets the property that tells ONNX Runtime its path. Does nothing if the jar has none for
     * this machine: ONNX Runtime then reports this itself.
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

    /** The directory in the jar with the libraries for this machine. */
    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.contains("mac") ? "osx" : os.contains("win") ? "win" : "linux";
        return system + "-" + (arch.equals("amd64") || arch.equals("x86_64") ? "x64" : arch);
    }

    /** Deletes old directories of this user. Skips those of other users, who could replace them by links. */
    private static void deleteOld(File parent) throws IOException {
        long young = System.currentTimeMillis() - OLD_MILLIS;
        File[] left = parent.listFiles((where, name) -> name.startsWith(PREFIX) || name.startsWith(ITS_PREFIX));
        for (File directory : left == null ? new File[0] : left) {
            if (!Files.isSymbolicLink(directory.toPath())
                    && Owner.isOwnDirectory(directory.toPath())
                    && directory.lastModified() < young) {
                if (directory.getName().startsWith(PREFIX)) { // made here: it has the libraries
                    delete(directory);
                }
                directory.delete(); // fails, as it should, if the directory is not empty
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
            if (first instanceof FileSystemException) { // ONNX Runtime failed to make its own directory
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
