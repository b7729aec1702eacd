import type { IncomingMessage } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { AdmissionLimits } from './admission-limits.ts'
import { type Answer, text } from './answer.ts'

/** The body of a request. Its bytes count until it is released. */
export interface ReadReview {
  readonly body: string
  readonly release: () => void
}

export interface ReviewReader {
  /** Left: an answer before the whole body was read. */
  readonly read: (request: IncomingMessage, onReady: () => void) => Promise<E.Either<Answer, ReadReview>>
}

interface Reading {
  bytes: number
  readonly end: (answer: Answer) => void
}

const busy = text(503, 'too many bytes of reviews at once')

/**
 * Reads request bodies, up to a limit for each and for all together. Above the sum, the oldest unfinished request is refused: the
 * API server sends a review within milliseconds, and a slow client must not keep its place.
 */
export const reviewReader = ({ review, bytes: most }: Pick<AdmissionLimits, 'review' | 'bytes'>): ReviewReader => {
  const tooLong = text(413, `a review has at most ${review} bytes`)
  // oldest first
  const reading = new Set<Reading>()
  let used = 0

  const count = (of: Reading, bytes: number): void => {
    used += bytes
    of.bytes += bytes
    for (const other of reading) {
      if (used <= most) return
      other.end(busy)
    }
  }
  return {
    read: (request, onReady) => {
      if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
        return Promise.resolve(E.left(text(415, 'a review is not packed: no Content-Encoding')))
      if (Number(request.headers['content-length'] ?? 0) > review) return Promise.resolve(E.left(tooLong))
      onReady()
      return new Promise(resolve => {
        const chunks: Buffer[] = []
        const release = (): void => {
          used -= it.bytes
          it.bytes = 0
        }
        const done = (result: E.Either<Answer, ReadReview>): void => {
          reading.delete(it)
          request.off('data', onData)
          if (E.isLeft(result)) {
            chunks.length = 0
            release()
          }
          resolve(result)
        }
        const it: Reading = { bytes: 0, end: answer => done(E.left(answer)) }
        const onData = (chunk: Buffer): void => {
          chunks.push(chunk)
          if (it.bytes + chunk.length > review) return done(E.left(tooLong))
          count(it, chunk.length)
        }
        reading.add(it)
        request.on('data', onData)
        request.once('end', () => done(E.right({ body: Buffer.concat(chunks).toString('utf8'), release })))
        // the client is gone: it gets no answer
        request.once('close', () => done(E.left(text(400, 'the request ended before its body did'))))
      })
    },
  }
}
