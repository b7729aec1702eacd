import * as E from 'fp-ts/lib/Either.js'
import { deployedSession, specThatRuns } from '../../cluster/seen/deployed-session.ts'
import { restEndpointOf } from '../../cluster/seen/rest-endpoint.ts'
import { decodeRecordedSessionJob, sessionClusterName } from '../../codec/recorded-spec.ts'
import type { Env } from '../../env.ts'
import type { Fact } from '../../fact/fact.ts'
import type { FlinkDeploymentView } from '../../fact/flink-deployment-view.ts'
import type { FlinkSessionJobView } from '../../fact/flink-session-job-view.ts'
import type { FlinkStateSnapshotFacts } from '../../fact/flink-state-snapshot-facts.ts'
import { observeConfiguration } from '../../flink-configuration/observe-configuration.ts'
import { sessionJobConfiguration } from '../../flink-configuration/session-job-configuration.ts'
import { type ResourceOptions, resourceOptions } from '../../operator-options/resource-options.ts'
import type { RestEndpoint } from '../../query/query.ts'
import type { JobSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkSessionJobSpec } from '../../resource/flink-session-job.ts'
import type { FlinkVersion } from '../../resource/flink-version.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { JobReference } from '../../resource/job-reference.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'

/** The job that a snapshot refers to, as its resource tells of it. */
export type TargetJob =
  | { readonly _tag: 'NotLookedAt' }
  /** Not seen is not gone (P14, E-17). */
  | { readonly _tag: 'Unseen'; readonly reason: string }
  | { readonly _tag: 'Gone' }
  /** It ended and nothing brings it back by itself. */
  | { readonly _tag: 'Ended'; readonly jobId: string | null; readonly reason: string }
  /** It starts, stops, is restarted, or its state is not known at the moment: wait and see. */
  | { readonly _tag: 'Unsettled'; readonly reason: string }
  | (WhereItRuns & {
    readonly _tag: 'Running'
    readonly jobId: string
    /** An operation is under way that stops it: nothing new is asked of it. */
    readonly isStopping: boolean
  })

interface WhereItRuns {
  readonly endpoint: RestEndpoint
  readonly options: ResourceOptions
  readonly flinkVersion: FlinkVersion | null
}

type Facts = Pick<FlinkStateSnapshotFacts, 'target' | 'targetSessionJob'>

/**
 * | row | the job's resource | its job |
 * |---|---|---|
 * | J0 | the reference names none | unseen |
 * | J1 | not looked at, not seen, absent | the same |
 * | J2 | job terminal, nothing under way, no upgrade between stop and start | ended |
 * | J3 | job not RUNNING | unsettled: it, or another one, may follow |
 * | J4 | RUNNING, but what was deployed can't be read; of a session job: its cluster is not seen, not there, or not ready | unsettled |
 * | J5 | RUNNING | running; stopping, if an operation of ours is under way or the resource is deleted |
 *
 * A FlinkDeployment and a FlinkSessionJob of one name are two jobs (E-5).
 */
export const targetJob = (reference: JobReference | null, facts: Facts, { flinkDefaults }: Env): TargetJob => {
  if (reference?.name == null) return { _tag: 'Unseen', reason: 'the resource names no job' }
  switch (reference.kind) {
    case 'FlinkDeployment':
      return seen(facts.target, view => jobOf(view, () => specThatRuns(view.status)?.job ?? null, () => inDeployment(view, flinkDefaults)))
    case 'FlinkSessionJob':
      return seen(facts.targetSessionJob, view => {
        const recorded = recordedSessionJob(view.status)
        return jobOf(view, () => recorded?.job ?? null, () => inSession(view, recorded, facts.target, flinkDefaults))
      })
    case null:
      return { _tag: 'Unseen', reason: 'the resource names no kind of job' }
  }
}

const seen = <View>(fact: Fact<View> | undefined, there: (view: View) => TargetJob): TargetJob => {
  switch (fact?._tag) {
    case undefined:
      return { _tag: 'NotLookedAt' }
    case 'Absent':
      return fact.source === 'live' ? { _tag: 'Gone' } : { _tag: 'NotLookedAt' }
    case 'Unknown':
      return { _tag: 'Unseen', reason: fact.message }
    case 'Known':
      return there(fact.value)
  }
}

