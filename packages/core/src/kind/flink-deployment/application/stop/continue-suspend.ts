import { isOfOtherAttempt } from '../record/unknown-cluster.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import type { SuspendOperation } from '../../../../contract/resource/operation.ts'
import { watched } from '../../../../contract/query/query.ts'
import { haConfigMaps, haDeletion, haMetadataOf } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { requestOf } from '../../../../job/stop/begin-stop.ts'
import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import { onceSeen } from '../../../../contract/query/ask.ts'
import { act, look, pollMillis, type Problem, wait } from '../../../../contract/round/decision.ts'
import { isEndedByFlinkAlone, untilCleanedUp } from '../observe/ended-by-flink.ts'
import { isMissedForGood, ownJob } from '../../../../job/observe/observe-job.ts'
import { neverStarted } from '../../../../cluster/observe/job-manager-start.ts'
import { deleteHaFromZooKeeper } from './continue-application-tear-down.ts'
import { afterwardsOf, continueNeverStarted, deletion } from './never-started.ts'
import { mayRunByHaMetadata } from '../../../../cluster/observe/name-conflicts.ts'
import { jobIdsOf } from '../../../../cluster/observe/classify-ownership.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { isScaledAwayInStop, scaledAway } from '../../../../cluster/observe/scaled-away.ts'
import { slowDeletion, slowStep, drivenTearDown } from '../../../../cluster/tear-down/continue-tear-down.ts'
import { withStatus } from '../../../../contract/round/status-change.ts'
import { tearDownStep } from '../../../../cluster/tear-down/tear-down-step.ts'
import { type Ended, ended } from '../../../../job/stop/stop-host.ts'
import { dropped } from '../../../../job/stop/finish-stop.ts'
import { jobEndsBy, stopLeaves } from '../../../../contract/resource/suspend-mode.ts'

/** The next step of a stop that deletes the cluster. */
export const tearingDown = (round: Round, operation: SuspendOperation): JobDecision | Ended =>
  jobEndsBy[operation.mode] === 'NothingRuns' ? continueNeverStarted(round, operation) : tearDown(round, operation)

/**
 * Handles a stop while REST does not answer: checks whether the JobManager still exists. If it is gone, the result of the stop is lost and
 * cannot be waited for.
 */
export const late = (round: Round, operation: SuspendOperation): JobDecision | null => {
  const { observed: { facts }, desired } = round
  const { deployment, pods } = clusterQueries(desired)
  return facts.jobs?._tag === 'Known' ? null
    : onceSeen(
      facts,
      [isReplaced(round, operation) ? deployment : watched(deployment), watched(pods)],
      queries => look(queries, 'does the JobManager still exist?'),
      () => withoutRest(round, operation),
    )
}

/**
 * Is the Deployment of another attempt of ours than that of the JobManager that got the request? An older status was put back (P25). One of
 * the same attempt was only remade by somebody: the stop that it was asked for still counts (P01).
 */
const isReplaced = ({ observed: { facts, status } }: Pick<Round, 'observed'>, { incarnation }: SuspendOperation): boolean =>
  facts.deployment?._tag === 'Known' && incarnation?.deploymentUid != null && facts.deployment.value.uid !== incarnation.deploymentUid
  && isOfOtherAttempt(status, facts)

const withoutRest = (round: Round, operation: SuspendOperation): JobDecision | null => {
  const { status } = round.observed
  if (isScaledAwayInStop(round))
    return wait(
      status,
      round.env.options.observerProgressCheckInterval,
      'the JobManager: its Deployment was scaled to 0 replicas, but not by the operator',
      scaledAway(round),
    )
  if (status.jobManagerDeploymentStatus !== 'MISSING' && !isReplaced(round, operation)) return null
  return dropped(round, `the JobManager disappeared before the operator saw the outcome of ${operation.mode} ${operation.id}`)
}

/** Continues the cancel of a stateless job. Its cluster is deleted in any case, also if the cancel has no visible result. */
export const cancelled = (round: Round, operation: SuspendOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  if (isEndedByFlinkAlone(desired, env) && operation.purpose !== 'Deletion') return endingByFlink(round, operation)
  const isUnobservable = facts.jobs?._tag !== 'Known' && operation.purpose !== 'Rollback'
  const isOver = isUnobservable || isTerminal(status.jobStatus.state)
    || (facts.jobs?._tag === 'Known' && ownJob(status, facts) === undefined)
    || env.now > operation.giveUpAt
  return isOver
    ? act(
      withStatus(status, { operation: { ...operation, step: 'TearDown' } }),
      'the job is no longer running: its cluster is deleted',
      isSeenEnded(round) ? { chains: 'Looking' } : {},
    )
    : wait(status, pollMillis, 'the job to be cancelled')
}

