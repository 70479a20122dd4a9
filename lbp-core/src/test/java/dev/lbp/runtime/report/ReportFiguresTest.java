package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Inside;
import dev.lbp.ParsedPage;
import dev.lbp.Report;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.internal.html.Html;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Statistic;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the figures of a report show: which there are, how they number and colour chains and sites, and where a value
 * is.
 */
class ReportFiguresTest {

    private static final String SCALE = "Scale R over warm-up";
    private static final String ACCEPTANCE = "Acceptance over warm-up";
    private static final Pattern BINS = Pattern.compile("Bins hold between (\\d+) %");

    /** Independent bits: the first {@code likely} are nearly always 1, the others seldom. */
    private static EnergyModel bits(int n, int likely) {
        return EnergyModels.of(n, (byte[] x) -> {
            double logProb = 0.0;
            for (int i = 0; i < n; i++) {
                logProb += i < likely ? 4.0 * x[i] : -2.0 * x[i];
            }
            return logProb;
        });
    }

    private static SampleResult result(Sampler sampler, EnergyModel model, int chains) {
        return sampler.sample(model).chains(chains).warmup(300).draws(600).run();
    }

    private static ParsedPage page(SampleResult result) {
        return ParsedPage.checked(Inside.html(Report.of(result)));
    }

    @Test
    void warmUp_samplerThatNeverRejects_isNotDrawn() {
        ParsedPage page = page(result(Samplers.gibbs().build(), bits(6, 3), 2));
        assertThat(page.text("//figcaption")).doesNotContain(SCALE, ACCEPTANCE);
        assertThat(page.text("//h2")).doesNotContain("Warm-up");
    }

    @Test
    void warmUp_fixedScale_drawsAcceptanceAlone() {
        ParsedPage page = page(result(Samplers.lbp().scale(2).build(), bits(6, 3), 3));
        assertThat(page.text("//figcaption")).doesNotContain(SCALE).contains(ACCEPTANCE);
    }

    /**
     * The scale falls from a first guess that is several times too large: on a linear axis the rest would lie at the
     * frame.
     */
    @Test
    void warmUp_scaleThatGrows_isDrawnInsideTheFrameOnALogarithmicAxis() {
        SampleResult result = result(Samplers.lbp().build(), SpinLine.of(400), 2);
        ParsedPage page = page(result);
        List<long[]> points =
                points(page.text("//figure[figcaption='" + SCALE + "']//svg[@role='img']/path[@class='line all']/@d"));
        assertThat(points).allSatisfy(point -> assertThat(point[1]).isBetween(10L, 990L));
        double[] scales = result.warmUp().scale();
        double first = Math.log(scales[0] / scales[scales.length - 1]);
        double middle = Math.log(scales[scales.length / 2] / scales[scales.length - 1]);
        long end = points.get(points.size() - 1)[1];
        long expected = Math.round((points.get(0)[1] - end) * middle / first);
        assertThat(points.get(scales.length / 2)[1] - end).isBetween(expected - 2, expected + 2);
    }

    /** The number of the first step is 1; of 600 steps in 300 bins the first holds steps 1 and 2. */
    @Test
    void warmUp_firstBin_isAtTheMeanOfItsSteps() {
        double[] bins = new double[300];
        assertThat(new SampleResult.WarmUp(bins, bins, 300, true).meanStep(0)).isEqualTo(1.0);
        assertThat(new SampleResult.WarmUp(bins, bins, 600, true).meanStep(0)).isEqualTo(1.5);
        assertThat(new SampleResult.WarmUp(bins, bins, 300, true).meanStep(299)).isEqualTo(300.0);
        ParsedPage page = page(result(Samplers.lbp().build(), SpinLine.of(40), 2));
        String labels = "//figure[figcaption='" + SCALE + "']//div[@class='x']/span";
        assertThat(page.text(labels).get(0)).isEqualTo("1");
        assertThat(page.text(labels + "/@class").get(0)).isEqualTo("first");
    }

