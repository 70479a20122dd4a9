package dev.lbp.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

/** The rows of projections are added and scaled as their names say; their products are tested with their kernel. */
class ProjectionsTest {

    @Test
    void addAndScale_areTheirDefinition() {
        float[] out = {1.0f, -2.0f, 4.0f};
        Projections.add(new float[] {1.0f, 0.5f, -1.0f}, 3.0f, out);
        assertArrayEquals(new float[] {4.0f, -0.5f, 1.0f}, out);
        Projections.scale(out, -0.5f);
        assertArrayEquals(new float[] {-2.0f, 0.25f, -0.5f}, out);
    }
}
