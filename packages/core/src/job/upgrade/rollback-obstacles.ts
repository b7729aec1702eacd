import { isStateless, startAgainMode, type UpgradeMode } from '../../contract/resource/upgrade-mode.ts'
import type { Row } from '../../contract/round/row.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { JobRound, SubmittedJob } from '../job-round.ts'
import { isStable, untilStable } from '../record/stable-spec.ts'

/** A reason against a rollback. */
export type RollbackObstacle<Round extends JobRound, Submitted extends SubmittedJob> = Row<[Round, Submitted], true>

type Obstacle = RollbackObstacle<JobRound, SubmittedJob>

/** A reason against a rollback of any spec, that of a session cluster included. */
export type SpecRollbackObstacle = Row<
  [
    round: { readonly desired: Pick<JobRound['desired'], 'diff' | 'invalid'>; readonly observed: { readonly status: JobLifecycleStatus } },
    submitted: { readonly running: Pick<SubmittedJob['running'], 'options'> },
  ],
  true
>

/** Reasons of control-flow.md, section 4.9, that hold for any spec. */
export const specRollbackIsWanted: readonly SpecRollbackObstacle[] = [
  {
    id: 'rollback/spec-changed',
    when: 'the user changed the spec meanwhile',
    holds: ({ desired }) => desired.diff.type !== 'IGNORE' || desired.invalid !== null,
  },
  { id: 'rollback/disabled', when: 'rollback is disabled', holds: (_, { running }) => !running.options.deploymentRollbackEnabled },
  {
    id: 'rollback/not-deployed',
    when: 'the spec was rolled back already, or an upgrade is in progress',
    holds: ({ observed: { status } }) => status.reconciliationStatus.state !== 'DEPLOYED',
  },
  { id: 'rollback/stable', when: 'the spec is stable', holds: ({ observed: { status } }) => isStable(status) },
]

/** True while the spec still has time to become stable. */
export const hasTimeLeft = (
  { observed: { status }, env }: { readonly observed: { readonly status: JobLifecycleStatus }; readonly env: JobRound['env'] },
  { running }: { readonly running: Pick<SubmittedJob['running'], 'options'> },
): boolean =>
  env.now - running.options.deploymentReadinessTimeout
    <= Math.max(status.reconciliationStatus.reconciliationTimestamp, env.steadySince ?? 0)

/** Reasons that are checked before the observed cluster. */
export const rollbackIsWanted: readonly Obstacle[] = [
  ...specRollbackIsWanted,
  {
    id: 'rollback/job-ended',
    when: 'the job finished or was cancelled, so it must not run again',
    holds: ({ observed: { status: { jobStatus: { state } } } }) => state === 'FINISHED' || state === 'CANCELED',
  },
  {
    id: 'rollback/job-missed',
    when: 'the JobManager does not list the job, which may have finished: with high availability it must not run again',
    holds: (round, { running }) =>
      isStateless(rollbackMode(round)) && running.options.highAvailability !== 'none'
      && round.observed.status.operatorRecord.jobMissedSince !== null,
  },
]

/** Reasons that are checked after the observed cluster. */
export const rollbackIsPossible: readonly Obstacle[] = [
  { id: 'rollback/no-stable-spec', when: 'there is no stable spec', holds: (_, { stable }) => stable === null },
  {
    id: 'rollback/stable-spec-suspended',
    when: 'the last stable spec is suspended',
    holds: (_, { stable }) => stable?.job.state === 'suspended',
  },
]

export const rollbackIsDue: readonly Obstacle[] = [
  { id: 'rollback/time-left', when: 'the spec still has time to become stable', holds: hasTimeLeft },
  {
    id: 'rollback/becoming-stable',
    when: 'the job runs: its spec becomes stable after the stability window (D-17)',
    holds: ({ observed: { status }, env }, { running }) =>
      (untilStable(status, running.options.deploymentStabilityWindow, env.now) ?? 0) > 0,
  },
]

/**
 * The upgrade mode of the rollback: the state is kept unless the user asks for a stateless job. A recorded stateless start, as every first
 * start is, says nothing about the state that the job has built up since (F04).
 */
export const rollbackMode = ({ desired: { wanted } }: Pick<JobRound, 'desired'>): UpgradeMode => startAgainMode(wanted?.job.upgradeMode)
