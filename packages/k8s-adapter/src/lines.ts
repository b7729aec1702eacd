/** A line was longer than the limit: whoever sends that is not to be read on. */
export interface LineTooLong {
  readonly limit: number
}

/** Text lines of a byte stream. Cuts at line feeds before decoding, so that no character is torn; empty lines are left out. */
export const lines = (limit: number, onLine: (line: string) => void): (chunk: Uint8Array) => LineTooLong | null => {
  let parts: Uint8Array[] = []
  let size = 0

  return chunk => {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      if (size + end - from > limit) return { limit }
      parts.push(chunk.subarray(from, end))
      const line = Buffer.concat(parts).toString('utf8').trim()
      parts = []
      size = 0
      from = end + 1
      if (line !== '') onLine(line)
    }
    if (from < chunk.length) {
      // A copy, since the buffer of the connection is used again.
      parts.push(Uint8Array.from(chunk.subarray(from)))
      size += chunk.length - from
    }
    return size > limit ? { limit } : null
  }
}
