package dev.lbp.experiments.adversarial;

import dev.lbp.nn.VectorNetwork;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.ml.clustering.CentroidCluster;
import org.apache.commons.math3.ml.clustering.Clusterable;
import org.apache.commons.math3.ml.clustering.KMeansPlusPlusClusterer;
import org.apache.commons.math3.ml.distance.EuclideanDistance;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A generator without training: a mixture of Gaussians, each with the mean and the covariance of a cluster of images.
 * Clusters are found by k-means on thumbnails. For a cluster of images x_1 to x_m with mean c, a draw is {@code c +
 * sum_i z_i (x_i - c) / sqrt(m - 1)} with z standard normal, so that no covariance matrix is computed. The first input
 * chooses a cluster in proportion to its number of images; the other inputs are z.
 */
final class ClusterGenerator implements VectorNetwork {

    /** The side of the squares whose means are the pixels of a thumbnail. */
    private static final int SQUARE = 4;

    private static final int ITERATIONS = 10;

    private final int pixels;
    private final int most;

    /** For each cluster, its m images minus their mean, divided by sqrt(m - 1). */
    private final List<float[][]> members = new ArrayList<>();

    private final List<float[]> means = new ArrayList<>();

    /** At index c the share of the images in clusters 0 to c. */
    private final double[] cumulativeShares;

    private final FloatBuffer parameters = FloatBuffer.allocate(0);

    /**
     * Finds clusters of images. Clusters of one image are left out.
     *
     * @param most the largest number of images of a cluster that are used, at least 2; so the rank of a cluster's
     *     covariance is at most {@code most - 1}
     */
    ClusterGenerator(LabelledImages images, int clusters, int most, long seed) {
        this.most = most;
        pixels = images.rows() * images.columns();
        List<CentroidCluster<Thumbnail>> found = new KMeansPlusPlusClusterer<Thumbnail>(
                        clusters, ITERATIONS, new EuclideanDistance(), new Well19937c(seed))
                .cluster(thumbnails(images));
        found.removeIf(cluster -> cluster.getPoints().size() < 2);
        cumulativeShares = new double[found.size()];
        double sum = 0.0;
        for (int c = 0; c < found.size(); c++) {
            List<Thumbnail> all = found.get(c).getPoints();
            sum += all.size();
            cumulativeShares[c] = sum;
            add(images.images(), all.subList(0, Math.min(most, all.size())));
        }
        for (int c = 0; c < found.size(); c++) {
            cumulativeShares[c] /= sum;
        }
    }

    private static List<Thumbnail> thumbnails(LabelledImages images) {
        float[][] thumbnails = images.averaged(SQUARE).images();
        List<Thumbnail> points = new ArrayList<>();
        for (int k = 0; k < thumbnails.length; k++) {
            float[] thumbnail = thumbnails[k];
            double[] point = new double[thumbnail.length];
            Arrays.setAll(point, i -> thumbnail[i]);
            points.add(new Thumbnail(k, point));
        }
        return points;
    }

    /** The thumbnail of an image, a point that is clustered. */
    private record Thumbnail(int image, double[] point) implements Clusterable {

        @Override
        public double[] getPoint() {
            return point;
        }
    }

    /**
     * Adds a cluster: its mean, and its images minus the mean, divided by {@code sqrt(count - 1)} so that the sum of
     * their outer products is the covariance.
     */
    private void add(float[][] images, List<Thumbnail> cluster) {
        int count = cluster.size();
        float[] mean = new float[pixels];
        for (Thumbnail one : cluster) {
            for (int i = 0; i < pixels; i++) {
                mean[i] += images[one.image][i] / count;
            }
        }
        float[][] centred = new float[count][pixels];
        float factor = (float) (1.0 / Math.sqrt(count - 1.0));
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < pixels; i++) {
                centred[k][i] = factor * (images[cluster.get(k).image][i] - mean[i]);
            }
        }
        means.add(mean);
        members.add(centred);
    }

    @Override
    public int inputs() {
        return 1 + most;
    }

    @Override
    public int outputs() {
        return pixels;
    }

    @Override
    public void evaluate(FloatBuffer inputs, int rows, FloatBuffer outputs) {
        for (int r = 0; r < rows; r++) {
            int first = r * inputs();
            // the distribution function turns the first input, which is normal, into a uniform number
            int cluster = cluster(NormalDistribution.of(0.0, 1.0).cumulativeProbability(inputs.get(first)));
            float[] image = means.get(cluster).clone();
            float[][] centred = members.get(cluster);
            for (int k = 0; k < centred.length; k++) {
                float z = inputs.get(first + 1 + k);
                for (int i = 0; i < pixels; i++) {
                    image[i] += z * centred[k][i];
                }
            }
            outputs.put(r * pixels, image);
        }
    }

    /** The cluster that a uniform number chooses. */
    private int cluster(double quantile) {
        int cluster = 0;
        while (cluster < cumulativeShares.length - 1 && cumulativeShares[cluster] < quantile) {
            cluster++;
        }
        return cluster;
    }

    /** Empty, because the generator is not trained. */
    @Override
    public FloatBuffer parameters() {
        return parameters;
    }

    @Override
    public void parameterGradient(FloatBuffer inputs, int rows, FloatBuffer cotangents, FloatBuffer gradient) {
        // no parameters
    }
}
