package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.select.data.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Computes the columns of a variable from a table: that of the data, or one of new rows. */
public interface Source {

    /** The names of the columns. */
    List<String> columnNames();

    /** Computes the columns, each [rows]. */
    List<double[]> columns(Table table);

    /** A column of numbers. */
    record Column(String name) implements Source {

        @Override
        public List<String> columnNames() {
            return List.of(name);
        }

        @Override
        public List<double[]> columns(Table table) {
            return List.of(table.column(name));
        }
    }

    /**
     * A factor: for every level but the first, a column that is 1 where the factor has it.
     *
     * @param levels those of the data, at least 2
     */
    record Factor(String name, String column, List<String> levels) implements Source {

        /** Checks the number of levels. */
        public Factor {
            Check.that(levels.size() > 1, "not be constant", "factor", column);
        }

        @Override
        public List<String> columnNames() {
            return levels.stream().skip(1).map(level -> name + "=" + level).toList();
        }

        @Override
        public List<double[]> columns(Table table) {
            int[] places = places(table);
            return IntStream.range(1, levels.size())
                    .mapToObj(level -> Arrays.stream(places)
                            .mapToDouble(place -> place == level ? 1.0 : 0.0)
                            .toArray())
                    .toList();
        }

        /** By row, the place of its level in {@link #levels}. */
        private int[] places(Table table) {
            String[] rows = table.texts(column);
            Map<String, Integer> known = new HashMap<>();
            levels.forEach(level -> known.put(level, known.size()));
            int[] places = new int[rows.length];
            for (int t = 0; t < rows.length; t++) {
                Integer place = known.get(rows[t]);
                if (place == null) {
                    throw new IllegalArgumentException(
                            "must be a level of the data, " + levels + ": " + table.place(column, t) + "=" + rows[t]);
                }
                places[t] = place;
            }
            return places;
        }
    }

    /**
     * An ordered factor: orthogonal polynomials of the places of its levels, of length 1 over these, as R's {@code
     * contr.poly} has them.
     *
     * @param contrasts by column, then level
     */
    record Ordered(Factor factor, List<double[]> contrasts) implements Source {

        /** Makes the contrasts as polynomials of a column with one row for each level, the places 0, 1, .. */
        public static Ordered of(Factor factor, Table data) {
            int levels = factor.levels.size();
            double[] places = IntStream.range(0, levels).asDoubleStream().toArray();
            Computed ofPlaces = new Computed(factor.name, any -> places.clone());
            return new Ordered(
                    factor, Polynomials.of(ofPlaces, "", levels - 1, data).columns(data));
        }

        @Override
        public List<String> columnNames() {
            return IntStream.rangeClosed(1, contrasts.size())
                    .mapToObj(k ->
                            factor.name + (k <= 3 ? List.of(".L", ".Q", ".C").get(k - 1) : "^" + k))
                    .toList();
        }

        @Override
        public List<double[]> columns(Table table) {
            int[] places = factor.places(table);
            return contrasts.stream()
                    .map(contrast -> Arrays.stream(places)
                            .mapToDouble(place -> contrast[place])
                            .toArray())
                    .toList();
        }
    }

    /**
     * A function of columns.
     *
     * @param value computes it; a value that is not finite is refused
     */
    record Computed(String name, Function<Table, double[]> value) implements Source {

        @Override
        public List<String> columnNames() {
            return List.of(name);
        }

        /** The sum of this and another column. */
        public Computed plus(Source other) {
            return new Computed(name, table -> {
                double[] sum = value.apply(table);
                double[] more = other.columns(table).get(0);
                Arrays.setAll(sum, t -> sum[t] + more[t]);
                return sum;
            });
        }

        @Override
        public List<double[]> columns(Table table) {
            double[] values = value.apply(table);
            for (int t = 0; t < values.length; t++) {
                if (!Double.isFinite(values[t])) {
                    throw new IllegalArgumentException("must be finite: " + table.place(name, t) + "=" + values[t]);
                }
            }
            return List.of(values);
        }
    }

