import type { EpochMillis, JsonObject, Millis, RestEndpoint } from '@flink-operator/core'
import type { JobLoad } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Cancel, Clock } from '../clock.ts'
import { isToAsk, type JobPlace, type TopKind, topKinds } from '../top/job-place.ts'
import type { FleetKey } from './fleet-page.ts'
import type { ReadLoad, RowInputs } from './fleet-row.ts'

/** The rounds' own requests come first: four jobs a second, and two at a time, are asked for the page. */
const everyJob: Millis = 250
const mostAtOnce = 2
/** A job is asked again after this time. */
const countsFor: Millis = 15_000
/** The page is taken for closed when it did not ask for so long. */
const openFor: Millis = 30_000

type TopKey = FleetKey & { readonly kind: TopKind }

export interface LoadReaderSetup {
  readonly clock: Pick<Clock, 'after' | 'now' | 'steady'>
  /** All rows. */
  readonly resources: () => Iterable<FleetKey & { readonly askedAt: EpochMillis | null }>
  /** The jobs of a resource, one after the other; empty: it is gone. */
  readonly places: (resource: TopKey) => readonly JobPlace[]
  readonly ask: (endpoint: RestEndpoint, jobId: string) => Promise<E.Either<string, JobLoad>>
  readonly onAsked: (resource: FleetKey, asked: NonNullable<RowInputs['asked']>) => void
}

/** Reads the numbers of jobs that only Flink knows, while somebody looks at the page. */
export interface LoadReader {
  /** Somebody asked for the page. */
  readonly viewed: () => void
  readonly stop: () => void
}

const isTop = (resource: FleetKey): boolean => topKinds.some(kind => kind === resource.kind)

export const readLoads = ({ clock, resources, places, ask, onAsked }: LoadReaderSetup): LoadReader => {
  const time = clock.steady ?? clock.now
  let viewedAt = -Infinity
  let timer: Cancel | null = null
  let isStopped = false
  let running = 0
  // oldest answers first; made anew when all of it was asked
  let line: { readonly resources: readonly TopKey[]; readonly next: number } = { resources: [], next: 0 }

  const due = (): readonly TopKey[] => {
    const now = clock.now()
    const isDue = (it: { readonly askedAt: EpochMillis | null }): boolean => it.askedAt === null || now - it.askedAt >= countsFor
    return [...resources()].filter((it): it is typeof it & TopKey => isTop(it) && isDue(it))
      .sort((a, b) => (a.askedAt ?? 0) - (b.askedAt ?? 0))
  }
  const loadOf = async (place: JobPlace): Promise<ReadLoad> => {
    const { endpoint, jobId, version, jobState } = place
    const answer = endpoint === null || jobId === null || !isToAsk(place) ? null : await ask(endpoint, jobId)
    return { version, jobState, load: answer !== null && E.isRight(answer) ? answer.right : null }
  }
  const read = async (resource: TopKey): Promise<void> => {
    running += 1
    try {
      const loads = await Promise.all(places(resource).map(loadOf))
      if (!isStopped) onAsked(resource, { at: clock.now(), loads })
    } finally {
      running -= 1
    }
  }
  const next = (): void => {
    timer = null
    if (isStopped || time() - viewedAt > openFor) return
    timer = clock.after(everyJob, next)
    if (running >= mostAtOnce) return
    if (line.next >= line.resources.length) line = { resources: due(), next: 0 }
    const resource = line.resources[line.next]
    line = { ...line, next: line.next + 1 }
    // an answer that can't be had leaves the row as it is
    if (resource !== undefined) void read(resource).catch(() => undefined)
  }
  return {
    viewed: () => {
      viewedAt = time()
      if (!isStopped) timer ??= clock.after(0, next)
    },
    stop: () => {
      isStopped = true
      timer?.()
      timer = null
    },
  }
}

/** What `top` lists of one resource: it alone, and for a session job the cluster that it runs in. */
export const listsOf = (
  kind: TopKind,
  json: JsonObject,
  cluster: JsonObject | null,
): Readonly<Record<TopKind, readonly JsonObject[]>> => ({
  FlinkDeployment: kind === 'FlinkDeployment' ? [json] : cluster === null ? [] : [cluster],
  FlinkSessionJob: kind === 'FlinkSessionJob' ? [json] : [],
  FlinkApplication: kind === 'FlinkApplication' ? [json] : [],
})
