/** Classes that need the module jdk.incubator.vector. They are loaded by name, and only if the module is present. */
package dev.lbp.internal.kernel.vector;
