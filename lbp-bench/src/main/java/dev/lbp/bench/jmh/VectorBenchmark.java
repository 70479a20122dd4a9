package dev.lbp.bench.jmh;

import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A benchmark that runs in its own JVM, with the vector kernel. */
@State(Scope.Thread)
@Fork(
        value = 1,
        jvmArgsPrepend = {
            "--add-modules=jdk.incubator.vector",
            "-Dlbp.kernel=vector",
            "--enable-native-access=ALL-UNNAMED"
        })
abstract class VectorBenchmark {}
