package dev.lbp.experiments.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaperTableTest {

    private static final PaperTable.Row ALBP = new PaperTable.Row(40_000, 168.3, 0.574, 96.8, 820.0, 50.0);

    @Test
    void text_asManyStepsAsThePaper_saysThatEssCompares() {
        PaperTable table = new PaperTable(100, 40_000);
        table.put(Contestant.ALBP, ALBP);
        assertThat(table.text())
                .contains("EJD and ESS compare")
                .doesNotContain("do not")
                .doesNotContain("Gibbs");
    }

    @Test
    void text_otherNumberOfSteps_saysThatEssDoesNotCompare() {
        PaperTable table = new PaperTable(100, 20_000);
        table.put(Contestant.ALBP, ALBP);
        assertThat(table.text()).contains("ESS and seconds do not");
    }

    @Test
    void text_bothTargets_saysWhatEachIsFor() {
        PaperTable table = new PaperTable(100, 40_000);
        table.put(Contestant.ALBP, ALBP);
        assertThat(table.text()).doesNotContain("adaptive()");
        table.put(Contestant.ALBP_PER_SECOND, new PaperTable.Row(40_000, 69.0, 0.85, 59.0, 533.0, 25.0));
        assertThat(table.text()).contains("1.30 times ALBP's ESS/s").containsPattern("ALBP/s 40,000 +69.0 ");
    }

    @Test
    void text_gibbsFaster_saysSo() {
        PaperTable table = new PaperTable(100, 40_000);
        table.put(Contestant.ALBP, ALBP);
        table.put(Contestant.GIBBS, new PaperTable.Row(4_000, 2_500.0, 1.0, 1_020.0, 1_640.0, 10.0));
        assertThat(table.text()).contains("Gibbs wins here, with 10.0 times");
    }

    @Test
    void text_gibbsSlower_doesNotSayThatItWins() {
        PaperTable table = new PaperTable(100, 40_000);
        table.put(Contestant.ALBP, ALBP);
        table.put(Contestant.GIBBS, new PaperTable.Row(4_000, 2_500.0, 1.0, 1_020.0, 1_640.0, 500.0));
        assertThat(table.text()).doesNotContain("wins").contains("a sweep over all 2,500 sites");
    }

    @Test
    void text_fewEffectiveDraws_areMarked() {
        PaperTable table = new PaperTable(100, 40_000);
        table.put(Contestant.RWM_1, new PaperTable.Row(40_000, 1.0, 0.64, 0.64, 12.1, 1.0));
        assertThat(table.text()).contains("12.1*", "* Under 30");
    }

    @Test
    void text_fitsAnOrdinaryTerminal() {
        PaperTable table = new PaperTable(100, 30_000);
        for (Contestant contestant : Contestant.values()) {
            table.put(contestant, new PaperTable.Row(30_000, 168.3, 0.574, 1_020.25, 15.0, 100.0));
        }
        assertThat(table.text().lines()).allMatch(line -> line.length() <= 80);
    }
}
