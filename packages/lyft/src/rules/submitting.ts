import { contradictedState, isDefinite, stateOfRunningJob } from '@flink-operator/core/resource'
import { moved, normal, outcome, type Outcome, type Rule, reported, waiting, warning } from '../outcome.ts'
import { foreignError } from '../retry/error-of.ts'
import { cancelRequest } from '../flink-application-requests.ts'
import { flinkApplicationFinalizer } from '../type.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { isClusterGone, jobsAt } from '../observe/clusters.ts'
import { incarnationOf } from '../observe/incarnation.ts'
import {
  besideSubmit,
  isBeside,
  isFirst,
  isForced,
  isLiveTarget,
  isOldOver,
  oldJob,
  operationOf,
  seenOldJob,
  startSource,
  stopOf,
  submitOf,
  targetHash,
} from '../observe/live.ts'
import { awaitedSource } from '../observe/last-checkpoint.ts'
import { isAlive } from '../observe/seen-job.ts'
import { hasCheckpoint, isInOtherIncarnation, isSubmitOver, listedSubmit } from '../observe/submitted.ts'
import { unreportedVersion } from '../observe/sole-job.ts'
import {
  beside,
  besideAgain,
  failed,
  givingUp,
  live,
  submitting as withSubmit,
  withLastState,
  withOperation,
} from '../status-transitions.ts'
import { anew } from './cluster-starting.ts'
import { adoptsLive, foundLive } from './creating.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { unseen } from './savepointing.ts'
import { missingRestService, recreateRestService } from './general.ts'
import {
  isJustRefused,
  leadsElsewhere,
  ledTo,
  missingForSubmit,
  sent,
  reportsMissingForSubmit,
  adopted,
  failure,
  firstEnds,
  isUpNow,
  lostTaskManagers,
  sourceOfSubmit,
  foreignJobs,
} from './submit.ts'

/** Records the failure of the first job. The next job starts from the same source if this one provably made no progress (P01). */
const firstFailed = (round: ApplicationRound): Outcome => {
  const reason = firstEnds(round) ?? ''
  const submit = submitOf(round)
  const status = failed(round, reason)
  const isUntouched = submit === null || listedSubmit(round) === null || hasCheckpoint(round) === false
  return moved(
    submit === null ? status
      : withLastState(
        status,
        isUntouched && isDefinite(submit.source) ? submit.source
          : contradictedState('the job that was submitted ended, and whether it completed a checkpoint is not known'),
      ),
    { events: [warning('JobSubmissionFailed', reason)] },
  )
}

