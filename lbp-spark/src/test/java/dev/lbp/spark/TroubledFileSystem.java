package dev.lbp.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/**
 * Local files of {@code troubled://host/PATH}, with the trouble that {@code fs.troubled.*} asks for. A rename never
 * replaces a file, as on HDFS.
 */
public final class TroubledFileSystem extends RawLocalFileSystem {

    /** Milliseconds that a rename takes. */
    static final String RENAME_MILLIS = "fs.troubled.rename.millis";

    /** A part of the names of files whose rename says that it has been done, and does nothing. */
    static final String RENAME_LOSES = "fs.troubled.rename.loses";

    /** Set to true, if the disk is full when draws are written, which Hadoop's local file systems tell by an error. */
    static final String FULL = "fs.troubled.full";

    /** Set to false if directories cannot be made; {@code mkdirs} then returns false. */
    static final String MKDIRS = "fs.troubled.mkdirs";

    /** A configuration with this file system and troubles. */
    static Configuration conf(Map<String, String> troubles) {
        Configuration conf = new Configuration(false);
        conf.set("fs.troubled.impl", TroubledFileSystem.class.getName());
        troubles.forEach(conf::set);
        return conf;
    }

    static String uri(Path directory) {
        return "troubled://host" + directory.toAbsolutePath();
    }

    @Override
    public URI getUri() {
        return URI.create("troubled://host");
    }

    @Override
    public boolean mkdirs(org.apache.hadoop.fs.Path directory) throws IOException {
        return getConf().getBoolean(MKDIRS, true) && super.mkdirs(directory);
    }

    @Override
    public FSDataOutputStream create(
            org.apache.hadoop.fs.Path file,
            boolean overwrite,
            int buffer,
            short replication,
            long block,
            Progressable progress)
            throws IOException {
        boolean full = getConf().getBoolean(FULL, false) && file.getName().endsWith(".npy");
        org.apache.hadoop.fs.Path written = full ? new org.apache.hadoop.fs.Path(getUri() + "/dev/full") : file;
        return super.create(written, overwrite, buffer, replication, block, progress);
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) throws IOException {
        try {
            Thread.sleep(getConf().getInt(RENAME_MILLIS, 0));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        String loses = getConf().get(RENAME_LOSES, "");
        if (!loses.isEmpty() && to.getName().contains(loses)) {
            return true;
        }
        return !exists(to) && super.rename(from, to);
    }
}
