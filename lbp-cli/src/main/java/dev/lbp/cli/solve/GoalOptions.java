package dev.lbp.cli.solve;

import dev.lbp.internal.files.ForeignText;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of {@link SolveGoal}. At most one can be given. */
final class GoalOptions {

    /** The options, to be mixed into a command. */
    final CommandSpec spec = CommandSpec.create();

    GoalOptions() {
        ArgGroupSpec.Builder group = ArgGroupSpec.builder().exclusive(true).multiplicity("0..1");
        for (SolveGoal goal : SolveGoal.values()) {
            group.addArg(OptionSpec.builder(goal.option)
                    .type(boolean.class)
                    .required(true)
                    .description(goal.description)
                    .build());
        }
        spec.addArgGroup(group.build());
    }

    /** The given goal; null for none. */
    @Nullable SolveGoal given() {
        return Arrays.stream(SolveGoal.values())
                .filter(goal -> spec.findOption(goal.option).getValue() == Boolean.TRUE)
                .findFirst()
                .orElse(null);
    }

    /** The options of goals, in words: {@code --a, --b or --c}. */
    static String names(List<SolveGoal> goals) {
        return ForeignText.or(goals.stream().map(goal -> goal.option).toList());
    }
}
