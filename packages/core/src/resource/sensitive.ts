/** Names whose values are never shown (safety-properties.md, P23). */
const sensitive = /secret|password|passwd|token|key|credential/i

/** Is the value under this configuration key or field one to hide? */
export const isSensitive = (path: string): boolean => sensitive.test(path)

/** Stands in texts for a value that is not shown. */
export const hidden = '(hidden)'
