/** What the modules of lbp share and users have no need of; it may change without notice. */
@NullMarked
package dev.lbp.internal;

import org.jspecify.annotations.NullMarked;
