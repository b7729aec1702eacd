import { cluster, operator, person, type UnblockedBy } from '../../round/unblocked-by.ts'
import { type Place, rowIds } from '../job-row.ts'

export const restoreByHand = person(
  'choose a state yourself: set spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce; or, if no state is needed, spec.job.upgradeMode: stateless',
)

export const nextRound = operator('the next round goes on by itself')
const edit = person('an edit of the spec')

/** What makes a job go on in a situation that means the same wherever it runs. */
export const unblocksJob = {
  NeedsFacts: cluster('Kubernetes and Flink answer what is asked'),
  NotYetOurs: nextRound,
  Unmanageable: person(
    "run the version of the operator that wrote what can't be read, or mend it (kubectl edit --subresource=status), or delete the resource",
  ),
  InvalidFromTheStart: edit,
  Paused: person(
    'take the annotation flinkdeployment.flink.apache.org/pause away, or wait for the time that it names; a deletion goes on all the same',
  ),
  FirstDeployment: nextRound,
  AdoptedCancel: nextRound,
  AdoptedRollback: nextRound,
  AlreadyUpgraded: nextRound,
  RestoreDue: nextRound,
  SuspendedToRecord: nextRound,
  UpgradeDue: nextRound,
  ScaleDue: nextRound,
  RedeployDue: nextRound,
  RollbackDue: nextRound,
  RunsWhatIsWanted: nextRound,
  RestartFailed: nextRound,
  Lost: nextRound,
  Snapshot: nextRound,
  AutoscalerDue: nextRound,
  StrayJob: nextRound,
  Settled: edit,
} as const satisfies Readonly<Record<string, UnblockedBy>>

/** A row that blocks, and what unblocks it. */
export interface BlockedRow {
  readonly row: string
  readonly by: UnblockedBy
}

/** Rows of the lifecycle that block, where the same unblocks them wherever a job runs. */
export const blockedRowsOf = (place: Place): readonly BlockedRow[] => [
  {
    row: rowIds['savepoint-pending'][place],
    by: cluster('the savepoint completes or fails; kubernetes.operator.job.upgrade.ignore-pending-savepoint: true does not wait for it'),
  },
  { row: 'R3', by: restoreByHand },
  { row: 'U1', by: operator('the time of the next attempt comes; a new edit is tried at once') },
  { row: 'U4', by: restoreByHand },
]
