/** Prefix of the keys of completed checkpoints. */
export const checkpointPrefix = 'checkpointID-'

/** Flink's key for the pointer to a checkpoint: padded, so that the order of keys is the order of ids. */
export const checkpointKey = (id: number): string => `${checkpointPrefix}${String(id).padStart(19, '0')}`

/** Null: the key does not end in a number. */
export const checkpointIdOf = (key: string): number | null => {
  const digits = key.slice(checkpointPrefix.length)
  const id = key.startsWith(checkpointPrefix) && /^\d+$/.test(digits) ? Number(digits) : NaN
  return Number.isSafeInteger(id) ? id : null
}
