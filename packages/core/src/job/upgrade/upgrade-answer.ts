import type { SuspendMode } from '../../contract/resource/suspend-mode.ts'
import { isStateless, type UpgradeMode } from '../../contract/resource/upgrade-mode.ts'

/** Whether and how the job can be stopped now so that it can be restored later. `row`: the row of the decision table that applied. */
export type UpgradeAnswer =
  | {
    readonly _tag: 'Available'
    readonly suspend: SuspendMode
    readonly restoreMode: UpgradeMode
    /** The cluster never ran a job and is deleted first. */
    readonly neverStarted: boolean
    readonly row: string
    readonly reason: string
  }
  | {
    readonly _tag: 'NotAvailable'
    /** HA metadata may be used instead, if it exists. */
    readonly allowFallback: boolean
    /** True if work that does not depend on the upgrade may continue (B33). */
    readonly allowOther: boolean
    /** Ours: a message for the user if waiting alone changes nothing. It names what to do. */
    readonly reported?: string
    /** The facts that could not be observed. */
    readonly unseen?: 'HaMetadata'
    readonly row: string
    readonly reason: string
  }
  /** The user has to decide (P07). `error` is the reference operator's text. */
  | { readonly _tag: 'Blocked'; readonly eventReason: 'UpgradeFailed'; readonly error: string; readonly row: string }
  /** A fact is missing. The question is asked again once the fact is known. */
  | { readonly _tag: 'LookFirst'; readonly at: 'HaMetadata' | 'Checkpoints'; readonly row: string; readonly reason: string }

/** Error texts of control-flow.md, section 5.10. The missing blank in E2 is the reference operator's. */
export const upgradeErrors = {
  E1: 'Job is in terminal state but last checkpoint is unknown, possibly due to an unrecoverable restore error. Manual restore required.',
  E2:
    'JobManager deployment is missing and HA metadata is not available to make stateful upgrades. It is possible that the job has finished or terminally failed, or the configmaps have been deleted.Manual restore required.',
  E3:
    'HA metadata is not available to restore from last state.It is possible that the job has finished or terminally failed, or the configmaps have been deleted.',
  E4: 'Latest checkpoint not externally addressable, Manual restore required.',
  /** Ours: with ZooKeeper only Flink can read the HA metadata (H-D09). */
  unreadableHa:
    'The last checkpoint of the job is in HA metadata that only Flink can read, and cancelling the job would not keep it. Manual restore required. Use spec.job.upgradeMode: savepoint while the job runs, or retain checkpoints (execution.checkpointing.dir and RETAIN_ON_CANCELLATION); or:',
  /** Ours: the JobManager that ran the job is gone, and its replacement did not start (V01). */
  jobManagerRecreated:
    'The JobManager does not run, and HA metadata is not available. Its Deployment may have been recreated after the job ran, so the operator does not know the last state of the job. Manual restore required.',
  /** Ours: the same, if no job runs that could be stopped another way. */
  unreadableHaLost:
    'The last checkpoint of the job is in HA metadata that only Flink can read, and its JobManager does not run. Manual restore required.',
  /** Ours: a job that ended and a job that did not begin leave the same HA metadata (P01). */
  noCheckpoint:
    'HA metadata of the job exists, but holds neither a checkpoint nor the checkpoint counter: the job may have ended, or it may not have begun. Manual restore required.',
  /** Ours: HA metadata of a job without a checkpoint does not hold the state that the job was started from. */
  noCheckpointYet:
    'HA metadata of the job exists, but holds no checkpoint yet, and the status does not record what the job was started from. Manual restore required.',
  /** Ours: once the job is stopped its start state could not be found out any more. */
  unknownStart:
    'The operator does not stop the job: it has no checkpoint yet that could be restored, and the status does not record what it was started from. The operator applies the edit once a checkpoint is completed. Or set spec.job.upgradeMode: savepoint, which needs execution.checkpointing.savepoint-dir; or set spec.job.initialSavepointPath to the savepoint or checkpoint to start from, with a new spec.job.savepointRedeployNonce; or set spec.job.upgradeMode: stateless to start from empty state; or revert the edit.',
  /** Ours: the state is in a place that a cluster of the new spec can't read. */
  otherHaType:
    "The last checkpoint of the job is in HA metadata of Kubernetes, which a cluster without high-availability.type: kubernetes can't read. Manual restore required. Change high-availability.type back; or:",
  otherZooKeeper:
    'The last checkpoint of the job is in HA metadata in ZooKeeper, in a place that a cluster of the new spec does not read. Manual restore required. Change high-availability.type, high-availability.zookeeper.quorum and high-availability.zookeeper.path.root back; or:',
  /** Ours: the job would have to be cancelled for its last checkpoint, and the cancel would delete it (B23). */
  cancelLosesState:
    'The operator does not stop the job: it could only cancel it, and the cancel would delete its checkpoints (because of execution.checkpointing.externalized-checkpoint-retention, execution.checkpointing.dir, or the code of the job). Set spec.job.upgradeMode: savepoint, which needs execution.checkpointing.savepoint-dir; or revert the edit.',
} as const

