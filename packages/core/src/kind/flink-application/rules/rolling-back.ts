import { type LastState, stateOfRunningJob } from '../../../resource/last-state.ts'
import { moved, normal, outcome, type Rule, told, waiting, warning } from '../outcome.ts'
import { cancelRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { isClusterGone, jobsAt } from '../seen/clusters.ts'
import { agreedState, besideSubmit, isForced, isOldOver, oldJob, operationOf, seenOldJob, stopOf, submitOf } from '../seen/live.ts'
import { notReady } from '../seen/readiness.ts'
import { isAlive } from '../seen/seen-job.ts'
import { stopOutcome } from '../seen/stop-outcome.ts'
import { hasCheckpoint, isInOtherIncarnation, isSubmitOver, isUp, listedSubmit } from '../seen/submitted.ts'
import { failed, live, recordedDefinition, withLastState, withLiveJob, withoutState } from '../status-transitions.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { missingRestService, recreateRestService } from './missing-rest-service.ts'
import { putBack } from './put-back.ts'
import { isScaled, unseen } from './savepointing.ts'
import { isJustRefused, leadsElsewhere, ledTo, missingForSubmit, sent, reportsMissingForSubmit } from './submit.ts'

const oldHash = ({ observed: { status } }: ApplicationRound): string => status.deployHash

/** The submit that is recorded is that of the old job, which is put back. */
const isPuttingBack = (round: ApplicationRound): boolean => submitOf(round)?.hash === oldHash(round)

/** The new job, as far as one was submitted. */
const newSubmit = (round: ApplicationRound) => (isPuttingBack(round) ? null : submitOf(round))

const isNewOver = (round: ApplicationRound): boolean => newSubmit(round) === null || isSubmitOver(round)

/** The JobManager that it was sent to is gone, and it is not seen in the next one. What it did is no matter where the old one runs on. */
const isNewGone = (round: ApplicationRound): boolean => {
  const submit = newSubmit(round)
  return submit !== null && isInOtherIncarnation(round) && listedSubmit(round) === null
    && (isClusterGone(round, submit.hash) || jobsAt(round, submit.hash)?._tag === 'Known')
}

/** The old job, put back or never stopped, which is alive and is not about to end. */
const oldAlive = (round: ApplicationRound): string | null => {
  if (isPuttingBack(round)) {
    // it was put back: how it fares is seen at rest
    return listedSubmit(round)?.jobId ?? null
  }
  const seen = seenOldJob(round)
  return seen?._tag === 'Alive' ? seen.job.jobId : null
}

/**
 * What the old job goes on from: what it left, as it was recorded when the new one was submitted, or since. Where a person asked for an
 * update without state nothing was left.
 */
const source = (round: ApplicationRound): LastState | null => {
  const submit = submitOf(round)
  const { lastState } = round.observed.status.operatorRecord
  return agreedState(round, submit?.source ?? lastState) ?? (operationOf(round)?.isStateless === true ? withoutState : null)
}

/** Did the new job surely make nothing that would be lost with it? */
const isUntouched = (round: ApplicationRound): boolean => {
  if (newSubmit(round) === null) return true
  if (isInOtherIncarnation(round)) return false
  return listedSubmit(round) === null || hasCheckpoint(round) === false
}

const clusters = (
  round: ApplicationRound,
): readonly string[] => [oldHash(round), ...(newSubmit(round) === null ? [] : [newSubmit(round)?.hash ?? ''])]

const unseenCluster = (round: ApplicationRound): string | null =>
  clusters(round).find(hash => !isClusterGone(round, hash) && jobsAt(round, hash)?._tag !== 'Known') ?? null

/** Others than the new and the old job: nothing is submitted beside one. */
const strays = (round: ApplicationRound) => besideSubmit(round).filter(({ job }) => job === null || job.jobId !== oldJob(round)?.jobId)

const isStopPending = (round: ApplicationRound): boolean => {
  const stop = stopOf(round)
  return stop !== null && stop.endedAt === null && (seenOldJob(round)?._tag === 'Ending' || stopOutcome(round)?._tag === 'InProgress')
}

const reasonOf = (round: ApplicationRound): string => round.observed.status.operatorRecord.givenUp?.reason ?? ''

/** FAIL, with what the next start goes on from. */
const fails = (round: ApplicationRound, reason: string, events: Parameters<typeof moved>[1] = {}) => {
  const kept = source(round)
  const status = failed(round, reason)
  return moved(kept === null || !isUntouched(round) && !isForced(round) ? status : withLastState(status, kept), events)
}

export const rollingBack = {
  L2: {
    holds: round => ((isNewOver(round) || isNewGone(round)) && strays(round).length === 0) || givenUp(round) !== null,
    does: round =>
      moved(failed(round, reasonOf(round)), { events: [warning('DeployFailed', `${reasonOf(round)}: the version of before runs on`)] }),
  },
  L7a: {
    holds: round => {
      const job = newSubmit(round) === null ? null : listedSubmit(round)
      return job !== null && !isForced(round) && (isUp(job) || job.state === 'FINISHED' || hasCheckpoint(round) === true)
    },
    does: round => moved(live(round)),
  },
  L3a: { holds: round => isNewOver(round) && isScaled(round), does: putBack },
  L6: {
    holds: round => isNewOver(round) && oldAlive(round) !== null,
    does: round => {
      const jobId = oldAlive(round) ?? ''
      const reason = `the update was rolled back: ${reasonOf(round)}`
      return moved(
        withLastState(withLiveJob(failed(round, reason), { jobID: jobId }), stateOfRunningJob),
        { events: [normal('RollbackSucceeded', `Job ${jobId} runs in cluster ${oldHash(round)} as before`)] },
      )
    },
  },
  L6a: {
    holds: round => {
      const seen = seenOldJob(round)
      return isNewOver(round) && !isPuttingBack(round) && seen?._tag === 'Ended' && seen.job.state === 'FINISHED'
        && stopOf(round)?.how !== 'Savepoint'
    },
    does: round => moved(failed(round, `${reasonOf(round)}; the job of before had come to its end by itself`)),
  },
  L1: {
    holds: round => givenUp(round) !== null && isNewOver(round) && (!isPuttingBack(round) || isSubmitOver(round)) && !isStopPending(round),
    does: round =>
      fails(round, `${reasonOf(round)}; and the roll back failed: ${givenUpWords(round)}`, {
        events: [warning('RollbackFailed', givenUpWords(round))],
      }),
  },
  L9: {
    holds: round => unseenCluster(round) !== null,
    does: round => {
      const fact = jobsAt(round, unseenCluster(round) ?? '')
      return unseen(round, 'GetJobs', fact?._tag === 'Unknown' ? fact.message : 'the jobs were not seen')
    },
  },
  L7: {
    holds: round => {
      const job = newSubmit(round) === null ? null : listedSubmit(round)
      return job !== null && isAlive(job) && job.state !== 'CANCELLING'
    },
    does: round => {
      const submit = submitOf(round)
      return submit === null ? waiting(round)
        : outcome(round, { effects: cancelRequest(round, submit.hash, submit.jobId, 'the update is rolled back') })
    },
  },
  L8: {
    holds: round =>
      (!isNewOver(round) && !isInOtherIncarnation(round)) || isStopPending(round) || strays(round).length > 0 || !isOldOver(round),
    does: round => {
      const [stray] = strays(round)
      const restService = stray?.job === null ? missingRestService(round, stray.hash) : null
      return restService !== null ? recreateRestService(round, restService)
        : waiting(round, stray === undefined ? null : `what runs in cluster ${stray.hash}`)
    },
  },
  L10: {
    holds: round =>
      source(round) === null || recordedDefinition(round.observed.status).jarName === '' || (!isUntouched(round) && !isForced(round)),
    does: round =>
      told(
        round,
        'RollbackFailed',
        'What the job of before is to go on from is not known, or the new one may have run on: nothing is submitted. With spec.forceRollback: true the job '
          + 'goes on from where the update began',
      ),
  },
  L3: { holds: round => missingForSubmit(round, oldHash(round)) !== null, does: round => reportsMissingForSubmit(round, oldHash(round)) },
  L3b: { holds: round => leadsElsewhere(round, oldHash(round)), does: round => ledTo(round, oldHash(round)) },
  L4: {
    holds: round => notReady(round, oldHash(round), recordedDefinition(round.observed.status).parallelism) !== null,
    does: round => waiting(round, notReady(round, oldHash(round), recordedDefinition(round.observed.status).parallelism)),
  },
  L5: { holds: round => isPuttingBack(round) && isJustRefused(round), does: round => waiting(round) },
  L5a: {
    holds: () => true,
    does: round => {
      const from = source(round)
      return from === null ? waiting(round) : sent(round, oldHash(round), recordedDefinition(round.observed.status), from)
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
