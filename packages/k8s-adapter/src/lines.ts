/** A line above the limit: the stream is not read further. */
export interface LineTooLong {
  readonly limit: number
}

/** Splits a byte stream into text lines. Splits at line feeds before decoding, so that no character is torn; skips empty lines. */
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
      // a copy, since the connection reuses its buffer
      parts.push(Uint8Array.from(chunk.subarray(from)))
      size += chunk.length - from
    }
    return size > limit ? { limit } : null
  }
}
