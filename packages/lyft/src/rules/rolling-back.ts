import { type LastState, stateOfRunningJob } from '@flink-operator/core/resource'
import { moved, normal, outcome, type Rule, reported, waiting, warning } from '../outcome.ts'
import { cancelRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { isClusterGone, jobsAt } from '../observe/clusters.ts'
import { agreedState, besideSubmit, isForced, isOldOver, oldJob, operationOf, seenOldJob, stopOf, submitOf } from '../observe/live.ts'
import { notReady } from '../observe/readiness.ts'
import { isAlive } from '../observe/seen-job.ts'
import { stopOutcome } from '../observe/stop-outcome.ts'
import { hasCheckpoint, isInOtherIncarnation, isSubmitOver, isUp, listedSubmit } from '../observe/submitted.ts'
import { failed, live, recordedDefinition, withLastState, withLiveJob, withoutState } from '../status-transitions.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { missingRestService, recreateRestService, putBack } from './general.ts'
import { isScaled, unseen } from './savepointing.ts'
import { isJustRefused, leadsElsewhere, ledTo, missingForSubmit, sent, reportsMissingForSubmit } from './submit.ts'

const oldHash = ({ observed: { status } }: ApplicationRound): string => status.deployHash

/** True if the recorded submit is that of the old job, which the roll back runs again. */
const isPuttingBack = (round: ApplicationRound): boolean => submitOf(round)?.hash === oldHash(round)

/** The submit of the new job; null: none was submitted. */
const newSubmit = (round: ApplicationRound) => (isPuttingBack(round) ? null : submitOf(round))

const isNewOver = (round: ApplicationRound): boolean => newSubmit(round) === null || isSubmitOver(round)

/**
 * True if the JobManager instance that received the new job is gone, and the next instance does not list the job. What the job did does not
 * matter while the old job runs on.
 */
const isNewGone = (round: ApplicationRound): boolean => {
  const submit = newSubmit(round)
  return submit !== null && isInOtherIncarnation(round) && listedSubmit(round) === null
    && (isClusterGone(round, submit.hash) || jobsAt(round, submit.hash)?._tag === 'Known')
}

/** The id of the old job, if it runs (submitted again or never stopped) and is not ending. */
const oldAlive = (round: ApplicationRound): string | null => {
  if (isPuttingBack(round)) {
    // it was submitted again; the steady state observes its health
    return listedSubmit(round)?.jobId ?? null
  }
  const seen = seenOldJob(round)
  return seen?._tag === 'Alive' ? seen.job.jobId : null
}

/**
 * The source that the old job restores: its last state, as recorded when the new job was submitted, or later. None if the user asked for an
 * update without state.
 */
const source = (round: ApplicationRound): LastState | null => {
  const submit = submitOf(round)
  const { lastState } = round.observed.status.operatorRecord
  return agreedState(round, submit?.source ?? lastState) ?? (operationOf(round)?.isStateless === true ? withoutState : null)
}

/** True if the new job provably made no progress that a roll back would lose. */
const isUntouched = (round: ApplicationRound): boolean => {
  if (newSubmit(round) === null) return true
  if (isInOtherIncarnation(round)) return false
  return listedSubmit(round) === null || hasCheckpoint(round) === false
}

const clusters = (
  round: ApplicationRound,
): readonly string[] => [oldHash(round), ...(newSubmit(round) === null ? [] : [newSubmit(round)?.hash ?? ''])]

const unobservedCluster = (round: ApplicationRound): string | null =>
  clusters(round).find(hash => !isClusterGone(round, hash) && jobsAt(round, hash)?._tag !== 'Known') ?? null

/** Other jobs than the new and the old one. The operator submits nothing while one of them may run. */
const otherJobs = (round: ApplicationRound) => besideSubmit(round).filter(({ job }) => job === null || job.jobId !== oldJob(round)?.jobId)

const isStopPending = (round: ApplicationRound): boolean => {
  const stop = stopOf(round)
  return stop !== null && stop.endedAt === null && (seenOldJob(round)?._tag === 'Ending' || stopOutcome(round)?._tag === 'InProgress')
}

const reasonOf = (round: ApplicationRound): string => round.observed.status.operatorRecord.givenUp?.reason ?? ''

/** Records the update as failed, with the source of the next start. */
const fails = (round: ApplicationRound, reason: string, events: Parameters<typeof moved>[1] = {}) => {
  const kept = source(round)
  const status = failed(round, reason)
  return moved(kept === null || !isUntouched(round) && !isForced(round) ? status : withLastState(status, kept), events)
}

export const rollingBack = {
  'rolling-back/live-job-untouched': {
    holds: round => ((isNewOver(round) || isNewGone(round)) && otherJobs(round).length === 0) || givenUp(round) !== null,
    does: round =>
      moved(failed(round, reasonOf(round)), { events: [warning('DeployFailed', `${reasonOf(round)}: the earlier version runs on`)] }),
  },
  'rolling-back/new-job-runs': {
    holds: round => {
      const job = newSubmit(round) === null ? null : listedSubmit(round)
      return job !== null && !isForced(round) && (isUp(job) || job.state === 'FINISHED' || hasCheckpoint(round) === true)
    },
    does: round => moved(live(round)),
  },
  'rolling-back/scaled-in-place': { holds: round => isNewOver(round) && isScaled(round), does: putBack },
  'rolling-back/old-job-runs': {
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
  'rolling-back/old-job-finished': {
    holds: round => {
      const seen = seenOldJob(round)
      return isNewOver(round) && !isPuttingBack(round) && seen?._tag === 'Ended' && seen.job.state === 'FINISHED'
        && stopOf(round)?.how !== 'Savepoint'
    },
    does: round => moved(failed(round, `${reasonOf(round)}; the old job had finished without having been stopped`)),
  },
  'rolling-back/given-up': {
    holds: round => givenUp(round) !== null && isNewOver(round) && (!isPuttingBack(round) || isSubmitOver(round)) && !isStopPending(round),
    does: round =>
      fails(round, `${reasonOf(round)}; the roll back failed, too: ${givenUpWords(round)}`, {
        events: [warning('RollbackFailed', givenUpWords(round))],
      }),
  },
  'rolling-back/jobs-unobservable': {
    holds: round => unobservedCluster(round) !== null,
    does: round => {
      const fact = jobsAt(round, unobservedCluster(round) ?? '')
      return unseen(round, 'GetJobs', fact?._tag === 'Unknown' ? fact.message : 'the jobs were not queried')
    },
  },
  'rolling-back/new-job-alive': {
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
  'rolling-back/job-ending': {
    holds: round =>
      (!isNewOver(round) && !isInOtherIncarnation(round)) || isStopPending(round) || otherJobs(round).length > 0 || !isOldOver(round),
    does: round => {
      const [other] = otherJobs(round)
      const restService = other?.job === null ? missingRestService(round, other.hash) : null
      return restService !== null ? recreateRestService(round, restService)
        : waiting(round, other === undefined ? null : `the jobs in cluster ${other.hash} to end`)
    },
  },
  'rolling-back/state-unknown': {
    holds: round =>
      source(round) === null || recordedDefinition(round.observed.status).jarName === '' || (!isUntouched(round) && !isForced(round)),
    does: round =>
      reported(
        round,
        'RollbackFailed',
        'The state that the old job should restore is unknown, or the new job may have made progress: the operator submits nothing. With spec.forceRollback: true the old job '
          + 'restores the state from which the update began',
      ),
  },
  'rolling-back/objects-unobservable': {
    holds: round => missingForSubmit(round, oldHash(round)) !== null,
    does: round => reportsMissingForSubmit(round, oldHash(round)),
  },
  'rolling-back/service-to-switch': { holds: round => leadsElsewhere(round, oldHash(round)), does: round => ledTo(round, oldHash(round)) },
  'rolling-back/not-ready': {
    holds: round => notReady(round, oldHash(round), recordedDefinition(round.observed.status).parallelism) !== null,
    does: round => waiting(round, notReady(round, oldHash(round), recordedDefinition(round.observed.status).parallelism)),
  },
  'rolling-back/refused': { holds: round => isPuttingBack(round) && isJustRefused(round), does: round => waiting(round) },
  'rolling-back/submit': {
    holds: () => true,
    does: round => {
      const from = source(round)
      return from === null ? waiting(round) : sent(round, oldHash(round), recordedDefinition(round.observed.status), from)
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
