package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.tempering.SlotRecords;
import java.util.Map;

/**
 * The settings from which a tempered run is made.
 *
 * @param start the starting states of each chain; all slots of its ladder start there
 * @param tracked statistics, by name, which are recorded at all slots
 * @param <S> the array of a state
 */
public record TemperedSettings<S>(
        TemperingPlan plan, StartPlan<S> start, Map<String, ? extends SlotRecords.Observable<S>> tracked) {}
