package dev.lbp.internal.select.data;

/** The data are at fault, as is found only when models are fitted. */
public class DataException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public DataException(String message) {
        super(message);
    }
}
