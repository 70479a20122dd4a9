package dev.lbp.internal.onnx;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** A sum of products of two tensors by its definition: a loop over the values of all letters. */
final class NaiveEinsum {

    private NaiveEinsum() {}

    /** Axes of an ellipsis have the digits 0, 1, ... from the last one. */
    static Tensor of(String equation, Tensor left, Tensor right) {
        String[] sides = equation.replace(" ", "").split("->", -1);
        String[] operands = sides[0].split(",", -1);
        String a = named(operands[0], left.rank());
        String b = named(operands[1], right.rank());
        Map<Character, Integer> sizes = new HashMap<>();
        for (int k = 0; k < a.length(); k++) {
            sizes.merge(a.charAt(k), left.sizes()[k], Math::max);
        }
        for (int k = 0; k < b.length(); k++) {
            sizes.merge(b.charAt(k), right.sizes()[k], Math::max);
        }
        int dots = (int) sizes.keySet().stream().filter(Character::isDigit).count();
        String out =
                sides.length > 1 ? named(sides[1], sides[1].replace("...", "").length() + dots) : implicit(a + b, dots);
        Tensor sum = Tensor.of(out.chars().map(c -> sizes.get((char) c)).toArray());
        String summed = new TreeSet<>(sizes.keySet())
                .stream().map(String::valueOf).filter(c -> !out.contains(c)).reduce("", String::concat);
        String all = out + summed;
        Tensor loop = Tensor.of(all.chars().map(c -> sizes.get((char) c)).toArray());
        for (int i = 0; i < loop.data().length; i++) {
            int[] index = loop.index(i);
            double product = left.at(at(a, all, index)) * right.at(at(b, all, index));
            sum.data()[sum.offset(at(out, all, index))] += product;
        }
        return sum;
    }

    private static int[] at(String letters, String all, int[] index) {
        return letters.chars().map(c -> index[all.indexOf(c)]).toArray();
    }

    private static String named(String letters, int rank) {
        StringBuilder digits = new StringBuilder();
        int count = rank - letters.replace("...", "").length();
        for (int k = count - 1; k >= 0; k--) {
            digits.append((char) ('0' + k));
        }
        return letters.replace("...", digits);
    }

    private static String implicit(String letters, int dots) {
        String once = new TreeSet<>(letters.chars().mapToObj(c -> (char) c).toList())
                .stream()
                        .filter(c -> Character.isLetter(c) && letters.indexOf(c) == letters.lastIndexOf(c))
                        .map(String::valueOf)
                        .reduce("", String::concat);
        return named("...", dots) + once;
    }
}
