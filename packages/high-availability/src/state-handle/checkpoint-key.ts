/** Keys of completed checkpoints: the order of the texts is that of the numbers. */
export const checkpointPrefix = 'checkpointID-'

/** The key under which Flink points to a checkpoint: padded, so that their order as text is that of the ids. */
export const checkpointKey = (id: number): string => `${checkpointPrefix}${String(id).padStart(19, '0')}`

/** Null: the key ends in no number. */
export const checkpointIdOf = (key: string): number | null => {
  const digits = key.slice(checkpointPrefix.length)
  const id = key.startsWith(checkpointPrefix) && /^\d+$/.test(digits) ? Number(digits) : NaN
  return Number.isSafeInteger(id) ? id : null
}
