package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ParsedPage;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.Tempering;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.EnergyModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The section of a report on parallel tempering. */
class ReportTemperingTest {

    private static final String SECTION = "//section[@id='tempering']";
    private static final SampleResult RUN =
            Samplers.gibbs().build().sample(SpinLine.of(6)).draws(50).run();

    private static ParsedPage page(TemperingResult ladder) {
        return ParsedPage.checked(ReportPage.of(Ladders.with(RUN, ladder)).html());
    }

    /** The path of a figure, such as M0 1000h0l140 -80. */
    private static String path(ParsedPage page, String title, String style) {
        return page.text(SECTION + "//figure[figcaption='" + title + "']//svg[@role='img']/path[@class='" + style
                        + "']/@d")
                .get(0);
    }

    @Test
    void html_temperedRun_hasASectionInTheContents() {
        ParsedPage page = page(Ladders.lattice());
        assertThat(page.text("//nav//a"))
                .containsSubsequence("Marginals", "Parallel tempering", "Diagnostics", "What was run");
        assertThat(page.text("//div[starts-with(@class, 'verdict')]//li")).contains("log Z: 310.44 +- 0.15");
        assertThat(page.text(SECTION + "/details/summary")).containsExactly("Parallel tempering");
        assertThat(page.text(SECTION + "//figcaption"))
                .containsExactly(
                        "Barrier from beta 0",
                        "Scale of each slot",
                        "Swaps accepted by pair of slots",
                        "Mean energy of each slot");
        assertThat(page.text(SECTION + "//dd"))
                .containsExactly(
                        "310.44 +- 0.15",
                        "310.200 and 310.600",
                        "14; advised are 18",
                        "8.2",
                        "6,000 of 5 steps each",
                        "36 round trips of 506 expected",
                        "12 10 11 13");
    }

    /** A run of the engine, from its settings to its slots. */
    @Test
    void html_runThatWasTempered_hasItsSettingsAndItsSlots() {
        SampleResult run = Samplers.lbp()
                .build()
                .sample(SpinLine.of(12))
                .tempering(Tempering.replicas(3).every(2))
                .warmup(100)
                .draws(500)
                .run();
        ParsedPage page = ParsedPage.checked(ReportPage.of((ReportedRun) run).html());
        assertThat(page.text("//section[@id='run']//div[dt='Parallel tempering']/dd"))
                .containsExactly("3 replicas, exchanged every 2 steps");
        assertThat(page.text(SECTION + "//tbody/tr")).hasSize(3);
        assertThat(page.text(SECTION + "//figcaption")).hasSize(4);
    }

    /** Exchanges with the reference are never accepted, so each chain stays in its own mode. */
    @Test
    void html_temperedChainsThatDisagree_areNotAdvisedToTemper() {
        int n = 40;
        byte[][] modes = new byte[2][n];
        Arrays.fill(modes[1], (byte) 1);
        SampleResult run = Samplers.lbp()
                .build()
                .sample(EnergyModels.of(n, (byte[] x) -> {
                    int ones = 0;
                    for (byte bit : x) {
                        ones += bit;
                    }
                    return ones == 0 || ones == n ? 0.0 : -1e6;
                }))
                .chains(2)
                .warmup(50)
                .draws(100)
                .initial(modes)
                .tempering(Tempering.replicas(2))
                .run();
        String html = ReportPage.of((ReportedRun) run).html();
        assertThat(html)
                .contains("Do not trust these results: the chains disagree")
                .contains("More draws, more replicas, a longer warm-up or another sampler may help.")
                .doesNotContain("parallel tempering crosses");
    }

    @Test
    void html_runWithoutTempering_hasNoSuchSection() {
        ParsedPage page = ParsedPage.checked(ReportPage.of((ReportedRun) RUN).html());
        assertThat(page.text("//h2")).doesNotContain("Parallel tempering");
    }

    /** Betas 0, 0.07, .. on a drawing 2,000 wide; the first rejection rate is 0.4 of 8.17. */
    @Test
    void barrier_isCumulatedOverTheBetas() {
        String path = path(page(Ladders.lattice()), "Barrier from beta 0", "line all");
        assertThat(path).startsWith("M0 1000h0l140-49l160-78");
        assertThat(coordinates(path)).hasSize(14).last().isEqualTo(List.of(2_000L, 0L));
    }

    /** A ladder has a line of the grid at each beta, and a text where there is room. */
    @Test
    void betas_areTheTicks() {
        ParsedPage page = page(Ladders.lattice());
        String grid = path(page, "Barrier from beta 0", "grid");
        for (double beta : Ladders.lattice().betas()) {
            assertThat(grid).contains("M" + Math.round(2_000 * beta) + " 0v1000");
        }
        assertThat(page.text(SECTION + "//figure[figcaption='Barrier from beta 0']//div[@class='x']/span"))
                .containsExactly("0", "0.15", "0.30", "0.43", "0.58", "0.72", "0.84", "1");
    }

