package dev.lbp.internal.select.glm;

import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.average.Dispersion;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.ModelPrior;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.internal.select.average.Term;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.average.WeightedSums;
import dev.lbp.internal.select.data.DataException;
import dev.lbp.internal.select.data.NewData;
import dev.lbp.internal.select.data.Predictors;
import dev.lbp.internal.select.data.RegressionColumns;
import dev.lbp.internal.select.data.RowValues;
import dev.lbp.internal.select.likelihood.CoxLikelihood;
import dev.lbp.internal.select.likelihood.Likelihood;
import dev.lbp.internal.select.likelihood.RowLikelihood;
import dev.lbp.internal.select.linear.CoefficientPrior;
import dev.lbp.internal.select.prior.Counts;
import dev.lbp.internal.select.prior.GlmPrior;
import dev.lbp.select.data.Prediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A regression that is not linear: logistic, probit, of counts, of survival times. */
public record GlmProblem(GlmModel model, SelectionFacts facts, Measures measures) implements Regression<GlmFit> {

    /**
     * The largest number of candidates whose models are all enumerated, unless the caller sets another. 2^15 models of
     * a logistic regression of 500 rows take about 4 seconds of processor time.
     */
    public static final int ENUMERATED = 15;

    /** The largest number of columns that are noted by name, each in a line. */
    private static final int MOST_NOTED = 10;

    /** Offsets that differ by more get a note: as logarithms of exposures they would differ by e^10, which is rare. */
    private static final double WIDE_OFFSETS = 10.0;

    /**
     * Checks settings against data, and makes the regression.
     *
     * @param always names of variables that are always in
     * @param duplicates whether equal columns are allowed
     */
    public static GlmProblem of(
            Predictors predictors,
            GlmResponse response,
            Set<String> always,
            CoefficientPrior prior,
            ModelPrior models,
            boolean duplicates) {
        boolean isLinear = false;
        boolean isNoiseKnown = false;
        prior.check(isLinear, isNoiseKnown);
        int[] order = response.order(); // of rows, as the likelihood needs them
        Likelihood likelihood = response.likelihood(order);
        RegressionColumns columns = RegressionColumns.of(
                predictors, always, RowValues.ones(likelihood.rows()), values -> RowValues.only(values, order));
        GlmDesign design =
                new GlmDesign(columns, RowValues.only(response.rowWeights(), order), likelihood.hasConstant() ? 0 : 1);
        if (!duplicates) {
            columns.checkDistinct(design.equalPair());
        }
        Counts counts = counts(likelihood, design.names.length);
        GlmPrior glmPrior = prior.glm(counts);
        List<String> notes = new ArrayList<>(predictors.notes());
        notes.addAll(separationNotes(response, order, columns, glmPrior));
        noteOffsets(response, notes);
        if (!duplicates && glmPrior.ridge() == 0.0) {
            noteNearPair(design, notes);
        }
        GlmModel model = new GlmModel(
                design,
                likelihood,
                glmPrior,
                models,
                columns.first(),
                glmPrior.ridge() > 0.0 // a ridge allows any number of columns
                        ? Integer.MAX_VALUE
                        : likelihood.rows() - columns.baseline().size() - 1);
        NewData newData = NewData.like(predictors, always, response.offset().source());
        String priors = "coefficients: " + prior.name(counts) + "; models: " + models;
        SelectionFacts facts = facts(response, likelihood, order, columns, priors, newData, notes);
        return new GlmProblem(model, facts, response.measures(model.nullSize));
    }

    private static SelectionFacts facts(
            GlmResponse response,
            Likelihood likelihood,
            int[] order,
            RegressionColumns columns,
            String priors,
            NewData newData,
            List<String> notes) {
        return new SelectionFacts(
                response.name(),
                likelihood.rows(),
                columns.variables(),
                columns.baseNames(),
                likelihood.name() + response.offset().words(),
                response.ratio(),
                false, // the evidence is no approximation by another regression
                priors,
                newData,
                List.of(columns.names()),
                notes,
                new SelectionFacts.Data(
                        new NewData.Rows(
                                columns.base(),
                                columns.columns(),
                                likelihood.offset(),
                                RowValues.ones(likelihood.rows())),
                        RowValues.only(response.y(), order),
                        response.scale()));
    }

