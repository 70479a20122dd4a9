package dev.lbp.cli.problem;

import dev.lbp.cli.instance.LinkList;
import dev.lbp.models.MatchingModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.List;

/** Matchings of two sets by listed links. The weight is the sum of the weights of the links. */
public record MatchingProblem(LinkList links) implements ValueProblem {

    @Override
    public String description() {
        return "matching, " + links.left() + " and " + links.right() + " sites, " + links.weights().length + " links";
    }

    @Override
    public MoveModel model(double beta) {
        double[] scaled =
                Arrays.stream(links.weights()).map(weight -> beta * weight).toArray();
        try {
            return MatchingModel.of(links.left(), links.right(), links.from(), links.to(), scaled);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(links.file() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public double cells() {
        return links.left() * (links.right() + 1.0);
    }

    @Override
    public List<Measure> measures(int[] state) {
        ExactSum sum = new ExactSum();
        int count = 0;
        for (int k = 0; k < links.weights().length; k++) {
            if (state[links.from()[k]] == links.to()[k] + 1) { // partners are numbered from 1; 0 is none
                sum.add(links.weights()[k]);
                count++;
            }
        }
        return List.of(new Measure("weight", sum.value()), new Measure("number of links", count));
    }

    @Override
    public String text(int[] state) {
        StringBuilder text =
                new StringBuilder("# sites of both sets are numbered from 1; those without a link are left out\n");
        text.append("# i j\n");
        for (int i = 0; i < state.length; i++) {
            if (state[i] > 0) {
                text.append(i + 1).append(' ').append(state[i]).append('\n');
            }
        }
        return text.toString();
    }
}
