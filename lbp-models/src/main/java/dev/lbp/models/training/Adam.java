package dev.lbp.models.training;

/**
 * Adam (Kingma and Ba, 2015, <a href="https://arxiv.org/abs/1412.6980">arXiv:1412.6980</a>, Algorithm 1), uphill, with
 * the constants that its authors recommend. A step moves no parameter by more than 3.2 learning rates:
 * {@code (1 - beta1) / sqrt(1 - beta2) = 3.16}.
 */
final class Adam {

    private static final double BETA_1 = 0.9;
    private static final double BETA_2 = 0.999;
    private static final double EPSILON = 1e-8;

    private final double learningRate;
    private final double[] mean;
    private final double[] square;
    private int steps;

    Adam(int size, double learningRate) {
        this.learningRate = learningRate;
        this.mean = new double[size];
        this.square = new double[size];
    }

    /** Moves parameters along the gradient of the function to be maximised. */
    void ascend(double[] parameters, double[] gradient) {
        steps++;
        double meanScale = 1.0 / (1.0 - Math.pow(BETA_1, steps));
        double squareScale = 1.0 / (1.0 - Math.pow(BETA_2, steps));
        for (int k = 0; k < parameters.length; k++) {
            double g = gradient[k];
            mean[k] = BETA_1 * mean[k] + (1.0 - BETA_1) * g;
            square[k] = BETA_2 * square[k] + (1.0 - BETA_2) * g * g;
            parameters[k] += learningRate * (meanScale * mean[k]) / (Math.sqrt(squareScale * square[k]) + EPSILON);
        }
    }
}
