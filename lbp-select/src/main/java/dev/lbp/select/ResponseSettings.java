package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.data.Offset;
import dev.lbp.internal.select.data.Predictors;
import dev.lbp.internal.select.data.Response;
import dev.lbp.internal.select.data.RowValues;
import dev.lbp.internal.select.data.Source;
import dev.lbp.internal.select.glm.GlmResponse;
import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings of a selection that are about its response and its rows. */
public abstract class ResponseSettings extends SelectionSettings<VariableSelection> {

    /** The response of a linear regression, or of the approximation of a logistic one; null for other families. */
    @Nullable Response response;

    /** The response of a regression that is not linear; null if it is linear. */
    @Nullable GlmResponse glm;

    ResponseSettings(
            Predictors predictors, @Nullable Table table, @Nullable Response response, @Nullable GlmResponse glm) {
        super(predictors, table);
        this.response = response;
        this.glm = glm;
    }

    /**
     * Replaces a logistic regression by an approximation, for screening more variables than fits pay for: the
     * log-likelihood of each model is replaced by its second-order expansion at the model without variables, one Newton
     * step (Rossell, Abril and Bhattacharya 2021, doi:10.1111/rssb.12466). Coefficients of strong effects are too
     * small, and nothing is predicted.
     *
     * @throws IllegalStateException if the regression is not logistic, or has weights or offsets
     */
    public VariableSelection approximate() {
        GlmResponse given = glm;
        if (given == null || !given.isPlainLogistic()) {
            throw new IllegalStateException(
                    "must be a logistic regression without weights and offsets to be approximate");
        }
        response = Response.logistic(given.name(), given.y());
        glm = null;
        return self();
    }

    /**
     * Weights of the rows. In a linear regression the variance of a row's noise is sigma^2 / weight, as in R's {@code
     * lm} and BAS: a row may be the mean of so many measurements. Coefficients and evidence are those of all rows
     * multiplied by the root of their weight; new rows to predict have the weight 1. In other regressions a row of
     * weight 2 counts as two equal rows.
     *
     * @param of [n], > 0; copied. If not linear, times the row's trials or count at most 1e12, and their sum, with
     *     trials, at least 2
     * @throws IllegalStateException if the regression is approximate, or the data are z-scores
     */
    public VariableSelection weights(double... of) {
        return weigh(RowValues.of("weights", of), predictors);
    }

    /** {@link #weights(double...)} from a column of the table, which is then no candidate. */
    public VariableSelection weights(String column) {
        return weigh(RowValues.of(withRole(column), column), predictors.weighted(column));
    }

    /**
     * Gives the rows weights.
     *
     * @param left the predictors without the column of the weights, if it was one
     */
    private VariableSelection weigh(RowValues by, Predictors left) {
        if (glm != null) {
            glm = glm.weighted(by);
        } else {
            response = ofRows("weights").weighted(by);
        }
        predictors = left;
        return self();
    }

    /**
     * A known part of {@code X beta}, such as the logarithm of the exposure of counts; in a linear regression of the
     * response. An offset of a {@link #formula} is added. New rows to predict in an array have the offset 0.
     *
     * @param of [n], finite; copied
     * @throws IllegalStateException if the regression is approximate, or the data are z-scores
     */
    public VariableSelection offset(double... of) {
        set(offset().with(RowValues.of("offset", of), rows(), table));
        return self();
    }

    /**
     * {@link #offset(double...)} from a column of the table, which is then no candidate. A table of new rows to predict
     * must have a column of this name.
     */
    public VariableSelection offset(String column) {
        Offset known = offset().with(RowValues.of(withRole(column), column), rows(), table);
        Predictors left = predictors.without(column);
        set(known); // a refusal before this changes nothing
        predictors = left;
        return self();
    }

    final Offset offset() {
        return glm != null ? glm.offset() : Objects.requireNonNull(response).offset();
    }

    private int rows() {
        return glm != null ? glm.count() : ofRows("offset").count();
    }

    /**
     * Sets the offset of the response. Every regression accepts an {@link Offset} without numbers, which is none: a
     * linear one that has none then stays as it is, and is not asked for rows.
     */
    private void set(Offset known) {
        if (glm != null) {
            glm = glm.with(known);
        } else if (known.all() != null
                || Objects.requireNonNull(response).offset().all() != null) {
            response = ofRows("offset").with(known);
        }
    }

