import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ConfiguredJob, JobDesired, SubmittedJob } from '../job-round.ts'
import { isMissed } from '../observe/observe-job.ts'
import { isLeftUnknown } from '../observe/observe-last-state.ts'
import { isStateless, type UpgradeMode } from '../../contract/resource/upgrade-mode.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { stateShown } from '../report/job-problem.ts'
import type { UnblockedBy } from '../../contract/round/unblocked-by.ts'
import type { Asked } from '../../contract/query/ask.ts'
import type { LastState } from '../../contract/resource/last-state.ts'
import { lastStateMarker, type RestoreSource } from '../../contract/resource/operation.ts'
import { unknownStateError, upgradeErrors, whatAPersonCanDo } from './upgrade-answer.ts'
import type { HaMetadata } from '../../contract/fact/zookeeper-ha-view.ts'

/**
 * True if the user answers `stateless` after the operator reported that the job is not found, or that its last state is unknown. That
 * change alone makes no difference to the deployed spec, but it is an answer.
 */
export const isEmptyStartAsked = (
  { desired: { generation, invalid }, observed: { status }, env: { now } }: {
    readonly desired: Pick<JobDesired, 'generation' | 'invalid'>
    readonly observed: { readonly status: JobLifecycleStatus }
    readonly env: { readonly now: EpochMillis }
  },
  { reconciled }: Pick<SubmittedJob, 'reconciled'>,
  { job }: Pick<ConfiguredJob, 'job'>,
): boolean =>
  invalid === null && isStateless(job.upgradeMode) && !isStateless(status.operatorRecord.askedMode ?? reconciled.job.upgradeMode)
  && job.state === 'running'
  && status.operatorRecord.errorOwner === 'job' && status.observedGeneration !== generation
  && (isMissed(status, now) || isLeftUnknown(status, now))

/** The inputs for choosing a restore source. The way in which the job was suspended decides, not the newest spec (B35). */
export interface RestoreInputs {
  /** `spec.job.upgradeMode` of the spec to deploy. */
  readonly requested: UpgradeMode
  readonly lastState: LastState
  readonly haMetadata: Asked<Exclude<HaMetadata, 'NotLooked'>>
  /** Whether HA metadata points to a checkpoint, or shows that none was completed yet. `Unknown`: it shows neither. */
  readonly checkpoint: 'There' | 'NotYet' | 'Unknown'
  /** The state that the cluster which left the HA metadata was started from. */
  readonly startedFrom: LastState
  /** True if a cluster of the new spec reads HA metadata from the place where the old cluster left it. */
  readonly readsHaMetadata: boolean
  readonly leftIn: 'Kubernetes' | 'ZooKeeper'
}

export type RestoreAnswer =
  | RestoreSource
  | { readonly _tag: 'Wait'; readonly reason: string; readonly unblockedBy: UnblockedBy }
  /**
   * The user has to decide. `error` is the reference operator's text (control-flow.md, section 5.10), or says what was found and what to
   * do.
   */
  | { readonly _tag: 'Blocked'; readonly eventReason: 'RestoreFailed' | 'UpgradeFailed'; readonly error: string }

/** The answer of a host, with its own waits. */
export type RestoreFrom<Source extends RestoreSource> =
  | { readonly _tag: 'From'; readonly source: Source }
  | Extract<RestoreAnswer, { readonly _tag: 'Wait' | 'Blocked' }>

/**
 * Chooses the state to restore the job from (control-flow.md, sections 4.4/3 and 4.6). Total. It chooses Empty only if the user wants it or
 * the record proves it (P01, P25, B29). It needs HA metadata only if the last state is there.
 */
export const restoreSource = (i: RestoreInputs): Asked<RestoreAnswer> => {
  if (isStateless(i.requested))
    return E.right({ _tag: 'Empty', reason: 'the job is stateless', ...(isNothing(i.lastState) ? {} : { left: i.lastState }) })
  switch (i.lastState._tag) {
    case 'NeverStarted':
      return E.right({ _tag: 'Empty', reason: 'the job was never started' })
    case 'None':
      return E.right({ _tag: 'Empty', reason: i.lastState.reason })
    case 'Path':
      return E.right({ _tag: 'Path', path: i.lastState.path, reason: 'the job was suspended with this state' })
    case 'InHighAvailability':
      return pipe(i.haMetadata, E.map(haMetadata => fromHaMetadata(i, haMetadata)))
    case 'Unknown':
      return E.right({ _tag: 'Blocked', eventReason: 'RestoreFailed', error: unknownStateError(i.lastState.reason) })
  }
}

/** The question, for the reason of the look. */
export const haMetadataQuestion = 'does HA metadata of the job exist?'

const isNothing = ({ _tag }: LastState): boolean => _tag === 'None' || _tag === 'NeverStarted'

const otherPlace = { Kubernetes: 'otherHaType', ZooKeeper: 'otherZooKeeper' } as const

const fromHaMetadata = (i: RestoreInputs, haMetadata: Exclude<HaMetadata, 'NotLooked'>): RestoreAnswer => {
  switch (haMetadata) {
    case 'Unknown':
      return { _tag: 'Wait', reason: 'HA metadata could not be read', unblockedBy: stateShown }
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

/** Without a checkpoint the job is restored from what it was started from (B07). The configuration has to name that path again. */
const beforeFirstCheckpoint = (startedFrom: LastState): RestoreAnswer => {
  const reason = 'HA metadata exists and holds no checkpoint yet'
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
