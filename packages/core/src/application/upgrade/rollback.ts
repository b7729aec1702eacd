import { availableUpgradeMode } from './available-upgrade-mode.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { isComingUp } from '../../cluster/seen/job-manager-start.ts'
import type { Round } from '../round.ts'
import { isStable, untilStable } from '../../job/record/stable-spec.ts'
import { unlessNeverStarted } from '../stop/end-first.ts'
import { upgradeInputsOf } from './upgrade-inputs-of.ts'

/** Why there is no rollback, or how the job would be stopped for one. */
export type RollbackAnswer =
  | { readonly _tag: 'No'; readonly row: string; readonly reason: string }
  | { readonly _tag: 'Due'; readonly row: string; readonly stable: ConfiguredSpec; readonly answer: UpgradeAnswer }

interface Row {
  readonly row: string
  readonly reason: string
  readonly holds: (round: Round, deployed: Deployed) => boolean
}

/**
 * control-flow.md, section 4.9: what stands against a rollback, in its order. Rows 8 to 10 became "can the job be stopped with its state?"
 * (L6).
 */
const obstacles: readonly Row[] = [
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
      rollbackMode(round) === 'stateless' && running.options.highAvailability !== 'none'
      && round.observed.status.operatorRecord.jobMissedSince !== null,
  },
  {
    row: 'F05',
    reason:
      'the JobManager is about to come up: a stateless job is not taken away as one that did not run, for it may come to its end meanwhile',
    holds: round =>
      rollbackMode(round) === 'stateless' && round.observed.status.jobManagerDeploymentStatus !== 'ERROR'
      && isComingUp(round.observed.facts),
  },
  {
    row: 'F05',
    reason: 'Flink is out of reach while its JobManager is up: nobody knows whether the job came to its end',
    holds: ({ observed: { status } }) => status.operatorRecord.restMissedSince !== null,
  },
  { row: '4.9/4', reason: 'there is no stable spec', holds: (_, { stable }) => stable === null },
  { row: '4.9/5', reason: 'the last stable spec is a suspended one', holds: (_, { stable }) => stable?.job.state === 'suspended' },
  {
    row: '4.9/6',
    reason: 'the Flink version differs',
    holds: ({ desired: { wanted } }, { stable }) => wanted?.flinkVersion !== stable?.spec.flinkVersion,
  },
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
export const rollbackMode = (
  { desired: { wanted } }: Pick<Round, 'desired'>,
): UpgradeMode => (wanted?.job.upgradeMode === 'stateless' ? 'stateless' : 'last-state')

/** Should the last stable spec be put back, and how is what runs stopped for it? Only if its state is kept (P01). */
export const rollbackAnswer = (round: Round, deployed: Deployed): RollbackAnswer => {
  const obstacle = obstacles.find(({ holds }) => holds(round, deployed))
  const { stable } = round.desired
  if (obstacle !== undefined || stable === null)
    return { _tag: 'No', row: obstacle?.row ?? '4.9/4', reason: obstacle?.reason ?? 'there is no stable spec' }
  const target = withMode(stable, rollbackMode(round))
  return {
    _tag: 'Due',
    row: '4.9/8',
    stable,
    answer: unlessNeverStarted(
      round,
      availableUpgradeMode(upgradeInputsOf(round, target, deployed.running, deployed.reconciled.job.upgradeMode)),
    ),
  }
}

/** The spec with another upgrade mode. */
export const withMode = (target: ConfiguredSpec, upgradeMode: UpgradeMode): ConfiguredSpec => {
  const job = { ...target.job, upgradeMode }
  return { ...target, job, spec: { ...target.spec, job } }
}
