package dev.lbp.internal.select.data;

/** An error in the data that shows only when models are fitted. */
public class DataException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public DataException(String message) {
        super(message);
    }
}
