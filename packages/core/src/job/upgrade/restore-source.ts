import type { Query } from '../../query/query.ts'
import { isStateless, type UpgradeMode } from '../../resource/upgrade-mode.ts'
import type { LastState } from '../../resource/last-state.ts'
import { lastStateMarker, type RestoreSource } from '../../resource/operation.ts'
import { unknownStateError, upgradeErrors, whatAPersonCanDo } from './upgrade-answer.ts'
import type { HaMetadata } from '../../fact/ha-metadata.ts'

/** What a restore is decided by: what is known of the job's state. How it was suspended decides, not the newest spec (B35). */
export interface RestoreInputs {
  /** `spec.job.upgradeMode` of the spec to deploy. */
  readonly requested: UpgradeMode
  readonly lastState: LastState
  readonly haMetadata: HaMetadata
  /** Does HA metadata point to a checkpoint, or say that there is none yet? `Unknown`: it says neither. */
  readonly checkpoint: 'There' | 'NotYet' | 'Unknown'
  /** What the cluster that left the HA metadata was started from. */
  readonly startedFrom: LastState
  /** Does a cluster of the spec to deploy look where it was left? */
  readonly readsHaMetadata: boolean
  readonly leftIn: 'Kubernetes' | 'ZooKeeper'
}

export type RestoreAnswer =
  | RestoreSource
  | { readonly _tag: 'LookFirst'; readonly reason: string }
  | { readonly _tag: 'Wait'; readonly reason: string }
  /**
   * A person has to decide. `error` is the reference operator's text (control-flow.md, section 5.10), or says what was found and what can
   * be done.
   */
  | { readonly _tag: 'Blocked'; readonly eventReason: 'RestoreFailed' | 'UpgradeFailed'; readonly error: string }

/** The same, as a host tells it: what it has to look at, and what of its own it waits for. */
export type RestoreFrom<Source extends RestoreSource> =
  | { readonly _tag: 'From'; readonly source: Source }
  | { readonly _tag: 'LookFirst'; readonly queries: readonly Query[]; readonly reason: string }
  | Extract<RestoreAnswer, { readonly _tag: 'Wait' | 'Blocked' }>

/**
 * Where the job goes on from (control-flow.md, sections 4.4/3 and 4.6). Total; Empty only by a person's wish or a positive record (P01,
 * P25, B29).
 */
export const restoreSource = (i: RestoreInputs): RestoreAnswer => {
  if (isStateless(i.requested))
    return { _tag: 'Empty', reason: 'the job is stateless', ...(isNothing(i.lastState) ? {} : { left: i.lastState }) }
  switch (i.lastState._tag) {
    case 'NeverStarted':
      return { _tag: 'Empty', reason: 'the job was never started' }
    case 'None':
      return { _tag: 'Empty', reason: i.lastState.reason }
    case 'Path':
      return { _tag: 'Path', path: i.lastState.path, reason: 'the job was suspended with this state' }
    case 'InHighAvailability':
      return fromHaMetadata(i)
    case 'Unknown':
      return { _tag: 'Blocked', eventReason: 'RestoreFailed', error: unknownStateError(i.lastState.reason) }
  }
}

const isNothing = ({ _tag }: LastState): boolean => _tag === 'None' || _tag === 'NeverStarted'

const otherPlace = { Kubernetes: 'otherHaType', ZooKeeper: 'otherZooKeeper' } as const

const fromHaMetadata = (i: RestoreInputs): RestoreAnswer => {
  switch (i.haMetadata) {
    case 'NotLooked':
      return { _tag: 'LookFirst', reason: 'is HA metadata of the job there?' }
    case 'Unknown':
      return { _tag: 'Wait', reason: 'HA metadata could not be read' }
    case 'Unreadable':
      return { _tag: 'Blocked', eventReason: 'RestoreFailed', error: `${upgradeErrors.unreadableHaLost} ${whatAPersonCanDo}` }
    case 'NotAvailable':
      return { _tag: 'Blocked', eventReason: 'RestoreFailed', error: `${upgradeErrors.E3} ${whatAPersonCanDo}` }
    case 'Available':
      if (!i.readsHaMetadata)
        return { _tag: 'Blocked', eventReason: 'RestoreFailed', error: `${upgradeErrors[otherPlace[i.leftIn]]} ${whatAPersonCanDo}` }
      if (i.checkpoint === 'There')
        return { _tag: 'LastState', restorePath: lastStateMarker, reason: 'HA metadata holds the last checkpoint' }
      return i.checkpoint === 'NotYet' ? beforeFirstCheckpoint(i.startedFrom)
        : { _tag: 'Blocked', eventReason: 'RestoreFailed', error: `${upgradeErrors.noCheckpoint} ${whatAPersonCanDo}` }
  }
}

/** No checkpoint yet: the job goes on from what it was started from (B07), which the configuration has to name once more. */
const beforeFirstCheckpoint = (startedFrom: LastState): RestoreAnswer => {
  const reason = 'HA metadata is there and holds no checkpoint yet'
  switch (startedFrom._tag) {
    case 'Path':
      return { _tag: 'LastState', restorePath: startedFrom.path, reason }
    case 'None':
    case 'NeverStarted':
      return { _tag: 'LastState', restorePath: null, reason }
    case 'InHighAvailability':
    case 'Unknown':
      return { _tag: 'Blocked', eventReason: 'RestoreFailed', error: `${upgradeErrors.noCheckpointYet} ${whatAPersonCanDo}` }
  }
}
