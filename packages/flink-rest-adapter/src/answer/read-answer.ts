import type { FairShare, Share } from '../fair-share.ts'

/** Answers up to this size, which are most, are read without a share of the budget. */
export const smallAnswer = 64 * 1_024

/** A server can send each byte separately, and each piece costs time. Flink sends pieces of kilobytes. */
const mostPieces = (limit: number): number => 1_000 + Math.ceil(limit / 256)

/** The body of an answer, or why it was not read. */
export type AnswerBody =
  | { readonly _tag: 'Read'; readonly bytes: Buffer }
  /** `why`: `is larger than 65536 bytes`. */
  | { readonly _tag: 'TooMuch'; readonly why: string }
  /** Other answers used all the memory for answers until the call was over. */
  | { readonly _tag: 'NoRoom'; readonly bytes: number }

export interface ReadOptions {
  /** `Content-Length`; null: there is none. */
  readonly announced: number | null
  readonly limit: number
  /** Bytes of all answers. */
  readonly budget: FairShare
  /** The namespace whose share of the budget is used. */
  readonly owner: string
  readonly signal: AbortSignal
}

/**
 * Reads no byte beyond the limit, and holds more than `smallAnswer` only after it reserved room for the whole answer. While it waits
 * for room, it reads nothing from the connection. `use` gets the body while the room is reserved. Rejects if the connection breaks.
 */
export const withAnswer = async <A>(
  chunks: AsyncIterable<Uint8Array>,
  { announced, limit, budget, owner, signal }: ReadOptions,
  use: (body: AnswerBody) => A | Promise<A>,
): Promise<A> => {
  const tooLong: AnswerBody = { _tag: 'TooMuch', why: `is larger than ${limit} bytes` }
  if (announced !== null && announced > limit) return await use(tooLong)
  const most = announced ?? limit
  const bytes = growing(most, announced !== null)
  let pieces = mostPieces(limit)
  let room: Share | null = null
  try {
    if (announced !== null && announced > smallAnswer) {
      room = await budget(owner, most, signal)
      if (room === null) return await use({ _tag: 'NoRoom', bytes: most })
    }
    for await (const chunk of chunks) {
      pieces -= 1
      if (pieces < 0) return await use({ _tag: 'TooMuch', why: `comes in more than ${mostPieces(limit)} pieces` })
      if (bytes.size() + chunk.byteLength > limit) return await use(tooLong)
      if (bytes.size() + chunk.byteLength > smallAnswer && room === null) {
        room = await budget(owner, most, signal)
        if (room === null) return await use({ _tag: 'NoRoom', bytes: most })
      }
      bytes.add(chunk)
    }
    return await use({ _tag: 'Read', bytes: bytes.all() })
  } finally {
    room?.release()
  }
}

/** One buffer, of the full size from the start if that is announced: each separate piece would take a hundred bytes more. */
const growing = (most: number, isExact: boolean) => {
  let buffer = Buffer.alloc(0)
  let size = 0
  return {
    size: (): number => size,
    add: (chunk: Uint8Array): void => {
      if (size + chunk.byteLength > buffer.length) {
        const wanted = isExact ? most : Math.min(Math.max(2 * buffer.length, 1_024), most)
        const larger = Buffer.allocUnsafe(Math.max(size + chunk.byteLength, wanted))
        buffer.copy(larger, 0, 0, size)
        buffer = larger
      }
      buffer.set(chunk, size)
      size += chunk.byteLength
    },
    all: (): Buffer => buffer.subarray(0, size),
  }
}
