/**
 * Files: written as a whole, locked, owned by the user, unpacked; and text of others that goes into tables. Open
 * {@link dev.lbp.internal.files.WholeFile} first. For all modules; not API.
 */
@NullMarked
package dev.lbp.internal.files;

import org.jspecify.annotations.NullMarked;
