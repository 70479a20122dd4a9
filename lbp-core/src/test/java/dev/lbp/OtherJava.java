package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Another process of Java, for what depends on its flags. */
public final class OtherJava {

    /** Most of these processes end before the second compiler of the JVM has paid for itself. */
    private static final List<String> SHORT = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private OtherJava() {}

    /** Starts a main class of the tests; what it prints as errors is printed here. */
    public static Process start(Path javaHome, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(SHORT);
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Runs a main class of the tests to its end, which must be a success; returns what it printed, errors included. */
    public static String run(Class<?> main, String... flags) throws IOException, InterruptedException {
        return runOn(classPath(), main, flags);
    }

    /** The same with a class path that lacks ND4J, as that of a user who excludes it. */
    public static String runWithoutNd4j(Class<?> main, String... flags) throws IOException, InterruptedException {
        String classPath = Arrays.stream(classPath().split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("nd4j"))
                .collect(Collectors.joining(File.pathSeparator));
        return runOn(classPath, main, flags);
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static String runOn(String classPath, Class<?> main, String... flags)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SHORT);
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(printed).isZero();
        return printed;
    }
}
