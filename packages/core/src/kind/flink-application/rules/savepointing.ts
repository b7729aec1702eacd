import { type LastState, stateOfRunningJob } from '../../../resource/last-state.ts'
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
} from '../seen/live.ts'
import { stopOutcome } from '../seen/stop-outcome.ts'
import { ended, failed, givingUp, stopping, withLastState, withOperation } from '../status-transitions.ts'
import { pairOf } from '../seen/in-place.ts'
import { isAsBefore } from './put-back.ts'
import { anew } from './cluster-starting.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'

const isAlive = (round: ApplicationRound): boolean => seenOldJob(round)?._tag === 'Alive'
export const isRunning = (round: ApplicationRound): boolean => {
  const seen = seenOldJob(round)
  return seen?._tag === 'Alive' && seen.job.state === 'RUNNING'
}

/** It was not told to stop, or its stop came to nothing. */
export const isNotStopping = (round: ApplicationRound): boolean => {
  const outcomeSeen = stopOutcome(round)?._tag
  // beside the live job nothing is stopped
  return isBeside(round) || stopOf(round) === null || outcomeSeen === 'Failed' || outcomeSeen === 'Void'
}

/** The savepoint of the stop, where the job has ended with it; beside the live job, which runs on, as soon as it is complete. */
export const stoppedWith = (round: ApplicationRound): string | null => {
  const seen = stopOutcome(round)
  return seen?._tag === 'Complete' && (isBeside(round) || isOldOver(round)) ? seen.path : null
}

/** Beside the live job: of this attempt alone, with the trigger id that it was taken by (LD04). */
export const goingOnFrom = ({ observed: { status } }: ApplicationRound, source: LastState) => {
  const stop = status.operation?.stop ?? null
  return withOperation(status, {
    source,
    stop: stop === null || source._tag !== 'Path' || source.seen !== 'Stop' ? null : { ...stop, path: source.path },
  })
}

/** What the job left is its savepoint. */
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

/** FAIL; the old job runs, and is kept. */
export const keepsOldJob = (round: ApplicationRound, reason: string): Outcome =>
  moved(withLastState(failed(round, reason), stateOfRunningJob), {
    events: [warning('DeployFailed', `${reason}: the job of before runs on`)],
  })

/** An error of a look at Flink that is tried again. */
export const unseen = (round: ApplicationRound, call: Parameters<typeof flinkError>[0], message: string): Outcome =>
  outcome(round, { error: flinkError(call, { message, httpStatus: null, applied: 'No' }) })

/** Was the cluster scaled in place for this attempt? Then labels and replicas are put back before it is over (LD17b). */
export const isScaled = (round: ApplicationRound): boolean =>
  operationOf(round)?.kind === 'Rescale' && pairOf(round) !== null && !isAsBefore(round)

/** Labels and replicas are put back there; a stop that came to nothing is over. */
export const toRescaling: Rule['does'] = round => moved(withOperation(round.observed.status, { stop: null }))

export const savepointing = {
  V1: { holds: isNeverStarted, does: round => moved(round.observed.status) },
  V1a: {
    holds: round => stopOf(round) === null && startSource(round) !== null && isOldOver(round),
    does: round => {
      const source = startSource(round)
      return source === null ? waiting(round) : moved(ended(round, source))
    },
  },
  V1c: {
    holds: round =>
      isScaled(round) && ((stopOf(round) === null && isOtherWanted(round)) || (isForced(round) && isAlive(round) && isNotStopping(round))),
    does: toRescaling,
  },
  V1b: { holds: round => stopOf(round) === null && (isOtherWanted(round) || isLiveTarget(round)), does: anew },
  V2a: {
    holds: round => isForced(round) && isAlive(round) && isNotStopping(round),
    does: round => keepsOldJob(round, givenUpWords(round)),
  },
  V2b: {
    holds: round => isForced(round) && stoppedWith(round) !== null,
    does: round => {
      const after = stopped(round)
      return { ...after, status: givingUp(round, givenUpWords(round), after.status) }
    },
  },
  V7: { holds: round => stoppedWith(round) !== null, does: stopped },
  V8: { holds: round => stoppedWith(round) !== null, does: stopped },
  V7a: {
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
  V6: {
    holds: round => stopOutcome(round)?._tag === 'Failed',
    does: round => {
      const seen = stopOutcome(round)
      const why = seen?._tag === 'Failed' ? seen.why : ''
      return moved(withOperation(round.observed.status, { stop: null }), {
        events: [warning('SavepointFailed', `The savepoint failed: ${why}`)],
      })
    },
  },
  V6a: {
    holds: round => isOldOver(round) && stopOutcome(round)?._tag !== 'Unseen',
    does: round => moved(round.observed.status),
  },
  V2: {
    holds: round => givenUp(round) !== null,
    does: round => moved(round.observed.status, { events: [warning('SavepointFailed', givenUpWords(round))] }),
  },
  V5: {
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
  V3: {
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
  V3a: {
    holds: round => stopOutcome(round)?._tag === 'Unsent' && isRunning(round),
    does: round => {
      const stop = stopOf(round)
      return outcome(round, { effects: stop === null ? [] : stopRequest(round, stop) })
    },
  },
  V3b: {
    holds: round => stopOutcome(round)?._tag === 'Void' && isRunning(round),
    does: round => moved(withOperation(round.observed.status, { stop: null })),
  },
  V3c: {
    holds: round => stopOutcome(round)?._tag !== 'InProgress',
    does: round => {
      const seen = seenOldJob(round)
      return waiting(round, seen !== null && 'job' in seen ? `the job to be RUNNING (it is ${seen.job.state})` : 'the job to be seen')
    },
  },
  V9: { holds: () => true, does: round => waiting(round) },
} as const satisfies Readonly<Record<string, Rule>>
