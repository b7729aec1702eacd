import { moved, normal, outcome, type Rule, waiting, warning } from '../outcome.ts'
import { stopRequest } from '../flink-application-requests.ts'
import { isLiveTarget, isNeverStarted, isOldOver, isOtherWanted, oldJob, seenOldJob, stopOf } from '../seen/live.ts'
import { ended, givingUp, stopping, withoutState } from '../status-transitions.ts'
import { anew } from './cluster-starting.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { isScaled, toRescaling, unseen } from './savepointing.ts'

export const cancelling = {
  K1: { holds: isNeverStarted, does: round => moved(round.observed.status) },
  K1b: { holds: round => stopOf(round) === null && isOtherWanted(round) && isScaled(round), does: toRescaling },
  K1a: { holds: round => stopOf(round) === null && (isOtherWanted(round) || isLiveTarget(round)), does: anew },
  K4: { holds: isOldOver, does: round => moved(ended(round, withoutState)) },
  K2: {
    holds: round => givenUp(round) !== null,
    does: round => moved(givingUp(round, givenUpWords(round)), { events: [warning('CancelFailed', givenUpWords(round))] }),
  },
  K3: {
    holds: round => seenOldJob(round)?._tag === 'Unseen' || seenOldJob(round)?._tag === 'Missed',
    does: round => {
      const seen = seenOldJob(round)
      return seen?._tag === 'Unseen' ? unseen(round, 'GetJobs', seen.message) : waiting(round, 'the JobManager to list the job')
    },
  },
  K6: { holds: round => seenOldJob(round)?._tag === 'Ending', does: round => waiting(round) },
  K5: {
    holds: () => true,
    does: round => {
      const job = oldJob(round)
      if (job === null) return waiting(round)
      const before = stopOf(round)
      const status = before?.how === 'Cancel' ? round.observed.status : stopping(round, 'Cancel', job)
      const stop = status.operation?.stop ?? null
      return outcome({ observed: { ...round.observed, status } }, {
        effects: stop === null ? [] : stopRequest(round, stop),
        events: before === null ? [normal('CancellingJob', `Cancelling job ${job.jobId} without a savepoint`)] : [],
      })
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
