package dev.lbp.runtime.engine.path;

import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.LocalMoveChain;
import dev.lbp.runtime.engine.chain.MoveCounts;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.target.MoveModel;

/** A chain of the path-auxiliary sampler on a model with its own moves. */
final class PathMoveChain extends LocalMoveChain implements ExactPath.Moves, MoveCounts.Counting {

    private final ExactPath path;

    PathMoveChain(MoveModel model, ValueStart start, int index, PathMethod method) {
        super(model, start, index, method.length());
        path = new LabelPath(moves, /* free= */ null, method.draw(), method.weight()); // all moves may be drawn
        begin();
    }

    @Override
    public int[] comparedLabels() {
        return States.sites(moves);
    }

    @Override
    public void checkKeptWeights() {
        path.check(this);
    }

    @Override
    public void refresh() {
        path.load(this);
    }

    @Override
    public void advance() {
        path.advance(this, this);
    }

    @Override
    public void logRatios(int[] labels, int n, double[] out) {
        tracker.logRatios(labels, n, out);
    }

    /** Reads the values that the move would give its sites, then makes it. Returns the number of touched labels. */
    @Override
    public int applyMove(int move) {
        propose(move);
        return apply(move);
    }

    @Override
    public MoveCounts counts() {
        return path.counts;
    }

    @Override
    public int[] touched() {
        return touched;
    }

    @Override
    public void save() {
        tracker.save();
    }

    @Override
    public void restore() {
        tracker.restore();
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        path.transcribe(transcript);
    }
}
