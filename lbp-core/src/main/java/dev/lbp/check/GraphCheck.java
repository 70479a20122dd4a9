package dev.lbp.check;

import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.SiteGraph;
import java.util.Optional;

/**
 * Checks the graph of a model: a change of one site may change only the log-ratios of this site and its neighbours.
 */
record GraphCheck(Optional<SiteGraph> graph) {

    static GraphCheck of(LocalEnergyModel model) {
        return new GraphCheck(ModelCalls.graphOf(model, model::graph));
    }

    /** The check of the model's graph; without one, as in all models but those of categories, it checks nothing. */
    static GraphCheck of(MoveModel model) {
        return new GraphCheck(
                model instanceof CategoricalModel categories
                        ? ModelCalls.graphOf(model, categories::graph)
                        : Optional.empty());
    }

    /**
     * Describes the fault if a change of site {@code changed} has changed the log-ratio of site {@code other}. Empty if
     * the graph joins both sites, or there is no graph.
     */
    Optional<String> fault(int changed, int other) {
        return graph.filter(sites -> changed != other && !sites.joins(changed, other))
                .map(sites -> "graph() must join sites " + changed + " and " + other + ": a change of site " + changed
                        + " changes the log-ratio of site " + other);
    }
}
