package dev.lbp.internal.select.prior;

import dev.lbp.internal.select.data.DataException;

/** A model fits the response exactly, so that its evidence is infinite. */
final class PerfectFitException extends DataException {

    private static final long serialVersionUID = 1L;

    PerfectFitException() {
        super(
                "must not fit the response exactly: a model does, to rounding, and its evidence is then infinite; use the g-prior,"
                        + " whose evidence stays finite");
    }
}
