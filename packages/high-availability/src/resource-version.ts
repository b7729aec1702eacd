const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** Compares numbers of any length, without leading zeros. */
const isGreater = (a: string, b: string): boolean => a.length === b.length ? a > b : a.length > b.length

/**
 * True if the version `read` is newer than `known`. Kubernetes compares resourceVersions as numbers of any length; if one of them is
 * no number, any other version counts as newer.
 */
export const isNewer = (read: string, known: string): boolean => isNumber(read) && isNumber(known) ? isGreater(read, known) : read !== known
