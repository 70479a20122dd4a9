// The natives of one platform, and SameDiff: nothing that lbp cuts comes back, and without SameDiff's jars it is no larger than consumer.
def list = new File(basedir, 'target/dependencies.txt').text
def jars = list.findAll(/[\w.-]+:[\w.-]+:jar:[\w.:-]+/)
assert jars.size() > 20: list
cut.split().each { String unwanted ->
    assert !jars.any { it.startsWith(unwanted) }: "$unwanted comes back:\n$list"
}

def classpath = new File(basedir, 'target/classpath.txt').text.trim()
def sameDiff = ['flatbuffers-java-', 'commons-collections4-', 'jackson-']
def size = { String path ->
    path.trim().split(File.pathSeparator).collect { new File(it) }
            .findAll { file -> !sameDiff.any { file.name.startsWith(it) } }.sum { it.length() }
}
def consumer = size(new File(basedir.parentFile, 'consumer/target/classpath.txt').text)
println "megabytes without SameDiff: ${size(classpath) / 1e6}, of consumer: ${consumer / 1e6}"
assert size(classpath) < consumer

def output = new File(basedir, 'target/program.txt')
def program = new ProcessBuilder(System.getProperty('java.home') + '/bin/java', '-cp',
        new File(basedir, 'target/classes').path + File.pathSeparator + classpath, 'slim.Main')
        .redirectErrorStream(true).redirectOutput(output).start()
assert program.waitFor() == 0: output.text
return true