    /** The reference has no scale, and the line begins at the second slot. */
    @Test
    void scales_beginAtTheSlotThatMovesFirst() {
        String path = path(page(Ladders.lattice()), "Scale of each slot", "line all");
        assertThat(path).startsWith("M140 ");
        assertThat(coordinates(path)).hasSize(13);
    }

    @Test
    void swaps_haveADotForEachPairAndTheBoundOfTheVerdict() {
        ParsedPage page = page(Ladders.lattice());
        assertThat(path(page, "Swaps accepted by pair of slots", "dot all").split("M", -1))
                .hasSize(14);
        assertThat(path(page, "Swaps accepted by pair of slots", "level")).startsWith("M0 900");
    }

    @Test
    void energies_areDrawnWhereTheyAreFinite() {
        String path =
                path(page(Ladders.withScales(3, Double.NEGATIVE_INFINITY)), "Mean energy of each slot", "line all");
        assertThat(path).startsWith("M140 ");
        assertThat(coordinates(path)).hasSize(13);
    }

    @Test
    void scale_ofTheOnlySlotThatMoves_isADot() {
        assertThat(path(page(Ladders.shortest()), "Scale of each slot", "dot all"))
                .matches("M2000 \\d+h0");
    }

    @Test
    void slots_areRowsOfATable() {
        ParsedPage page = page(Ladders.lattice());
        String row = SECTION + "//tbody/tr";
        assertThat(page.text(row)).hasSize(14);
        assertThat(page.text(row + "[1]/*"))
                .containsExactly("0", "0.000", "infinite", "\u2013", "\u2013", "0.600", "0.000");
        assertThat(page.text(row + "[3]/*"))
                .containsExactly("2", "0.150", "6.667", "80.00", "0.572", "0.350", "−7.337");
        assertThat(page.text(row + "[14]/*"))
                .containsExactly("13", "1.000", "1.000", "3.500", "0.561", "\u2013", "\u2212310.0");
    }

    /** As in a report on sequences, whose score alone is tempered: the betas are of the score. */
    @Test
    void slots_ofATargetTemperedInPart_haveItsBetasAndNoEnergy() {
        ReportTerms terms = new ReportTerms(List.of(), List.of(), 1.5);
        ReportedRun run = Ladders.with(RUN, Ladders.withRestarts(12, 3, 11, 13));
        ParsedPage page = ParsedPage.checked(new ReportPage(run, "part", 0, 0, terms).html());
        assertThat(page.text(SECTION + "//thead//th")).endsWith("mean log pi").doesNotContain("mean energy");
        assertThat(page.text(SECTION + "//figcaption")).hasSize(3).doesNotContain("Mean energy of each slot");
        assertThat(page.text(SECTION + "//p")).anyMatch(text -> text.contains("so slots have no energy"));
        assertThat(page.text(SECTION + "//tbody/tr[3]/*"))
                .containsExactly("2", "0.225", "4.444", "80.00", "0.572", "0.350", "7.337");
        assertThat(page.text(SECTION + "//tbody/tr[14]/*")).startsWith("13", "1.500", "0.667");
        assertThat(page.text("//div[contains(@class, 'verdict')]//li"))
                .anyMatch(text -> text.startsWith("Only 3 replicas came from the reference to beta 1.500 in chain 1"));
    }

    @Test
    void html_laddersOfEveryShape_arePages() {
        for (TemperingResult ladder : List.of(
                Ladders.shortest(),
                Ladders.withScales(Double.NaN, Double.NEGATIVE_INFINITY),
                Ladders.withScales(5, -1e9),
                Ladders.withSwaps(0, 0, 1, 2, 3, 4),
                Ladders.withSwaps(1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
                Ladders.withRestarts(new long[100]),
                Ladders.withLogZ(Double.NEGATIVE_INFINITY, Double.NaN, Double.NaN, Double.NaN))) {
            ParsedPage page = page(ladder);
            assertThat(page.text(SECTION + "//dd")).noneMatch(text -> text.contains("NaN"));
            assertThat(page.text(SECTION + "//desc")).noneMatch(text -> text.contains("NaN"));
        }
        assertThat(page(Ladders.withScales(Double.NaN, 0.0)).text(SECTION + "//figcaption"))
                .doesNotContain("Scale of each slot");
        assertThat(page(Ladders.withRestarts(new long[100])).text(SECTION + "//dd"))
                .contains("0 to 0");
    }

    private static List<List<Long>> coordinates(String path) {
        List<List<Long>> points = new ArrayList<>();
        Matcher matcher = Pattern.compile("([Ml])(-?\\d+) ?(-?\\d+)").matcher(path);
        long x = 0;
        long y = 0;
        while (matcher.find()) {
            boolean absolute = matcher.group(1).equals("M");
            x = Long.parseLong(matcher.group(2)) + (absolute ? 0 : x);
            y = Long.parseLong(matcher.group(3)) + (absolute ? 0 : y);
            points.add(List.of(x, y));
        }
        return points;
    }
}