export const submitting = {
  'submitting/runs-alone': {
    holds: round => isUpNow(round) && !isBeside(round),
    does: round => moved(live(round)),
  },
  'submitting/runs-beside': {
    holds: round => isBeside(round) && (isUpNow(round) || listedSubmit(round)?.state === 'FINISHED'),
    does: round => moved(beside(round)),
  },
  'submitting/ran-before': {
    holds: round => {
      const job = listedSubmit(round)
      return !isBeside(round) && job !== null && job.state !== 'FINISHED' && hasCheckpoint(round) === true && !isForced(round)
    },
    does: round => moved(live(round)),
  },
  'submitting/finished': {
    holds: round => listedSubmit(round)?.state === 'FINISHED' && !isBeside(round),
    does: round => moved(live(round), { events: [normal('JobFinished', `Job ${submitOf(round)?.jobId ?? ''} finished`)] }),
  },
  'submitting/first-job-ended': {
    holds: round => firstEnds(round) !== null && isSubmitOver(round) && (listedSubmit(round) === null || hasCheckpoint(round) !== null),
    does: firstFailed,
  },
  'submitting/first-job-alive': {
    holds: round => {
      const job = listedSubmit(round)
      return firstEnds(round) !== null && job !== null && isAlive(job) && job.state !== 'CANCELLING'
    },
    does: round => {
      const submit = submitOf(round)
      return submit === null ? waiting(round) : outcome(round, {
        effects: cancelRequest(round, submit.hash, submit.jobId, 'its tasks did not start'),
        error: round.observed.status.lastSeenError,
      })
    },
  },
  'submitting/first-job-ending': {
    holds: round => firstEnds(round) !== null && (isForced(round) || !isInOtherIncarnation(round)),
    does: round => outcome(round, { why: firstEnds(round), error: round.observed.status.lastSeenError }),
  },
  'submitting/failed': {
    holds: round => failure(round) !== null,
    does: round =>
      moved(givingUp(round, failure(round) ?? ''), {
        error: foreignError(failure(round) ?? ''),
        events: [warning('JobMonitoringFailed', failure(round) ?? '')],
      }),
  },
  'submitting/given-up': {
    holds: round => givenUp(round) !== null && !isFirst(round),
    does: round => moved(givingUp(round, givenUpWords(round)), { events: [warning('JobSubmissionFailed', givenUpWords(round))] }),
  },
  'submitting/taskmanagers-missing': {
    holds: round => lostTaskManagers(round) !== null,
    does: round => {
      const manifest = lostTaskManagers(round)
      return outcome(round, {
        effects: manifest === null ? [] : [{ _tag: 'CreateObject', manifest }],
        events: [normal('CreatingCluster', 'The TaskManager Deployment of the new cluster was deleted: the operator creates it again')],
      })
    },
  },
  'submitting/tasks-starting': {
    holds: round => listedSubmit(round) !== null,
    does: round => {
      const { tasks } = listedSubmit(round) ?? { tasks: { total: 0, running: 0, finished: 0 } }
      return waiting(round, `${String(tasks.running + tasks.finished)} of ${String(tasks.total)} tasks run`)
    },
  },
  'submitting/jobs-unobservable': {
    holds: round => missingForSubmit(round, targetHash(round)) === null && jobsAt(round, targetHash(round))?._tag !== 'Known',
    does: round => {
      const fact = jobsAt(round, targetHash(round))
      return unseen(round, 'GetJobs', fact?._tag === 'Unknown' ? fact.message : 'the jobs were not queried')
    },
  },
  'submitting/adopt': {
    holds: round => submitOf(round) === null && adopted(round).length === 1 && foreignJobs(round).length === 1,
    does: round => {
      const [job] = adopted(round)
      const definition = operationOf(round)?.definition ?? null
      return job === undefined || definition === null ? waiting(round)
        : moved(
          withSubmit(round, {
            hash: targetHash(round),
            jobId: job.jobId,
            definition,
            // of a job that this operator did not submit, only the recorded source is known
            source: startSource(round) ?? round.observed.status.operatorRecord.lastState,
            sentAt: round.env.now,
            incarnation: incarnationOf(round, targetHash(round)),
            isRefused: false,
            isAnswered: false,
          }),
        )
    },
  },
  'submitting/several-jobs': {
    holds: round => foreignJobs(round).length > (submitOf(round) === null ? 1 : 0),
    does: round =>
      outcome(round, {
        error: foreignError(`more than one job is alive in the new cluster: ${foreignJobs(round).map(({ jobId }) => jobId).join(', ')}`),
      }),
  },
  'submitting/status-lost': {
    holds: round => {
      const submit = submitOf(round)
      return foundLive(round) !== null && (submit === null || isSubmitOver(round) || isClusterGone(round, submit.hash))
    },
    does: adoptsLive,
  },
  'submitting/maybe-ran-before': {
    holds: round => isInOtherIncarnation(round) && !isForced(round),
    does: round =>
      reported(
        round,
        'JobSubmissionFailed',
        `Job ${
          submitOf(round)?.jobId ?? ''
        } was submitted to a JobManager instance that no longer exists, and is not listed: it may have run there and made progress after `
          + 'its savepoint. Look for its last checkpoint. With spec.forceRollback: true the job restores the state from which the update began',
      ),
  },
  'submitting/older-attempt': {
    holds: round => isLiveTarget(round) && stopOf(round)?.endedAt == null && isSubmitOver(round),
    does: anew,
  },
  'submitting/stop-not-recorded': {
    holds: round =>
      seenOldJob(round)?._tag === 'Alive' && stopOf(round)?.endedAt == null && operationOf(round)?.isStateless === false
      && isSubmitOver(round),
    does: round =>
      moved(withOperation(withLastState(round.observed.status, stateOfRunningJob), { submit: null }), {
        events: [
          warning(
            'NotStopped',
            `Job ${
              oldJob(round)?.jobId ?? ''
            } of the earlier version still runs, and the status does not record that it ended: the operator stops it with a savepoint`,
          ),
        ],
      }),
  },
  'submitting/other-job-not-ended': {
    holds: round => besideSubmit(round).length > 0 || !isOldOver(round),
    does: round => {
      const [other] = besideSubmit(round)
      if (other === undefined) return waiting(round, `old job ${oldJob(round)?.jobId ?? ''} to end`)
      if (other.job === null) {
        const restService = missingRestService(round, other.hash)
        return restService === null ? waiting(round, `the jobs of cluster ${other.hash} to be observed`)
          : recreateRestService(round, restService)
      }
      const isOld = other.job.jobId === oldJob(round)?.jobId
      const isToEnd = stopOf(round)?.endedAt != null || operationOf(round)?.isStateless === true
      return isOld && isToEnd && other.job.state !== 'CANCELLING'
        ? outcome(round, { effects: cancelRequest(round, other.hash, other.job.jobId, 'it restarted after it had ended') })
        : reported(
          round,
          'JobSubmissionFailed',
          `Job ${other.job.jobId} of cluster ${other.hash} is ${other.job.state}: the operator does not submit a second one`,
          1_000,
        )
    },
  },
  'submitting/unmentioned-version': {
    holds: round => unreportedVersion(round) !== null,
    does: round => {
      const found = unreportedVersion(round)
      return found === null ? waiting(round) : moved(besideAgain(round, found), {
        events: [warning('UntoldVersion', `Job ${found.job.jobId} of version ${found.hash} runs, but the status did not mention it`)],
      })
    },
  },
  'submitting/state-unknown': {
    holds: round => sourceOfSubmit(round) === null,
    does: round =>
      reported(
        round,
        'JobSubmissionFailed',
        'The state to restore is unknown, so the operator submits nothing. Name a savepoint or checkpoint in spec.savepointPath',
      ),
  },
  'submitting/objects-unobservable': {
    holds: round => missingForSubmit(round, targetHash(round)) !== null,
    does: round => reportsMissingForSubmit(round, targetHash(round)),
  },
  'submitting/service-to-switch': {
    holds: round => leadsElsewhere(round, targetHash(round)),
    does: round => ledTo(round, targetHash(round)),
  },
  'submitting/finalizer': {
    holds: ({ desired: { meta } }) => !meta.finalizers.includes(flinkApplicationFinalizer),
    does: round => outcome(round, { effects: [{ _tag: 'AddFinalizer', finalizer: flinkApplicationFinalizer }], after: 0 }),
  },
  'submitting/refused': { holds: isJustRefused, does: round => waiting(round) },
  'submitting/submit': {
    holds: () => true,
    does: round => {
      const awaited = awaitedSource(round)
      if (awaited !== null) return waiting(round, awaited)
      const definition = operationOf(round)?.definition ?? null
      const submit = submitOf(round)
      const source = sourceOfSubmit(round)
      return definition === null || source === null || !isDefinite(source) || (submit !== null && submit.sentAt === null)
        ? waiting(round, 'a record of the job to submit') : sent(round, targetHash(round), definition, source)
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
