import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Tries a release without publishing it: {@code java .ci/Stage.java DIR [--twice]}, in the repository's root. DIR must not exist
 * or be empty. The version is that of pom.xml, without "-SNAPSHOT".
 *
 * <ol>
 *   <li>Copies the sources to DIR, with the version of the release, and makes a key that is used for nothing else.
 *   <li>Deploys all published modules to the directory DIR/repository, signed with that key.
 *   <li>Checks signatures and checksums, and what Maven Central asks of a pom and of the files beside it.
 *   <li>Looks in all files of all jars for the path of the build and of the user's home.
 *   <li>Runs a program of a user's project that finds lbp in DIR/repository alone, with a local repository that starts empty.
 *   <li>With {@code --twice} builds once more in another directory, and compares all files byte for byte.
 * </ol>
 *
 * <p>Needs git, gpg and mvn. The local repository of the caller gets plugins and libraries, nothing of lbp.
 */
final class Stage {

    private static final List<String> PUBLISHED = List.of(
            "lbp-parent", "lbp-bom", "lbp-core", "lbp-models", "lbp-nn", "lbp-select", "lbp-solve", "lbp-infer", "lbp-learn",
            "lbp-cli", "lbp-spark", "lbp-nd4j");
    private static final List<String> ASKED = List.of(
            "name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
            "scm/connection", "scm/url", "issueManagement/url");

    private final String written;
    private final String version;
    private final Path dir;
    private final List<String> faults = new ArrayList<>();

