/** A growing list of small integers, in a typed array: a million of them cost megabytes, not tens of megabytes. */
export interface IntList {
  readonly push: (value: number) => void
  readonly set: (index: number, value: number) => void
  readonly at: (index: number) => number
  readonly length: () => number
}

export const intList = (): IntList => {
  let values = new Int32Array(1024)
  let used = 0
  return {
    push: value => {
      if (used === values.length) {
        const wider = new Int32Array(values.length * 2)
        wider.set(values)
        values = wider
      }
      values[used] = value
      used += 1
    },
    set: (index, value) => {
      values[index] = value
    },
    at: index => values[index]!,
    length: () => used,
  }
}