    /** A chain that alternates between two values has an autocorrelation of -1 at each odd lag. */
    @Test
    void autocorrelation_farBelowZero_isInsideTheFrame() {
        double[][] trace = new double[2][400];
        for (int t = 0; t < 400; t++) {
            trace[0][t] = t % 2;
            trace[1][t] = t / 3 % 2;
        }
        ParsedPage page = autocorrelation(trace);
        assertThat(page.text("//figure[figcaption='Autocorrelation of mine']//div[@class='y']/span"))
                .contains("\u22121.0", "1.0");
        List<long[]> band = points(page.text("//svg[@role='img']/path[@class='area']/@d"));
        assertThat(band).allSatisfy(point -> assertThat(point[1]).isBetween(0L, 950L));
        assertThat(band).anySatisfy(point -> assertThat(point[1]).isGreaterThan(850L));
    }

    /** Chains without a variance of their own have no autocorrelations. */
    @Test
    void autocorrelation_chainsThatStandStill_hasNoBand() {
        double[][] trace = new double[2][100];
        Arrays.fill(trace[1], 1.0);
        assertThat(autocorrelation(trace).text("//figure[figcaption='Autocorrelation of mine']//path/@class"))
                .contains("line all")
                .doesNotContain("area");
    }

    private static ParsedPage autocorrelation(double[][] trace) {
        Html html = new Html().open("html").element("h1", "x");
        new ReportTrace("mine", trace, 1).writeTo(html, false);
        return ParsedPage.checked(html.close().toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 12, 20})
    void chains_areNumberedFromZero(int chains) {
        SampleResult result = result(Samplers.lbp().scale(1).build(), bits(6, 3), chains);
        String html = Inside.html(Report.of(result));
        assertThat(html).contains("chain 0").doesNotContain("chain " + chains);
        assertThat(page(result).text("//th")).contains("chain 0", "chain " + (chains - 1), "site 0", "site 5");
    }

    @Test
    void chains_haveOneColourInEveryFigure() {
        ParsedPage page = page(result(Samplers.lbp().scale(1).build(), bits(6, 3), 8));
        for (int chain = 0; chain < 8; chain++) {
            String figure = "//figure[figcaption='%s of logProb']//svg[contains(title, 'chain " + chain + "')]";
            assertThat(page.text(figure.formatted("Draws") + "/path/@class")).contains("line c" + chain);
            assertThat(page.text(figure.formatted("Ranks") + "/path/@class")).contains("bar c" + chain);
        }
    }

    /** Sites of a graph are not in a row: each has a dot of its own. */
    @Test
    void marginals_withoutAShape_areDotsWithErrors() {
        SampleResult result = result(Samplers.gibbs().build(), bits(30, 10), 2);
        ParsedPage page = page(result);
        String figure = "//figure[figcaption='P(x = 1) by site']//svg[@role='img']/path";
        assertThat(page.text(figure + "/@class")).containsExactly("grid", "bars all", "dot all");
        assertThat(points(page.text(figure + "[@class='dot all']/@d"))).hasSize(30);
        List<long[]> ends = points(page.text(figure + "[@class='bars all']/@d"));
        for (int i = 0; i < 30; i++) {
            double height = (ends.get(2 * i)[1] - ends.get(2 * i + 1)[1]) * 1.06 / 1_000;
            double reach = Math.min(result.marginals()[i], 2 * result.marginalErrors()[i])
                    + Math.min(1 - result.marginals()[i], 2 * result.marginalErrors()[i]);
            assertThat(height).isBetween(reach - 0.003, reach + 0.003);
        }
        assertThat(page.text("//section[@id='marginals']/p"))
                .anyMatch(text -> text.contains("standard errors by batch means: median "));
    }

