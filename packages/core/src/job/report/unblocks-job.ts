import { cluster, operator, person, type UnblockedBy } from '../../contract/round/unblocked-by.ts'

export const restoreByHand = person(
  'choose a state yourself: set spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce; or, if no state is needed, spec.job.upgradeMode: stateless',
)

/** HA metadata decides where the state is, and cannot be read now. */
export const stateShown = cluster('HA metadata can be read')

/** The job can't be stopped with its state now. */
export const runsAgain = cluster(
  'the job runs again or its JobManager comes up; or an edit that needs none of its state (spec.job.upgradeMode: stateless)',
)

export const savepointEnds = cluster(
  'the savepoint completes or fails; kubernetes.operator.job.upgrade.ignore-pending-savepoint: true does not wait for it',
)

export const nextRound = operator('the operator continues in its next round')
const edit = person('an edit of the spec')

/** What ends the wait in a situation that means the same on every host. */
export const unblocksJob = {
  NeedsFacts: cluster('Kubernetes and Flink answer the queries of the operator'),
  NotYetOurs: nextRound,
  Unmanageable: person(
    'run the version of the operator that wrote the unreadable status, or mend it (kubectl edit --subresource=status), or delete the resource',
  ),
  InvalidFromTheStart: edit,
  Paused: person(
    'remove the annotation flinkdeployment.flink.apache.org/pause, or wait for the time that it names; the pause does not stop a deletion',
  ),
  FirstDeployment: nextRound,
  AdoptedCancel: nextRound,
  AdoptedRollback: nextRound,
  AlreadyUpgraded: nextRound,
  RestoreDue: nextRound,
  SuspendedToRecord: nextRound,
  UpgradeDue: nextRound,
  ScaleDue: nextRound,
  ScalingUnrecorded: nextRound,
  RedeployDue: nextRound,
  RollbackDue: nextRound,
  RunsWhatIsWanted: nextRound,
  RestartFailed: nextRound,
  Lost: nextRound,
  Snapshot: nextRound,
  AutoscalerDue: nextRound,
  OrphanJob: nextRound,
  Settled: edit,
} as const satisfies Readonly<Record<string, UnblockedBy>>
