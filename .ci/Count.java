import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts the code lines of each module's src/main, and lbp-core's public top-level types that are not API:
 * {@code java .ci/Count.java [DIR]}, where DIR is the repository's root. A code line has something besides blanks and comments.
 *
 * <p>Cycles of classes are counted by each module's ArchitectureTest.
 */
final class Count {

    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:(?:abstract|final|sealed|non-sealed|strictfp) )*(?:class|interface|enum|record|@interface) ",
            Pattern.MULTILINE);

    private Count() {}

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args.length == 0 ? "." : args[0]);
        int files = 0;
        int total = 0;
        System.out.printf("%-18s %6s %8s%n", "src/main of", "files", "lines");
        for (Path module : modules(root)) {
            List<Path> sources = sources(module.resolve("src/main/java"));
            int lines = 0;
            for (Path source : sources) {
                lines += codeLines(Files.readString(source));
            }
            System.out.printf("%-18s %6d %,8d%n", module.getFileName(), sources.size(), lines);
            files += sources.size();
            total += lines;
        }
        System.out.printf("%-18s %6d %,8d%n", "all", files, total);
        Path core = root.resolve("lbp-core/src/main/java/dev/lbp");
        System.out.printf(
                "public top-level types of lbp-core: %d in runtime, %d in internal%n",
                publicTypes(core.resolve("runtime")), publicTypes(core.resolve("internal")));
    }

    private static List<Path> modules(Path root) throws IOException {
        try (Stream<Path> found = Files.list(root)) {
            return found.filter(module -> Files.isDirectory(module.resolve("src/main/java")))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> sources(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            return found.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }

    private static int publicTypes(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path source : sources(directory)) {
            if (PUBLIC_TYPE.matcher(Files.readString(source)).find()) {
                found.add(source);
            }
        }
        return found.size();
    }

    private static int codeLines(String source) {
        return (int) withoutComments(source).lines().filter(line -> !line.isBlank()).count();
    }

    /** The source with its line ends. Comment signs within texts and characters are no comments. */
    private static String withoutComments(String source) {
        StringBuilder code = new StringBuilder();
        int at = 0;
        while (at < source.length()) {
            if (source.startsWith("//", at)) {
                at = end(source, "\n", at + 2) - 1;
            } else if (source.startsWith("/*", at)) {
                int end = end(source, "*/", at + 2);
                source.substring(at, end).chars().filter(c -> c == '\n').forEach(c -> code.append('\n'));
                at = end;
            } else {
                int end = at + 1;
                if (source.startsWith("\"\"\"", at)) {
                    end = endOfText(source, "\"\"\"", at + 3);
                } else if (source.charAt(at) == '"' || source.charAt(at) == '\'') {
                    end = endOfText(source, source.substring(at, at + 1), at + 1);
                }
                code.append(source, at, end);
                at = end;
            }
        }
        return code.toString();
    }

    private static int end(String source, String sign, int from) {
        int found = source.indexOf(sign, from);
        return found < 0 ? source.length() + 1 : found + sign.length();
    }

    /** The index after the sign that ends a text. A backslash and the character after it belong to the text. */
    private static int endOfText(String source, String sign, int from) {
        int at = from;
        while (!source.startsWith(sign, at)) {
            at += source.charAt(at) == '\\' ? 2 : 1;
        }
        return at + sign.length();
    }
}
