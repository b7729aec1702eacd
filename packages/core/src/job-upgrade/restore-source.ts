import type { UpgradeMode } from '../resource/flink-deployment-spec.ts'
import { lastStateMarker, type RestoreSource } from '../resource/operation.ts'
import { upgradeErrors } from './upgrade-answer.ts'
import type { HaMetadata, UpgradeInputs } from './upgrade-inputs.ts'

/** What a restore is decided by: how the job was suspended, and what is known of its state. */
export interface RestoreInputs {
  /** `spec.job.upgradeMode` of the spec to deploy. */
  readonly requested: UpgradeMode
  /** The mode that was used to suspend (`lastReconciledSpec.job.upgradeMode`): it decides, not the newest spec (B35). */
  readonly used: UpgradeMode
  readonly recordedPath: UpgradeInputs['recordedPath']
  readonly haMetadata: HaMetadata
  /** Does HA metadata point to a checkpoint? */
  readonly hasCheckpoint: boolean
  /** What the cluster that left the HA metadata was started from; null: not known. */
  readonly deployedSource: RestoreSource | null
}

export type RestoreAnswer =
  | RestoreSource
  | { readonly _tag: 'LookFirst'; readonly reason: string }
  | { readonly _tag: 'Wait'; readonly reason: string }
  /** A person has to decide. `error` is the reference operator's text (control-flow.md, section 5.10). */
  | { readonly _tag: 'Blocked'; readonly eventReason: 'RestoreFailed' | 'UpgradeFailed'; readonly error: string }

/** Where the job goes on from (control-flow.md, sections 4.4/3 and 4.6). Total; never Empty for a job that may have state (P01, B29). */
export const restoreSource = (i: RestoreInputs): RestoreAnswer => {
  if (i.requested === 'stateless') return { _tag: 'Empty', reason: 'the job is stateless' }
  switch (i.used) {
    case 'stateless':
      return { _tag: 'Empty', reason: 'the job was stateless when it was suspended' }
    case 'savepoint':
      return fromRecordedPath(i.recordedPath)
    case 'last-state':
      return fromHaMetadata(i)
  }
}

const fromRecordedPath = (path: UpgradeInputs['recordedPath']): RestoreAnswer => {
  switch (path._tag) {
    case 'Path':
      return { _tag: 'Path', path: path.path, reason: 'the job was suspended with this state' }
    case 'None':
      return { _tag: 'Empty', reason: 'it is known that the job never had state' }
    case 'Marker':
      return { _tag: 'Blocked', eventReason: 'UpgradeFailed', error: upgradeErrors.E1 }
  }
}

const fromHaMetadata = (i: RestoreInputs): RestoreAnswer => {
  switch (i.haMetadata) {
    case 'NotLooked':
      return { _tag: 'LookFirst', reason: 'is HA metadata of the job there?' }
    case 'Unknown':
      return { _tag: 'Wait', reason: 'HA metadata could not be read' }
    case 'NotAvailable':
      return { _tag: 'Blocked', eventReason: 'RestoreFailed', error: upgradeErrors.E3 }
    case 'Available':
      return i.hasCheckpoint
        ? { _tag: 'LastState', restorePath: lastStateMarker, reason: 'HA metadata holds the last checkpoint' }
        : beforeFirstCheckpoint(i)
  }
}

/** No checkpoint yet: the job goes on from what it was started from (B07), which the configuration has to name once more. */
const beforeFirstCheckpoint = ({ deployedSource, recordedPath }: RestoreInputs): RestoreAnswer => {
  const startedFrom = deployedSource === null
    ? recordedPath._tag === 'Path' ? recordedPath.path : recordedPath._tag === 'None' ? null : lastStateMarker
    : deployedSource._tag === 'Path' ? deployedSource.path : deployedSource._tag === 'Empty' ? null : deployedSource.restorePath
  return startedFrom === lastStateMarker
    ? { _tag: 'Blocked', eventReason: 'RestoreFailed', error: upgradeErrors.E3 }
    : { _tag: 'LastState', restorePath: startedFrom, reason: 'HA metadata is there and holds no checkpoint yet' }
}
