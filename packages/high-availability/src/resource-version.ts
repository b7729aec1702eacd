const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** Numbers of any length, without leading zeros. */
const isGreater = (a: string, b: string): boolean => a.length === b.length ? a > b : a.length > b.length

/**
 * Is what was read at `read` newer than what is known of `known`? Kubernetes compares resourceVersions as numbers of any length; where one
 * of them is none, nobody knows, and what differs counts as newer.
 */
export const isNewer = (read: string, known: string): boolean => isNumber(read) && isNumber(known) ? isGreater(read, known) : read !== known