    /** The response of a linear regression of rows, which {@code setting} needs; refuses another one. */
    private Response ofRows(String setting) {
        Response linear = Objects.requireNonNull(response);
        if (linear.kind() != Response.Kind.ROWS) {
            throw new IllegalStateException("must have rows, and not be approximate, to have " + setting);
        }
        return linear;
    }

    /**
     * Takes Efron's formula for tied survival times in place of Breslow's, as R does: it is closer to the likelihood of
     * times without ties. With weights, the events of a time share their mean weight.
     *
     * @throws IllegalStateException if the regression is not that of survival times
     */
    public VariableSelection efronTies() {
        GlmResponse.Survival known = survival("efronTies");
        glm = Objects.requireNonNull(glm).with(new GlmResponse.Survival(known.events(), known.strata(), true));
        return self();
    }

    /**
     * Strata of survival times, such as hospitals: each has a hazard of its own, and rows are compared with those of
     * their stratum. Columns have to vary within a stratum. Survival is then not predicted, and rows that are held out
     * are not scored; {@link VariableSelection#crossValidate} works.
     *
     * @param of [n], any numbers
     * @throws IllegalStateException if the regression is not that of survival times
     */
    public VariableSelection strata(int... of) {
        GlmResponse.Survival known = survival("strata");
        Check.length(known.strata().length, "strata", Check.notNull("strata", of).length);
        glm = Objects.requireNonNull(glm).with(new GlmResponse.Survival(known.events(), of.clone(), known.efron()));
        return self();
    }

    /**
     * {@link #strata(int...)} from columns of the table, factors or numbers, which are then no candidates. Of several
     * columns each combination of values is a stratum, as in R's {@code strata(a, b)}.
     */
    public VariableSelection strata(String... columns) {
        int[] strata = new int[survival("strata").strata().length];
        for (String column : Check.notNull("columns", columns)) {
            Table data = withRole(column);
            predictors = predictors.without(column);
            List<?> values = data.isFactor(column)
                    ? List.of(data.factor(column))
                    : Arrays.stream(data.column(column)).boxed().toList();
            // A stratum's number: one for each pair of the stratum by earlier columns and the value in this one.
            Map<List<?>, Integer> numbers = new HashMap<>();
            Arrays.setAll(
                    strata, t -> numbers.computeIfAbsent(List.of(strata[t], values.get(t)), key -> numbers.size()));
        }
        return strata(strata);
    }

    /** The survival times of the response, which {@code setting} needs; refuses another response. */
    private GlmResponse.Survival survival(String setting) {
        GlmResponse.Survival known = glm == null ? null : glm.survival();
        if (known == null) {
            throw new IllegalStateException("must be a regression of survival times to have " + setting);
        }
        return known;
    }

    @Override
    void offset(Source.@Nullable Computed of, Table data) {
        set(offset().with(of, data));
    }

    /** Checks a column that becomes weights, an offset or strata instead of a candidate. Returns the table. */
    private Table withRole(String column) {
        if (table == null) {
            throw new IllegalStateException("must be of a table to have a column: " + column);
        }
        if (hasFormula()) {
            throw new IllegalStateException("must be set before the formula, which may use the column: " + column);
        }
        Check.that(!always.contains(column), "be another column than those that are always in", "column", column);
        return table;
    }

    /**
     * Sets the variance sigma^2 of the noise; by default it is unknown, with the prior 1/sigma^2. For {@link #gPrior},
     * {@link #ridge} and {@link #bic}.
     *
     * @param sigma2 in squared units of the response, > 0; {@link VariableSelection#run} refuses one below rounding
     *     errors, squared
     * @throws IllegalArgumentException if sigma2 is not > 0 and finite, or the regression has no noise
     */
    public VariableSelection noiseVariance(double sigma2) {
        Check.positive("sigma2", sigma2);
        if (response == null) {
            throw new IllegalArgumentException("must not be set for a regression that is not linear, which has no"
                    + " noise of its own: sigma2=" + sigma2);
        }
        response = response.with(sigma2);
        return self();
    }
}
