import dev.lbp.*;
import dev.lbp.check.*;
import dev.lbp.models.*;
import dev.lbp.proposal.*;
import dev.lbp.result.*;
import dev.lbp.target.*;
import java.time.Duration;
import java.util.Arrays;

/** A user's program without ND4J, with the API as users are told to write it. What needs ND4J says so. */
public final class Main {

    private Main() {}

    public static void main(String[] args) throws Exception {
        Tray.main(args);
        runs();
        loops();
        ownTargets();
        targets();
        refused("BernoulliRbm", () -> BernoulliRbm.random(4, 3, 0.1, 1L));
        refused("CategoricalRbm", () -> CategoricalRbm.random(2, 3, 3, 0.1, 1L));
        refused("AnnealedImportance", () -> AnnealedImportance.of(new Line(4)));
    }

    private static void runs() {
        double[] h = new double[2500];
        Arrays.fill(h, 0.2);

        PathAuxiliarySampler sampler = Samplers.lbp().adaptive(0.574).build();

        IsingModel ising = IsingModel.lattice(50, 50).coupling(0.15).field(h).build();
        SampleResult result = sampler.sample(ising)
                .chains(8)
                .warmup(500)
                .draws(1_000)
                .seed(42)
                .run();
        System.out.println(result.summary());
        require(result.acceptanceRate() > 0.5 && result.acceptanceRate() < 0.65);
        require(result.expectedJumpDistance() > 50.0);
        require(result.scale() > 50.0);
        double[] marginals = result.marginals();
        require(marginals.length == 2500 && marginals[0] > 0.5);
        require(result.effectiveSampleSize("logProb") > 50.0);
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
            runs(other, ising);
        }
    }

    private static void runs(Sampler sampler, EnergyModel model) {
        require(sampler.sample(model).chains(2).warmup(20).draws(20).run().draws() == 20);
    }

    private static void loops() {
        IsingModel ising = IsingModel.lattice(10, 10).coupling(0.15).build();
        Chain chain = Samplers.lbp().adaptive(0.574).build().start(ising, 42L);
        require(chain.adapting());
        chain.warmUp(1_000);
        require(!chain.adapting());
        StepInfo info = chain.step();
        require(info.acceptanceProbability() >= 0.0 && info.scale() >= 1);
        require(info.accepted() == (info.flips() > 0));
        byte[] x = chain.state();
        double lp = chain.logProb();
        require(x.length == 100 && Double.isFinite(lp));
    }

    private static void ownTargets() {
        EnergyModel plain = EnergyModels.of(12, (byte[] x) -> x[0] == x[1] ? 0.5 : -0.5);
        ModelCheck.of(plain).verify();
        EnergyModel cooler = Tempered.of(plain, 0.5);
        ModelCheck.of(cooler).verify();
        boolean[] mask = new boolean[12];
        mask[3] = true;
        byte[][] states = new byte[4][12];
        states[0][3] = 1;
        SampleResult conditional = Samplers.lbp()
                .adaptive(0.574)
                .build()
                .sample(cooler)
                .chains(4)
                .frozen(mask)
                .initial(states)
                .run();
        require(conditional.marginals()[3] == 0.25);
        runs(Samplers.gwg().build(), plain);

        EnergyModel line = new Line(40);
        require(ModelCheck.of(line).verify().flipCorrelation() > 0.999);
        runs(Samplers.lbp().build(), line);
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
        };
        for (EnergyModel model : models) {
            ModelCheck.of(model).verify();
            runs(Samplers.lbp().build(), model);
        }
        PottsModel potts = PottsModel.lattice(4, 4, 3).coupling(0.2).build();
        require(Samplers.pas()
                        .path(1)
                        .build()
                        .sample(potts)
                        .warmup(20)
                        .draws(20)
                        .run()
                        .draws()
                == 20);
    }

    private static void refused(String name, Runnable call) {
        try {
            call.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
            require(e.getMessage().contains("needs ND4J"));
            require(e.getMessage().contains("add the dependency dev.lbp:lbp-nd4j"));
            return;
        }
        throw new IllegalStateException("runs without ND4J: " + name);
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("not as documented");
        }
    }

    /** A user's local model: neighbours on a line prefer to be equal. */
    private record Line(int dimension) implements LocalEnergyModel {

        @Override
        public Tracker newTracker() {
            return new LineTracker(new byte[dimension], new byte[dimension]);
        }
    }

    private record LineTracker(byte[] x, byte[] saved) implements LocalEnergyModel.Tracker {

        @Override
        public void reset(byte[] state) {
            System.arraycopy(state, 0, x, 0, x.length);
        }

        @Override
        public double logProb() {
            double sum = 0.0;
            for (int i = 1; i < x.length; i++) {
                sum += x[i] == x[i - 1] ? 0.5 : 0.0;
            }
            return sum;
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            for (int k = 0; k < n; k++) {
                int i = sites[k];
                out[k] = (i > 0 ? pair(i, i - 1) : 0.0) + (i + 1 < x.length ? pair(i, i + 1) : 0.0);
            }
        }

        private double pair(int i, int j) {
            return x[i] == x[j] ? -0.5 : 0.5;
        }

        @Override
        public int flip(int site, int[] touched) {
            x[site] ^= 1;
            int n = 0;
            for (int i = Math.max(0, site - 1); i <= Math.min(x.length - 1, site + 1); i++) {
                touched[n++] = i;
            }
            return n;
        }

        @Override
        public void save() {
            System.arraycopy(x, 0, saved, 0, x.length);
        }

        @Override
        public void restore() {
            System.arraycopy(saved, 0, x, 0, x.length);
        }
    }
}
