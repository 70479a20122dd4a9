package consumer;

import org.nd4j.linalg.factory.Nd4j;

/** A user's program: what lbp-models brings along must be enough to compile and to run it. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println(Nd4j.zeros(2));
    }
}
