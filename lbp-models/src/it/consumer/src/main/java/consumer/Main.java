package consumer;

import dev.lbp.*;
import dev.lbp.check.*;
import dev.lbp.models.*;
import dev.lbp.proposal.*;
import dev.lbp.result.*;
import dev.lbp.target.*;
import java.time.Duration;
import java.util.Arrays;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A user's program, with every line of the API as users are told to write it: all of them must compile and work. */
public final class Main {

    private static final int n = 12;

    private Main() {}

    public static void main(String[] args) {
        runs();
        ownTargets();
        loops();
        targets();
        System.out.println("every line of the API works");
    }

    private static void runs() {
        double[] h = new double[2500];
        Arrays.fill(h, 0.2);

        PathAuxiliarySampler sampler = Samplers.lbp().adaptive(0.574).build();

        IsingModel ising = IsingModel.lattice(50, 50).coupling(0.15).field(h).build();
        SampleResult result = sampler.sample(ising)
                .chains(8)
                .warmup(1_000)
                .draws(5_000)
                .seed(42)
                .run();
        System.out.println(result.summary());
        require(result.acceptanceRate() > 0.5 && result.acceptanceRate() < 0.65);
        require(result.expectedJumpDistance() > 50.0);
        require(result.scale() > 50.0);
        double[] marginals = result.marginals();
        require(marginals.length == 2500 && marginals[0] > 0.5);
        require(result.effectiveSampleSize("logProb") > 100.0);
        require(result.effectiveSampleSize("hamming") >= result.effectiveSampleSize());
        require(result.rHat("logProb") <= result.rHat());
        SampleResult.Best best = result.best();
        require(best.state().length == 2500 && best.logProb() > result.traces().get("logProb")[0][0]);
        require(result.finalStates().length == 8);
        require(result.stopReason() == StopReason.DRAWS);

        SamplingRun run = sampler.sample(ising)
                .warmup(200)
                .draws(100_000)
                .untilEss(400)
                .untilRHat(1.05, "logProb")
                .leastDraws(100)
                .budget(Duration.ofMinutes(10))
                .listener(new SamplingListener() {
                    @Override
                    public void frozen(double scale, boolean settled) {
                        System.out.println("scale " + scale);
                    }
                });
        result = run.run();
        require(result.stopReason() == StopReason.CONVERGED && result.draws() < 100_000);
        require(run.stop() == result); // it has ended

        Sampler[] others = {
            Samplers.lbp().weight(WeightFunction.SQRT).scale(13).build(),
            Samplers.rwm().adaptive(0.234).build(),
            Samplers.gwg().adaptive(0.574).build(),
            Samplers.gibbs().build(),
            Samplers.lbp()
                    .weight(WeightFunction.balanced("own", logT -> 0.3 * logT))
                    .scale(ScaleController.robbinsMonro(0.574))
                    .build(),
        };
        for (Sampler other : others) {
            SampleResult short_ =
                    other.sample(ising).chains(2).warmup(50).draws(50).run();
            require(short_.draws() == 50);
        }
    }

    private static void ownTargets() {
        PathAuxiliarySampler sampler = Samplers.lbp().adaptive(0.574).build();
        EnergyModel mine = new Independent(); // a user's own target, batched over chains
        ModelCheck.of(mine).verify();
        require(sampler.sample(mine).chains(4).warmup(100).draws(100).run().draws() == 100);

        EnergyModel plain = EnergyModels.of(n, (byte[] x) -> x[0] == x[1] ? 0.5 : -0.5);
        ModelCheck.of(plain).verify();
        EnergyModel cooler = Tempered.of(plain, 0.5);

        boolean[] mask = new boolean[n];
        mask[3] = true;
        byte[][] states = new byte[4][n];
        states[0][3] = 1;
        SampleResult conditional =
                sampler.sample(cooler).chains(4).frozen(mask).initial(states).run();
        require(conditional.marginals()[3] == 0.25);
    }

    private static void loops() {
        PathAuxiliarySampler sampler = Samplers.lbp().adaptive(0.574).build();
        IsingModel ising = IsingModel.lattice(10, 10).coupling(0.15).build();

        Chain chain = sampler.start(ising, 42L);
        require(chain.adapting());
        chain.warmUp(1_000);
        require(!chain.adapting());
        StepInfo info = chain.step();
        require(info.acceptanceProbability() >= 0.0 && info.scale() >= 1);
        require(info.accepted() == (info.flips() > 0));
        byte[] x = chain.state();
        double lp = chain.logProb();
        require(x.length == 100 && Double.isFinite(lp));

        ChainBatch batch = sampler.start(new Independent(), 42L, 100);
        batch.step();
        batch.invalidate();
        require(batch.states().shape()[0] == 100);
    }

    private static void targets() {
        double[] p = {0.1, 0.5, 0.9};
        double[] y = {0.3, -1.2, 2.0};
        EnergyModel[] models = {
            BernoulliModel.of(p),
            IsingModel.lattice(4, 4)
                    .periodic()
                    .coupling(0.2)
                    .field(new double[16])
                    .build(),
            IsingModel.graph(3, new int[] {0, 1}, new int[] {1, 2}, new double[] {0.5, -0.5})
                    .field(new double[3])
                    .build(),
            PairwiseModel.of(new double[] {1.0, -1.0}, new int[] {0}, new int[] {1}, new double[] {0.7}),
            FactorialHmm.builder()
                    .observations(y)
                    .weights(new double[] {1.0, -0.5})
                    .bias(0.1)
                    .noise(1.0)
                    .initial(0.1)
                    .stay(0.8)
                    .build(),
            BernoulliRbm.of(new double[][] {{0.1, -0.2}, {0.3, 0.4}}, new double[2], new double[2]),
        };
        for (EnergyModel model : models) {
            require(Samplers.lbp()
                            .build()
                            .sample(model)
                            .warmup(20)
                            .draws(20)
                            .run()
                            .draws()
                    == 20);
        }
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("not as documented");
        }
    }

    /** Independent sites with log-odds 1. */
    private static final class Independent implements EnergyModel {

        private static final long serialVersionUID = 1L;

        @Override
        public int dimension() {
            return n;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return Nd4j.concat(1, states.castTo(dataType()), Nd4j.zeros(dataType(), states.size(0), 1))
                    .sum(1);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return Nd4j.onesLike(states.castTo(dataType()));
        }
    }
}
