package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Java block of a page of the documentation: the body of a method, or a whole file of a public class with a main
 * method. If it prints, a block of text that follows shows what: {@code mvn test -Dtest=DocumentationTest
 * -Dlbp.docs.write=true} writes that block.
 *
 * @param page the file, from the root of the repository
 * @param line where the block begins
 * @param written the code on the page
 * @param code the code that runs
 * @param shown the text that follows before the next block of Java, or null
 * @param adjacent whether nothing is between the code and the text
 */
public record JavaBlock(String page, int line, String written, String code, String shown, boolean adjacent) {

    /** With {@code -Dlbp.docs.write=true} pages are given what their blocks print. */
    private static final boolean WRITE = Boolean.getBoolean("lbp.docs.write");

    /** If ND4J computes the weights, draws may differ from those of the pages. */
    private static final boolean OTHER_DRAWS = "nd4j".equals(System.getProperty("lbp.kernel"));

    private static final Pattern BLOCK = Pattern.compile("^```java\\R(.*?)^```\\R", Pattern.DOTALL | Pattern.MULTILINE);

    /** A block of text, after what stands before it; no block of Java is between. */
    private static final Pattern TEXT = Pattern.compile(
            "((?:(?!^```(?:java|text)\\R).)*?)^```text\\R(.*?)^```\\R", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern HEADING = Pattern.compile("^#", Pattern.MULTILINE);

    /** The blocks of a page. */
    public static List<JavaBlock> of(String page) throws IOException {
        List<JavaBlock> blocks = new ArrayList<>();
        String text = Files.readString(Pages.ROOT.resolve(page));
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            int line = (int) text.substring(0, matcher.start(1)).lines().count() + 1;
            Matcher after = TEXT.matcher(text).region(matcher.end(), text.length());
            boolean found = after.lookingAt();
            String code = matcher.group(1);
            boolean adjacent = found && after.group(1).isBlank();
            blocks.add(new JavaBlock(page, line, code, code, found ? after.group(2) : null, adjacent));
        }
        return blocks;
    }

    /** The block with another text in place of one. */
    public JavaBlock with(String text, String other) {
        return new JavaBlock(page, line, written, code.replace(text, other), shown, adjacent);
    }

    /** The block with its files below the directory that it runs in. */
    public JavaBlock withFilesApart() {
        return with("Path.of(\"", "Path.of(System.getProperty(\"" + CompiledBlocks.DIRECTORY + "\") + \"/");
    }

    /** Compiles the block with these imports into an empty directory, runs it, and compares what it prints. */
    public void run(String imports, Path directory) throws Exception {
        run(new CompiledBlocks(List.of(this), imports, directory), directory);
    }

    /** Runs the block, which is one of those compiled, and compares what it prints. */
    public void run(CompiledBlocks compiled, Path directory) throws Exception {
        String printed = PrintedText.plain(compiled.printed(this, directory), directory);
        if (WRITE && !isCurrent(printed)) {
            write(printed);
        } else if (!WRITE && !OTHER_DRAWS) {
            check(printed);
        }
    }

    /** Compiles the block with these imports into an empty directory, and runs it. */
    public String printed(String imports, Path directory) throws Exception {
        return new CompiledBlocks(List.of(this), imports, directory).printed(this, directory);
    }

    private boolean isCurrent(String printed) {
        return printed.isEmpty() && !adjacent || shown != null && PrintedText.isCurrent(shown, printed);
    }

    /** Fails if the page does not show what the block printed. */
    public void check(String printed) {
        boolean prints = !printed.isEmpty() || code.contains("summary()");
        if (shown == null && prints) {
            fail("%s: a block of text must follow that shows what this block prints; %s%n%s", this, REMEDY, printed);
        }
        if ((prints || adjacent) && !PrintedText.matches(code, shown, printed)) {
            fail("%s: the page shows%n%s%nand the block prints%n%s%n%s", this, shown, printed, REMEDY);
        }
    }

    private static final String REMEDY = "-Dlbp.docs.write=true writes it";

    /** Puts what was printed behind the block, in place of what the page shows. */
    void write(String printed) throws IOException {
        Path file = Pages.ROOT.resolve(page);
        String text = Files.readString(file);
        String java = "```java\n" + written + "```\n";
        int end = text.indexOf(java) + java.length();
        assertThat(end).as("%s is not on its page", this).isGreaterThanOrEqualTo(java.length());
        Matcher old = TEXT.matcher(text).region(end, text.length());
        boolean replace = old.lookingAt() && !HEADING.matcher(old.group(1)).find() && (adjacent || !printed.isEmpty());
        String before = replace && !adjacent ? old.group(1) : "\n";
        String block = printed.isEmpty() ? "" : before + "```text\n" + printed + "\n```\n";
        int after = replace ? old.end() : end;
        Files.writeString(file, text.substring(0, end) + block + text.substring(after));
    }

    @Override
    public String toString() {
        return page + " line " + line;
    }
}
