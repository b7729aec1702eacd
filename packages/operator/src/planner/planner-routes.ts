import type { Json } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import type { Refused } from './access/refused.ts'
import type { Wanted } from './live-resources.ts'
import type { LiveAnswers } from './live-rights.ts'
import { type PageFile, readPage } from './page-files.ts'

/** What is answered to a request. */
export interface PlannerAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
  /** The connection ends with it. */
  readonly isLast?: boolean
}

/** What is shown to whoever asks. It is only called for what is about resources. */
export type ShownHere = () => Promise<E.Either<Refused, LiveAnswers>>

/** Answers requests for `/planner/`; null: there is nothing of that name. */
export type Planner = (path: string, query: URLSearchParams, shown: ShownHere) => Promise<PlannerAnswer | null>

/** What a page can't say of itself by `meta`: nobody may frame it or take it in, and nothing of it is kept. */
const guarded = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
const pageHeaders = { ...guarded, 'content-security-policy': "frame-ancestors 'none'" }

/** A line for a person. */
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
}

const livePath = '/planner/live/'

const liveAnswerAt = (path: string): LiveAnswer | null => {
  const name = path.startsWith(livePath) ? path.slice(livePath.length) : ''
  return Object.hasOwn(liveAnswers, name) ? liveAnswers[name] ?? null : null
}

/** The page, and the resources that it offers; read-only. Left: the page is not there. */
export const plannerOf = (from: string): E.Either<string, Planner> =>
  E.map((files: ReadonlyMap<string, PageFile>): Planner => async (path, query, shown) => {
    if (path === '/' || path === '/planner') return { status: 308, headers: { ...guarded, location: '/planner/' }, body: '' }
    const answer = liveAnswerAt(path)
    if (answer !== null) {
      const live = await shown()
      return json(E.isLeft(live) ? live : await answer(live.right, query))
    }
    const file = files.get(path === '/planner/' ? 'live.html' : path.replace('/planner/', ''))
    return file === undefined ? null : { status: 200, headers: { ...pageHeaders, 'content-type': file.type }, body: file.body }
  })(readPage(from))
