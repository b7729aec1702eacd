import { availableUpgradeMode } from './available-upgrade-mode.ts'
import {
  rollbackIsDue,
  rollbackIsPossible,
  rollbackIsWanted,
  rollbackMode,
  type RollbackObstacle,
} from '../../job/upgrade/rollback-obstacles.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { isComingUp } from '../../cluster/seen/job-manager-start.ts'
import type { Round } from '../round.ts'
import { unlessNeverStarted } from '../stop/end-first.ts'
import { withMode } from '../../job/upgrade/with-mode.ts'
import { upgradeInputsOf } from './upgrade-inputs-of.ts'

/** Why there is no rollback, or how the job would be stopped for one. */
export type RollbackAnswer =
  | { readonly _tag: 'No'; readonly row: string; readonly reason: string }
  | { readonly _tag: 'Due'; readonly row: string; readonly stable: ConfiguredSpec; readonly answer: UpgradeAnswer }

/**
 * control-flow.md, section 4.9: what stands against a rollback, in its order. Rows 8 to 10 became "can the job be stopped with its state?"
 * (L6).
 */
const obstacles: readonly RollbackObstacle<Round, Deployed>[] = [
  ...rollbackIsWanted,
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
  ...rollbackIsPossible,
  {
    row: '4.9/6',
    reason: 'the Flink version differs',
    holds: ({ desired: { wanted } }, { stable }) => wanted?.flinkVersion !== stable?.spec.flinkVersion,
  },
  ...rollbackIsDue,
]

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
