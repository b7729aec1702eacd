import type { RowText } from '../../../../contract/round/row.ts'
import { answers, type UpgradeAnswer } from '../../../../job/upgrade/upgrade-answer.ts'
import { baseAnswer, haNeeded, haUnseen } from '../../../../job/upgrade/base-upgrade-mode.ts'
import { isKeptByHaMetadata, unreportedByHaMetadata } from '../../../../job/upgrade/restore-job.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import type { UpgradeInputs } from '../../../../job/upgrade/upgrade-inputs.ts'
import { stateKeptIn, isStateless } from '../../../../contract/resource/upgrade-mode.ts'
import { haMetadataOf } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { isSamePlace, zooKeeperQueries } from '../../../../options/ha-place.ts'
import { checkpointSeen, metadataSeen } from '../../../../cluster/high-availability/ha-observation.ts'
import { jobUpgradeInputs } from '../../../../job/upgrade/job-upgrade-inputs.ts'
import type { HaMetadata } from '../../../../contract/fact/zookeeper-ha-view.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import { isStartContradicted, neverStarted, isComingUp } from '../../../../cluster/observe/job-manager-start.ts'
import type { Round } from '../application-round.ts'
import { haPlace, haPlaceFor, observeHa, unseenInZooKeeper } from '../observe/application-ha-seen.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Blocked } from '../../../../contract/round/waiting-situation.ts'
import { runsAgain } from '../../../../job/report/job-problem.ts'
import { allClusterObjects, clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { clusterRollbackObstacles } from '../../../../cluster/recovery/lost-cluster.ts'
import { rollbackMode, type RollbackObstacle } from '../../../../job/upgrade/rollback-obstacles.ts'
import { type Query, watched } from '../../../../contract/query/query.ts'
import { type Asked, asked } from '../../../../contract/query/ask.ts'
import { unlessNeverStarted } from '../stop/end-first.ts'

/** How an application is stopped with its state although its job can not be stopped (section 5.6). */
export const stopWithoutJobRows: readonly RowText[] = [
  { id: 'stop-without-job/ha-metadata', when: 'HA metadata holds the last checkpoint of the job' },
  {
    id: 'stop-without-job/jobmanager-never-started',
    when: 'the JobManager never started: the job still has the state that it would have started from',
  },
  { id: 'stop-without-job/state-lost', when: 'no JobManager exists that could report the state, and HA metadata does not hold it' },
]

/**
 * `getAvailableUpgradeMode`: how can the running job be stopped so that the wanted spec restores its state (control-flow.md, sections 5.2
 * to 5.6)? The function is total. It never turns savepoint or last-state into stateless. The answer is `LookFirst` if it needs a fact that
 * was not queried, and `NotAvailable` with the reason if a fact could not be observed (P14).
 */
export const availableUpgradeMode = (i: UpgradeInputs): UpgradeAnswer => override(i, baseAnswer(i))

/** Section 5.6: upgrade modes that only an application has, beyond the base answer. Deciding has no side effect here (D-28). */
const override = (i: UpgradeInputs, base: UpgradeAnswer): UpgradeAnswer => {
  if (base._tag !== 'NotAvailable') return base
  if (base.allowFallback && i.haOnInWanted && i.haOnInDeployed) {
    if (haUnseen(i)) return haNeeded('stop-without-job/ha-metadata', i)
    if (isKeptByHaMetadata(i))
      return answers.lastStateUsingHaMetadata('stop-without-job/ha-metadata', `${base.reason}; HA metadata holds its last checkpoint`)
  }
  if (i.jobManager !== 'MISSING' && stateKeptIn[i.usedMode] !== 'HaMetadata' && i.jobManagerNeverStarted) {
    const assumed = availableUpgradeMode({
      ...i,
      job: 'FAILED',
      jobManager: 'MISSING',
      lastState: i.startedFrom,
      jobManagerNeverStarted: false,
    })
    return assumed._tag === 'Available'
      ? {
        ...assumed,
        neverStarted: true,
        row: `stop-without-job/jobmanager-never-started, ${assumed.row}`,
        reason: `the JobManager never started; ${assumed.reason}`,
      } : assumed
  }
  return lostWithItsState(i, base) ?? base
}

/**
 * No JobManager exists that could report the state of the job, and HA metadata does not hold it: a user has to decide. Null: that is not
 * the case.
 */
const lostWithItsState = (i: UpgradeInputs, base: Extract<UpgradeAnswer, { _tag: 'NotAvailable' }>): UpgradeAnswer | null => {
  const isRecreated = i.jobManagerRecreated && !isTerminal(i.job)
  const isDown = i.jobManager === 'MISSING' || i.jobManager === 'ERROR'
  if (!isRecreated && !isDown) return null
  if (haUnseen(i)) return haNeeded('stop-without-job/state-lost', i)
  if (i.haMetadata === 'NotAvailable') return answers.blocked(isDown ? 'E2' : 'jobManagerRecreated')('stop-without-job/state-lost')
  // a JobManager that comes up restores from HA metadata automatically, also if only Flink can read it
  if (!isDown) return null
  if (i.haMetadata === 'Unreadable') return answers.blocked('unreadableHaLost')('stop-without-job/state-lost')
  return base.allowFallback && i.haOnInWanted ? answers.blocked(unreportedByHaMetadata(i))('stop-without-job/state-lost') : null
}

/**
 * HA metadata of the running cluster, as far as this operator can read it: in ConfigMaps, and in ZooKeeper if it may connect. Unreadable
 * metadata is not absent (H-D09).
 */
export const haMetadataFor = (round: Round): HaMetadata =>
  round.desired.deployed._tag !== 'Deployed' ? 'NotAvailable' : metadataSeen(observeHa(round), round.observed.status.jobStatus.jobId)

/**
 * HA metadata that a stopped job left in ConfigMaps, whatever the newest spec says about high availability (F11). If ConfigMaps hold
 * nothing, the place where the last cluster kept it.
 */
export const seenHaMetadata = (round: Round): HaMetadata => {
  const { desired, observed: { facts, status } } = round
  const seen = haMetadataOf(facts.configMaps, desired.meta.name, status.jobStatus.jobId)
  const own = haMetadataFor(round)
  return seen === 'NotAvailable' && (own === 'Unreadable' || haPlace(round)._tag === 'ZooKeeper') ? own : seen
}

/** The inputs of `availableUpgradeMode`, taken from the facts of this round. */
export const upgradeInputsOf = (
  round: Round,
  wanted: ConfiguredSpec,
  running: ConfiguredSpec,
  usedMode: UpgradeInputs['usedMode'],
): UpgradeInputs => ({
  ...jobUpgradeInputs(round, wanted, running, usedMode),
  haMetadata: haMetadataFor(round),
  haCheckpoint: checkpointSeen(observeHa(round), round.observed.status.jobStatus.jobId),
  haOnInWanted: wanted.options.highAvailability !== 'none' && wanted.options.highAvailability === running.options.highAvailability
    && isSamePlace(haPlaceFor(round, wanted), haPlaceFor(round, running)),
  haOnInDeployed: running.options.highAvailability !== 'none',
  versionChanged: wanted.flinkVersion !== running.flinkVersion,
  jobCancelEnabled: running.options.jobUpgradeLastStateJobCancelEnabled,
  jobManagerNeverStarted: neverStarted(round),
  jobManagerRecreated: isStartContradicted(round),
})

/** How the running job can be stopped together with its cluster, so that `target` restores its state. */
export const stopAnswer = (round: Round, { running, reconciled }: Deployed, target: ConfiguredSpec): UpgradeAnswer =>
  unlessNeverStarted(round, availableUpgradeMode(upgradeInputsOf(round, target, running, reconciled.job.upgradeMode)))

/**
 * The queries of HA metadata, together with all queries that the deletion of the cluster needs. Otherwise an upgrade during the search for
 * a snapshot would need a fifth query.
 */
export const haMetadataQueries = (round: Round): readonly Query[] => [
  ...allClusterObjects(round.desired),
  ...zooKeeperQueries(haPlace(round)),
]

/** The job cannot be stopped with its state now: what the operator waits for. */
export const notAvailable = (
  round: Round,
  { unseen, reason }: Extract<UpgradeAnswer, { _tag: 'NotAvailable' }>,
): Asked<Pick<Blocked, 'waitingFor' | 'unblockedBy'>> => {
  const { observed: { status, facts }, desired } = round
  return pipe(
    facts,
    asked(status.jobManagerDeploymentStatus === 'READY' ? [] : [watched(clusterQueries(desired).deployment)]),
    E.map(() => ({ waitingFor: (unseen === undefined ? null : unseenInZooKeeper(round)) ?? reason, unblockedBy: runsAgain })),
  )
}

/** The conditions that forbid a rollback of a job with its own cluster (control-flow.md, section 4.9). */
export const rollbackObstacles: readonly RollbackObstacle<Round, Deployed>[] = [
  {
    id: 'rollback/jobmanager-comes-up',
    when:
      'the JobManager is about to come up: a stateless job does not count as one that never ran, because it may start and finish meanwhile',
    holds: round =>
      isStateless(rollbackMode(round)) && round.observed.status.jobManagerDeploymentStatus !== 'ERROR'
      && isComingUp(round.observed.facts),
  },
  ...clusterRollbackObstacles,
]
