// What a user gets from lbp-models alone, off the resolved list: lbp's dependency management has no say there.
def list = new File(basedir, 'target/dependencies.txt').text
def jars = list.findAll(/[\w.-]+:[\w.-]+:jar:[\w.:-]+/)

[
    "commons-io:commons-io:jar:${commonsIo}:runtime",
    "org.apache.commons:commons-lang3:jar:${commonsLang3}:runtime",
    "org.apache.commons:commons-rng-client-api:jar:${commonsRng}:compile",
    "org.apache.commons:commons-rng-sampling:jar:${commonsRng}:compile",
].each { String expected ->
    assert jars.contains(expected): "not the version lbp-core raises, expected $expected in:\n$list"
}

[
    // cut from ND4J in lbp-core's pom
    'com.github.oshi:', 'com.google.flatbuffers:', 'com.jakewharton.byteunits:', 'commons-codec:', 'commons-net:',
    'net.ericaro:', 'net.java.dev.jna:', 'org.apache.commons:commons-collections4:',
    'org.apache.commons:commons-compress:', 'org.bytedeco:mkl', 'org.nd4j:jackson:',
    // ours alone: a logging binding is the user's choice, tests are not shipped
    'org.slf4j:slf4j-simple:', 'org.junit', 'dev.lbp:lbp-core:jar:tests:',
].each { String unwanted ->
    assert !jars.any { it.startsWith(unwanted) }: "$unwanted reaches users again:\n$list"
}
return true
