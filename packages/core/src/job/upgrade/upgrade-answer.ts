import type { SuspendMode } from '../../resource/suspend-mode.ts'
import { isStateless, type UpgradeMode } from '../../resource/upgrade-mode.ts'

/** Can the job be stopped now so that it can go on later, and how? `row` is the row of the decision table that answered. */
export type UpgradeAnswer =
  | {
    readonly _tag: 'Available'
    readonly suspend: SuspendMode
    readonly restoreMode: UpgradeMode
    /** The cluster never ran anything and is taken away first. */
    readonly neverStarted: boolean
    readonly row: string
    readonly reason: string
  }
  | {
    readonly _tag: 'NotAvailable'
    /** HA metadata may serve instead, if it is there. */
    readonly allowFallback: boolean
    /** May work go on that does not depend on the upgrade (B33)? */
    readonly allowOther: boolean
    /** Ours: for a person, where waiting alone changes nothing; what it names helps. */
    readonly told?: string
    /** What was looked for and could not be seen. */
    readonly unseen?: 'HaMetadata'
    readonly row: string
    readonly reason: string
  }
  /** A person has to decide (P07). `error` is the reference operator's text. */
  | { readonly _tag: 'Blocked'; readonly eventReason: 'UpgradeFailed'; readonly error: string; readonly row: string }
  /** A fact is missing; the same question is asked again when it is there. */
  | { readonly _tag: 'LookFirst'; readonly at: 'HaMetadata' | 'Checkpoints'; readonly row: string; readonly reason: string }

/** control-flow.md, section 5.10. The missing blank in the second is the reference operator's. */
export const upgradeErrors = {
  E1: 'Job is in terminal state but last checkpoint is unknown, possibly due to an unrecoverable restore error. Manual restore required.',
  E2:
    'JobManager deployment is missing and HA metadata is not available to make stateful upgrades. It is possible that the job has finished or terminally failed, or the configmaps have been deleted.Manual restore required.',
  E3:
    'HA metadata is not available to restore from last state.It is possible that the job has finished or terminally failed, or the configmaps have been deleted.',
  E4: 'Latest checkpoint not externally addressable, Manual restore required.',
  /** Ours: with ZooKeeper only Flink can tell what HA metadata there is (H-D09). */
  unreadableHa:
    'The last checkpoint of the job is in HA metadata that only Flink can read, and cancelling the job would not keep it. Manual restore required. Use spec.job.upgradeMode: savepoint while the job runs, or let checkpoints be kept (execution.checkpointing.dir and RETAIN_ON_CANCELLATION); or:',
  /** Ours: the JobManager that ran the job is gone, and the one in its place did not come up (V01). */
  jobManagerMadeAnew:
    'The JobManager does not run, and HA metadata is not available. The operator does not know that nothing ran in its Deployment: somebody may have deployed it anew after the job ran. So it does not know what the job was left with. Manual restore required.',
  /** Ours: the same where no job runs that could be stopped otherwise. */
  unreadableHaLost:
    'The last checkpoint of the job is in HA metadata that only Flink can read, and its JobManager does not run. Manual restore required.',
  /** Ours: a job that has ended and one that has not begun leave the same (P01). */
  noCheckpoint:
    'HA metadata of the job is there and holds neither a checkpoint nor the counter of checkpoints: the job may have ended, or it may not have begun. Manual restore required.',
  /** Ours: HA metadata of a job that has no checkpoint yet keeps nothing of what it was started from. */
  noCheckpointYet:
    'HA metadata of the job is there and holds no checkpoint yet, and it is not recorded what the job was started from. Manual restore required.',
  /** Ours: once the job is stopped nobody could tell what to start it from. */
  unknownStart:
    'The job runs and is left alone: it has no checkpoint yet that could be restored, and it is not recorded what it was started from. The edit is carried out once a checkpoint is completed. Or set spec.job.upgradeMode: savepoint, which needs execution.checkpointing.savepoint-dir; or set spec.job.initialSavepointPath to the savepoint or checkpoint to start from, with a new spec.job.savepointRedeployNonce; or set spec.job.upgradeMode: stateless to start from empty state; or take the edit back.',
  /** Ours: the state is where a cluster of the new spec can't read it. */
  otherHaType:
    "The last checkpoint of the job is in HA metadata of Kubernetes, which a cluster without high-availability.type: kubernetes can't read. Manual restore required. Put high-availability.type back; or:",
  otherZooKeeper:
    'The last checkpoint of the job is in HA metadata in ZooKeeper, where a cluster of the new spec does not look. Manual restore required. Put high-availability.type, high-availability.zookeeper.quorum and high-availability.zookeeper.path.root back; or:',
  /** Ours: the job would be cancelled for its last checkpoint, which would go with it (B23). */
  cancelLosesState:
    'The job runs and is left alone: it could only be cancelled, and its checkpoints would go with it (execution.checkpointing.externalized-checkpoint-retention, execution.checkpointing.dir, or code of the job say so). Set spec.job.upgradeMode: savepoint, which needs execution.checkpointing.savepoint-dir; or take the edit back.',
} as const

