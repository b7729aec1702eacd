import type { Json } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import { listedResources, liveConfiguration, liveObserved, liveResource, type LiveSources, type Wanted } from './live-resources.ts'
import { type PageFile, readPage } from './page-files.ts'

/** What is answered to a request. */
export interface PlannerAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

/** Answers requests for `/planner/`; null: there is nothing of that name. */
export type Planner = (path: string, query: URLSearchParams) => Promise<PlannerAnswer | null>

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

const json = (value: unknown): PlannerAnswer => ({
  status: 200,
  headers: { ...guarded, 'content-type': 'application/json' },
  body: exactJsonText(value as Json),
})

const wantedIn = (query: URLSearchParams): Wanted => ({
  kind: query.get('kind'),
  namespace: query.get('namespace'),
  name: query.get('name'),
})

/** The page, and the resources that it offers; read-only. Left: the page is not there. */
export const plannerOf = (sources: LiveSources, from: string): E.Either<string, Planner> =>
  E.map((files: ReadonlyMap<string, PageFile>): Planner => async (path, query) => {
    switch (path) {
      case '/':
      case '/planner':
        return { status: 308, headers: { ...guarded, location: '/planner/' }, body: '' }
      case '/planner/live/resources':
        return json(listedResources(sources))
      case '/planner/live/observed':
        return json(await liveObserved(sources, wantedIn(query)))
      case '/planner/live/resource': {
        const found = await liveResource(sources, wantedIn(query))
        if (E.isRight(found)) return json(found.right)
        return textAnswer(...found.left)
      }
      case '/planner/live/configuration':
        return json(liveConfiguration(sources))
      default: {
        const file = files.get(path === '/planner/' ? 'live.html' : path.replace('/planner/', ''))
        return file === undefined ? null : { status: 200, headers: { ...pageHeaders, 'content-type': file.type }, body: file.body }
      }
    }
  })(readPage(from))
