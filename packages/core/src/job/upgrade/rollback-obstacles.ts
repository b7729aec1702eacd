import { isStateless, startAgainMode, type UpgradeMode } from '../../resource/upgrade-mode.ts'
import type { JobRound, SubmittedJob } from '../job-round.ts'
import { isStable, untilStable } from '../record/stable-spec.ts'

/** What stands against a rollback. */
export interface RollbackObstacle<Round extends JobRound, Submitted extends SubmittedJob> {
  readonly row: string
  readonly reason: string
  readonly holds: (round: Round, submitted: Submitted) => boolean
}

type Obstacle = RollbackObstacle<JobRound, SubmittedJob>

/** control-flow.md, section 4.9: whatever the job runs in, before what is seen of that. */
export const rollbackIsWanted: readonly Obstacle[] = [
  {
    row: '4.9/2',
    reason: 'the user wants something else by now',
    holds: ({ desired }) => desired.diff.type !== 'IGNORE' || desired.invalid !== null,
  },
  { row: '4.9/3', reason: 'rollback is off', holds: (_, { running }) => !running.options.deploymentRollbackEnabled },
  { row: '4.9/3', reason: 'rolled back already', holds: ({ observed: { status } }) => status.reconciliationStatus.state !== 'DEPLOYED' },
  { row: '4.9/3', reason: 'the spec is stable', holds: ({ observed: { status } }) => isStable(status) },
  {
    row: 'F05',
    reason: 'the job came to its end, or somebody cancelled it: it is not to run again',
    holds: ({ observed: { status: { jobStatus: { state } } } }) => state === 'FINISHED' || state === 'CANCELED',
  },
  {
    row: 'F05',
    reason: 'the JobManager does not list the job, which may have come to its end: with high availability it is not run again',
    holds: (round, { running }) =>
      isStateless(rollbackMode(round)) && running.options.highAvailability !== 'none'
      && round.observed.status.operatorRecord.jobMissedSince !== null,
  },
]

/** The same, after that. */
export const rollbackIsPossible: readonly Obstacle[] = [
  { row: '4.9/4', reason: 'there is no stable spec', holds: (_, { stable }) => stable === null },
  { row: '4.9/5', reason: 'the last stable spec is a suspended one', holds: (_, { stable }) => stable?.job.state === 'suspended' },
]

export const rollbackIsDue: readonly Obstacle[] = [
  {
    row: '4.9/7',
    reason: 'the spec still has time to become stable',
    holds: ({ observed: { status }, env }, { running }) =>
      env.now - running.options.deploymentReadinessTimeout
        <= Math.max(status.reconciliationStatus.reconciliationTimestamp, env.steadySince ?? 0),
  },
  {
    row: '4.9/7',
    reason: 'the job runs: its spec is stable when it has done so for the stability window (D-17)',
    holds: ({ observed: { status }, env }, { running }) =>
      (untilStable(status, running.options.deploymentStabilityWindow, env.now) ?? 0) > 0,
  },
]

/**
 * The mode to go back with: state is kept unless the user asks for a stateless job. That the last start was stateless, as any first one is
 * recorded, says nothing of the state that the job has come to since (F04).
 */
export const rollbackMode = ({ desired: { wanted } }: Pick<JobRound, 'desired'>): UpgradeMode => startAgainMode(wanted?.job.upgradeMode)
