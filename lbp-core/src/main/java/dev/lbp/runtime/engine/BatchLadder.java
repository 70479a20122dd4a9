package dev.lbp.runtime.engine;

import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.runtime.tempering.SlotRecords;

/**
 * A ladder on the batched engine: its replicas are rows of a batch, and exchanged slots exchange the model's scores of
 * their states.
 */
final class BatchLadder extends Ladder {

    /** The draws of slot 0 of all chains with their scores, a row each. */
    private final BatchModel references;

    private TemperedRows rows;
    private final byte[] scratch;

    BatchLadder(
            int index,
            BitStart start,
            FactorisedBase base,
            SlotRecords<byte[]> records,
            BatchModel references,
            TemperedRows rows,
            double[] betas) {
        super(index, start, base, records, betas);
        this.references = references;
        this.rows = rows;
        this.scratch = new byte[reference.length];
    }

    /** Continues with other rows. */
    void use(TemperedRows others) {
        rows = others;
    }

    @Override
    ChainState<byte[]> slot(int k) {
        return rows.slot(index, k);
    }

    @Override
    double targetLogProb(int k) {
        return k == 0 ? references.logProb[index] : rows.targetLogProb(index, k);
    }

    @Override
    double baseLogProb(int k) {
        return base.logProb(k == 0 ? reference : slot(k).state);
    }

    @Override
    void renewReference() {
        // Slot 0 of all chains has been drawn and scored by now.
    }

    @Override
    void exchange(int k) {
        ChainState<byte[]> colder = slot(k + 1);
        if (k == 0) {
            rows.replace(index, reference, references, index);
            replaceState(colder, reference);
            return;
        }
        ChainState<byte[]> hotter = slot(k);
        rows.exchange(index, k);
        System.arraycopy(hotter.state, 0, scratch, 0, scratch.length);
        replaceState(hotter, colder.state);
        replaceState(colder, scratch);
    }
}
