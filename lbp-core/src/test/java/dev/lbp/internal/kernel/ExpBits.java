package dev.lbp.internal.kernel;

/**
 * The bits of many exponentials in one number. As a program it prints that number, for a JVM with other flags to be
 * asked.
 */
final class ExpBits {

    private static final int POINTS = 20_000;

    private ExpBits() {}

    static long fingerprint() {
        long hash = 0L;
        for (int k = 0; k < POINTS; k++) {
            double x = -720.0 + 1440.0 * k / POINTS + 1e-3 * (k % 7);
            hash = 31L * hash + Double.doubleToRawLongBits(Exp.exp(x));
        }
        return hash;
    }

    public static void main(String[] args) {
        System.out.print(fingerprint());
    }
}
