/**
 * True if the version `read` is older than `written`, which a write returned. Kubernetes compares resourceVersions as numbers of any
 * length; if one of them is no number, only the same text counts as new enough.
 */
export const isOlderThan = (read: string, written: string): boolean => {
  if (read === written) return false
  const isNumber = (text: string): boolean => /^\d+$/.test(text)
  return isNumber(read) && isNumber(written) ? BigInt(read) < BigInt(written) : true
}
