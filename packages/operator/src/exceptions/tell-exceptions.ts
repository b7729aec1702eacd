import type { JsonObject, Env, EpochMillis, Fact, RestEndpoint } from '@flink-operator/core'
import { kinds } from '@flink-operator/kinds'
import { recordedClusters } from '@flink-operator/lyft'
import * as E from 'fp-ts/lib/Either.js'
import type { EmitEvent } from '@flink-operator/core/action'
import type { JobException, JobOverview } from '@flink-operator/core/fact'
import type { FlinkQuery } from '@flink-operator/core/query'
import { secretsFor } from '@flink-operator/core/redaction'
import { jobExceptionEvents, lookBack, type ReportedExceptions } from '@flink-operator/core/job'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'

/** A job of a resource. */
export interface OwnJob {
  readonly jobId: string
  /** Slot of the facts about its cluster; null: the kind has a single cluster. */
  readonly slot: string | null
}

const jobIdIn = (resource: JsonObject): string | null => {
  const { jobStatus } = (resource['status'] ?? {}) as { readonly jobStatus?: { readonly jobId?: unknown } | null }
  return typeof jobStatus?.jobId === 'string' ? jobStatus.jobId : null
}

const inClusters = (resource: JsonObject): readonly OwnJob[] => {
  const decoded = kinds.FlinkApplication.decode(resource)
  return E.isLeft(decoded) ? []
    : recordedClusters(decoded.right).flatMap(({ hash, jobId }) => (jobId === null ? [] : [{ jobId, slot: hash }]))
}

/** The jobs of a resource, from its status; a FlinkApplication has one for each of its clusters. */
export const ownJobs = (resource: JsonObject): readonly OwnJob[] => {
  if (resource['kind'] === kinds.FlinkApplication.type.kind) return inClusters(resource)
  const jobId = jobIdIn(resource)
  return jobId === null ? [] : [{ jobId, slot: null }]
}

/**
 * Reports exceptions of jobs that Flink restarts itself, as events (control-flow.md, section 3.8). Flink's list of jobs says when a
 * task last changed its state. Only then does the operator query the exceptions, at once and once more when Flink certainly shows
 * them, so a steady job costs no query. No decision uses them.
 */
export interface ExceptionOptions {
  readonly ask: (query: FlinkQuery) => Promise<Fact<unknown>>
  /** Best effort; never rejects. */
  readonly emit: (key: ResourceKey, resource: JsonObject, event: EmitEvent) => Promise<void>
}

export interface ExceptionTeller {
  /** Called after a round. Never rejects. */
  readonly after: (key: ResourceKey, resource: JsonObject, report: RoundReport, asked: Asked) => Promise<void>
  readonly forget: (key: ResourceKey) => void
  readonly kept: () => number
}

/** Flink refreshes its answers each `web.refresh-interval` (3 s): at once it may not show the change yet. */
const shownLate = 6_000

interface Known {
  readonly change: string
  /** When this process noticed the change, by its own clock. */
  readonly noticedAt: EpochMillis
  /** True if the query was late enough for Flink to show everything of the change. */
  readonly isWhole: boolean
  readonly reported: ReportedExceptions | null
}

/** The endpoints that a round queried, by the slot of the facts; null: the kind has a single cluster. */
export type Asked = ReadonlyMap<string | null, RestEndpoint>

interface ListedJob {
  readonly job: JobOverview
  readonly slot: string | null
  readonly endpoint: RestEndpoint
}

/** The jobs of the resource after the round; if it has none then, those before the round. */
const jobsAfter = (resource: JsonObject, { written }: RoundReport): readonly OwnJob[] => {
  const own = written === null ? [] : ownJobs(written.resource)
  return own.length > 0 ? own : ownJobs(resource)
}

/** The resource's jobs as Flink listed them in this round. */
const listedOf = (own: readonly OwnJob[], { facts }: RoundReport, asked: Asked): readonly ListedJob[] =>
  own.flatMap(({ jobId, slot }) => {
    const listed: Fact<readonly JobOverview[]> | undefined = slot === null ? facts.jobs
      : facts[`jobs@${slot}`] as Fact<readonly JobOverview[]> | undefined
    const endpoint = asked.get(slot)
    const job = listed?._tag === 'Known' ? listed.value.find(it => it.jobId === jobId) : undefined
    return job === undefined || endpoint === undefined ? [] : [{ job, slot, endpoint }]
  })

const changeOf = ({ jobId, state, startTime, lastModification }: JobOverview): string =>
  `${jobId} ${state} ${startTime} ${lastModification ?? ''}`

/** True if a task changed within the time that a new process looks back. */
const isRecent = ({ startTime, lastModification = startTime }: JobOverview, now: number): boolean => lastModification > now - lookBack

export const createExceptionTeller = ({ ask, emit }: ExceptionOptions): ExceptionTeller => {
  /** By resource, then by slot: dropped with the resource, and with its cluster. */
  const known = new Map<string, ReadonlyMap<string | null, Known>>()

  const tell = async (
    key: ResourceKey,
    resource: JsonObject,
    { job, endpoint }: ListedJob,
    env: Env,
    before: Known | undefined,
  ): Promise<Known | undefined> => {
    const reported = before?.reported ?? null
    const change = changeOf(job)
    const noticedAt = before?.change === change ? before.noticedAt : env.now
    const answer = await ask({ _tag: 'GetJobExceptions', endpoint, jobId: job.jobId })
    if (answer._tag !== 'Known') return before
    const secrets = secretsFor(env, resource, env.flinkDefaults)
    const news = jobExceptionEvents(answer.value as readonly JobException[], job.jobId, reported, env.now, env.options, secrets)
    for (const event of news.events) await emit(key, resource, event)
    return { change, noticedAt, isWhole: env.now - noticedAt >= shownLate, reported: news.reported }
  }

  const one = async (
    key: ResourceKey,
    resource: JsonObject,
    listed: ListedJob,
    env: Env,
    before: Known | undefined,
  ): Promise<Known | undefined> => {
    const { job } = listed
    if (before?.change === changeOf(job) && (before.isWhole || env.now - before.noticedAt < shownLate)) return before
    return before === undefined && !isRecent(job, env.now)
      ? { change: changeOf(job), noticedAt: env.now, isWhole: true, reported: { jobId: job.jobId, upTo: env.now } }
      : tell(key, resource, listed, env, before)
  }

  return {
    after: async (key, resource, report, asked) => {
      const env = report.decided?.env
      if (env === undefined || asked.size === 0 || env.options.eventsExceptionsLimitPerReconciliation <= 0) return
      const own = jobsAfter(resource, report)
      const jobs = listedOf(own, report, asked)
      if (jobs.length === 0) return
      const before = known.get(keyText(key)) ?? new Map<string | null, Known>()
      const next = new Map([...before].filter(([slot]) => own.some(it => it.slot === slot)))
      for (const listed of jobs) {
        const now = await one(key, resource, listed, env, before.get(listed.slot))
        if (now !== undefined) next.set(listed.slot, now)
      }
      known.set(keyText(key), next)
    },
    forget: key => {
      known.delete(keyText(key))
    },
    kept: () => known.size,
  }
}
