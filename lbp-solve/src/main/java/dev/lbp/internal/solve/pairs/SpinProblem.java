package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.StateKind;
import dev.lbp.models.Couplings;
import dev.lbp.models.QuadraticModel;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The search for the best state of a model whose sites interact in pairs. */
public final class SpinProblem implements Problem<byte[]> {

    /** The search method. */
    public enum Engine {
        /** Couplings of one size, by {@link MultiSpinAnnealer}. */
        BITS("64 anneals at a time, in the bits of words"),
        /** Couplings of different sizes, by {@link FieldAnnealer}. */
        FIELDS("64 anneals at a time"),
        /** Sites with many neighbours, by {@link DenseSearch}. */
        DENSE("dense");

        private final String words;

        Engine(String words) {
            this.words = words;
        }
    }

    /** A model is dense if it has more than this share of all possible couplings. */
    private static final double DENSE = 0.125;

    private final QuadraticModel model;
    private final SpinForm form;
    private final Engine engine;
    private final double rounding;

    /** The couplings for {@link Engine#DENSE}; null for other engines. */
    private final @Nullable DenseRows rows;

    public SpinProblem(QuadraticModel model) {
        this(model, null);
    }

    /**
     * @param engine must suit the model; null for the fastest one
     */
    public SpinProblem(QuadraticModel model, @Nullable Engine engine) {
        this.model = model;
        this.form = SpinForm.of(model);
        this.rounding = form.rounding();
        this.engine = engine == null ? fastest(form) : engine;
        this.rows = this.engine == Engine.DENSE ? DenseRows.of(model, form) : null;
    }

    /** The engine of dense models, else that of couplings of one size, else that of couplings that differ. */
    private static Engine fastest(SpinForm form) {
        double possible = 0.5 * form.sites() * (form.sites() - 1.0);
        if (form.couplings().count() > DENSE * possible) {
            return Engine.DENSE;
        }
        return form.commonSize() > 0.0 ? Engine.BITS : Engine.FIELDS;
    }

    @Override
    public Search<byte[]> newSearch() {
        if (rows != null) { // the model is dense
            return new DenseSearch(form, rows);
        }
        return new SpinSearch(form, engine == Engine.BITS ? new MultiSpinAnnealer(form) : new FieldAnnealer(form));
    }

    /** The heap bytes per site of spins and forces, of the replicas and of a few states, measured at 1e6 sites. */
    @Override
    public double searchBytes() {
        return form.sites() * (engine == Engine.FIELDS ? 40.0 : 26.0);
    }

    @Override
    public double value(byte[] state) {
        QuadraticModel.Tracker tracker = model.newTracker();
        tracker.reset(state);
        return tracker.logProb();
    }

    @Override
    public double rounding() {
        return rounding;
    }

    @Override
    public StateKind<byte[]> kind() {
        return StateKind.BITS;
    }

    @Override
    public String name() {
        return model + ", " + engine.words;
    }

    @Override
    public Map<String, String> identity() {
        return Map.of(
                "engine",
                engine.words,
                "number of sites",
                "" + model.dimension(),
                "constant",
                "" + model.constant(),
                "biases (checksum)",
                Fingerprint.of(model.dimension(), model::bias),
                "couplings (checksum)",
                checksum(model.couplings()));
    }

    /** A checksum by which a checkpoint recognises the couplings. */
    private static String checksum(Couplings couplings) {
        CRC32C sum = new CRC32C();
        ByteBuffer entry = ByteBuffer.allocate(2 * Integer.BYTES + Double.BYTES);
        for (int i = 0; i < couplings.sites(); i++) {
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                sum.update(entry.clear()
                        .putInt(i)
                        .putInt(couplings.neighbour(k))
                        .putDouble(couplings.value(k))
                        .flip());
            }
        }
        return Long.toHexString(sum.getValue());
    }
}
