package dev.lbp.solve;

import dev.lbp.models.QuadraticModel;
import java.util.Arrays;

/** The best state of a model whose sites interact in pairs. */
final class SpinProblem implements Problem<byte[]> {

    private final QuadraticModel model;
    private final SpinForm form;

    SpinProblem(QuadraticModel model) {
        this.model = model;
        this.form = SpinForm.of(model);
    }

    @Override
    public Search<byte[]> newSearch() {
        return new SpinSearch(form, new MultiSpinAnnealer(form));
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
        return model.toString();
    }
}
