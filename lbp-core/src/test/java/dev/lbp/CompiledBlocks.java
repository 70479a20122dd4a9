package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Java blocks of pages that one call of the compiler compiles: a call for each block would cost as much as its run. */
public final class CompiledBlocks {

    /** While a block runs, the system property that names its directory. */
    static final String DIRECTORY = "lbp.docs.directory";

    private static final Pattern WHOLE_FILE = Pattern.compile("^public (?:final )?class (\\w+)", Pattern.MULTILINE);

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** One for all calls: it keeps the lists of the files in the jars of the class path. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private static final String FRAME = """
            IMPORTS

            public class NAME {
                public static void main(String[] args) throws Exception {
            BODY
                }
            }
            """;

    private final Path classes;

    private final Map<JavaBlock, String> names = new LinkedHashMap<>();

    /**
     * @param imports those of the blocks that are not whole files
     * @param classes receives sources and classes
     */
    public CompiledBlocks(List<JavaBlock> blocks, String imports, Path classes) throws IOException {
        this.classes = classes;
        for (JavaBlock block : blocks) {
            Matcher wholeFile = WHOLE_FILE.matcher(block.code());
            boolean whole = wholeFile.find();
            String name = whole ? wholeFile.group(1) : block.toString().replaceAll("\\W", "_");
            String framed = FRAME.replace("IMPORTS", imports).replace("NAME", name);
            Files.writeString(source(name), whole ? block.code() : framed.replace("BODY", block.code()));
            names.put(block, name);
        }
        assertThat(names.values()).as("classes of the blocks").doesNotHaveDuplicates();
        List<Path> sources = names.values().stream().map(this::source).toList();
        StringWriter messages = new StringWriter();
        boolean compiled = COMPILER.getTask(
                        messages,
                        FILES,
                        null,
                        List.of("-d", classes.toString(), "-cp", classPath(), "--release", "17", "-proc:none"),
                        null,
                        FILES.getJavaFileObjectsFromPaths(sources))
                .call();
        assertThat(compiled).as("%s do not compile: %s", blocks, messages).isTrue();
    }

    private Path source(String name) {
        return classes.resolve(name + ".java");
    }

    /**
     * Surefire may start the tests from a jar that only points to the class path; it keeps the real one in a property.
     */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Runs a block in a loader of its own, and returns what it prints. */
    String printed(JavaBlock block, Path directory) throws Exception {
        PrintStream out = System.out;
        Locale locale = Locale.getDefault();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()}, CompiledBlocks.class.getClassLoader());
                PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            Locale.setDefault(Locale.ROOT); // printf's point is a point everywhere
            System.setOut(captured);
            System.setProperty(DIRECTORY, directory.toString());
            loader.loadClass(names.get(block)).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
            Locale.setDefault(locale);
            System.clearProperty(DIRECTORY);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