const jobOf = (
  { meta, status }: { readonly meta: ResourceMeta; readonly status: JobLifecycleStatus },
  recorded: () => JobSpec | null,
  where: () => WhereItRuns | Exclude<TargetJob, { _tag: 'Running' }>,
): TargetJob => {
  const { jobStatus: { state, jobId }, operation, reconciliationStatus } = status
  if (
    isTerminal(state) && operation === null
    && (reconciliationStatus.state === 'DEPLOYED' || reconciliationStatus.state === 'ROLLED_BACK'
      || recorded()?.state === 'suspended')
  )
    return { _tag: 'Ended', jobId, reason: `the job is ${state ?? ''}` }
  if (state !== 'RUNNING' || jobId === null) return { _tag: 'Unsettled', reason: `the job is ${state ?? 'not known yet'}` }
  const runs = where()
  return '_tag' in runs ? runs
    : { _tag: 'Running', jobId, ...runs, isStopping: operation !== null || meta.deletionTimestamp !== null }
}

const unsettled = (reason: string): Extract<TargetJob, { _tag: 'Unsettled' }> => ({ _tag: 'Unsettled', reason })

const inDeployment = (
  { meta, spec, status }: FlinkDeploymentView,
  defaults: Env['flinkDefaults'],
): WhereItRuns | Extract<TargetJob, { _tag: 'Unsettled' }> => {
  const recorded = specThatRuns(status)
  if (recorded === null) return unsettled(`what was deployed of ${meta.name} can't be read`)
  const effective = observeConfiguration(meta, recorded, spec, defaults)
  if (E.isLeft(effective)) return unsettled(`the configuration of ${meta.name} can't be read: ${effective.left.message}`)
  const { options } = resourceOptions(effective.right.configuration)
  return { options, flinkVersion: recorded.flinkVersion, endpoint: restEndpointOf(meta, options) }
}

/** Where savepoints go the job says, then its cluster (B76). */
const inSession = (
  { meta, spec, status }: FlinkSessionJobView,
  recorded: RunningSessionJob | null,
  target: Facts['target'],
  defaults: Env['flinkDefaults'],
): WhereItRuns | Exclude<TargetJob, { _tag: 'Running' }> => {
  if (recorded === null) return unsettled(`what was submitted of ${meta.name} can't be read`)
  const name = sessionClusterOf({ spec, status })
  if (name === null) return unsettled(`${meta.name} names no session cluster`)
  // a cluster that is gone is no end of the job: it may be made again, and says so then
  if (target === undefined || (target._tag === 'Absent' && target.source !== 'live')) return { _tag: 'NotLookedAt' }
  if (target._tag !== 'Known') return unsettled(`session cluster ${name} is ${target._tag === 'Absent' ? 'not there' : 'not seen'}`)
  if (target.value.status.jobManagerDeploymentStatus !== 'READY')
    return unsettled(`the JobManager of session cluster ${name} is ${target.value.status.jobManagerDeploymentStatus}`)
  const session = deployedSession(target.value, defaults)
  if (session === null) return unsettled(`what was deployed of session cluster ${name} can't be read`)
  const effective = sessionJobConfiguration(
    session.specs,
    { name: meta.name, job: recorded.job, flinkConfiguration: recorded.spec.flinkConfiguration },
    defaults,
  )
  return E.isLeft(effective) ? unsettled(`the configuration of ${meta.name} can't be read: ${effective.left.message}`)
    : {
      options: resourceOptions(effective.right.configuration).options,
      flinkVersion: session.flinkVersion,
      endpoint: session.endpoint,
    }
}

/** The cluster in which the job was submitted; before that, the one that it is to be submitted to. */
export const sessionClusterOf = ({ spec, status }: Pick<FlinkSessionJobView, 'spec' | 'status'>): string | null =>
  sessionClusterName(status.reconciliationStatus.lastReconciledSpec, spec.deploymentName)

interface RunningSessionJob {
  readonly spec: FlinkSessionJobSpec
  readonly job: JobSpec
}

const recordedSessionJob = (
  { reconciliationStatus: { state, lastReconciledSpec, lastStableSpec } }: FlinkSessionJobView['status'],
): RunningSessionJob | null => {
  const text = state === 'ROLLED_BACK' ? (lastStableSpec ?? lastReconciledSpec) : lastReconciledSpec
  const decoded = text === null ? null : decodeRecordedSessionJob(text)
  if (decoded === null || E.isLeft(decoded)) return null
  const { spec, spec: { job } } = decoded.right
  return job === null ? null : { spec, job }
}
