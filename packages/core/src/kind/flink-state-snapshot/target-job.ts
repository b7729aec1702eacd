import * as E from 'fp-ts/lib/Either.js'
import { deployedSession, specThatRuns } from '../../cluster/observe/deployed-session.ts'
import { restEndpointOf } from '../../cluster/observe/cluster-queries.ts'
import { decodeRecordedSessionJob, sessionClusterName } from '../../crd/recorded-spec.ts'
import type { Env } from '../../contract/env.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentView, FlinkSessionJobView } from '../../contract/fact/custom-resource-views.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/facts.ts'
import { observeConfiguration, sessionJobConfiguration } from '../../flink/configuration/deploy-configuration.ts'
import { type ResourceOptions, resourceOptions } from '../../options/resource-options.ts'
import type { RestEndpoint } from '../../contract/query/query.ts'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkSessionJobSpec } from '../../contract/resource/flink-session-job.ts'
import type { FlinkVersion } from '../../contract/resource/flink-version.ts'
import { type JobLifecycleStatus, type JobReference, isTerminal } from '../../contract/resource/job-status.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'

/** State of the job that a snapshot refers to, as the status of its FlinkDeployment or FlinkSessionJob reports it. */
export type TargetJob =
  /** The operator has not queried the resource of the job in this round. */
  | { readonly _tag: 'NotLookedAt' }
  /** The resource of the job is unobservable; it may still exist (P14, E-17). */
  | { readonly _tag: 'Unseen'; readonly reason: string }
  /** The resource of the job does not exist. */
  | { readonly _tag: 'Gone' }
  /** The job ended and does not restart automatically. */
  | { readonly _tag: 'Ended'; readonly jobId: string | null; readonly reason: string }
  /** The job starts, stops or restarts, or its state is unknown at the moment: the operator waits. */
  | { readonly _tag: 'Unsettled'; readonly reason: string }
  | (WhereItRuns & {
    readonly _tag: 'Running'
    readonly jobId: string
    /** An operation in progress stops the job: the operator sends no new request to it. */
    readonly isStopping: boolean
  })

interface WhereItRuns {
  readonly endpoint: RestEndpoint
  readonly options: ResourceOptions
  readonly flinkVersion: FlinkVersion | null
}

type Facts = Pick<FlinkStateSnapshotFacts, 'target' | 'targetSessionJob'>

/**
 * Derives the state of the job from its resource, a FlinkDeployment or FlinkSessionJob.
 *
 * | row | the resource of the job | the job |
 * |---|---|---|
 * | target-job/unnamed | the reference names no resource | unobservable |
 * | target-job/unobservable | not queried, unobservable, or absent | not queried, unobservable, or gone |
 * | target-job/ended | the job is terminal, no operation is in progress, and no upgrade is between its stop and its start | ended |
 * | target-job/not-running | the job is not RUNNING | unsettled: the job may run again, or another job may follow |
 * | target-job/cluster-unready | RUNNING, but the deployed spec can't be read, or the cluster of a session job is unobservable, missing or not ready | unsettled |
 * | target-job/running | the job is RUNNING | running; stopping, if an operation of ours is in progress or the resource is being deleted |
 *
 * A FlinkDeployment and a FlinkSessionJob with the same name are two jobs (E-5).
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
  if (recorded === null) return unsettled(`the deployed spec of ${meta.name} can't be read`)
  const effective = observeConfiguration(meta, recorded, spec, defaults)
  if (E.isLeft(effective)) return unsettled(`the configuration of ${meta.name} can't be read: ${effective.left.message}`)
  const { options } = resourceOptions(effective.right.configuration)
  return { options, flinkVersion: recorded.flinkVersion, endpoint: restEndpointOf(meta, options) }
}

/** The options of a session job. The savepoint directory comes from the job if set there, else from its cluster (B76). */
const inSession = (
  { meta, spec, status }: FlinkSessionJobView,
  recorded: RunningSessionJob | null,
  target: Facts['target'],
  defaults: Env['flinkDefaults'],
): WhereItRuns | Exclude<TargetJob, { _tag: 'Running' }> => {
  if (recorded === null) return unsettled(`the submitted spec of ${meta.name} can't be read`)
  const name = sessionClusterOf({ spec, status })
  if (name === null) return unsettled(`${meta.name} names no session cluster`)
  // a missing cluster does not end the job: the cluster may be created again, and the job reports its own end then
  if (target === undefined || (target._tag === 'Absent' && target.source !== 'live')) return { _tag: 'NotLookedAt' }
  if (target._tag !== 'Known')
    return unsettled(`session cluster ${name} ${target._tag === 'Absent' ? 'does not exist' : 'could not be observed'}`)
  if (target.value.status.jobManagerDeploymentStatus !== 'READY')
    return unsettled(`the JobManager of session cluster ${name} is ${target.value.status.jobManagerDeploymentStatus}`)
  const session = deployedSession(target.value, defaults)
  if (session === null) return unsettled(`the deployed spec of session cluster ${name} can't be read`)
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

/** The session cluster to which the job was submitted. Before the first submission: the cluster that the spec names. */
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
