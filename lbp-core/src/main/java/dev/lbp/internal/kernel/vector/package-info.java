/** What needs the module jdk.incubator.vector; loaded by name, and only if the module is there. */
@NullMarked
package dev.lbp.internal.kernel.vector;

import org.jspecify.annotations.NullMarked;
