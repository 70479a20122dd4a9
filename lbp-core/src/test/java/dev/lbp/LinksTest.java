package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the pages of the repository lead to files and headings that are there. */
class LinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern FENCE = Pattern.compile("(?ms)^ *(```+|~~~+).*?^ *\\1 *$");

    /** {@code [text](target)}, {@code ![picture](target)}, and the definition {@code [name]: target}. */
    private static final Pattern LINK = Pattern.compile(
            "]\\(([^()\\s]*(?:\\([^()\\s]*\\)[^()\\s]*)*)(?:\\s+\"[^\"]*\")?\\)|(?m)^\\[[^]]+]: +(\\S+)");

    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*?)(?: +#+)? *$");

    private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

    @Test
    void links_ofAllPages_leadToFilesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        Map<Path, Set<String>> anchors = new HashMap<>();
        int links = 0;
        for (Path page : pages()) {
            String text = withoutCode(Files.readString(page));
            for (String target : targets(text)) {
                links++;
                if (isBroken(page, target, anchors)) {
                    broken.add(ROOT.relativize(page) + " -> " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(100);
    }

    /** The site has its list of pages from there. */
    @Test
    void index_leadsToEveryPage() throws IOException {
        String index = withoutCode(Files.readString(ROOT.resolve("docs/README.md")));
        assertThat(targets(index))
                .containsAll(pages().stream()
                        .filter(page -> page.startsWith(ROOT.resolve("docs")) && !page.endsWith("README.md"))
                        .map(page ->
                                ROOT.resolve("docs").relativize(page).toString().replace('\\', '/'))
                        .toList());
    }

    @Test
    void anchors_areThose_thatGitHubMakes() {
        String page = "# The paper's *experiments*\n\n## `lbp()`, and [log Z](x.md#y)\n```text\n# no heading\n```\n"
                + "## R-hat & ESS_bulk\n## R-hat & ESS_bulk\n### 1. Über alles\n";
        assertThat(anchors(page))
                .containsExactlyInAnyOrder(
                        "the-papers-experiments",
                        "lbp-and-log-z",
                        "r-hat--ess_bulk",
                        "r-hat--ess_bulk-1",
                        "1-über-alles");
    }

    @Test
    void targets_areFound_inTextAndNotInCode() {
        String page = "[a](one.md#x) ![b](two.png \"title\") `[c](three.md)` [d](four(4).md)\n"
                + "```\n[e](five.md)\n```\n[f]: six.md\n";
        assertThat(targets(withoutCode(page))).containsExactly("one.md#x", "two.png", "four(4).md", "six.md");
    }

    private static boolean isBroken(Path page, String target, Map<Path, Set<String>> anchors) throws IOException {
        if (target.matches("[a-z]+:.*")) {
            return false; // another site
        }
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file = path.isEmpty() ? page : page.getParent().resolve(path).normalize(); // "/x" leads nowhere on GitHub
        if (target.startsWith("/") || !file.startsWith(ROOT) || !Files.exists(file)) {
            return true;
        }
        if (hash < 0) {
            return false;
        }
        if (!file.toString().endsWith(".md")) {
            return true;
        }
        if (!anchors.containsKey(file)) {
            anchors.put(file, anchors(Files.readString(file)));
        }
        return !anchors.get(file).contains(target.substring(hash + 1));
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT)) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }

    private static String withoutCode(String text) {
        return FENCE.matcher(text).replaceAll("").replaceAll("(?s)(`+)[^`].*?\\1", "code");
    }

    private static List<String> targets(String text) {
        List<String> targets = new ArrayList<>();
        Matcher matcher = LINK.matcher(text);
        while (matcher.find()) {
            targets.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        return targets;
    }

    /** The anchors of a page's headings by GitHub's rule: letters, digits, '_' and '-' stay, a blank becomes '-'. */
    private static Set<String> anchors(String text) {
        String page = FENCE.matcher(text).replaceAll("");
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        Matcher heading = HEADING.matcher(page);
        while (heading.find()) {
            String slug = heading.group(1)
                    .replaceAll("!?\\[([^]]*)]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{M}\\p{N}_\\- ]", "")
                    .replace(' ', '-');
            int times = seen.merge(slug, 1, Integer::sum);
            anchors.add(times == 1 ? slug : slug + "-" + (times - 1));
        }
        Matcher named = ANCHOR.matcher(page);
        while (named.find()) {
            anchors.add(named.group(1));
        }
        return anchors;
    }
}
