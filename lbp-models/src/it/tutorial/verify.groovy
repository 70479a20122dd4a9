// The tutorial's program runs on plain Java alone: nothing of ND4J is on its class path.
def classpath = new File(basedir, 'target/classpath.txt').text.trim()
def jars = classpath.split(File.pathSeparator).collect { new File(it) }
assert !jars.any { it.name.startsWith('nd4j') || it.name.startsWith('javacpp') || it.name.startsWith('openblas') }: classpath
def megabytes = jars.sum { it.length() } / 1e6
println "megabytes: $megabytes"
assert megabytes < 8: classpath
def output = new File(basedir, 'target/program.txt')
def program = new ProcessBuilder(System.getProperty('java.home') + '/bin/java', '-cp',
        new File(basedir, 'target/classes').path + File.pathSeparator + classpath, 'Tray')
        .directory(new File(basedir, 'target')).redirectErrorStream(true).redirectOutput(output).start()
assert program.waitFor() == 0: output.text
assert output.text.contains('row 2, column 6: infected with probability 0.7'): output.text
assert new File(basedir, 'target/report.html').length() > 10000
return true
