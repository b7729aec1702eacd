import { isTerminal } from '../../resource/job-state.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import { watched } from '../../query/watched.ts'
import { haConfigMaps, haDeletion, haMetadataOf } from '../../cluster/high-availability/ha-config-maps.ts'
import { requestOf } from '../../job/stop/stop-request.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { act, look, pollMillis, type Problem, wait } from '../../round/decision.ts'
import { isEndedByFlinkAlone, untilCleanedUp } from '../seen/ended-by-flink.ts'
import { isMissedForGood, ownJob } from '../../job/seen/observe-job.ts'
import { neverStarted } from '../../cluster/seen/job-manager-start.ts'
import { deleteHaFromZooKeeper } from './delete-application-ha-from-zookeeper.ts'
import { afterwardsOf, continueNeverStarted, deletion } from './never-started.ts'
import { mayRunByHaMetadata } from '../../cluster/seen/in-the-way.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { isScaledAwayInStop, scaledAway } from '../../cluster/seen/scaled-away.ts'
import { slowDeletion, slowStep } from '../../cluster/tear-down/slow-deletion.ts'
import { withStatus } from '../../round/status-change.ts'
import { drivenTearDown } from '../../cluster/tear-down/driven-tear-down.ts'
import { tearDownStep } from '../../cluster/tear-down/tear-down-step.ts'
import { type Ended, ended } from '../../job/stop/stop-host.ts'
import { dropped } from '../../job/stop/stop-given-up.ts'
import { jobEndsBy, stopLeaves } from '../../resource/suspend-mode.ts'

/** A stop that ends with the cluster: its next step. */
export const tearingDown = (round: Round, operation: SuspendOperation): JobDecision | Ended =>
  jobEndsBy[operation.mode] === 'NothingRuns' ? continueNeverStarted(round, operation) : tearDown(round, operation)

/** REST does not answer: is the JobManager there at all? What is lost with it can't be waited for. */
export const late = (round: Round, operation: SuspendOperation): JobDecision | null => {
  const { observed: { facts, status }, desired } = round
  if (facts.jobs?._tag === 'Known') return null
  // that it is MISSING was seen live
  const missing = unanswered(facts, [watched(clusterQueries(desired).deployment), watched(clusterQueries(desired).pods)])
  if (missing.length > 0) return look(missing, 'is the JobManager still there?')
  if (isScaledAwayInStop(round))
    return wait(
      status,
      round.env.options.observerProgressCheckInterval,
      'the JobManager, whose Deployment somebody scaled to 0 replicas',
      scaledAway(round),
    )
  if (status.jobManagerDeploymentStatus !== 'MISSING') return null
  return dropped(round, `the JobManager went away before the outcome of ${operation.mode} ${operation.id} was seen`)
}

/** A stateless job is cancelled as far as it goes; then its cluster goes in any case. */
export const cancelled = (round: Round, operation: SuspendOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  if (isEndedByFlinkAlone(desired, env) && operation.purpose !== 'Deletion') return endingByFlink(round, operation)
  const isOutOfSight = facts.jobs?._tag !== 'Known' && operation.purpose !== 'Rollback'
  const isOver = isOutOfSight || isTerminal(status.jobStatus.state) || (facts.jobs?._tag === 'Known' && ownJob(status, facts) === undefined)
    || env.now > operation.giveUpAt
  return isOver
    ? act(
      withStatus(status, { operation: { ...operation, step: 'TearDown' } }),
      'the job is not running any more: its cluster goes',
      isSeenEnded(round) ? { goesOn: 'Looking' } : {},
    )
    : wait(status, pollMillis, 'the job to be cancelled')
}

/** By Flink, in this round: what only time tells, or REST that does not answer, is written by itself (P14). */
const isSeenEnded = ({ observed: { facts, status } }: Pick<Round, 'observed'>): boolean =>
  facts.jobs?._tag === 'Known' && isTerminal(status.jobStatus.state)

/**
 * Its plan only Flink can take away, so its cluster goes only once Flink tells that the job has ended, or lists it no more for long (P02).
 */
const endingByFlink = (round: Round, operation: SuspendOperation): JobDecision => {
  const { observed: { facts, status }, env } = round
  if (isTerminal(status.jobStatus.state) || isMissedForGood(status, env.now))
    return act(withStatus(status, { operation: { ...operation, step: 'TearDown' } }), 'the job is not running any more: its cluster goes')
  const problem: Problem | null = env.now > operation.giveUpAt
    ? {
      owner: 'operation',
      type: 'ReconciliationException',
      message:
        'The job is cancelled, and it is not seen yet that it has ended. Its plan is in high-availability metadata that only Flink can take away: another job would run beside it',
      reason: 'CleanupFailed',
    } : null
  const job = ownJob(status, facts)
  if (job === undefined) return late(round, operation) ?? wait(status, pollMillis, 'to see that the job has ended', problem)
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
  if (cleanUp > 0) return wait(status, cleanUp, 'Flink to take the plan of the ended job away')
  const problem = env.now > operation.giveUpAt ? slowDeletion('The cluster', slowStep(step)) : null
  // nothing fails over where nothing ran: it needs no step of its own to stop
  if (
    step._tag === 'Do' && stopLeaves[operation.mode] === 'Nothing' && step.effects.some(({ _tag }) => _tag === 'PatchObject')
    && neverStarted(round)
  ) return neverStartedGoes(round, problem)
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
    ? wait(status, pollMillis, 'to see HA metadata')
    : ended(operation, { _tag: 'HaMetadata' })
}

const neverStartedGoes = (round: Round, problem: Problem | null): JobDecision => {
  const { desired, observed: { facts, status } } = round
  const missing = unanswered(facts, [clusterQueries(desired).pods])
  return missing.length > 0 ? look(missing, 'did the JobManager ever start?')
    : act(status, 'the JobManager never started: its Deployment goes', { effects: deletion(round), after: pollMillis, problem })
}

/**
 * HA metadata of a job whose state is not kept goes with its cluster (control-flow.md, sections 4.12 and 5.7), also where the job is to
 * stay suspended.
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
  return act(status, 'the job is gone: its HA metadata goes, so that the next one does not restore from it', { effects: [effect] })
}
