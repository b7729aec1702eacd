/**
 * Exceptions of jobs that Flink restarts by itself, as events (control-flow.md, section 3.8). Flink's list of jobs tells when the state of
 * a task changed last: only then are exceptions asked for, at once and once more when Flink surely shows them, so a steady job costs
 * nothing. Nothing is decided by them.
 */
import {
  type EmitEvent,
  type Env,
  type EpochMillis,
  type Fact,
  type FlinkQuery,
  jobExceptionEvents,
  type JobException,
  type JobOverview,
  type JsonObject,
  lookBack,
  type RestEndpoint,
  secretsFor,
  type ToldExceptions,
} from '@flink-operator/core'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'

export interface ExceptionOptions {
  readonly ask: (query: FlinkQuery) => Promise<Fact<unknown>>
  /** Best effort; never rejects. */
  readonly emit: (key: ResourceKey, resource: JsonObject, event: EmitEvent) => Promise<void>
}

export interface ExceptionTeller {
  /** After a round. `endpoint`: where it asked Flink; null: it did not. Never rejects. */
  readonly after: (key: ResourceKey, resource: JsonObject, report: RoundReport, endpoint: RestEndpoint | null) => Promise<void>
  readonly forget: (key: ResourceKey) => void
  readonly kept: () => number
}

/** Flink answers with what it last made up, each `web.refresh-interval` (3 s): asked at once it may not know what changed. */
const shownLate = 6_000

interface Known {
  readonly change: string
  /** Since when the change is known here; by Flink's clock it would be another one's. */
  readonly noticedAt: EpochMillis
  /** Asked so late that Flink shows all that came with the change. */
  readonly isWhole: boolean
  readonly told: ToldExceptions | null
}

const jobIdIn = (resource: JsonObject): string | null => {
  const { jobStatus } = (resource['status'] ?? {}) as { readonly jobStatus?: { readonly jobId?: unknown } | null }
  return typeof jobStatus?.jobId === 'string' ? jobStatus.jobId : null
}

/** The job of the resource, as Flink listed it in this round. */
const jobOf = (resource: JsonObject, { facts, written }: RoundReport): JobOverview | null => {
  const jobs = (facts as { readonly jobs?: Fact<readonly JobOverview[]> }).jobs
  const jobId = jobIdIn(written?.resource ?? resource) ?? jobIdIn(resource)
  return jobs?._tag !== 'Known' || jobId === null ? null : jobs.value.find(it => it.jobId === jobId) ?? null
}

const changeOf = ({ jobId, state, startTime, lastModification }: JobOverview): string =>
  `${jobId} ${state} ${startTime} ${lastModification ?? ''}`

/** Did a task change in the time that a new process looks back to? */
const isRecent = ({ startTime, lastModification = startTime }: JobOverview, now: number): boolean => lastModification > now - lookBack

export const createExceptionTeller = ({ ask, emit }: ExceptionOptions): ExceptionTeller => {
  const known = new Map<string, Known>()

  const tell = async (key: ResourceKey, resource: JsonObject, job: JobOverview, endpoint: RestEndpoint, env: Env): Promise<void> => {
    const before = known.get(keyText(key))
    const told = before?.told ?? null
    const change = changeOf(job)
    const noticedAt = before?.change === change ? before.noticedAt : env.now
    const answer = await ask({ _tag: 'GetJobExceptions', endpoint, jobId: job.jobId })
    if (answer._tag !== 'Known') return
    const secrets = secretsFor(env, resource, env.flinkDefaults)
    const news = jobExceptionEvents(answer.value as readonly JobException[], job.jobId, told, env.now, env.options, secrets)
    known.set(keyText(key), { change, noticedAt, isWhole: env.now - noticedAt >= shownLate, told: news.told })
    for (const event of news.events) await emit(key, resource, event)
  }

  return {
    after: async (key, resource, report, endpoint) => {
      const env = report.decided?.env
      const job = jobOf(resource, report)
      if (env === undefined || job === null || endpoint === null || env.options.eventsExceptionsLimitPerReconciliation <= 0) return
      const before = known.get(keyText(key))
      if (before?.change === changeOf(job) && (before.isWhole || env.now - before.noticedAt < shownLate)) return
      if (before === undefined && !isRecent(job, env.now)) {
        known.set(keyText(key), { change: changeOf(job), noticedAt: env.now, isWhole: true, told: { jobId: job.jobId, upTo: env.now } })
        return
      }
      await tell(key, resource, job, endpoint, env)
    },
    forget: key => {
      known.delete(keyText(key))
    },
    kept: () => known.size,
  }
}