    private Stage(String written, Path dir) {
        this.written = written;
        version = written.replace("-SNAPSHOT", "");
        this.dir = dir;
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 1 || args.length > 2 || args.length == 2 && !args[1].equals("--twice")) {
            throw new IllegalArgumentException("java .ci/Stage.java DIR [--twice]");
        }
        Path dir = Path.of(args[0]).toAbsolutePath().normalize();
        if (Files.exists(dir)) {
            try (Stream<Path> found = Files.list(dir)) {
                if (found.findAny().isPresent()) {
                    throw new IllegalArgumentException("DIR must not exist or be empty: " + dir);
                }
            }
        }
        Files.createDirectories(dir);
        new Stage(element(Files.readString(Path.of("pom.xml")), "version"), dir).run(args.length == 2);
    }

    private void run(boolean twice) throws Exception {
        // A socket of gpg's agent has a path of at most 108 bytes, so the key is not in DIR.
        Path keys = Files.createTempDirectory("lbp-key");
        Files.setPosixFilePermissions(keys, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
        Map<String, String> environment = Map.of("GNUPGHOME", keys.toString(), "MAVEN_GPG_PASSPHRASE", "");
        try {
            call(Path.of("."), environment, "gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key",
                    "A release that is tried <nobody@example.invalid>", "rsa3072", "sign", "1d");
            Path repository = dir.resolve("repository");
            build(dir.resolve("build"), repository, environment);
            List<Path> files = files(repository);
            checkSignatures(files, environment);
            checkModules(repository);
            checkPaths(files);
            consume(repository);
            if (twice) {
                Path second = dir.resolve("repository-of-the-second-build");
                build(dir.resolve("another directory"), second, environment);
                compare(repository, second);
            }
        } finally {
            call(Path.of("."), environment, "gpgconf", "--kill", "gpg-agent");
            delete(keys);
        }
        if (!faults.isEmpty()) {
            faults.forEach(System.out::println);
            throw new IllegalStateException(faults.size() + " faults");
        }
        System.out.println("ready to be published: " + version);
    }

    /** Copies what git tracks, and what it would, with the version of the release, and deploys it. */
    private void build(Path to, Path repository, Map<String, String> environment) throws Exception {
        String listed = call(Path.of("."), Map.of(), "git", "ls-files", "-co", "--exclude-standard");
        for (String name : listed.split("\n")) {
            Path from = Path.of(name);
            if (!Files.isRegularFile(from)) {
                continue;
            }
            Path target = to.resolve(name);
            Files.createDirectories(target.getParent());
            byte[] bytes = Files.readAllBytes(from);
            if (name.endsWith("pom.xml")) {
                String pom = new String(bytes, StandardCharsets.UTF_8);
                bytes = pom.replace("<version>" + written + "<", "<version>" + version + "<").getBytes(StandardCharsets.UTF_8);
            }
            Files.write(target, bytes);
        }
        long start = System.nanoTime();
        call(to, environment, "mvn", "-q", "-B", "-ntp", "-Pspark,release", "deploy", "-DskipTests",
                "-Dspotless.check.skip", "-Dmaven.install.skip", "-DaltDeploymentRepository=stage::" + repository.toUri());
        System.out.printf("built and deployed in %d s: %s%n", (System.nanoTime() - start) / 1_000_000_000L, repository);
    }

    private void checkSignatures(List<Path> files, Map<String, String> environment) throws Exception {
        int signatures = 0;
        int sums = 0;
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.matches(".*\\.(asc|md5|sha1|sha256|sha512)") || name.startsWith("maven-metadata")) {
                continue;
            }
            Path signature = file.resolveSibling(name + ".asc");
            if (!Files.exists(signature)) {
                faults.add("not signed: " + file);
            } else {
                call(Path.of("."), environment, "gpg", "--batch", "--quiet", "--verify", signature.toString(), file.toString());
                signatures++;
            }
            for (String sum : List.of("md5", "sha1")) {
                String algorithm = sum.equals("md5") ? "MD5" : "SHA-1";
                byte[] digest = java.security.MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
                String made = java.util.HexFormat.of().formatHex(digest);
                if (!Files.readString(file.resolveSibling(name + "." + sum)).strip().equals(made)) {
                    faults.add("wrong " + sum + ": " + file);
                }
                sums++;
            }
        }
        System.out.printf("%d signatures and %d checksums are right%n", signatures, sums);
    }

    /** The rules of central.sonatype.org/publish/requirements. A pom may have its part from its parent, which is published too. */
    private void checkModules(Path repository) throws Exception {
        Path group = repository.resolve("dev/lbp");
        List<String> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(group)) {
            modules.map(module -> module.getFileName().toString()).filter(name -> name.startsWith("lbp-")).sorted()
                    .forEach(found::add);
        }
        if (!found.equals(PUBLISHED.stream().sorted().toList())) {
            faults.add("modules must be " + PUBLISHED + ": " + found);
        }
        String parent = Files.readString(group.resolve("lbp-parent/" + version + "/lbp-parent-" + version + ".pom"));
        for (String module : found) {
            Path files = group.resolve(module).resolve(version);
            String base = module + "-" + version;
            String pom = Files.readString(files.resolve(base + ".pom"));
            for (String asked : ASKED) {
                String own = element(pom, asked);
                boolean inherits = pom.contains("<parent>") && !asked.equals("name") && !asked.equals("description");
                if (own.isEmpty() && !(inherits && !element(parent, asked).isEmpty())) {
                    faults.add(module + ": its pom has no " + asked);
                }
            }
            if (!pom.contains("<packaging>pom</packaging>")) {
                for (String kind : List.of("", "-sources", "-javadoc")) {
                    if (!Files.exists(files.resolve(base + kind + ".jar"))) {
                        faults.add(module + ": no " + base + kind + ".jar");
                    }
                }
            }
            if (!Files.exists(files.resolve(base + "-cyclonedx.json"))) {
                faults.add(module + ": no list of its dependencies");
            }
        }
        System.out.printf("%d modules: %s%n", found.size(), String.join(" ", found));
    }

    private static String element(String pom, String path) {
        String text = pom.replaceAll("(?s)<parent>.*?</parent>|<build>.*?</build>|<profiles>.*?</profiles>|<!--.*?-->", "")
                .replaceAll("(?s)<(dependencies|dependencyManagement)>.*?</\\1>", "");
        String[] names = path.split("/");
        for (int i = 0; i < names.length; i++) {
            // Of the project itself where the path has one name: url is also an element of scm, developer and licence.
            String search = i == 0 && names.length == 1
                    ? text.replaceAll("(?s)<(scm|licenses|developers|issueManagement|properties)\\b.*?</\\1>", "")
                    : text;
            Matcher matcher = Pattern.compile("(?s)<" + names[i] + "\\b[^>]*>(.*?)</" + names[i] + ">").matcher(search);
            if (!matcher.find()) {
                return "";
            }
            text = matcher.group(1);
        }
        return text.strip();
    }

    private void checkPaths(List<Path> files) throws IOException {
        List<String> paths = List.of(dir.toString(), System.getProperty("user.home") + "/");
        int jars = 0;
        for (Path file : files) {
            if (!file.toString().endsWith(".jar")) {
                continue;
            }
            jars++;
            for (Map.Entry<String, byte[]> entry : entries(file).entrySet()) {
                String text = new String(entry.getValue(), StandardCharsets.ISO_8859_1);
                for (String path : paths) {
                    if (text.contains(path)) {
                        faults.add(path + " in " + entry.getKey() + " of " + file);
                    }
                }
            }
        }
        System.out.printf("no path of this machine in %d jars%n", jars);
    }

    private static Map<String, byte[]> entries(Path jar) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (InputStream in = Files.newInputStream(jar);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    /** A user's project: the bill of materials, one dependency, five lines. */
    private void consume(Path repository) throws Exception {
        Path user = dir.resolve("user");
        Files.createDirectories(user.resolve("src/main/java"));
        Files.writeString(user.resolve("pom.xml"), POM.formatted(version, repository.toUri()));
        Files.writeString(user.resolve("src/main/java/Five.java"), PROGRAM);
        call(user, Map.of(), "mvn", "-q", "-B", "-ntp", "-Dmaven.repo.local=" + user.resolve("local-repository"),
                "-Djavacpp.platform.host", "-Dmdep.outputFile=classpath.txt", "-DincludeScope=runtime",
                "org.apache.maven.plugins:maven-compiler-plugin:3.16.0:compile",
                "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath");
        String classpath = Files.readString(user.resolve("classpath.txt")).strip();
        System.out.print(call(user, Map.of(), Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                "target/classes" + java.io.File.pathSeparator + classpath, "Five"));
    }

    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>user</groupId>
              <artifactId>user</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencyManagement>
                <dependencies>
                  <dependency>
                    <groupId>dev.lbp</groupId>
                    <artifactId>lbp-bom</artifactId>
                    <version>%s</version>
                    <type>pom</type>
                    <scope>import</scope>
                  </dependency>
                </dependencies>
              </dependencyManagement>
              <dependencies>
                <dependency>
                  <groupId>dev.lbp</groupId>
                  <artifactId>lbp-models</artifactId>
                </dependency>
              </dependencies>
              <repositories>
                <repository>
                  <id>stage</id>
                  <url>%s</url>
                  <releases>
                    <checksumPolicy>fail</checksumPolicy>
                  </releases>
                </repository>
              </repositories>
            </project>
            """;

    private static final String PROGRAM = """
            import dev.lbp.*;
            import dev.lbp.models.*;
            import dev.lbp.proposal.*;
            import dev.lbp.result.*;

            final class Five {
                public static void main(String[] args) {
                    PathAuxiliarySampler sampler = Samplers.lbp().adaptive().build();
                    IsingModel ising = IsingModel.lattice(50, 50).coupling(0.15).field(0.1).build();
                    SampleResult result = sampler.sample(ising).chains(8).warmup(1_000).draws(5_000).seed(42).run();
                    System.out.println(result.summary());
                    double[] marginals = result.marginals();
                    System.out.println(marginals.length + " marginals");
                }
            }
            """;

    /** Signatures hold the time at which they were made; all else must be equal. */
    private void compare(Path first, Path second) throws IOException {
        List<String> names = names(first);
        if (!names.equals(names(second))) {
            faults.add("the two builds have other files: " + names + " and " + names(second));
            return;
        }
        for (String name : names) {
            if (!Arrays.equals(Files.readAllBytes(first.resolve(name)), Files.readAllBytes(second.resolve(name)))) {
                faults.add("differs between two builds: " + name + (name.endsWith(".jar")
                        ? ", in " + differing(entries(first.resolve(name)), entries(second.resolve(name)))
                        : ""));
            }
        }
        System.out.printf("%d files compared between two builds%n", names.size());
    }

    private static List<String> differing(Map<String, byte[]> first, Map<String, byte[]> second) {
        return first.keySet().stream().filter(key -> !Arrays.equals(first.get(key), second.get(key))).toList();
    }

    private static List<String> names(Path repository) throws IOException {
        return files(repository).stream()
                .map(file -> repository.relativize(file).toString())
                .filter(name -> !name.contains(".asc") && !name.contains("maven-metadata"))
                .toList();
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            return found.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            for (Path path : found.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static String call(Path in, Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with " + process.exitValue() + ":\n" + output);
        }
        return output;
    }
}
