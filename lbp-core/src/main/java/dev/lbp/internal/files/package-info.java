/**
 * Files: written as a whole, locked, owned by the user, unpacked, ND4J's native code among them; and text of others
 * that goes into tables. Open {@link dev.lbp.internal.files.WholeFile} first. All modules may use it; not API.
 */
package dev.lbp.internal.files;
