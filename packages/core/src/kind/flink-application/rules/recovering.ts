import { moved, normal, outcome, type Outcome, type Rule, waiting, warning } from '../outcome.ts'
import { lateArrivalLimit } from '../../../resource/operation.ts'
import { stateOfRunningJob } from '../../../resource/last-state.ts'
import { stopRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { factsAt } from '../seen/clusters.ts'
import { lastCheckpoint, lastSeenCheckpoint } from '../seen/last-checkpoint.ts'
import { isBeside, isForced, isOldOver, oldJob, seenOldJob, stopOf } from '../seen/live.ts'
import { isAlive as isJobAlive } from '../seen/seen-job.ts'
import { stopOutcome } from '../seen/stop-outcome.ts'
import { ended, failed, givingUp, stopping, withLastState, withOperation } from '../status-transitions.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { goingOnFrom, isNotStopping, isScaled, keepsOldJob, stopped, stoppedWith, toRescaling } from './savepointing.ts'

const seenTag = (round: ApplicationRound): string | undefined => seenOldJob(round)?._tag

/** What it left, where that is known: its savepoint, or its last checkpoint. */
const left = (round: ApplicationRound): string | null => {
  const savepoint = stoppedWith(round)
  if (savepoint !== null) return savepoint
  const last = lastCheckpoint(round)
  return isOldOver(round) && last._tag === 'Usable' ? last.path : null
}

/** A stop that may still take effect: it is known to be under way, or may have been sent and not have arrived yet. */
const isStopping = (round: ApplicationRound): boolean => {
  const stop = stopOf(round)
  if (stop === null || stop.how !== 'Savepoint' || isBeside(round)) return false
  const seen = stopOutcome(round)?._tag
  return seen === 'InProgress'
    || (seen === 'Unsent' && round.env.now <= Math.max(stop.askedAt, round.env.steadySince ?? stop.askedAt) + lateArrivalLimit)
}

const fromCheckpoint = (round: ApplicationRound, path: string, seen: 'Checkpoints' | 'Person'): Outcome =>
  moved(ended(round, { _tag: 'Path', path, seen }), {
    events: [normal('RestoringExternalizedCheckpoint', `There is no savepoint: the job goes on from ${path}`)],
  })

/**
 * Would a cancel lose what the new job goes on from? Its checkpoint has to outlive it. Where there surely is nothing to lose a person has
 * to have allowed the start without state.
 */
const mayCancel = (round: ApplicationRound): boolean => {
  const old = oldJob(round)
  const last = lastCheckpoint(round)
  if (old === null || seenTag(round) !== 'Alive') return false
  // a stop of which nobody tells anything may be under way: what is not seen permits no cancel (P14)
  if (stopOutcome(round)?._tag === 'Unseen') return false
  const { checkpointConfiguration } = factsAt(round, old.hash)
  if (last._tag === 'Usable') return checkpointConfiguration?._tag === 'Known' && !checkpointConfiguration.value.isDeletedOnCancel
  return last._tag === 'None' && round.desired.spec.fallbackWithoutState
}

/** Is it seen, and not only not found, that no checkpoint may be used? */
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
  const why = last._tag === 'Usable' ? 'its last checkpoint would go with it' : last._tag === 'None' ? last.why : last.message
  return `There is no savepoint, and no checkpoint that may be used: ${why}`
}

const nothingLeft = { _tag: 'None', reason: 'fallbackWithoutState: there is neither savepoint nor checkpoint' } as const

export const recovering = {
  Y0: { holds: round => !isForced(round) && stoppedWith(round) !== null, does: stopped },
  Y1b: {
    holds: round => isScaled(round) && isForced(round) && seenTag(round) === 'Alive' && isNotStopping(round),
    does: toRescaling,
  },
  Y1a: {
    holds: round => isForced(round) && seenTag(round) === 'Alive' && isNotStopping(round),
    does: round => keepsOldJob(round, givenUpWords(round)),
  },
  Y1: {
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
  Y0a: { holds: isStopping, does: round => waiting(round) },
  Y2: {
    holds: round => seenTag(round) === 'Ended' && lastCheckpoint(round)._tag === 'Usable',
    does: round => {
      const last = lastCheckpoint(round)
      return last._tag === 'Usable' ? fromCheckpoint(round, last.path, 'Checkpoints') : waiting(round)
    },
  },
  Y2b: {
    holds: round => lastCheckpoint(round)._tag === 'Usable',
    does: round => {
      const last = lastCheckpoint(round)
      return last._tag !== 'Usable' ? waiting(round) : moved(goingOnFrom(round, { _tag: 'Path', path: last.path, seen: 'Checkpoints' }), {
        events: [normal('RestoringExternalizedCheckpoint', `There is no savepoint: the new version goes on from ${last.path}`)],
      })
    },
  },
  Y2a: {
    holds: round => isOldOver(round) && seenTag(round) !== 'Ended' && lastSeenCheckpoint(round) !== null,
    does: round => fromCheckpoint(round, lastSeenCheckpoint(round) ?? '', 'Person'),
  },
  Y3: {
    holds: round => (isBeside(round) || isOldOver(round)) && isSurelyNone(round) && round.desired.spec.fallbackWithoutState,
    does: round =>
      moved(isBeside(round) ? goingOnFrom(round, nothingLeft) : ended(round, nothingLeft), {
        events: [
          warning('RestoringWithoutExternalizedCheckpoint', 'There is neither savepoint nor checkpoint: the job starts without its state'),
        ],
      }),
  },
  Y5: {
    holds: round => givenUp(round) === null && mayCancel(round),
    does: round => {
      const job = oldJob(round)
      if (job === null) return waiting(round)
      const status = stopOf(round)?.how === 'Cancel' ? round.observed.status : stopping(round, 'Cancel', job)
      const stop = status.operation?.stop ?? null
      return outcome({ observed: { ...round.observed, status } }, { effects: stop === null ? [] : stopRequest(round, stop) })
    },
  },
  Y6: { holds: round => seenTag(round) === 'Ending' && givenUp(round) === null, does: round => waiting(round) },
  Y8: {
    holds: round => isUnseen(round) && givenUp(round) === null,
    does: round => {
      const last = lastCheckpoint(round)
      return waiting(round, last._tag === 'Unseen' ? last.message : null)
    },
  },
  Y4a: {
    holds: isScaled,
    does: round =>
      moved(givingUp(round, noState(round), withOperation(round.observed.status, { stop: null })), {
        events: [warning('RecoveryFailed', noState(round))],
      }),
  },
  Y4: {
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
