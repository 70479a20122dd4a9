package dev.lbp.cli.terminal;

/** The exit codes of commands beside 0 and picocli's 2; the help of {@code lbp} says what each means. */
public final class ExitCodes {

    public static final int FAILURE = 1;
    public static final int NOT_YET = 3;
    public static final int INTERRUPTED = 130;

    private ExitCodes() {}
}