/** Ours: what the job is to go on from is not known (design.md, section 3). */
export const unknownStateError = (reason: string): string =>
  `It is not known what the job is to be restored from: ${reason}. Nothing is started and nothing is deleted. Manual restore required. ${whatAPersonCanDo} Or put the status back.`

/** What a person can do where only a person can say what a job goes on from; each of it works. */
export const whatAPersonCanDo =
  'Either set spec.job.initialSavepointPath to the savepoint or checkpoint to start from, with a new spec.job.savepointRedeployNonce; or set spec.job.upgradeMode: stateless to start from empty state.'

/** The same where the spec says `stateless` already: that alone is no answer. */
export const whatAPersonCanDoStateless =
  'Either set a new spec.restartNonce to start the job from empty state; or set spec.job.initialSavepointPath to the savepoint or checkpoint to start from, with a new spec.job.savepointRedeployNonce.'

/** By the spec that is wanted. */
export const waysOf = (wanted: UpgradeMode | null): string => (isStateless(wanted) ? whatAPersonCanDoStateless : whatAPersonCanDo)

const answer = (suspend: SuspendMode, restoreMode: UpgradeMode) => (row: string, reason: string): UpgradeAnswer => ({
  _tag: 'Available',
  suspend,
  restoreMode,
  neverStarted: false,
  row,
  reason,
})

/** control-flow.md, section 5.1. */
export const answers = {
  stateless: (terminal: boolean) => answer(terminal ? 'NOOP' : 'STATELESS', 'stateless'),
  savepoint: (terminal: boolean) => answer(terminal ? 'NOOP' : 'SAVEPOINT', 'savepoint'),
  lastStateUsingHaMetadata: answer('LAST_STATE', 'last-state'),
  /** The last checkpoint is read from the cancelled job and restored by its path. */
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
  /** Ours: waits for a person, without an end. */
  checkpointNotRetained: (
    row: string,
    reason: string,
    allowFallback: boolean,
    told: 'cancelLosesState' | 'unknownStart' = 'cancelLosesState',
  ): UpgradeAnswer => ({
    _tag: 'NotAvailable',
    allowFallback,
    allowOther: true,
    told: upgradeErrors[told],
    row,
    reason,
  }),
  blocked:
    (error: 'E1' | 'E2' | 'unreadableHa' | 'unreadableHaLost' | 'noCheckpoint' | 'noCheckpointYet' | 'jobManagerMadeAnew') =>
    (row: string): UpgradeAnswer => ({
      _tag: 'Blocked',
      eventReason: 'UpgradeFailed',
      error: upgradeErrors[error],
      row,
    }),
  look: (at: 'HaMetadata' | 'Checkpoints') => (row: string, reason: string): UpgradeAnswer => ({ _tag: 'LookFirst', at, row, reason }),
} as const
