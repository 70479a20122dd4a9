package dev.lbp.experiments.bayes;

import dev.lbp.experiments.adversarial.LabelledImages;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;

/** The classifiers of {@link NetworkTrial}, from few parameters to many, with the preprocessing of their images. */
enum NetworkKind {
    REGRESSION_4("softmax regression, 2 x 2 pixels", 14, 0, 0, 0),
    REGRESSION_16("softmax regression, 4 x 4 pixels", 7, 0, 0, 0),
    SMALL_LENET("small LeNet", 0, 1, 2, 8),
    LENET("LeNet", 0, 3, 6, 40);

    /** The side of the central square of an image that a LeNet sees. */
    static final int MIDDLE = 20;

    final String title;
    private final int square;
    private final int first;
    private final int second;
    private final int hidden;

    /**
     * @param square the side of the squares whose means are the pixels of a regression; 0 for a LeNet
     * @param first channels of the first layer of a LeNet
     * @param second channels of the second layer of a LeNet
     * @param hidden hidden units of a LeNet
     */
    NetworkKind(String title, int square, int first, int second, int hidden) {
        this.title = title;
        this.square = square;
        this.first = first;
        this.second = second;
        this.hidden = hidden;
    }

    /** The images as the network sees them. */
    LabelledImages images(LabelledImages all) {
        return square > 0 ? all.averaged(square) : all.middle(MIDDLE);
    }

    /**
     * A network for the images that {@link #images} gives: softmax regression, a classifier without hidden layers, if
     * these are thumbnails, else a LeNet.
     */
    OnnxNetwork network(LabelledImages images, int classes, long seed) {
        return square > 0
                ? Networks.classifier(images.rows() * images.columns(), new int[0], classes, seed)
                : Networks.leNet(images.rows(), images.columns(), classes, first, second, hidden, seed);
    }
}
