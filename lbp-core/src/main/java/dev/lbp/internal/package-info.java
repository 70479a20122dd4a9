/** Code that the modules of lbp share. It is not for users, and may change without notice. */
@NullMarked
package dev.lbp.internal;

import org.jspecify.annotations.NullMarked;
