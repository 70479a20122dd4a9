package dev.lbp;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a Java block prints, compared with what its page shows. docs/reference/examples.md tells readers the rules:
 * times and the kernel's name may differ; a line {@code ...} of the page stands for any number of lines; and where a
 * block computes with ND4J or a network, whose last bits depend on the processor, all numbers may differ, and so may
 * the reasons and notes of a verdict.
 */
final class PrintedText {

    /** A number with a unit of time, or a number per second. */
    private static final Pattern TIME = Pattern.compile(
            "\\d[\\d.,]*(?:E-?\\d+)?(?= ?(?:ns|us|ms|s|min|h)\\b)|\\d[\\d.,]*(?=(?: \\w+)? per second|/s\\b)");

    private static final Pattern KERNEL = Pattern.compile("kernel: (?:scalar|vector|nd4j)\\b");

    private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z])-?(?:\\d[\\d.,]*(?:E-?\\d+)?|Infinity|NaN)");

    private static final Pattern MATRICES =
            Pattern.compile("\\b(?:INDArray|Nd4j|SameDiff|BernoulliRbm|RbmTraining|Onnx\\w*|\\w*Network\\w*)\\b");

    /** A reason or a note of a verdict. */
    private static final Pattern REASON = Pattern.compile("^(?:- |note: ).*\\R?", Pattern.MULTILINE);

    /** SameDiff prints such lines when it differentiates a network. */
    private static final String OF_ND4J = "Added differentiated op ";

    private static final String ANY_LINES = "...";

    private PrintedText() {}

    /** The text without blanks at the ends of lines, the test's directory, and what ND4J prints. */
    static String plain(String printed, Path directory) {
        return printed.replace(directory + "/", "")
                .lines()
                .filter(line -> !line.startsWith(OF_ND4J))
                .map(String::stripTrailing)
                .collect(Collectors.joining("\n"))
                .stripTrailing();
    }

    /** Whether the page shows what was printed, up to what another machine may print. */
    static boolean matches(String code, String shown, String printed) {
        return MATRICES.matcher(code).find()
                ? matches(lines(anyNumbers(shown)), lines(anyNumbers(printed)))
                : isCurrent(shown, printed);
    }

    /** Whether the page shows what was printed on this machine, up to times. */
    static boolean isCurrent(String shown, String printed) {
        return matches(lines(anyTimes(shown)), lines(anyTimes(printed)));
    }

    private static List<String> lines(String text) {
        return text.stripTrailing().lines().map(String::stripTrailing).toList();
    }

    private static String anyTimes(String text) {
        return KERNEL.matcher(TIME.matcher(text).replaceAll("#")).replaceAll("kernel: #");
    }

    /** Columns are as wide as their numbers, so blanks before a number may differ too. */
    private static String anyNumbers(String text) {
        String kept = REASON.matcher(text).replaceAll("");
        return NUMBER.matcher(anyTimes(kept)).replaceAll("#").replaceAll(" +#", " #");
    }

    private static boolean matches(List<String> shown, List<String> printed) {
        if (shown.isEmpty()) {
            return printed.isEmpty();
        }
        List<String> rest = shown.subList(1, shown.size());
        if (shown.get(0).strip().equals(ANY_LINES)) {
            return matches(rest, printed) || !printed.isEmpty() && matches(shown, printed.subList(1, printed.size()));
        }
        return !printed.isEmpty()
                && shown.get(0).equals(printed.get(0))
                && matches(rest, printed.subList(1, printed.size()));
    }
}
