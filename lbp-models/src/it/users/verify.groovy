// What users get, off their resolved lists: lbp's dependency management has no say there. And their programs run.
def list = { String project -> new File(basedir, "$project/target/dependencies.txt").text }
def jars = { String project -> list(project).findAll(/[\w.-]+:[\w.-]+:jar:[\w.:-]+/) }
def classpath = { String project -> new File(basedir, "$project/target/classpath.txt").text.trim() }
def megabytes = { String project ->
    def size = classpath(project).split(File.pathSeparator).sum { new File(it).length() } / 1e6
    println "megabytes of $project: $size"
    return size
}
def lacks = { String project, String unwanted ->
    assert !jars(project).any { it.startsWith(unwanted) }: "$unwanted reaches users of $project:\n${list(project)}"
}

assert jars('plain').any { it.startsWith('dev.lbp:lbp-core:') }: list('plain')
['org.nd4j:', 'org.bytedeco:', 'dev.lbp:lbp-nd4j:'].each { lacks('plain', it) }
assert megabytes('plain') < 6
[
    "commons-io:commons-io:jar:${commonsIo}:",
    "org.apache.commons:commons-lang3:jar:${commonsLang3}:",
    "org.apache.commons:commons-rng-client-api:jar:${commonsRng}:",
    "org.apache.commons:commons-rng-sampling:jar:${commonsRng}:",
].each { String expected ->
    assert jars('batched').any { it.startsWith(expected) }: "not the version that lbp raises, expected $expected in:\n${list('batched')}"
}
['plain', 'batched', 'natives'].each { project -> cut.split().each { lacks(project, it) } }
assert megabytes('natives') < megabytes('batched')

def run = { String classes, String libraries, String main ->
    def output = new File(basedir, "$classes/target/program.txt")
    def path = new File(basedir, "$classes/target/classes").path + File.pathSeparator + classpath(libraries)
    // Some seconds each: compiling less, and sleeping where ND4J's threads wait for each other, halves the processor time.
    def builder = new ProcessBuilder(System.getProperty('java.home') + '/bin/java', '-XX:TieredStopAtLevel=1',
            '-XX:+UseSerialGC', '-cp', path, main)
    builder.environment()['OMP_WAIT_POLICY'] = 'PASSIVE'
    def program = builder.directory(new File(basedir, "$classes/target")).redirectErrorStream(true)
            .redirectOutput(output).start()
    assert program.waitFor() == 0: output.text
    return output.text
}
assert run('plain', 'plain', 'Main').contains('row 2, column 6: infected with probability 0.68')
assert new File(basedir, 'plain/target/report.html').length() > 10000
// The pom of natives names one platform.
def named = System.getProperty('os.name') == 'Linux' && System.getProperty('os.arch') == 'amd64'
run('batched', named ? 'natives' : 'batched', 'batched.Main')
return true
