import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the words of prose of docs by folder, and prints the ten longest pages: {@code java .ci/Words.java [LIMIT]}
 * in the repository's root. Exits with 1 if docs has more than LIMIT words. Code, tables and targets of links are no
 * prose.
 */
final class Words {

    private static final Pattern NO_PROSE =
            Pattern.compile("^ *```.*?^ *```$|^\\|[^\\n]*$|(?<=])\\([^)]*\\)", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]\\S*");

    private Words() {}

    public static void main(String[] args) throws IOException {
        Map<Path, Long> pages = new TreeMap<>();
        try (Stream<Path> found = Files.walk(Path.of("docs"))) {
            for (Path page : found.filter(file -> file.toString().endsWith(".md")).toList()) {
                pages.put(page, words(Files.readString(page)));
            }
        }
        Map<Path, List<Long>> folders = pages.keySet().stream()
                .collect(Collectors.groupingBy(
                        Path::getParent, TreeMap::new, Collectors.mapping(pages::get, Collectors.toList())));
        System.out.printf("%-18s %6s %8s%n", "folder", "pages", "words");
        folders.forEach((folder, words) -> print(folder.toString(), words));
        print("all", pages.values());
        System.out.printf("%nlongest pages%n");
        pages.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(10)
                .forEach(page -> System.out.printf("%,8d %s%n", page.getValue(), page.getKey()));
        if (args.length > 0 && sum(pages.values()) > Long.parseLong(args[0])) {
            System.err.println("more than " + args[0] + " words");
            System.exit(1);
        }
    }

    private static void print(String name, Collection<Long> words) {
        System.out.printf("%-18s %6d %,8d%n", name, words.size(), sum(words));
    }

    private static long sum(Collection<Long> words) {
        return words.stream().mapToLong(Long::longValue).sum();
    }

    private static long words(String page) {
        return WORD.matcher(NO_PROSE.matcher(page).replaceAll("")).results().count();
    }
}
