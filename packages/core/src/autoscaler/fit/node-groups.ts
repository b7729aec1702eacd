export interface NodeGroupSize {
  readonly name: string
  readonly maxSize: number
}

const nameOf = (line: string): string | null => {
  const text = line.trim().replace(/^- */, '')
  const [key = '', ...rest] = text.split(':')
  const value = rest.join(':').trim()
  return key.trim().toLowerCase() === 'name' && value !== '' ? value : null
}

const maxSizeOf = (line: string): number | null => {
  const [, digits] = /\bmaxSize[=:] ?(\d{1,9})/.exec(line) ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * The maximum sizes of the node groups in the status of the cluster autoscaler. Supports each of its layouts: text with the size one line
 * after the name, text with both on nearby positions, or YAML. A group without a size is skipped (A-17; the reference operator fails).
 */
export const nodeGroupSizes = (status: string): readonly NodeGroupSize[] => {
  const { sizes } = status.split('\n').reduce<{ readonly name: string | null; readonly sizes: readonly NodeGroupSize[] }>(
    ({ name, sizes: before }, line) => {
      const named = nameOf(line)
      if (named !== null) return { name: named, sizes: before }
      const maxSize = maxSizeOf(line)
      return name === null || maxSize === null ? { name, sizes: before } : { name: null, sizes: [...before, { name, maxSize }] }
    },
    { name: null, sizes: [] },
  )
  return sizes
}