    /**
     * Orthogonal polynomials of one column, as R's {@code poly} has them, by the recurrence of three terms (Kennedy and
     * Gentle 1980, Statistical Computing, section 8.2): {@code p_k+1 = (x - a_k) p_k - (q_k / q_k-1) p_k-1}, where q_k
     * is the sum of the squares of p_k in the data and a_k that of {@code x p_k^2}, divided by q_k.
     *
     * @param of computes the column x
     * @param centres a_k
     * @param squares q_k, of one more k than centres
     */
    record Polynomials(Computed of, String name, double[] centres, double[] squares) implements Source {

        /** The polynomials that are orthogonal over the rows of the data. */
        public static Polynomials of(Computed of, String name, int degree, Table data) {
            double[] centres = new double[degree];
            double[] squares = new double[degree + 1];
            Polynomials made = new Polynomials(of, name, centres, squares);
            boolean fits = true; // fills centres and squares
            made.recur(of.columns(data).get(0), fits);
            return made;
        }

        /**
         * The polynomials of degree 1 and more at the values x.
         *
         * @param fits whether to compute a_k and q_k from x; else those that are known are used
         */
        private List<double[]> recur(double[] x, boolean fits) {
            List<double[]> all = new ArrayList<>();
            double[] before = new double[x.length];
            double[] here = new double[x.length];
            Arrays.fill(here, 1.0);
            for (int k = 0; k <= centres.length; k++) { // here is p_k, before is p_k-1
                if (fits) {
                    squares[k] = Baseline.dot(here, here);
                }
                if (k > 0) {
                    double scale = 1.0 / Math.sqrt(squares[k]);
                    all.add(Arrays.stream(here).map(value -> scale * value).toArray());
                }
                if (k < centres.length) {
                    if (fits) {
                        centres[k] = centre(x, here, squares[k]);
                    }
                    double[] next = next(k, x, here, before);
                    before = here;
                    here = next;
                }
            }
            return all;
        }

        /** a_k, from p_k and q_k. */
        private static double centre(double[] x, double[] p, double square) {
            return IntStream.range(0, x.length)
                            .mapToDouble(t -> x[t] * p[t] * p[t])
                            .sum()
                    / square;
        }

        /** p_k+1, from p_k and p_k-1. */
        private double[] next(int k, double[] x, double[] p, double[] before) {
            double centre = centres[k];
            double ratio = k == 0 ? 0.0 : squares[k] / squares[k - 1];
            double[] next = new double[x.length];
            Arrays.setAll(next, t -> (x[t] - centre) * p[t] - ratio * before[t]);
            return next;
        }

        @Override
        public List<String> columnNames() {
            return IntStream.rangeClosed(1, centres.length)
                    .mapToObj(k -> name + k)
                    .toList();
        }

        @Override
        public List<double[]> columns(Table table) {
            boolean fits = false; // centres and squares stay those of the data
            return recur(of.columns(table).get(0), fits);
        }
    }

    /** An interaction: all products of one column of each part. The first part's column varies fastest. */
    record Product(List<Source> parts) implements Source {

        @Override
        public List<String> columnNames() {
            List<String> names = List.of("");
            for (Source part : parts) {
                List<String> before = names;
                names = part.columnNames().stream()
                        .flatMap(name -> before.stream().map(first -> first.isEmpty() ? name : first + ":" + name))
                        .toList();
            }
            return names;
        }

        @Override
        public List<double[]> columns(Table table) {
            List<double[]> made = parts.get(0).columns(table);
            for (Source part : parts.subList(1, parts.size())) {
                List<double[]> before = made;
                made = part.columns(table).stream()
                        .flatMap(column -> before.stream().map(first -> {
                            double[] product = new double[column.length];
                            Arrays.setAll(product, t -> first[t] * column[t]);
                            return product;
                        }))
                        .toList();
            }
            return made;
        }
    }
}