    /** The numbers for priors, with a word for what n counts: events in Cox's regression, which has no constant. */
    private static Counts counts(Likelihood likelihood, int columns) {
        double n = likelihood.observations();
        String of = !likelihood.hasConstant() ? "events" : n == likelihood.rows() ? "rows" : "trials or weights";
        return new Counts(n, of, columns);
    }

    /** Adds a note if offsets differ so much that they may be exposures, whose logarithms should have been taken. */
    private static void noteOffsets(GlmResponse response, List<String> notes) {
        double[] offset = response.offset().all();
        if (offset == null) {
            return;
        }
        DoubleSummaryStatistics of = Arrays.stream(offset).summaryStatistics();
        if (of.getMax() - of.getMin() >= WIDE_OFFSETS) {
            notes.add(Numbers.format(
                    "note: offsets differ by %.4g; they are added to the linear predictor, so an exposure enters by its"
                            + " logarithm",
                    of.getMax() - of.getMin()));
        }
    }

    /** Adds a note if two columns are so near that fits may not tell them apart. */
    private static void noteNearPair(GlmDesign design, List<String> notes) {
        int[] pair = design.nearPair();
        if (pair != null) {
            notes.add("note: columns " + design.names[pair[0]] + " and " + design.names[pair[1]]
                    + " differ by less than 1e-5 of their length, so models with both may count as impossible");
        }
    }

    /** Refuses a column that separates the response, or notes it if its prior keeps the coefficient finite. */
    private static List<String> separationNotes(
            GlmResponse response, int[] order, RegressionColumns columns, GlmPrior prior) {
        List<String> notes = new ArrayList<>();
        double[] y = RowValues.only(response.y(), order);
        GlmResponse.Survival survival = response.survival(order);
        if (response.scale() == SelectionFacts.Scale.NUMBER) {
            return notes; // counts are not checked, only responses of 0 and 1 and survival times
        }
        String how = survival == null
                ? " the ones of the response from its zeros"
                : " its events from all rows at risk, as its largest or its smallest values";
        int separating = 0;
        String[] names = columns.names();
        for (int j = 0; j < names.length; j++) {
            double[] column = columns.columns()[j];
            if (survival != null && Separation.isConstant(column, survival.strata())) {
                throw new IllegalArgumentException("must vary within a stratum: column " + names[j]);
            }
            boolean separates = survival == null
                    ? Separation.by(column, y)
                    : Separation.by(column, y, survival.events(), survival.strata());
            if (separates) {
                if (prior.isFlat()) {
                    throw new DataException("must not separate" + how + ", since a coefficient without a prior is then"
                            + " infinite: column " + names[j] + "; use ridge or gPrior, or leave it out");
                }
                if (separating++ < MOST_NOTED) {
                    notes.add("note: column " + names[j] + " separates" + how
                            + "; its coefficient is as large as its prior allows");
                }
            }
        }
        if (separating > MOST_NOTED) {
            notes.add("note: " + (separating - MOST_NOTED) + " more columns separate" + how
                    + ", as those of rare levels of a factor do");
        }
        return notes;
    }

    @Override
    public GlmFit newFit() {
        return model.newFit();
    }

    @Override
    public double load(GlmFit fit, int[] sites) {
        return model.load(fit, sites);
    }

    @Override
    public Moments<GlmFit> newMoments() {
        return new GlmMoments(model.newFit());
    }

    /** In Cox's regression the constant is not known, and is 0 here. */
    @Override
    public List<Term> terms() {
        return Term.all(facts.always(), model.likelihood.hasConstant(), this::term);
    }

    /** The linear predictor at a row whose candidates are 0. */
    private Term term(String name, double[] always) {
        double[] columns = new double[model.design.names.length];
        Arrays.setAll(columns, j -> model.design.at(j, 0.0, always));
        return new Term(name, model.design.baseAt(always), columns, 0.0, 1.0); // no offset; the predictor has no unit
    }

    @Override
    public double deviation(int column) {
        return 1.0 / model.design.unscaled(column, 1.0);
    }

    @Override
    public double emptyLogEvidence() {
        return model.newFit().load(new int[0]);
    }

    /** Null: log-ratios are estimates, so averages of conditional moments would be biased. */
    @Override
    public @Nullable Conditionals newConditionals() {
        return null;
    }

    @Override
    public double unscaled(int column, double coefficient) {
        return model.design.unscaled(column, coefficient);
    }

