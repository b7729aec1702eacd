/**
 * Is what was read at `read` older than what a write returned as `written`? Kubernetes compares resourceVersions as numbers of any length;
 * where one of them is none, only the same text counts as new enough.
 */
export const isOlderThan = (read: string, written: string): boolean => {
  if (read === written) return false
  const isNumber = (text: string): boolean => /^\d+$/.test(text)
  return isNumber(read) && isNumber(written) ? BigInt(read) < BigInt(written) : true
}