/**
 * True if Flink reported the end of the job in this round. An end that follows only from a timeout or from unreachable REST is written in a
 * round of its own (P14).
 */
const isSeenEnded = ({ observed: { facts, status } }: Pick<Round, 'observed'>): boolean =>
  facts.jobs?._tag === 'Known' && isTerminal(status.jobStatus.state)

/**
 * Only Flink can delete the plan of this job. So the operator deletes the cluster only once Flink reports that the job has ended, or has
 * not listed it for long enough (P02).
 */
const endingByFlink = (round: Round, operation: SuspendOperation): JobDecision => {
  const { observed: { facts, status }, env } = round
  if (isTerminal(status.jobStatus.state) || isMissedForGood(status, env.now))
    return act(
      withStatus(status, { operation: { ...operation, step: 'TearDown' } }),
      'the job is no longer running: its cluster is deleted',
    )
  const problem: Problem | null = env.now > operation.giveUpAt
    ? {
      owner: 'operation',
      type: 'ReconciliationException',
      message:
        'The job is being cancelled, but Flink has not reported its end yet. Its plan is in high-availability metadata that only Flink can delete: another job would run beside it',
      reason: 'CleanupFailed',
    } : null
  const job = ownJob(status, facts)
  if (job === undefined) return late(round, operation) ?? wait(status, pollMillis, 'Flink to report the end of the job', problem)
  return job.state === 'CANCELLING' || isTerminal(job.state) ? wait(status, pollMillis, 'the job to be cancelled', problem)
    : act(status, 'the job is not cancelling: the cancel is sent again', {
      effects: requestOf(round, operation),
      after: pollMillis,
      waitingFor: 'the job to be cancelled',
      problem,
    })
}

const tearDown = (round: Round, operation: SuspendOperation): JobDecision | Ended => {
  const { desired, observed: { facts, status }, env } = round
  const step = tearDownStep(desired, facts, env.options.resourceDeletionPropagation, afterwardsOf(round, operation))
  const cleanUp = step._tag === 'Do' ? untilCleanedUp(round) : 0
  if (cleanUp > 0) return wait(status, cleanUp, 'Flink to delete the plan of the ended job')
  const problem = env.now > operation.giveUpAt ? slowDeletion('The cluster', slowStep(step)) : null
  // no job ran, so none can fail over: the cluster needs no separate step that stops it first
  if (
    step._tag === 'Do' && stopLeaves[operation.mode] === 'Nothing' && step.effects.some(({ _tag }) => _tag === 'PatchObject')
    && neverStarted(round)
  ) return deleteNeverStarted(round, problem)
  return drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'is the cluster gone?',
    problem,
    whenGone: () => clusterGone(round, operation),
  })
}

const clusterGone = (round: Round, operation: SuspendOperation): JobDecision | Ended => {
  const { desired: { meta }, observed: { facts, status } } = round
  if (stopLeaves[operation.mode] === 'Nothing') return goneStateless(round, operation)
  return haMetadataOf(facts.configMaps, meta.name, operation.jobId) === 'Unknown' && stopLeaves[operation.mode] === 'HaMetadata'
    ? wait(status, pollMillis, 'HA metadata to become readable')
    : ended(operation, { _tag: 'HaMetadata' })
}

const deleteNeverStarted = (round: Round, problem: Problem | null): JobDecision => {
  const { desired, observed: { facts, status } } = round
  return onceSeen(
    facts,
    [clusterQueries(desired).pods],
    queries => look(queries, 'did the JobManager ever start?'),
    (): JobDecision =>
      act(status, 'the JobManager never started: its Deployment is deleted', { effects: deletion(round), after: pollMillis, problem }),
  )
}

/**
 * Deletes the HA metadata of a job whose state is not kept, together with its cluster (control-flow.md, sections 4.12 and 5.7), also if the
 * job should stay suspended.
 */
const goneStateless = (round: Round, operation: SuspendOperation): JobDecision | Ended => {
  const { desired: { meta }, observed: { facts, status } } = round
  const effect = facts.configMaps?._tag === 'Known' ? haDeletion(meta, haConfigMaps(facts.configMaps.value, meta.name, jobIdsOf(status)))
    : null
  const inZooKeeper = effect !== null || mayRunByHaMetadata(round) ? null
    : deleteHaFromZooKeeper(round, operation, 'Jobs', operation.purpose === 'Deletion')
  if (inZooKeeper !== null) return inZooKeeper
  if (effect === null || mayRunByHaMetadata(round))
    return ended(operation, { _tag: 'None' })
  return act(status, 'the job is gone: its HA metadata is deleted, so that the next job does not restore from it', { effects: [effect] })
}
