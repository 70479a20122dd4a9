package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process of Java, for what depends on its flags. */
public final class OtherJava {

    private OtherJava() {}

    /** Starts a main class of the tests; what it prints as errors is printed here. */
    static Process start(Path javaHome, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                javaHome.resolve("bin").resolve("java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Runs a main class of the tests to its end, which must be a success; returns what it printed, errors included. */
    public static String run(Class<?> main, String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(printed).isZero();
        return printed;
    }
}
