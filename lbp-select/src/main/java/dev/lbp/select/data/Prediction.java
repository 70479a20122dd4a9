package dev.lbp.select.data;

/**
 * A prediction averaged over models.
 *
 * @param mean of the response: a probability in a logistic or probit regression; in a regression of survival times
 *     the hazard, as a multiple of that of a row of average columns
 * @param sdOfMean standard deviation of the expected response, from coefficients and models
 * @param sd standard deviation of one new response: also has the noise; in a regression of survival times
 *     nothing is known of it, and it is that of the mean
 * @param lowerOfMean lower end of the credible interval of the expected response, such as a probability
 * @param upperOfMean its upper end
 * @param lower lower end of the predictive interval of one new response; NaN if that is yes or no, or a survival
 *     time
 * @param upper its upper end
 */
public record Prediction(
        double mean, double sdOfMean, double sd, double lowerOfMean, double upperOfMean, double lower, double upper) {}
