package dev.lbp.cli;

import java.util.concurrent.Callable;

/** A command whose run can be carried out in parts. */
interface DividedCommand extends Callable<Integer> {

    /** Its options of parts. */
    PartOptions parts();
}
