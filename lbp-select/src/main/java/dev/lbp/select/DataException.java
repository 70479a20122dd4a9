package dev.lbp.select;

/** The data are at fault, as is found only when models are fitted. */
class DataException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    DataException(String message) {
        super(message);
    }
}