    /** R^2 by the ratio of the likelihoods without variables and with those of this model, {@code 1 - (L0/L)^(2/n)}. */
    @Override
    public double explained(GlmFit fit) {
        double rise = fit.logLikelihood - model.nullLogLikelihood;
        double notNegative = Math.max(rise, 0.0); // by rounding, a model that explains nothing may have a fall
        return -Math.expm1(-2.0 * notNegative / model.likelihood.observations());
    }

    /** Columns that depend on each other are found where models are fitted; none are named beforehand. */
    @Override
    public List<List<String>> collinear(double[] probabilities) {
        return List.of();
    }

    @Override
    public List<Prediction> predict(NewData.Rows rows, VisitedModels<GlmFit> models, double level) {
        return new GlmPredictor(model, models, rows).predict(level);
    }

    @Override
    public double[] fitted(NewData.Rows rows, VisitedModels<GlmFit> models) {
        return new GlmPredictor(model, models, rows).means();
    }

    @Override
    public double[][] survival(NewData.Rows rows, VisitedModels<GlmFit> models, double[] times) {
        if (model.likelihood instanceof CoxLikelihood likelihood) {
            if (likelihood.isStratified()) {
                throw new IllegalStateException("must be without strata to predict survival: each has its own hazard");
            }
            return new GlmPredictor(model, models, rows).survival(likelihood, times);
        }
        return Regression.super.survival(rows, models, times);
    }

    @Override
    public double lastFollowUp() {
        return model.likelihood instanceof CoxLikelihood
                ? Arrays.stream(facts.data().response()).max().orElseThrow()
                : Regression.super.lastFollowUp();
    }

    @Override
    public @Nullable Dispersion dispersion(VisitedModels<GlmFit> models) {
        if (facts.data().scale() != SelectionFacts.Scale.NUMBER || !(model.likelihood instanceof RowLikelihood rows)) {
            return null; // the response is no count
        }
        WeightedSums sums = new WeightedSums(3); // of the number of coefficients, of log size and of its square
        models.forEach((fit, logWeight) -> {
            double weight = sums.weigh(logWeight);
            double log = Math.log(fit.curve.size()); // of a negative binomial distribution
            sums.add(0, weight * (fit.baseSize() + fit.size));
            sums.add(1, weight * log);
            sums.add(2, weight * (log * log + Math.exp(2.0 * fit.curve.logSpread())));
        });
        double log = sums.mean(1);
        return rows.dispersion(
                fitted(facts.data().rows(), models), sums.mean(0), Math.exp(log), Math.sqrt(sums.mean(2) - log * log));
    }

    /**
     * The logarithm of the predictive density of each row that is left out. In Cox's regression one number: the partial
     * log-likelihood of all rows less that of these, at the mean linear predictor (Verweij and van Houwelingen 1993,
     * doi:10.1002/sim.4780122407).
     *
     * @param whole the regression of all rows
     * @param heldOut the rows that are left out, by number in {@code whole}
     */
    public double[] logScores(GlmProblem whole, int[] heldOut, VisitedModels<GlmFit> models) {
        NewData.Rows rows = whole.facts.data().rows();
        if (whole.model.likelihood instanceof RowLikelihood all) {
            return new GlmPredictor(model, models, rows.only(heldOut)).logDensities(all, heldOut);
        }
        double[] all = new GlmPredictor(model, models, rows).predictors();
        double[] kept = new GlmPredictor(model, models, facts.data().rows()).predictors();
        return new double[] {
            whole.model.likelihood.newCurve().at(all)
                    - model.likelihood.newCurve().at(kept)
        };
    }

    @Override
    public int enumerateUpTo() {
        return ENUMERATED;
    }

    @Override
    public VisitedModels<GlmFit> enumerate(Progress progress, Workers workers) {
        return new EnumeratedGlm(model, progress, workers);
    }

    @Override
    public void checkExactEvidence(int models) {
        Check.that(
                !model.prior.isFlat(),
                "be with gPrior or ridge, not with a prior whose fits are those of the largest likelihood",
                "exactEvidence",
                models);
        Check.that(
                Double.isNaN(model.nullSize), "be with a size that is given, not estimated", "exactEvidence", models);
    }

    @Override
    public List<EvidenceRatio> sampleEvidence(List<int[]> sites, long seed, Workers workers, BooleanSupplier stops) {
        return EvidenceSampler.of(model, sites, seed, workers, stops);
    }
}
