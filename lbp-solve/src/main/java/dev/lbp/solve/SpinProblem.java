package dev.lbp.solve;

import dev.lbp.models.QuadraticModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The best state of a model whose sites interact in pairs. */
final class SpinProblem implements Problem<byte[]> {

    /** How it is searched. */
    enum Engine {
        /** {@link MultiSpinAnnealer}. */
        BITS("64 replicas in bits"),
        /** {@link FieldAnnealer}. */
        FIELDS("64 replicas"),
        /** {@link DenseSearch}. */
        DENSE("dense");

        private final String words;

        Engine(String words) {
            this.words = words;
        }
    }

    /** From this share of all possible neighbours on a model is dense. */
    private static final double DENSE = 0.125;

    private final QuadraticModel model;
    private final SpinForm form;
    private final Engine engine;

    /** The couplings for {@link Engine#DENSE}. */
    private final @Nullable DenseRows rows;

    SpinProblem(QuadraticModel model) {
        this(model, null);
    }

    /**
     * @param engine must suit the model; null for the fastest one
     */
    SpinProblem(QuadraticModel model, @Nullable Engine engine) {
        this.model = model;
        this.form = SpinForm.of(model);
        this.engine = engine == null ? fastest(form) : engine;
        this.rows = this.engine == Engine.DENSE ? DenseRows.of(model, form) : null;
    }

    private static Engine fastest(SpinForm form) {
        double possible = 0.5 * form.sites() * (form.sites() - 1.0);
        if (form.couplings.count() > DENSE * possible) {
            return Engine.DENSE;
        }
        return form.commonSize() > 0.0 ? Engine.BITS : Engine.FIELDS;
    }

    @Override
    public Search<byte[]> newSearch() {
        if (rows != null) {
            return new DenseSearch(form, rows);
        }
        return new SpinSearch(form, engine == Engine.BITS ? new MultiSpinAnnealer(form) : new FieldAnnealer(form));
    }

    @Override
    public double value(byte[] state) {
        QuadraticModel.Tracker tracker = model.newTracker();
        tracker.reset(state);
        return tracker.logProb();
    }

    @Override
    public boolean same(byte[] one, byte[] other) {
        return Arrays.equals(one, other);
    }

    @Override
    public String name() {
        return model + ", " + engine.words;
    }
}
