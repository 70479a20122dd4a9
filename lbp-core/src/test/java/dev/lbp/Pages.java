package dev.lbp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The pages of the documentation, and the module on whose class path the Java blocks of each run. */
public final class Pages {

    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Pages with this name, or with this name and an ending such as "-large", run in the module. */
    private static final Map<String, String> MODULES = Map.ofEntries(
            Map.entry("networks", "lbp-nn"),
            Map.entry("sequences", "lbp-nn"),
            Map.entry("train-networks", "lbp-experiments"),
            Map.entry("coming-from", "lbp-experiments"),
            Map.entry("selection", "lbp-select"),
            Map.entry("solve", "lbp-solve"),
            Map.entry("bayesian-networks", "lbp-infer"),
            Map.entry("spark", "lbp-spark"),
            Map.entry("learned", "lbp-learn"));

    private Pages() {}

    /** README.md and every page below docs, without decisions and results, from the root of the repository. */
    public static List<String> all() throws IOException {
        List<String> pages = new ArrayList<>(List.of("README.md"));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                    .filter(page -> page.endsWith(".md"))
                    .filter(page -> !page.startsWith("docs/adr/") && !page.startsWith("docs/results/"))
                    .filter(page -> !page.contains("/node_modules/"))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    /** The module that runs a page: lbp-models, unless the page needs another. */
    public static String module(String page) {
        String name = page.substring(page.lastIndexOf('/') + 1).replace(".md", "");
        return MODULES.entrySet().stream()
                .filter(entry -> name.equals(entry.getKey()) || name.startsWith(entry.getKey() + "-"))
                .map(Map.Entry::getValue)
                .findAny()
                .orElse("lbp-models");
    }

    /** The Java blocks that run in a module. */
    public static List<JavaBlock> blocks(String module) throws IOException {
        List<JavaBlock> blocks = new ArrayList<>();
        for (String page : all()) {
            if (module(page).equals(module)) {
                blocks.addAll(JavaBlock.of(page));
            }
        }
        return blocks;
    }
}
