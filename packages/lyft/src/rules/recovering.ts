import { moved, normal, outcome, type Outcome, type Rule, waiting, warning } from '../outcome.ts'
import { lateArrivalLimit, stateOfRunningJob } from '@flink-operator/core/resource'
import { stopRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { factsAt } from '../observe/clusters.ts'
import { lastCheckpoint, lastSeenCheckpoint } from '../observe/last-checkpoint.ts'
import { isBeside, isForced, isOldOver, oldJob, seenOldJob, stopOf } from '../observe/live.ts'
import { isAlive as isJobAlive } from '../observe/seen-job.ts'
import { stopOutcome } from '../observe/stop-outcome.ts'
import { ended, failed, givingUp, stopping, withLastState, withOperation } from '../status-transitions.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { goingOnFrom, isNotStopping, isScaled, keepsOldJob, stopped, stoppedWith, toRescaling } from './savepointing.ts'
import { failsBesideHaMetadata } from './left-in-ha-metadata.ts'

const seenTag = (round: ApplicationRound): string | undefined => seenOldJob(round)?._tag

/** The last state of the old job, if known: the savepoint of its stop, or its last checkpoint. */
const left = (round: ApplicationRound): string | null => {
  const savepoint = stoppedWith(round)
  if (savepoint !== null) return savepoint
  const last = lastCheckpoint(round)
  return isOldOver(round) && last._tag === 'Usable' ? last.path : null
}

/** True if the stop may still take effect: it is in progress, or was sent and may not have arrived yet. */
const isStopping = (round: ApplicationRound): boolean => {
  const stop = stopOf(round)
  if (stop === null || stop.how !== 'Savepoint' || isBeside(round)) return false
  const seen = stopOutcome(round)?._tag
  return seen === 'InProgress'
    || (seen === 'Unsent' && round.env.now <= Math.max(stop.askedAt, round.env.steadySince ?? stop.askedAt) + lateArrivalLimit)
}

const fromCheckpoint = (round: ApplicationRound, path: string, seen: 'Checkpoints' | 'Person'): Outcome =>
  moved(ended(round, { _tag: 'Path', path, seen }), {
    events: [normal('RestoringExternalizedCheckpoint', `No savepoint exists: the job restores ${path}`)],
  })

/**
 * True if a cancel loses nothing that the new job needs: its last checkpoint outlives the cancel. If provably no checkpoint exists, the
 * user must have allowed a start without state.
 */
const mayCancel = (round: ApplicationRound): boolean => {
  const old = oldJob(round)
  const last = lastCheckpoint(round)
  if (old === null || seenTag(round) !== 'Alive') return false
  // if the outcome of the stop is unknown, the stop may be in progress: a failed query permits no cancel (P14)
  if (stopOutcome(round)?._tag === 'Unseen') return false
  const { checkpointConfiguration } = factsAt(round, old.hash)
  if (last._tag === 'Usable') return checkpointConfiguration?._tag === 'Known' && !checkpointConfiguration.value.isDeletedOnCancel
  return last._tag === 'None' && round.desired.spec.fallbackWithoutState
}

/** True if an observation proves that no usable checkpoint exists. A checkpoint that was merely not found is no proof. */
const isSurelyNone = (round: ApplicationRound): boolean => lastCheckpoint(round)._tag === 'None' && lastSeenCheckpoint(round) === null

const isUnseen = (round: ApplicationRound): boolean => {
  const seen = seenOldJob(round)
  return seen?._tag === 'Unseen' || seen?._tag === 'Missed' || stopOutcome(round)?._tag === 'Unseen'
    || lastCheckpoint(round)._tag === 'Unseen'
    || (seen?._tag === 'Alive' && lastCheckpoint(round)._tag === 'Usable' && isRetentionUnseen(round))
}

const isRetentionUnseen = (round: ApplicationRound): boolean => {
  const fact = factsAt(round, oldJob(round)?.hash ?? '').checkpointConfiguration
  return fact === undefined || fact._tag === 'Unknown'
}

const noState = (round: ApplicationRound): string => {
  const last = lastCheckpoint(round)
  const why = last._tag === 'Usable' ? 'Flink would delete its last checkpoint with it' : last._tag === 'None' ? last.why : last.message
  return `No savepoint and no usable checkpoint exists: ${why}`
}

const nothingLeft = { _tag: 'None', reason: 'fallbackWithoutState: neither a savepoint nor a checkpoint exists' } as const

export const recovering = {
  'recovering/left-in-ha-metadata': failsBesideHaMetadata,
  'recovering/savepoint-after-all': { holds: round => !isForced(round) && stoppedWith(round) !== null, does: stopped },
  'recovering/rollback-in-place': {
    holds: round => isScaled(round) && isForced(round) && seenTag(round) === 'Alive' && isNotStopping(round),
    does: toRescaling,
  },
  'recovering/rollback-and-running': {
    holds: round => isForced(round) && seenTag(round) === 'Alive' && isNotStopping(round),
    does: round => keepsOldJob(round, givenUpWords(round)),
  },
  'recovering/rollback-and-ended': {
    holds: round => isForced(round) && left(round) !== null,
    does: round => {
      const savepoint = stoppedWith(round)
      return moved(givingUp(
        round,
        givenUpWords(round),
        ended(round, { _tag: 'Path', path: left(round) ?? '', seen: savepoint === null ? 'Checkpoints' : 'Stop' }),
      ))
    },
  },
  'recovering/stop-in-progress': { holds: isStopping, does: round => waiting(round) },
  'recovering/checkpoint-of-ended-job': {
    holds: round => seenTag(round) === 'Ended' && lastCheckpoint(round)._tag === 'Usable',
    does: round => {
      const last = lastCheckpoint(round)
      return last._tag === 'Usable' ? fromCheckpoint(round, last.path, 'Checkpoints') : waiting(round)
    },
  },
  'recovering/checkpoint-of-live-job': {
    holds: round => lastCheckpoint(round)._tag === 'Usable',
    does: round => {
      const last = lastCheckpoint(round)
      return last._tag !== 'Usable' ? waiting(round) : moved(goingOnFrom(round, { _tag: 'Path', path: last.path, seen: 'Checkpoints' }), {
        events: [normal('RestoringExternalizedCheckpoint', `No savepoint exists: the new version restores ${last.path}`)],
      })
    },
  },
  'recovering/last-observed-checkpoint': {
    holds: round => isOldOver(round) && seenTag(round) !== 'Ended' && lastSeenCheckpoint(round) !== null,
    does: round => fromCheckpoint(round, lastSeenCheckpoint(round) ?? '', 'Person'),
  },
  'recovering/without-state': {
    holds: round => (isBeside(round) || isOldOver(round)) && isSurelyNone(round) && round.desired.spec.fallbackWithoutState,
    does: round =>
      moved(isBeside(round) ? goingOnFrom(round, nothingLeft) : ended(round, nothingLeft), {
        events: [
          warning(
            'RestoringWithoutExternalizedCheckpoint',
            'Neither a savepoint nor a checkpoint exists: the job starts without its state',
          ),
        ],
      }),
  },
  'recovering/cancel-first': {
    holds: round => givenUp(round) === null && mayCancel(round),
    does: round => {
      const job = oldJob(round)
      if (job === null) return waiting(round)
      const status = stopOf(round)?.how === 'Cancel' ? round.observed.status : stopping(round, 'Cancel', job)
      const stop = status.operation?.stop ?? null
      return outcome({ observed: { ...round.observed, status } }, { effects: stop === null ? [] : stopRequest(round, stop) })
    },
  },
  'recovering/cancel-in-progress': {
    holds: round => seenTag(round) === 'Ending' && givenUp(round) === null,
    does: round => waiting(round),
  },
  'recovering/unobservable': {
    holds: round => isUnseen(round) && givenUp(round) === null,
    does: round => {
      const last = lastCheckpoint(round)
      return waiting(round, last._tag === 'Unseen' ? last.message : null)
    },
  },
  'recovering/no-checkpoint-in-place': {
    holds: isScaled,
    does: round =>
      moved(givingUp(round, noState(round), withOperation(round.observed.status, { stop: null })), {
        events: [warning('RecoveryFailed', noState(round))],
      }),
  },
  'recovering/no-checkpoint': {
    holds: () => true,
    does: round => {
      const seen = seenOldJob(round)
      const runs = seen !== null && 'job' in seen && isJobAlive(seen.job)
      const reason = noState(round)
      const status = failed(round, reason)
      return moved(runs ? withLastState(status, stateOfRunningJob) : status, { events: [warning('RecoveryFailed', reason)] })
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