/** Ours: the state to restore the job from is unknown (design.md, section 3). */
export const unknownStateError = (reason: string): string =>
  `The operator does not know what to restore the job from: ${reason}. It starts and deletes nothing. Manual restore required. ${whatAPersonCanDo} Or put the status back.`

/** What the user can do if only the user can say what to restore the job from. Each way works. */
export const whatAPersonCanDo =
  'Either set spec.job.initialSavepointPath to the savepoint or checkpoint to start from, with a new spec.job.savepointRedeployNonce; or set spec.job.upgradeMode: stateless to start from empty state.'

/** The same if the spec is `stateless` already: that alone is no answer. */
export const whatAPersonCanDoStateless =
  'Either set a new spec.restartNonce to start the job from empty state; or set spec.job.initialSavepointPath to the savepoint or checkpoint to start from, with a new spec.job.savepointRedeployNonce.'

/** The remediation for the desired upgrade mode. */
export const remediationsOf = (wanted: UpgradeMode | null): string => (isStateless(wanted) ? whatAPersonCanDoStateless : whatAPersonCanDo)

const answer = (suspend: SuspendMode, restoreMode: UpgradeMode) => (row: string, reason: string): UpgradeAnswer => ({
  _tag: 'Available',
  suspend,
  restoreMode,
  neverStarted: false,
  row,
  reason,
})

/** The answers of control-flow.md, section 5.1. */
export const answers = {
  stateless: (terminal: boolean) => answer(terminal ? 'NOOP' : 'STATELESS', 'stateless'),
  savepoint: (terminal: boolean) => answer(terminal ? 'NOOP' : 'SAVEPOINT', 'savepoint'),
  lastStateUsingHaMetadata: answer('LAST_STATE', 'last-state'),
  /** The operator reads the last checkpoint from the cancelled job and restores it by its path. */
  lastStateUsingCancel: answer('CANCEL', 'savepoint'),
  pendingCancellation: (row: string, reason: string): UpgradeAnswer => ({
    _tag: 'NotAvailable',
    allowFallback: false,
    allowOther: false,
    row,
    reason,
  }),
  pendingUpgrade: (row: string, reason: string): UpgradeAnswer => ({
    _tag: 'NotAvailable',
    allowFallback: false,
    allowOther: true,
    row,
    reason,
  }),
  unseenHaMetadata: (row: string): UpgradeAnswer => ({
    _tag: 'NotAvailable',
    allowFallback: false,
    allowOther: true,
    unseen: 'HaMetadata',
    row,
    reason: 'HA metadata could not be read',
  }),
  unavailable: (row: string, reason: string): UpgradeAnswer => ({
    _tag: 'NotAvailable',
    allowFallback: true,
    allowOther: true,
    row,
    reason,
  }),
  /** Ours: waits for the user, without a deadline. */
  checkpointNotRetained: (
    row: string,
    reason: string,
    allowFallback: boolean,
    reported: 'cancelLosesState' | 'unknownStart' = 'cancelLosesState',
  ): UpgradeAnswer => ({
    _tag: 'NotAvailable',
    allowFallback,
    allowOther: true,
    reported: upgradeErrors[reported],
    row,
    reason,
  }),
  blocked:
    (error: 'E1' | 'E2' | 'unreadableHa' | 'unreadableHaLost' | 'noCheckpoint' | 'noCheckpointYet' | 'jobManagerRecreated') =>
    (row: string): UpgradeAnswer => ({
      _tag: 'Blocked',
      eventReason: 'UpgradeFailed',
      error: upgradeErrors[error],
      row,
    }),
  look: (at: 'HaMetadata' | 'Checkpoints') => (row: string, reason: string): UpgradeAnswer => ({ _tag: 'LookFirst', at, row, reason }),
} as const
