import { type LastState, stateOfRunningJob } from '@flink-operator/core/resource'
import { moved, normal, outcome, type Outcome, type Rule, waiting, warning } from '../outcome.ts'
import { flinkError } from '../retry/error-of.ts'
import { stopRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import {
  isBeside,
  isForced,
  isLiveTarget,
  isNeverStarted,
  isOldOver,
  isOtherWanted,
  oldJob,
  operationOf,
  seenOldJob,
  startSource,
  stopOf,
} from '../observe/live.ts'
import { stopOutcome } from '../observe/stop-outcome.ts'
import { ended, failed, givingUp, stopping, withLastState, withOperation } from '../status-transitions.ts'
import { pairOf } from '../observe/in-place.ts'
import { isAsBefore } from './general.ts'
import { anew } from './cluster-starting.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { failsBesideHaMetadata } from './left-in-ha-metadata.ts'

const isAlive = (round: ApplicationRound): boolean => seenOldJob(round)?._tag === 'Alive'
export const isRunning = (round: ApplicationRound): boolean => {
  const seen = seenOldJob(round)
  return seen?._tag === 'Alive' && seen.job.state === 'RUNNING'
}

/** True if no stop was requested, or the stop had no effect. */
export const isNotStopping = (round: ApplicationRound): boolean => {
  const outcomeSeen = stopOutcome(round)?._tag
  // in BlueGreen the operator takes a savepoint only and does not stop the live job
  return isBeside(round) || stopOf(round) === null || outcomeSeen === 'Failed' || outcomeSeen === 'Void'
}

/** The path of the savepoint, once the job has ended with it. In BlueGreen, where the live job runs on: once the savepoint is complete. */
export const stoppedWith = (round: ApplicationRound): string | null => {
  const seen = stopOutcome(round)
  return seen?._tag === 'Complete' && (isBeside(round) || isOldOver(round)) ? seen.path : null
}

/** In BlueGreen: records the source of this attempt, with the trigger id of its savepoint (LD04). */
export const goingOnFrom = ({ observed: { status } }: ApplicationRound, source: LastState) => {
  const stop = status.operation?.stop ?? null
  return withOperation(status, {
    source,
    stop: stop === null || source._tag !== 'Path' || source.seen !== 'Stop' ? null : { ...stop, path: source.path },
  })
}

/** Records the savepoint as the last state of the old job, or in BlueGreen as the source of the attempt. */
export const stopped = (round: ApplicationRound): Outcome => {
  const path = stoppedWith(round) ?? ''
  if (isBeside(round)) {
    return moved(goingOnFrom(round, { _tag: 'Path', path, seen: 'Stop' }), {
      events: [normal('SavepointCompleted', `Savepoint ${path} of job ${oldJob(round)?.jobId ?? ''} is complete`)],
    })
  }
  return moved(ended(round, { _tag: 'Path', path, seen: 'Stop' }), {
    events: [normal('CanceledJob', `Stopped job ${oldJob(round)?.jobId ?? ''} with savepoint ${path}`)],
  })
}

/** Records the update as failed; the old job keeps running. */
export const keepsOldJob = (round: ApplicationRound, reason: string): Outcome =>
  moved(withLastState(failed(round, reason), stateOfRunningJob), {
    events: [warning('DeployFailed', `${reason}: the old job runs on`)],
  })

/** Records the error of a failed query to Flink, which the operator retries. */
export const unseen = (round: ApplicationRound, call: Parameters<typeof flinkError>[0], message: string): Outcome =>
  outcome(round, { error: flinkError(call, { message, httpStatus: null, applied: 'No' }) })

/**
 * True if the cluster was scaled in place for this attempt. Its labels and replicas then have to be restored before the attempt ends
 * (LD17b).
 */
export const isScaled = (round: ApplicationRound): boolean =>
  operationOf(round)?.kind === 'Rescale' && pairOf(round) !== null && !isAsBefore(round)

/** Moves to Rescaling, which restores labels and replicas, and clears a stop that had no effect. */
export const toRescaling: Rule['does'] = round => moved(withOperation(round.observed.status, { stop: null }))

export const savepointing = {
  'savepointing/never-ran': { holds: isNeverStarted, does: round => moved(round.observed.status) },
  'savepointing/state-recorded': {
    holds: round => stopOf(round) === null && startSource(round) !== null && isOldOver(round),
    does: round => {
      const source = startSource(round)
      return source === null ? waiting(round) : moved(ended(round, source))
    },
  },
  'savepointing/scaled-in-place-and-changed': {
    holds: round =>
      isScaled(round) && ((stopOf(round) === null && isOtherWanted(round)) || (isForced(round) && isAlive(round) && isNotStopping(round))),
    does: toRescaling,
  },
  'savepointing/spec-changed': { holds: round => stopOf(round) === null && (isOtherWanted(round) || isLiveTarget(round)), does: anew },
  'savepointing/left-in-ha-metadata': failsBesideHaMetadata,
  'savepointing/rollback-and-running': {
    holds: round => isForced(round) && isAlive(round) && isNotStopping(round),
    does: round => keepsOldJob(round, givenUpWords(round)),
  },
  'savepointing/rollback-and-stopped': {
    holds: round => isForced(round) && stoppedWith(round) !== null,
    does: round => {
      const after = stopped(round)
      return { ...after, status: givingUp(round, givenUpWords(round), after.status) }
    },
  },
  'savepointing/complete-and-ended': { holds: round => stoppedWith(round) !== null, does: stopped },
  'savepointing/complete': { holds: round => stoppedWith(round) !== null, does: stopped },
  'savepointing/complete-and-not-ended': {
    holds: round => stopOutcome(round)?._tag === 'Complete' && givenUp(round) === null,
    does: round => {
      const seen = stopOutcome(round)
      const stop = stopOf(round)
      return outcome({
        observed: {
          ...round.observed,
          status: stop === null || seen?._tag !== 'Complete' ? round.observed.status
            : withOperation(round.observed.status, { stop: { ...stop, path: seen.path } }),
        },
      })
    },
  },
  'savepointing/failed': {
    holds: round => stopOutcome(round)?._tag === 'Failed',
    does: round => {
      const seen = stopOutcome(round)
      const why = seen?._tag === 'Failed' ? seen.why : ''
      return moved(withOperation(round.observed.status, { stop: null }), {
        events: [warning('SavepointFailed', `The savepoint failed: ${why}`)],
      })
    },
  },
  'savepointing/ended-without-savepoint': {
    holds: round => isOldOver(round) && stopOutcome(round)?._tag !== 'Unseen',
    does: round => moved(round.observed.status),
  },
  'savepointing/given-up': {
    holds: round => givenUp(round) !== null,
    does: round => moved(round.observed.status, { events: [warning('SavepointFailed', givenUpWords(round))] }),
  },
  'savepointing/unobservable': {
    holds: round => {
      const seen = seenOldJob(round)
      return seen?._tag === 'Unseen' || seen?._tag === 'Missed' || stopOutcome(round)?._tag === 'Unseen'
    },
    does: round => {
      const seen = seenOldJob(round)
      const ofStop = stopOutcome(round)
      if (seen?._tag === 'Unseen') return unseen(round, 'GetJobs', seen.message)
      return ofStop?._tag === 'Unseen' ? unseen(round, 'CheckSavepointStatus', ofStop.message)
        : waiting(round, 'the JobManager to list the job')
    },
  },
  'savepointing/request': {
    holds: round => stopOf(round) === null && isRunning(round),
    does: round => {
      const job = oldJob(round)
      if (job === null) return waiting(round)
      const status = stopping(round, 'Savepoint', job)
      const stop = status.operation?.stop ?? null
      return outcome({ observed: { ...round.observed, status } }, {
        effects: stop === null ? [] : stopRequest(round, stop),
        events: [
          isBeside(round) ? normal('SavepointingJob', `Taking a savepoint of job ${job.jobId}, which runs on`)
            : normal('CancellingJob', `Stopping job ${job.jobId} with a savepoint`),
        ],
      })
    },
  },
  'savepointing/send-again': {
    holds: round => stopOutcome(round)?._tag === 'Unsent' && isRunning(round),
    does: round => {
      const stop = stopOf(round)
      return outcome(round, { effects: stop === null ? [] : stopRequest(round, stop) })
    },
  },
  'savepointing/request-again': {
    holds: round => stopOutcome(round)?._tag === 'Void' && isRunning(round),
    does: round => moved(withOperation(round.observed.status, { stop: null })),
  },
  'savepointing/not-stoppable': {
    holds: round => stopOutcome(round)?._tag !== 'InProgress',
    does: round => {
      const seen = seenOldJob(round)
      return waiting(round, seen !== null && 'job' in seen ? `the job to be RUNNING (it is ${seen.job.state})` : 'the job to be observed')
    },
  },
  'savepointing/in-progress': { holds: () => true, does: round => waiting(round) },
} as const satisfies Readonly<Record<string, Rule>>
