package dev.lbp.experiments.moves;

import dev.lbp.target.MoveModel;
import java.util.function.LongFunction;

/**
 * A target with its own moves. Every repetition draws its own instance.
 *
 * @param name the name in tables
 * @param instance draws an instance from a seed
 * @param burnIn steps from random states to states in equilibrium
 * @param movesPerDraw the number of accepted moves, or moves of a path, from one draw to the next; a step may have more
 */
record MoveCase(String name, LongFunction<MoveModel> instance, int burnIn, double movesPerDraw) {}
