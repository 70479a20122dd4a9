/**
 * How a model of a user is called: its answers are checked, its failures named. Not API.
 */
@NullMarked
package dev.lbp.runtime.model;

import org.jspecify.annotations.NullMarked;
