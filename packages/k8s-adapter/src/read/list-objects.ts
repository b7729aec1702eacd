import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, JsonObject } from '@flink-operator/core'
import { tooMuch } from '../error.ts'
import type { Http } from '../http.ts'
import { objectsAt, textAt } from '../json-path.ts'
import { readPage } from './read-page.ts'

const pageSize = 500

/** Limit of one list for a decision. Users of a namespace can create as many objects as its quota allows, with any labels. */
const mostBytes = 64 * 1024 * 1024

/** How the objects of a list are reduced, and how long it may be. */
export interface ListOptions<A> {
  /** Reduces an object as soon as its page has arrived. */
  readonly project: (object: JsonObject) => A
  /** Bytes of all pages. */
  readonly mostBytes?: number
}

/** Lists all objects of a collection, live, page by page. An expired page token is an error: the caller lists again. */
export const listProjected =
  (http: Http) =>
  <A>(path: string, selectors: Readonly<Record<string, string>>, options: ListOptions<A>): TE.TaskEither<AdapterError, readonly A[]> =>
  async () => {
    const most = options.mostBytes ?? mostBytes
    const found: A[] = []
    let [token, size, bytes] = ['', pageSize, 0]
    for (;;) {
      const page = await readPage(http, { path, query: { ...selectors, ...(token === '' ? {} : { continue: token }) } }, size, pageSize)
      if (E.isLeft(page.answer)) return page.answer
      size = page.size
      bytes += page.bytes
      if (bytes > most) return E.left(tooMuch(`the list ${path} is longer than ${most} bytes`))
      for (const object of objectsAt(page.answer.right, 'items')) found.push(options.project(object))
      token = textAt(page.answer.right, 'metadata', 'continue') ?? ''
      if (token === '') return E.right(found)
    }
  }

/** As `listProjected`, with whole objects. */
export const listObjects = (http: Http) =>
(
  path: string,
  selectors: Readonly<Record<string, string>>,
  options: { readonly mostBytes?: number } = {},
): TE.TaskEither<AdapterError, readonly JsonObject[]> => listProjected(http)(path, selectors, { ...options, project: object => object })
