package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A Java block of a page of the documentation: the body of a method, or a whole file of a public class with a main
 * method.
 *
 * @param page the file, from the root of the repository
 * @param line where the block begins
 */
public record JavaBlock(String page, int line, String code) {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("^```java\\R(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern WHOLE_FILE = Pattern.compile("^public (?:final )?class (\\w+)", Pattern.MULTILINE);

    private static final String FRAME = """
            IMPORTS

            public class Block {
                public static void main(String[] args) throws Exception {
            BODY
                }
            }
            """;

    /** The blocks of a page. */
    public static List<JavaBlock> of(String page) throws IOException {
        List<JavaBlock> blocks = new ArrayList<>();
        String text = Files.readString(ROOT.resolve(page));
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            int line = (int) text.substring(0, matcher.start(1)).lines().count() + 1;
            blocks.add(new JavaBlock(page, line, matcher.group(1)));
        }
        return blocks;
    }

    /** The block with another text in place of one. */
    public JavaBlock with(String text, String other) {
        return new JavaBlock(page, line, code.replace(text, other));
    }

    /** Compiles the block with these imports into an empty directory, and runs it. */
    public void run(String imports, Path directory) throws Exception {
        Matcher wholeFile = WHOLE_FILE.matcher(code);
        String name = wholeFile.find() ? wholeFile.group(1) : "Block";
        Path source = directory.resolve(name + ".java");
        Files.writeString(
                source, name.equals("Block") ? FRAME.replace("IMPORTS", imports).replace("BODY", code) : code);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-d", directory.toString(), "-cp", classPath(), "--release", "17"),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        assertThat(compiled).as("%s does not compile: %s", this, messages).isTrue();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, JavaBlock.class.getClassLoader())) {
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }

    /**
     * Surefire may start the tests from a jar that only points to the class path; it keeps the real one in a property.
     */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    @Override
    public String toString() {
        return page + " line " + line;
    }
}
