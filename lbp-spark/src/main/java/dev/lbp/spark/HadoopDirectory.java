package dev.lbp.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * A directory on any file system of Hadoop's client, for executors and the driver. A file is written under the name of the
 * attempt first and then renamed, so that a file that has its own name is whole.
 */
final class HadoopDirectory implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Hadoop's name for what is not done yet; readers of directories leave it out. */
    private static final String ATTEMPTS = "_temporary";

    private final String uri;
    private final HashMap<String, String> settings = new HashMap<>();

    HadoopDirectory(String uri, Configuration hadoop) {
        this.uri = uri;
        hadoop.forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
    }

    /** Work on the file system, which is closed afterwards. */
    private interface Work<T> {
        T on(FileSystem files, org.apache.hadoop.fs.Path directory) throws IOException;
    }

    private <T> T with(Work<T> work) throws IOException {
        Configuration hadoop = new Configuration(false);
        settings.forEach(hadoop::set);
        org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path(uri);
        // Its own: other users of a shared one may have it write files of checksums.
        try (FileSystem files = FileSystem.newInstance(directory.toUri(), hadoop)) {
            files.setWriteChecksum(false);
            return work.on(files, directory);
        }
    }

    /** Makes the directory if it does not exist. */
    void make() throws IOException {
        with((files, directory) -> files.mkdirs(directory));
    }

    boolean has(String name) throws IOException {
        return with((files, directory) -> files.exists(new org.apache.hadoop.fs.Path(directory, name)));
    }

    /** Writes a text to a file, which appears as a whole. */
    void write(String name, String text) throws IOException {
        with((files, directory) -> {
            org.apache.hadoop.fs.Path written = new org.apache.hadoop.fs.Path(directory, ATTEMPTS + "/" + name);
            try (OutputStream out = files.create(written, true)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            rename(files, written, new org.apache.hadoop.fs.Path(directory, name));
            return true;
        });
    }

    /**
     * Copies files into the directory, each with its name. Another attempt may do the same at the same time: its files are equal,
     * and either may stay.
     *
     * @param attempt a name that no other attempt has
     */
    void put(String attempt, Iterable<Path> sources) throws IOException {
        with((files, directory) -> {
            org.apache.hadoop.fs.Path mine = new org.apache.hadoop.fs.Path(directory, ATTEMPTS + "/" + attempt);
            for (Path source : sources) {
                String name = source.getFileName().toString();
                org.apache.hadoop.fs.Path written = new org.apache.hadoop.fs.Path(mine, name);
                files.copyFromLocalFile(false, true, new org.apache.hadoop.fs.Path(source.toUri()), written);
                rename(files, written, new org.apache.hadoop.fs.Path(directory, name));
            }
            return files.delete(mine, true);
        });
    }

    private static void rename(FileSystem files, org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
            throws IOException {
        files.delete(to, false);
        if (!files.rename(from, to) && !files.exists(to)) {
            throw new IOException("cannot rename " + from + " to " + to);
        }
    }

    /** Deletes what attempts have left that were killed. */
    void clean() throws IOException {
        with((files, directory) -> files.delete(new org.apache.hadoop.fs.Path(directory, ATTEMPTS), true));
    }

    @Override
    public String toString() {
        return uri;
    }
}
