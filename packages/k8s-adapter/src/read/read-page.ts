import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, Json } from '@flink-operator/core'
import { isUnreadable } from '../error.ts'
import type { Http, HttpRequest } from '../http.ts'

/** Limits of one page. Objects may have 1.5 MB, and a page of 500 of them would use up the memory. */
const mostOfPage = { bytes: 16 * 1024 * 1024, values: 500_000 }

export interface Page {
  readonly answer: E.Either<AdapterError, Json>
  /** Number of objects to request in the next page. */
  readonly size: number
  /** Bytes as received. */
  readonly bytes: number
}

/**
 * Reads one page of a list. A page above the limit is requested again with fewer objects, down to one: large objects of one user
 * must not prevent the list of others.
 */
export const readPage = async (
  http: Http,
  request: Omit<HttpRequest, 'method' | 'body'>,
  size: number,
  largest: number,
): Promise<Page> => {
  const state = { bytes: 0 }
  const answer = await http.send({
    ...request,
    method: 'GET',
    query: { ...request.query, limit: String(size) },
    ...(size === 1 ? {} : { most: mostOfPage }),
    onSize: bytes => {
      state.bytes = bytes
    },
  })()
  if (size > 1 && E.isLeft(answer) && isUnreadable(answer.left)) return readPage(http, request, Math.floor(size / 4) || 1, largest)
  // a few large objects must not turn the rest of a long list into one request each
  return { answer, size: Math.min(largest, 2 * size), bytes: state.bytes }
}
