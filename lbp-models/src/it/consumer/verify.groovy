// What a user gets from lbp-models alone, off the resolved list: lbp's dependency management has no say there.
def list = new File(basedir, 'target/dependencies.txt').text
def jars = list.findAll(/[\w.-]+:[\w.-]+:jar:[\w.:-]+/)

[
    "commons-io:commons-io:jar:${commonsIo}:",
    "org.apache.commons:commons-lang3:jar:${commonsLang3}:",
    "org.apache.commons:commons-rng-client-api:jar:${commonsRng}:",
    "org.apache.commons:commons-rng-sampling:jar:${commonsRng}:",
].each { String expected ->
    assert jars.any { it.startsWith(expected) }: "not the version lbp-core raises, expected $expected in:\n$list"
}
(cut.split() + ['com.google.flatbuffers:', 'org.apache.commons:commons-collections4:', 'org.nd4j:jackson:']).each { String unwanted ->
    assert !jars.any { it.startsWith(unwanted) }: "$unwanted reaches users again:\n$list"
}

def classpath = new File(basedir, 'target/classpath.txt').text.trim()
println "megabytes: ${classpath.split(File.pathSeparator).sum { new File(it).length() } / 1e6}"
def output = new File(basedir, 'target/program.txt')
def program = new ProcessBuilder(System.getProperty('java.home') + '/bin/java', '-cp',
        new File(basedir, 'target/classes').path + File.pathSeparator + classpath, 'consumer.Main')
        .redirectErrorStream(true).redirectOutput(output).start()
assert program.waitFor() == 0: output.text
return true
