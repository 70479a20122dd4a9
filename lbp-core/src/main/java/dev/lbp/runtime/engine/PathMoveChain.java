package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.target.MoveModel;

/** A chain of the path-auxiliary sampler on a model with its own moves. */
final class PathMoveChain extends LocalMoveChain implements ExactPath.Moves, MoveCounts.Counting {

    private final ExactPath path;

    PathMoveChain(MoveModel model, ValueStart start, int index, PathMethod method) {
        super(model, start, index, method.length());
        path = new LabelPath(moves, null, method.draw(), method.weight());
        begin();
    }

    @Override
    int comparedLabels() {
        return moves;
    }

    @Override
    void checkKept() {
        path.check(this);
    }

    @Override
    void refresh() {
        path.load(this);
    }

    @Override
    void advance() {
        path.advance(this, this);
    }

    @Override
    public void logRatios(int[] labels, int n, double[] out) {
        tracker.logRatios(labels, n, out);
    }

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
    public double logProb() {
        return tracker.logProb();
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
    void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        path.transcribe(transcript);
    }
}
