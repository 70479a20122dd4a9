package dev.lbp.models.factor;

import dev.lbp.internal.models.tracker.GraphColouring;
import dev.lbp.models.PairwiseModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.SiteNames;
import dev.lbp.target.SiteRatios;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/** A {@link FactorModel} of bits; {@link FactorModel#bits} makes one. */
public final class FactorBits implements FactorModel, LocalEnergyModel {

    private static final long serialVersionUID = 1L;

    private final Terms terms;

    /** The finite terms of at most two sites. */
    private final PairwiseModel pairs;

    /** The terms of more than two sites, and those with impossible values. */
    private final TermRows rows;

    private final double quantum;

    FactorBits(Terms terms) {
        this.terms = terms;
        int n = terms.sites();
        double constant = 0.0;
        double[] bias = new double[n];
        List<int[]> joined = new ArrayList<>();
        List<Double> strengths = new ArrayList<>();
        List<Term> others = new ArrayList<>();
        for (Term term : terms.sorted()) {
            int[] sites = term.sites();
            if (!term.isSmall()) { // of more than two bits, or impossible somewhere
                others.add(term);
                continue;
            }
            // a finite term of two bits is a constant, two biases and a coupling
            double atZeros = term.logValue(0, 0);
            double first = term.logValue(1, 0) - atZeros;
            double second = term.logValue(0, 1) - atZeros;
            constant += atZeros;
            if (sites.length > 0) {
                bias[sites[0]] += first;
            }
            if (sites.length > 1) {
                bias[sites[1]] += second;
                joined.add(sites);
                strengths.add(term.logValue(1, 1) - atZeros - first - second);
            }
        }
        this.pairs = PairwiseModel.of(
                constant,
                bias,
                joined.stream().mapToInt(sites -> sites[0]).toArray(),
                joined.stream().mapToInt(sites -> sites[1]).toArray(),
                strengths.stream().mapToDouble(x -> x).toArray());
        this.quantum = terms.quantum(others);
        this.rows = new TermRows(terms, others, quantum);
    }

    @Override
    public int dimension() {
        return terms.sites();
    }

    @Override
    public int values(int site) {
        return terms.values(site);
    }

    @Override
    public SiteNames siteNames() {
        return terms.siteNames();
    }

    @Override
    public FactorGraph factorGraph() {
        return terms.graph();
    }

    /** The name, N and the number of terms. */
    @Override
    public String toString() {
        return terms.describe(name());
    }

    @Override
    public Tracker newTracker() {
        return rows.isEmpty()
                ? pairs.newTracker()
                : new BitTermTracker(
                        terms.sites(),
                        pairs.newTracker(),
                        rows,
                        quantum,
                        terms.siteGraph().orElse(null));
    }

    /** Empty if the graph would have too many pairs. Terms of at most two sites have the graph of their couplings. */
    @Override
    public Optional<SiteGraph> graph() {
        return rows.isEmpty() ? pairs.graph() : terms.siteGraph();
    }

    @Override
    public int[][] colouring() {
        return rows.isEmpty() // then the model is a pairwise model
                ? pairs.colouring()
                : terms.siteGraph().map(GraphColouring::of).orElseGet(() -> new int[0][]); // empty: no colouring
    }

    @Override
    public Optional<PairBonds> bonds() {
        return rows.isEmpty() ? pairs.bonds() : Optional.empty();
    }

    @Override
    public Optional<SiteRatios> siteRatios() {
        return rows.isEmpty() ? pairs.siteRatios() : Optional.empty();
    }

    /** Fair bits; if they are impossible, a search for a possible state begins from them. */
    @Override
    public byte[] start(UniformRandomProvider rng) {
        int[] found = rows.possibleState(terms, rng);
        byte[] state = new byte[found.length];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) found[i];
        }
        return state;
    }
}
