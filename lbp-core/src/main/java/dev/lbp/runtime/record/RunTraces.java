package dev.lbp.runtime.record;

import dev.lbp.internal.Memory;
import dev.lbp.internal.html.Numbers;
import dev.lbp.runtime.report.ReportedRun;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The traces of all chains of a run by name, in memory or mostly in the files of a sink. */
public final class RunTraces {

    private final int chains;
    private final int draws;
    private final Set<String> names;
    private final Map<String, List<ChainTrace>> named = new LinkedHashMap<>();

    /**
     * The first {@code draws} draws of some chains.
     *
     * @param recorders one for each chain; each has at least {@code draws} draws
     */
    public RunTraces(List<? extends ChainRecorder<?>> recorders, int draws) {
        this.chains = recorders.size();
        this.draws = draws;
        this.names = recorders.get(0).traces().keySet();
        for (String name : names) {
            named.put(
                    name,
                    recorders.stream().map(chain -> chain.trace(name, draws)).toList());
        }
        double[][] self = SelfDistance.standardised(
                recorders.stream().<SelfDistance<?>>map(chain -> chain.self).toList(), draws);
        named.put(
                ReportedRun.SELF_DISTANCE,
                Arrays.stream(self)
                        .map(chain -> new ChainTrace(chain.length, /* first= */ 0, chain, /* file= */ null))
                        .toList());
    }

    /** The names in their order. */
    public Set<String> names() {
        return names;
    }

    /** The names of all traces that verdicts and stopping rules judge. */
    public Set<String> judged() {
        return named.keySet();
    }

    /**
     * Every draw whose number is a multiple of {@code step}, [chains][draws]. The trace
     * {@link ReportedRun#SELF_DISTANCE} is already subsampled, and returned whole.
     *
     * @throws dev.lbp.result.SinkException if a file of the sink cannot be read
     */
    public double[][] every(String name, int step) {
        return of(name).map(chain -> chain.every(name.equals(ReportedRun.SELF_DISTANCE) ? 1 : step))
                .toArray(double[][]::new);
    }

    /** All draws, chain by chain, in blocks of constant memory. */
    public Iterable<double[]> blocks(String name) {
        return () -> new Blocks(of(name).iterator());
    }

    /**
     * Gives the blocks of one chain after another. It is no flattened stream, whose iterator holds all blocks of a
     * chain.
     */
    private static final class Blocks implements Iterator<double[]> {

        private final Iterator<ChainTrace> later;
        private Iterator<double[]> current = Collections.emptyIterator();

        Blocks(Iterator<ChainTrace> chains) {
            later = chains;
        }

        @Override
        public boolean hasNext() {
            while (!current.hasNext() && later.hasNext()) {
                current = later.next().blocks().iterator();
            }
            return current.hasNext();
        }

        @Override
        public double[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return current.next();
        }
    }

    /**
     * All draws of every trace, [chains][draws]. Traces in memory are the same arrays at every call; traces in files
     * are read at each call.
     *
     * @throws IllegalStateException at a call for a trace whose draws are in files and do not fit into memory
     */
    public Map<String, double[][]> all() {
        boolean inMemory = named.values().stream().flatMap(List::stream).allMatch(ChainTrace::inMemory);
        if (!inMemory) {
            return new TraceMap(names(), this::read);
        }
        Map<String, double[][]> whole = new LinkedHashMap<>();
        for (String name : names()) {
            whole.put(name, every(name, 1));
        }
        return new TraceMap(names(), name -> Objects.requireNonNull(whole.get(name)));
    }

    private double[][] read(String name) {
        double bytes = (double) Double.BYTES * chains * draws;
        if (!Memory.fits(bytes)) {
            throw new IllegalStateException(Numbers.format(
                    "must fit into memory: trace=%s, chains=%d, draws=%d: %s needed; the files of the sink have it",
                    name, chains, draws, Memory.size(bytes)));
        }
        return every(name, 1);
    }

    private Stream<ChainTrace> of(String name) {
        return Objects.requireNonNull(named.get(name)).stream();
    }
}
