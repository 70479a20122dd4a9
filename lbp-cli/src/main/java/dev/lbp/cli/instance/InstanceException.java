package dev.lbp.cli.instance;

/**
 * Thrown for an instance file that cannot be used. The message has the file, the line if there is one, and the
 * constraint.
 */
public final class InstanceException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InstanceException(String message) {
        super(message);
    }
}
