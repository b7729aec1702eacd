import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, Json } from '@flink-operator/core'
import { isUnreadable } from '../error.ts'
import type { Http, HttpRequest } from '../http.ts'

/** Of one page. Objects of 1.5 MB are allowed, and a page of 500 of them would take all the memory there is. */
const mostOfPage = { bytes: 16 * 1024 * 1024, values: 500_000 }

export interface Page {
  readonly answer: E.Either<AdapterError, Json>
  /** Objects to ask for in the next one. */
  readonly size: number
  /** As it arrived. */
  readonly bytes: number
}

/**
 * One page of a list. One that is larger than a page may be is asked for again with fewer objects, down to one: whoever writes large
 * objects must not keep those of others from being listed.
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
  // a few large objects must not make the rest of a long list one request each
  return { answer, size: Math.min(largest, 2 * size), bytes: state.bytes }
}
