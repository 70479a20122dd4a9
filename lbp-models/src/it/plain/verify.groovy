// No ND4J and no native code: a user's targets in plain Java run on some megabytes.
def list = new File(basedir, 'target/dependencies.txt').text
def jars = list.findAll(/[\w.-]+:[\w.-]+:jar:[\w.:-]+/)
assert jars.any { it.startsWith('dev.lbp:lbp-core:') }: list
assert !jars.any { it.startsWith('org.nd4j:') || it.startsWith('org.bytedeco:') }: "ND4J comes back:\n$list"

def classpath = new File(basedir, 'target/classpath.txt').text.trim()
def bytes = classpath.split(File.pathSeparator).sum { new File(it).length() }
println "megabytes without ND4J: ${bytes / 1e6}"
assert bytes < 8_000_000

def output = new File(basedir, 'target/program.txt')
def program = new ProcessBuilder(System.getProperty('java.home') + '/bin/java', '-cp',
        new File(basedir, 'target/classes').path + File.pathSeparator + classpath, 'plain.Main')
        .redirectErrorStream(true).redirectOutput(output).start()
assert program.waitFor() == 0: output.text
return true
