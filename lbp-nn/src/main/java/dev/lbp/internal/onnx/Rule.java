package dev.lbp.internal.onnx;

/** The reverse mode of an operator: it turns the cotangent of a node's output into those of its inputs. */
@FunctionalInterface
interface Rule {

    /** Gives a cotangent to each input that {@link Step#wants} one. */
    void apply(Step step);

    /**
     * Whether the rule differentiates by this input of the operator. Others, such as a running variance, are constants.
     */
    default boolean differentiates(int input) {
        return true;
    }

    /** This rule, with the inputs from {@code count} on as constants. */
    default Rule byFirst(int count) {
        Rule rule = this;
        return new Rule() {
            @Override
            public void apply(Step step) {
                rule.apply(step);
            }

            @Override
            public boolean differentiates(int input) {
                return input < count;
            }
        };
    }
}
