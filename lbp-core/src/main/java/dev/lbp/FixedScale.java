package dev.lbp;

/** Exactly R sites at every step. */
record FixedScale(int scale) implements ScaleController {

    @Override
    public Adaptation begin(double start, double largest, int steps) {
        int fixed = scale;
        return new Adaptation() {
            @Override
            public double scale() {
                return fixed;
            }

            @Override
            public void update(double acceptanceProbability, int flips) {
                // Nothing to learn: the scale is the user's.
            }
        };
    }

    @Override
    public String describe() {
        return "fixed";
    }
}
