package dev.lbp.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.DensityModels;
import dev.lbp.continuous.Gaussians;
import dev.lbp.target.ModelException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A check of a density passes the right one, and names the coordinate of a wrong one. */
class DensityCheckTest {

    private static final Gaussians RIGHT = new Gaussians(new double[] {1.0, 0.5, 2.0});

    private static void refused(DensityModel model, String message) {
        assertThatThrownBy(() -> ModelCheck.of(model).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageContaining(message);
    }

    @Test
    void rightDensities_pass() {
        DensityCheck.Report report = ModelCheck.of(RIGHT).verify();
        assertThat(report.coordinates()).isEqualTo(12);
        assertThat(report.largestGradientError()).isLessThan(1e-8);
        double[] widths = IntStream.range(0, 500).mapToDouble(i -> 1.0 + i).toArray();
        assertThat(ModelCheck.of(new Gaussians(widths)).starts(1).verify().coordinates())
                .isEqualTo(200);
    }

    @Test
    void wrongCoordinate_isNamed() {
        DensityModel inverted = DensityModels.of(3, p -> p[0] - p[1] * p[1] + 3.0 * p[2], (p, gradient) -> {
            gradient[0] = 1.0;
            gradient[1] = 2.0 * p[1];
            gradient[2] = 3.0;
        });
        refused(inverted, "gradient of coordinate 1 is ");
    }

    /** log(1 / (1 + e^-20(p - 2000))) bends within the first step, which is in proportion to p. */
    private static DensityModel step(double factor) {
        return DensityModels.of(
                1,
                p -> -Math.log1p(Math.exp(-20.0 * (p[0] - 2_000.0))),
                (p, gradient) -> gradient[0] = factor * 20.0 / (1.0 + Math.exp(20.0 * (p[0] - 2_000.0))));
    }

    @Test
    void bentCoordinate_isComparedWithAFinerStep() {
        double[][] points = {{2_000.0}, {2_000.02}, {1_999.97}};
        assertThat(ModelCheck.of(step(1.0)).starts(0).points(points).verify().coordinates())
                .isEqualTo(3);
        assertThatThrownBy(() ->
                        ModelCheck.of(step(1.001)).starts(0).points(points).verify())
                .hasMessageContaining("gradient of coordinate 0 is ");
    }

    @Test
    void gradientOfNaN_isNoMatchForANumber() {
        refused(DensityModels.of(1, p -> -p[0] * p[0], (p, gradient) -> gradient[0] = Double.NaN), "is NaN");
    }

    @Test
    void smallErrors_passInSinglePrecisionAlone() {
        DensityModel off = new Changed() {
            @Override
            public INDArray gradient(INDArray points) {
                return RIGHT.gradient(points).muli(1.005);
            }
        };
        refused(off, "gradient of coordinate 0 is ");
        ModelCheck.of(new Changed() {
                    @Override
                    public INDArray gradient(INDArray points) {
                        return off.gradient(points).castTo(DataType.FLOAT);
                    }
                })
                .verify();
        refused(
                new Changed() {
                    @Override
                    public INDArray gradient(INDArray points) {
                        return RIGHT.gradient(points).negi().castTo(DataType.FLOAT);
                    }
                },
                "gradient of coordinate 0 is ");
    }

    @Test
    void evaluation_thatDiffersFromTheMethods_isRefused() {
        refused(
                new Changed() {
                    @Override
                    public Evaluation evaluate(INDArray points) {
                        return new Evaluation(
                                RIGHT.logProb(points), RIGHT.gradient(points).addi(0.1));
                    }
                },
                "evaluate().gradient of point 0 coordinate 0, is ");
    }

    @Test
    void pointsOfABatch_thatDependOnEachOther_areRefused() {
        refused(
                new Changed() {
                    @Override
                    public INDArray logProb(INDArray points) {
                        return RIGHT.logProb(points).addi(points.size(0));
                    }
                },
                "evaluate().logProb of point 0 alone, not in a batch, is ");
    }

    @Test
    void edges_areLeftOut_andImpossiblePointsRefused() {
        DensityModel half = DensityModels.of(
                1, p -> p[0] < 0.0 ? Double.NEGATIVE_INFINITY : -p[0], (p, gradient) -> gradient[0] = -1.0);
        double[][] points = {{0.0}, {2.0}};
        assertThat(ModelCheck.of(half).starts(0).points(points).verify().coordinates())
                .isEqualTo(1);
        assertThatThrownBy(() -> ModelCheck.of(half)
                        .starts(0)
                        .points(new double[][] {{-1.0}})
                        .verify())
                .hasMessageContaining("all 1 points are impossible");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelCheck.of(half).starts(0).verify());
        refused(DensityModels.of(1, p -> Double.NaN, (p, gradient) -> {}), "must not be NaN or +Infinity: logProb=NaN");
    }

    /** {@link #RIGHT}, but for what a subclass overrides. */
    private abstract static class Changed implements DensityModel {

        @Override
        public int dimension() {
            return RIGHT.dimension();
        }

        @Override
        public INDArray logProb(INDArray points) {
            return RIGHT.logProb(points);
        }

        @Override
        public INDArray gradient(INDArray points) {
            return RIGHT.gradient(points);
        }
    }
}
