package dev.lbp.internal.onnx;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A sum of products of two operands by an equation with a letter for each axis, such as {@code bij,bjk->bik}. The
 * cotangent of an operand is the einsum of the output's cotangent and the other operand, summed over the letters that
 * the operand does not have.
 */
final class EinsumRule {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String ELLIPSIS = "...";

    private final Step step;
    private final List<String> operands;
    private final String output;

    private EinsumRule(Step step) {
        this.step = step;
        String equation = step.attributes().text("equation", "").replace(" ", "");
        int arrow = equation.indexOf("->");
        String[] given = (arrow < 0 ? equation : equation.substring(0, arrow)).split(",", -1);
        step.refuseIf(given.length != 2, "must have two operands: equation=" + equation);
        String unused = LETTERS.chars()
                .filter(letter -> equation.indexOf(letter) < 0)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        int[] hidden =
                IntStream.range(0, 2).map(k -> axesOfEllipsis(k, given[k])).toArray();
        int most = Math.max(hidden[0], hidden[1]);
        step.refuseIf(most > unused.length(), "must have fewer axes: equation=" + equation);
        // Unused letters take the place of ellipses. As in all broadcasting, the last axes of the ellipses belong
        // together.
        operands = IntStream.range(0, 2)
                .mapToObj(k -> given[k].replace(ELLIPSIS, unused.substring(most - hidden[k], most)))
                .toList();
        output = arrow < 0
                ? unused.substring(0, most) + lettersOfOutput(operands.get(0) + operands.get(1), unused)
                : equation.substring(arrow + 2).replace(ELLIPSIS, unused.substring(0, most));
        checkRowsNotMixed(equation);
    }

    /** The number of axes for which the ellipsis of operand k stands; 0 without one. */
    private int axesOfEllipsis(int k, String letters) {
        return letters.contains(ELLIPSIS) ? step.shape(k).rank() - (letters.length() - ELLIPSIS.length()) : 0;
    }

    /** The output's letters if the equation has no arrow: all letters that occur once, in alphabetical order. */
    private static String lettersOfOutput(String letters, String except) {
        return letters.chars()
                .filter(letter -> letters.indexOf(letter) == letters.lastIndexOf(letter) && except.indexOf(letter) < 0)
                .sorted()
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    /** Refuses an equation that repeats a letter in an operand, or sums over rows. */
    private void checkRowsNotMixed(String equation) {
        for (int k = 0; k < 2; k++) {
            String letters = operands.get(k);
            step.refuseIf(
                    letters.chars().distinct().count() < letters.length(),
                    "must name each axis of an operand by a letter of its own: equation=" + equation);
            for (int axis = 0; axis < letters.length(); axis++) {
                step.refuseIf(
                        step.shape(k).dependsOnRows(axis) && output.indexOf(letters.charAt(axis)) < 0,
                        "must not mix rows: equation=" + equation);
            }
        }
    }

    static void apply(Step step) {
        EinsumRule rule = new EinsumRule(step);
        for (int k = 0; k < 2; k++) {
            if (step.needsCotangent(k)) {
                step.addCotangent(k, rule.cotangent(k));
            }
        }
    }

    /** The cotangent of an operand. It is repeated along axes that neither the output nor the other operand has. */
    private String cotangent(int operand) {
        String own = operands.get(operand);
        String other = operands.get(1 - operand);
        // the einsum gives the axes that the operand has in common with the output or the other operand
        Set<Integer> elsewhere = new HashSet<>((other + output).chars().boxed().toList());
        String kept = own.chars()
                .filter(elsewhere::contains)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        String product = step.writer()
                .node("Einsum")
                .with("equation", output + "," + other + "->" + kept)
                .of(step.cotangent(), step.input(1 - operand));
        // its other axes return with size 1
        long[] lost = IntStream.range(0, own.length())
                .filter(axis -> kept.indexOf(own.charAt(axis)) < 0)
                .asLongStream()
                .toArray();
        String opened = lost.length == 0
                ? product
                : step.op("Unsqueeze", product, step.writer().integers(lost));
        ValueShape shape =
                new ValueShape(sizes(operand, ValueShape::sizesAtFewRows), sizes(operand, ValueShape::sizesAtManyRows));
        // sums over the axes along which the operand was broadcast, then repeats along the axes of size 1
        String sum = step.unbroadcast(opened, shape, step.input(operand));
        ValueShape wanted = step.shape(operand);
        boolean repeated = IntStream.range(0, own.length()).anyMatch(axis -> shape.isOne(axis) && !wanted.isOne(axis));
        return repeated ? step.op("Expand", sum, step.op("Shape", step.input(operand))) : sum;
    }

    /** The sizes of an operand's axes in the output and the other operand; 1 for an axis that neither has. */
    private long[] sizes(int operand, Function<ValueShape, long[]> sizesOf) {
        return operands.get(operand)
                .chars()
                .mapToLong(letter -> Math.max(
                        size(output, step.outputShape(), letter, sizesOf),
                        size(operands.get(1 - operand), step.shape(1 - operand), letter, sizesOf)))
                .toArray();
    }

    private static long size(String letters, ValueShape shape, int letter, Function<ValueShape, long[]> sizesOf) {
        int axis = letters.indexOf(letter);
        return axis < 0 ? 1 : sizesOf.apply(shape)[axis];
    }
}
