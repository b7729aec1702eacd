import { moved, normal, outcome, type Rule, waiting, warning } from '../outcome.ts'
import { stopRequest } from '../flink-application-requests.ts'
import { isLiveTarget, isNeverStarted, isOldOver, isOtherWanted, oldJob, seenOldJob, stopOf } from '../observe/live.ts'
import { ended, givingUp, stopping, withoutState } from '../status-transitions.ts'
import { anew } from './cluster-starting.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { isScaled, toRescaling, unseen } from './savepointing.ts'
import { failsBesideHaMetadata } from './left-in-ha-metadata.ts'

export const cancelling = {
  'cancelling/never-ran': { holds: isNeverStarted, does: round => moved(round.observed.status) },
  'cancelling/scaled-in-place-and-changed': {
    holds: round => stopOf(round) === null && isOtherWanted(round) && isScaled(round),
    does: toRescaling,
  },
  'cancelling/spec-changed': { holds: round => stopOf(round) === null && (isOtherWanted(round) || isLiveTarget(round)), does: anew },
  'cancelling/left-in-ha-metadata': failsBesideHaMetadata,
  'cancelling/ended': { holds: isOldOver, does: round => moved(ended(round, withoutState)) },
  'cancelling/given-up': {
    holds: round => givenUp(round) !== null,
    does: round => moved(givingUp(round, givenUpWords(round)), { events: [warning('CancelFailed', givenUpWords(round))] }),
  },
  'cancelling/unobservable': {
    holds: round => seenOldJob(round)?._tag === 'Unseen' || seenOldJob(round)?._tag === 'Missed',
    does: round => {
      const seen = seenOldJob(round)
      return seen?._tag === 'Unseen' ? unseen(round, 'GetJobs', seen.message) : waiting(round, 'the JobManager to list the job')
    },
  },
  'cancelling/in-progress': { holds: round => seenOldJob(round)?._tag === 'Ending', does: round => waiting(round) },
  'cancelling/request': {
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
