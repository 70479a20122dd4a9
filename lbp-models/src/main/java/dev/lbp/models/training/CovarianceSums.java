package dev.lbp.models.training;

/** Sums over pairs of numbers x, y, for Pearson's correlation of them. */
final class CovarianceSums {

    private double count;
    private double x;
    private double y;
    private double xx;
    private double yy;
    private double xy;

    void add(double ofX, double ofY) {
        count++;
        x += ofX;
        y += ofY;
        xx += ofX * ofX;
        yy += ofY * ofY;
        xy += ofX * ofY;
    }

    void add(CovarianceSums other) {
        count += other.count;
        x += other.x;
        y += other.y;
        xx += other.xx;
        yy += other.yy;
        xy += other.xy;
    }

    /** The correlation; NaN if there are no pairs, or all x or all y are equal. */
    double pearson() {
        return (count * xy - x * y) / Math.sqrt((count * xx - x * x) * (count * yy - y * y));
    }
}
