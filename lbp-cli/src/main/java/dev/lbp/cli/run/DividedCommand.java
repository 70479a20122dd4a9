package dev.lbp.cli.run;

import java.util.concurrent.Callable;

/** A command whose run can be carried out in parts. */
public interface DividedCommand extends Callable<Integer> {

    /** Its options of parts. */
    PartOptions parts();
}