    /** Joined dots would be a line; of more sites than there is room for, each group of neighbours has a bar. */
    @Test
    void marginals_ofManySites_areNotJoined() {
        ParsedPage page = page(Samplers.rwm()
                .scale(1)
                .build()
                .sample(SpinLine.of(5_000))
                .chains(1)
                .draws(20)
                .run());
        String figure = "//figure[figcaption='P(x = 1) by site']//svg[@role='img']/path";
        assertThat(page.text(figure + "/@class")).containsExactly("grid", "bars all");
        assertThat(points(page.text(figure + "[2]/@d"))).hasSize(800);
    }

    @Test
    void lattice_row0_isAtTheTop() throws IOException {
        SampleResult result = result(Samplers.gibbs().build(), bits(12, 4), 2); // row 0 has the likely ones
        ParsedPage page = ParsedPage.checked(Inside.html(Report.of(result).lattice(3, 4)));
        String data = page.text("//figure[starts-with(figcaption, 'P(x = 1) on the lattice')]//image/@href")
                .get(0);
        byte[] png = Base64.getDecoder().decode(data.substring(data.indexOf(',') + 1));
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
        for (int column = 0; column < 4; column++) {
            assertThat(picture.getRGB(column, 0) >> 16 & 0xFF).isGreaterThan(200); // yellow
            assertThat(picture.getRGB(column, 1) >> 16 & 0xFF).isLessThan(100); // blue
            assertThat(picture.getRGB(column, 2) >> 16 & 0xFF).isLessThan(100);
        }
    }

    /**
     * The two values of a trace of one bit stand in one bin each if ties stay together; spread over their ranks, they
     * fill all. The fraction of a bin that is filled is n / 71.5 with n binomial (600, 0.119), of mean 71.5 and
     * standard deviation 7.9: half of it is 4.5 of them away, so a false failure has a probability below 4 * 4e-6.
     */
    @Test
    void ranks_ofATraceOfOneBit_leaveNoBinEmpty() {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(bits(3, 1))
                .chains(4)
                .draws(600)
                .track("bit", Statistic.weightedSum(new double[] {0, 1, 0}))
                .run();
        List<String> texts = page(result).text("//figure[figcaption='Ranks of bit']//desc");
        assertThat(texts).hasSize(4).allSatisfy(text -> {
            Matcher bins = BINS.matcher(text);
            assertThat(bins.find()).isTrue();
            assertThat(Integer.parseInt(bins.group(1))).isGreaterThan(50);
        });
    }

    /** One label is no scale, even of a strip that is 4.5 rem high. */
    @Test
    void drawings_haveTwoLabelsAtLeast() {
        ParsedPage page = page(result(Samplers.lbp().build(), bits(11, 3), 2));
        assertThat(page.text("//div[@class='y']")).hasSizeGreaterThan(8);
        assertThat(page.text("//div[@class='y'][count(span) < 2]")).isEmpty();
    }

    /** A label that is centred on the last mark of an axis would stick out of the plot by half its width. */
    @Test
    void labels_atTheEnds_stayWithinThePlot() {
        ParsedPage page = page(result(Samplers.lbp().build(), bits(11, 3), 2));
        String labels = "//figure[figcaption='P(x = 1) by site']//div[@class='x']/span";
        assertThat(page.text(labels)).containsExactly("0", "2", "4", "6", "8", "10");
        assertThat(page.text(labels + "/@class")).containsExactly("first", "inner", "inner", "inner", "inner", "last");
    }

    /** The points of paths of relative lines. */
    private static List<long[]> points(List<String> paths) {
        List<long[]> points = new ArrayList<>();
        for (String path : paths) {
            Matcher step = Pattern.compile("([Ml])(-?\\d+) ?(-?\\d+)").matcher(path);
            long x = 0;
            long y = 0;
            while (step.find()) {
                boolean absolute = step.group(1).equals("M");
                x = Long.parseLong(step.group(2)) + (absolute ? 0 : x);
                y = Long.parseLong(step.group(3)) + (absolute ? 0 : y);
                points.add(new long[] {x, y});
            }
        }
        return points;
    }
}
