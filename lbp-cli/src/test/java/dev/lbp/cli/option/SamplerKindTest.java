package dev.lbp.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.cli.option.SamplerKind.Form;
import dev.lbp.cli.option.SamplerKind.Setting;
import dev.lbp.models.AssignmentModel;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.DenseCategories;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.nn.CategoricalNetworkModel;
import dev.lbp.nn.NetworkModel;
import dev.lbp.nn.Networks;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.EnergyModel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The table of sampler by target by option, cell by cell beside the library. */
class SamplerKindTest {

    private static Object builder(SamplerKind kind) throws ReflectiveOperationException {
        if (kind == SamplerKind.HAMMINGBALL) {
            return Samplers.hammingBall(1);
        }
        String name = switch (kind) {
            case BLOCKGIBBS -> "blockGibbs";
            case SWENDSEN_WANG -> "swendsenWang";
            default -> kind.toString();
        };
        return Samplers.class.getMethod(name).invoke(null);
    }

    /** Sets the option; false if the builder has no such method. */
    private static boolean set(Object builder, Setting setting) throws ReflectiveOperationException {
        return switch (setting) {
            case WEIGHT -> call(builder, "weight", WeightFunction.class, WeightFunction.BARKER);
            case SCALE -> call(builder, "scale", double.class, 2.0);
            case PATH -> call(builder, "path", int.class, 2);
            case SCAN -> call(builder, "randomScan", null, null);
            case BALL -> call(builder, "block", int.class, 4);
            case THINNED -> call(builder, "thinned", double.class, 0.01);
            case SWAPS -> call(builder, "swaps", double.class, 0.25);
            case ONES, TEMPERING -> true; // of the run
        };
    }

    private static boolean call(Object builder, String name, @Nullable Class<?> type, @Nullable Object value)
            throws ReflectiveOperationException {
        try {
            if (type == null) {
                builder.getClass().getMethod(name).invoke(builder);
            } else {
                builder.getClass().getMethod(name, type).invoke(builder, value);
            }
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static Run<?, ?, ?> run(Sampler sampler, Form form) {
        EnergyModel bits = switch (form) {
            case LOCAL -> IsingModel.paper(4, PaperConfiguration.C2, 1L);
            case RBM -> BernoulliRbm.random(8, 3, 0.1, 1L);
            case NETWORK -> NetworkModel.of(Networks.mlp(8, new int[] {3}, 1L));
            case SEQUENCES, POTTS, FACTORS, MOVES -> null;
        };
        if (form == Form.FACTORS) {
            return sampler.sample(FactorModel.values(2, 3, 4, 2)
                    .term(x -> 0.3 * x[0] * x[1], 0, 1)
                    .term(x -> 0.2 * x[0] * x[1], 1, 2)
                    .term(x -> -0.4 * x[0] * x[1], 2, 3)
                    .build());
        }
        if (form == Form.POTTS) {
            return sampler.sample(DenseCategories.random(4, 3, 0.5, 0.3, 1L));
        }
        if (form == Form.SEQUENCES) {
            return sampler.sample(CategoricalNetworkModel.of(Networks.mlp(12, new int[] {3}, 1L), 3));
        }
        return bits == null ? sampler.sample(AssignmentModel.random(4, 1.0, 1L)) : sampler.sample(bits);
    }

    /** Whether the library carries it out. */
    private static boolean libraryTakes(SamplerKind kind, Form form, @Nullable Setting setting)
            throws ReflectiveOperationException {
        Object builder = builder(kind);
        if (setting != null && !set(builder, setting)) {
            return false;
        }
        Method build = builder.getClass().getMethod("build");
        try {
            Run<?, ?, ?> run = run((Sampler) build.invoke(builder), form);
            if (run instanceof ValueRun && setting == Setting.ONES) {
                return false;
            }
            if (setting == Setting.ONES) {
                ((SamplingRun) run).ones(3);
            } else if (setting == Setting.TEMPERING) {
                Tempering tempering = Tempering.replicas(3).every(2);
                if (run instanceof ValueRun values) {
                    values.tempering(tempering);
                } else {
                    ((SamplingRun) run).tempering(tempering);
                }
            }
            run.chains(2);
            run.warmup(200);
            run.draws(20);
            run.threads(1);
            run.run();
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                return false;
            }
            throw e;
        }
    }

    @Test
    void everyCell_isTaken_whereTheLibraryTakesIt() throws ReflectiveOperationException {
        List<String> different = new ArrayList<>();
        for (SamplerKind kind : SamplerKind.values()) {
            for (Form form : Form.values()) {
                if (libraryTakes(kind, form, null) != kind.fits(form)) {
                    different.add(kind + " on " + form);
                }
                for (Setting setting : Setting.values()) {
                    boolean taken = kind.fits(form) && kind.has(setting) && form.has(setting);
                    taken &= setting != Setting.TEMPERING || kind.tempers(form);
                    if (libraryTakes(kind, form, setting) != taken) {
                        different.add(kind + " on " + form + " with " + setting);
                    }
                }
            }
        }
        assertThat(different).isEmpty();
    }
}
