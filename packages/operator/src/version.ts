/** The version of this program; the package's manifest says the same. */
export const version = '0.1.0'
