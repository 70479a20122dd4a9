package dev.lbp.experiments.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.PaperConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

    private static String command(@Nullable Path rbm, TargetKind... targets) {
        List<PaperConfiguration> configurations = List.of(PaperConfiguration.C2);
        return new Settings(List.of(targets), Size.SMALL, configurations, Budget.QUICK, 4, 1L, 1, rbm, null)
                .command("x");
    }

    /** 100 chains, and statistics over the last half of the paper's steps. */
    @Test
    void paperBudget_isThePapersLength() {
        List<PaperConfiguration> configurations = List.of(PaperConfiguration.C2);
        Settings settings = new Settings(
                List.of(TargetKind.ISING),
                Size.MEDIUM,
                configurations,
                Budget.PAPER,
                Budget.PAPER.chains(),
                1L,
                1,
                null,
                null);
        PaperTarget target = settings.instances(TargetKind.values()).get(0);
        assertThat(settings.chains()).isEqualTo(100);
        assertThat(settings.steps(target)).isEqualTo(40_000);
        assertThat(settings.drawSteps(target)).isEqualTo(20_000);
    }

    /** Published commands are accepted: an option that has no use is refused. */
    @Test
    void command_rbmAlone_hasOnlyOptionsThatCount(@TempDir Path directory) throws IOException {
        Path rbm = directory.resolve("rbm.npz");
        BernoulliRbm.random(4, 3, 0.1, 1).save(rbm);
        String rest = " --budget quick --chains 4 --seed 1";
        assertThat(command(null, TargetKind.ISING, TargetKind.RBM))
                .isEqualTo("lbp experiment x --target ising,rbm --size small --config C2" + rest);
        assertThat(command(null, TargetKind.RBM)).isEqualTo("lbp experiment x --target rbm --config C2" + rest);
        assertThat(command(rbm, TargetKind.RBM)).isEqualTo("lbp experiment x --target rbm" + rest + " --rbm rbm.npz");
    }
}
