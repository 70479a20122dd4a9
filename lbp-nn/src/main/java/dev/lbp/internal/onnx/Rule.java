package dev.lbp.internal.onnx;

/** The derivative of an operator in reverse mode: turns the cotangent of a node's output into those of its inputs. */
@FunctionalInterface
interface Rule {

    /** Adds to the cotangent of each input that {@link Step#needsCotangent needs} one. */
    void apply(Step step);

    /**
     * Whether the rule differentiates this input of the operator. Other inputs, such as a running variance, are
     * constants.
     */
    default boolean differentiates(int input) {
        return true;
    }

    /** This rule for the first {@code count} inputs; all later inputs are constants. */
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
