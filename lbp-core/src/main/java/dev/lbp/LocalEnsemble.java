package dev.lbp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The chains of the local engine: independent tasks, each of which takes all its steps before its thread takes another. */
final class LocalEnsemble extends Ensemble {

    private final List<? extends LocalChain> localChains;
    private final WorkerPool pool;

    private LocalEnsemble(EnergyModel model, List<? extends LocalChain> chains, WorkerPool pool) {
        super(model, chains);
        this.localChains = chains;
        this.pool = pool;
    }

    /** Makes each chain by its index. */
    static LocalEnsemble of(EnergyModel model, int count, IntFunction<? extends LocalChain> newChain, WorkerPool pool) {
        List<LocalChain> chains = new ArrayList<>();
        for (int c = 0; c < count; c++) {
            try {
                chains.add(newChain.apply(c));
            } catch (RuntimeException e) {
                throw failure(model, "chain " + c + " at its start", e);
            }
        }
        return new LocalEnsemble(model, chains, pool);
    }

    @Override
    void run(long steps, Visitor visitor, RunControl control) {
        pool.runAll(localChains.size(), c -> runChain(localChains.get(c), steps, visitor, control), control);
    }

    private void runChain(LocalChain chain, long steps, Visitor visitor, RunControl control) {
        for (long t = 0; t < steps && !control.stopped(); t++) {
            try {
                chain.advance();
            } catch (RuntimeException e) {
                throw failure(chain, e);
            }
            visitor.visit(chain);
        }
    }

    @Override
    void invalidate() {
        for (LocalChain chain : localChains) {
            restart(chain, chain.state);
        }
    }

    @Override
    void reset(int chain, byte[] state) {
        restart(localChains.get(chain), state);
    }

    private void restart(LocalChain chain, byte[] state) {
        try {
            chain.restart(state);
        } catch (RuntimeException e) {
            throw failure(chain, e);
        }
    }
}
