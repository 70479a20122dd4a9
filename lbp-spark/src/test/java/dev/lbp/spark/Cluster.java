package dev.lbp.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** Spark in this JVM, and its executors in it or in processes of their own. */
final class Cluster {

    /** Two workers of one core and 1,024 MB, each with an executor in a process of its own. */
    static final String TWO_PROCESSES = "local-cluster[2,1,1024]";

    private static @Nullable JavaSparkContext here;

    private Cluster() {}

    /** Spark in this JVM with one core, for all tests; it ends with the JVM. Two of them in a JVM are not possible. */
    static synchronized JavaSparkContext here() {
        if (here == null) {
            here = start("local[1]");
        }
        return here;
    }

    /** Ends what {@link #here} has started. */
    static synchronized void stop() {
        if (here != null) {
            here.close();
            here = null;
        }
    }

    static JavaSparkContext start(String master) {
        return start(master, Map.of());
    }

    /** Starts Spark with settings beside those of {@link #conf}. */
    static JavaSparkContext start(String master, Map<String, String> settings) {
        try {
            // Where a worker looks for Spark's jars. Executors get the class path of the tests instead.
            Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        SparkConf conf = new SparkConf().setMaster(master).setAppName("lbp");
        conf().forEach(conf::set);
        settings.forEach(conf::set);
        return new JavaSparkContext(conf);
    }

    /** No pages, the loopback interface, files below target, and executors that have the class path of the tests. */
    static Map<String, String> conf() {
        return Map.of(
                "spark.ui.enabled", "false",
                "spark.driver.host", "127.0.0.1",
                "spark.driver.bindAddress", "127.0.0.1",
                "spark.local.dir",
                        Path.of("target/spark-local").toAbsolutePath().toString(),
                "spark.executor.heartbeatInterval", "200ms",
                "spark.executor.extraClassPath", System.getProperty("java.class.path"));
    }
}
