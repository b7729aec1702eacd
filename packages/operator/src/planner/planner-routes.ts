import type { Json } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import type { Refused } from './access/refused.ts'
import type { Wanted } from './live-resources.ts'
import type { LiveAnswers } from './live-rights.ts'
import { type PageFile, readPage } from './page-files.ts'

/** The answer to a request. */
export interface PlannerAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
  /** The connection is closed after it. */
  readonly isLast?: boolean
  /** It may be sent compressed. */
  readonly isCompressed?: true
}

/** The resources that the client may see. Called only for requests about resources. */
export type ShownHere = () => Promise<E.Either<Refused, LiveAnswers>>

/** Answers requests for `/planner/` and `/fleet/`; null: no such path exists. */
export type Planner = (path: string, query: URLSearchParams, shown: ShownHere) => Promise<PlannerAnswer | null>

/** Headers that a `meta` element can't express: no framing, no embedding, no caching. */
const guarded = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
const pageHeaders = { ...guarded, 'content-security-policy': "frame-ancestors 'none'" }

/** An answer of one line for the user. */
export const textAnswer = (status: number, line: string): PlannerAnswer => ({
  status,
  headers: { ...guarded, 'content-type': 'text/plain; charset=utf-8' },
  body: `${line}\n`,
})

export const refusedAnswer = ({ status, why, headers = {} }: Refused): PlannerAnswer => {
  const answer = textAnswer(status, why)
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

const json = (value: E.Either<Refused, unknown>): PlannerAnswer =>
  E.isLeft(value) ? refusedAnswer(value.left) : {
    status: 200,
    headers: { ...guarded, 'content-type': 'application/json' },
    body: exactJsonText(value.right as Json),
  }

const wantedIn = (query: URLSearchParams): Wanted => ({
  kind: query.get('kind'),
  namespace: query.get('namespace'),
  name: query.get('name'),
})

type LiveAnswer = (live: LiveAnswers, query: URLSearchParams) => Promise<E.Either<Refused, unknown>>

const liveAnswers: Readonly<Record<string, LiveAnswer>> = {
  resources: ({ resources }, query) => resources(query.get('namespace')),
  resource: ({ resource }, query) => resource(wantedIn(query)),
  observed: ({ observed }, query) => observed(wantedIn(query)),
  configuration: ({ configuration }, query) => configuration(wantedIn(query)),
  details: ({ details }, query) => details(wantedIn(query)),
}

/** The rows of the fleet page: they hold no numbers beyond 2^53, so that `JSON.stringify` writes them. */
const fleetPath = '/planner/live/fleet'

const fleetAnswer = (page: E.Either<Refused, unknown>): PlannerAnswer =>
  E.isLeft(page) ? refusedAnswer(page.left) : {
    status: 200,
    headers: { ...guarded, 'content-type': 'application/json' },
    body: JSON.stringify(page.right),
    isCompressed: true,
  }

const livePath = '/planner/live/'

const liveAnswerAt = (path: string): LiveAnswer | null => {
  const name = path.startsWith(livePath) ? path.slice(livePath.length) : ''
  return Object.hasOwn(liveAnswers, name) ? liveAnswers[name] ?? null : null
}

const moved = (location: string): PlannerAnswer => ({ status: 308, headers: { ...guarded, location }, body: '' })

/** The file of each page by its path. */
const pages: Readonly<Record<string, string>> = { '/planner/': 'live.html', '/fleet/': 'fleet.html' }

/** Serves the pages and their resources, read-only. `hasFleet`: the fleet page is on. Left: the files of the pages do not exist. */
export const plannerOf = (from: string, hasFleet = false): E.Either<string, Planner> =>
  E.map((files: ReadonlyMap<string, PageFile>): Planner => async (path, query, shown) => {
    if (path === fleetPath) {
      const live = await shown()
      return fleetAnswer(E.isLeft(live) ? live : await live.right.fleet(query.get('namespace'), query.get('cursor')))
    }
    if (path === '/' || path === '/planner') return moved('/planner/')
    if (path === '/fleet' && hasFleet) return moved('/fleet/')
    if (path === '/fleet/' && !hasFleet) return null
    const answer = liveAnswerAt(path)
    if (answer !== null) {
      const live = await shown()
      return json(E.isLeft(live) ? live : await answer(live.right, query))
    }
    const file = files.get(pages[path] ?? path.replace('/planner/', ''))
    return file === undefined ? null
      : { status: 200, headers: { ...pageHeaders, 'content-type': file.type }, body: file.body, isCompressed: true }
  })(readPage(from))
