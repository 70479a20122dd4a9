/** Classes that need the module jdk.incubator.vector. They are loaded by name, and only if the module is present. */
@NullMarked
package dev.lbp.internal.kernel.vector;

import org.jspecify.annotations.NullMarked;
