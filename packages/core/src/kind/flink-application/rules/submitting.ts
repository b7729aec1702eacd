import { contradictedState, isDefinite, stateOfRunningJob } from '../../../resource/last-state.ts'
import { moved, normal, outcome, type Outcome, type Rule, told, waiting, warning } from '../outcome.ts'
import { foreignError } from '../retry/error-of.ts'
import { cancelRequest } from '../flink-application-requests.ts'
import { flinkApplicationFinalizer } from '../type.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { isClusterGone, jobsAt } from '../seen/clusters.ts'
import { incarnationOf } from '../seen/incarnation.ts'
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
} from '../seen/live.ts'
import { awaitedSource } from '../seen/last-checkpoint.ts'
import { isAlive } from '../seen/seen-job.ts'
import { hasCheckpoint, isInOtherIncarnation, isSubmitOver, listedSubmit } from '../seen/submitted.ts'
import { untoldVersion } from '../seen/sole-job.ts'
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
import { missingRestService, recreateRestService } from './missing-rest-service.ts'
import { isJustRefused, leadsElsewhere, ledTo, missingForSubmit, sent, reportsMissingForSubmit } from './submit.ts'
import { adopted, failure, firstEnds, isUpNow, lostTaskManagers, sourceOfSubmit, strangers } from './submit-evidence.ts'

/** What the first job was to start from is what the next one starts from, where it surely made nothing of its own (P01). */
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
  J9: {
    holds: round => isUpNow(round) && !isBeside(round),
    does: round => moved(live(round)),
  },
  J10: {
    holds: round => isBeside(round) && (isUpNow(round) || listedSubmit(round)?.state === 'FINISHED'),
    does: round => moved(beside(round)),
  },
  J9a: {
    holds: round => {
      const job = listedSubmit(round)
      return !isBeside(round) && job !== null && job.state !== 'FINISHED' && hasCheckpoint(round) === true && !isForced(round)
    },
    does: round => moved(live(round)),
  },
  J6: {
    holds: round => listedSubmit(round)?.state === 'FINISHED' && !isBeside(round),
    does: round => moved(live(round), { events: [normal('JobFinished', `Job ${submitOf(round)?.jobId ?? ''} came to its end`)] }),
  },
  J7a: {
    holds: round => firstEnds(round) !== null && isSubmitOver(round) && (listedSubmit(round) === null || hasCheckpoint(round) !== null),
    does: firstFailed,
  },
  J7b: {
    holds: round => {
      const job = listedSubmit(round)
      return firstEnds(round) !== null && job !== null && isAlive(job) && job.state !== 'CANCELLING'
    },
    does: round => {
      const submit = submitOf(round)
      return submit === null ? waiting(round) : outcome(round, {
        effects: cancelRequest(round, submit.hash, submit.jobId, 'it did not come up'),
        error: round.observed.status.lastSeenError,
      })
    },
  },
  J7c: {
    holds: round => firstEnds(round) !== null && (isForced(round) || !isInOtherIncarnation(round)),
    does: round => outcome(round, { why: firstEnds(round), error: round.observed.status.lastSeenError }),
  },
  J7: {
    holds: round => failure(round) !== null,
    does: round =>
      moved(givingUp(round, failure(round) ?? ''), {
        error: foreignError(failure(round) ?? ''),
        events: [warning('JobMonitoringFailed', failure(round) ?? '')],
      }),
  },
  J1: {
    holds: round => givenUp(round) !== null && !isFirst(round),
    does: round => moved(givingUp(round, givenUpWords(round)), { events: [warning('JobSubmissionFailed', givenUpWords(round))] }),
  },
  J8a: {
    holds: round => lostTaskManagers(round) !== null,
    does: round => {
      const manifest = lostTaskManagers(round)
      return outcome(round, {
        effects: manifest === null ? [] : [{ _tag: 'CreateObject', manifest }],
        events: [normal('CreatingCluster', 'The TaskManagers of the new cluster were taken away: they are created again')],
      })
    },
  },
  J8: {
    holds: round => listedSubmit(round) !== null,
    does: round => {
      const { tasks } = listedSubmit(round) ?? { tasks: { total: 0, running: 0, finished: 0 } }
      return waiting(round, `${String(tasks.running + tasks.finished)} of ${String(tasks.total)} tasks run`)
    },
  },
  J5: {
    holds: round => missingForSubmit(round, targetHash(round)) === null && jobsAt(round, targetHash(round))?._tag !== 'Known',
    does: round => {
      const fact = jobsAt(round, targetHash(round))
      return unseen(round, 'GetJobs', fact?._tag === 'Unknown' ? fact.message : 'the jobs were not seen')
    },
  },
  J4a: {
    holds: round => submitOf(round) === null && adopted(round).length === 1 && strangers(round).length === 1,
    does: round => {
      const [job] = adopted(round)
      const definition = operationOf(round)?.definition ?? null
      return job === undefined || definition === null ? waiting(round)
        : moved(
          withSubmit(round, {
            hash: targetHash(round),
            jobId: job.jobId,
            definition,
            // of a job that somebody else submitted only what is recorded is known
            source: startSource(round) ?? round.observed.status.operatorRecord.lastState,
            sentAt: round.env.now,
            incarnation: incarnationOf(round, targetHash(round)),
            isRefused: false,
            isAnswered: false,
          }),
        )
    },
  },
  J3a: {
    holds: round => strangers(round).length > (submitOf(round) === null ? 1 : 0),
    does: round =>
      outcome(round, {
        error: foreignError(`more than one job is alive in the new cluster: ${strangers(round).map(({ jobId }) => jobId).join(', ')}`),
      }),
  },
  J0f: {
    holds: round => {
      const submit = submitOf(round)
      return foundLive(round) !== null && (submit === null || isSubmitOver(round) || isClusterGone(round, submit.hash))
    },
    does: adoptsLive,
  },
  J4b: {
    holds: round => isInOtherIncarnation(round) && !isForced(round),
    does: round =>
      told(
        round,
        'JobSubmissionFailed',
        `Job ${
          submitOf(round)?.jobId ?? ''
        } was sent to a JobManager that was replaced since, and is not listed: it may have run there, and gone on from `
          + 'its savepoint. Look for its last checkpoint. With spec.forceRollback: true the job goes on from where the update began',
      ),
  },
  J0e: {
    holds: round => isLiveTarget(round) && stopOf(round)?.endedAt == null && isSubmitOver(round),
    does: anew,
  },
  J0d: {
    holds: round =>
      seenOldJob(round)?._tag === 'Alive' && stopOf(round)?.endedAt == null && operationOf(round)?.isStateless === false
      && isSubmitOver(round),
    does: round =>
      moved(withOperation(withLastState(round.observed.status, stateOfRunningJob), { submit: null }), {
        events: [
          warning(
            'NotStopped',
            `Job ${oldJob(round)?.jobId ?? ''} of before runs, and its end is not recorded: it is stopped with a savepoint`,
          ),
        ],
      }),
  },
  J0a: {
    holds: round => besideSubmit(round).length > 0 || !isOldOver(round),
    does: round => {
      const [other] = besideSubmit(round)
      if (other === undefined) return waiting(round, `job ${oldJob(round)?.jobId ?? ''} of before to be over`)
      if (other.job === null) {
        const restService = missingRestService(round, other.hash)
        return restService === null ? waiting(round, `the jobs of cluster ${other.hash} to be seen`)
          : recreateRestService(round, restService)
      }
      const isOld = other.job.jobId === oldJob(round)?.jobId
      const isToEnd = stopOf(round)?.endedAt != null || operationOf(round)?.isStateless === true
      return isOld && isToEnd && other.job.state !== 'CANCELLING'
        ? outcome(round, { effects: cancelRequest(round, other.hash, other.job.jobId, 'it came to life again after it had ended') })
        : told(
          round,
          'JobSubmissionFailed',
          `Job ${other.job.jobId} of cluster ${other.hash} is ${other.job.state}: a second one is not submitted`,
          1_000,
        )
    },
  },
  J0c: {
    holds: round => untoldVersion(round) !== null,
    does: round => {
      const found = untoldVersion(round)
      return found === null ? waiting(round) : moved(besideAgain(round, found), {
        events: [warning('UntoldVersion', `Job ${found.job.jobId} of version ${found.hash} runs, and the status did not tell of it`)],
      })
    },
  },
  J0b: {
    holds: round => sourceOfSubmit(round) === null,
    does: round =>
      told(
        round,
        'JobSubmissionFailed',
        'What the job is to go on from is not known: nothing is submitted. Name a savepoint or checkpoint in spec.savepointPath',
      ),
  },
  J2: {
    holds: round => missingForSubmit(round, targetHash(round)) !== null,
    does: round => reportsMissingForSubmit(round, targetHash(round)),
  },
  J2a: { holds: round => leadsElsewhere(round, targetHash(round)), does: round => ledTo(round, targetHash(round)) },
  J2b: {
    holds: ({ desired: { meta } }) => !meta.finalizers.includes(flinkApplicationFinalizer),
    does: round => outcome(round, { effects: [{ _tag: 'AddFinalizer', finalizer: flinkApplicationFinalizer }], after: 0 }),
  },
  J3: { holds: isJustRefused, does: round => waiting(round) },
  J4: {
    holds: () => true,
    does: round => {
      const awaited = awaitedSource(round)
      if (awaited !== null) return waiting(round, awaited)
      const definition = operationOf(round)?.definition ?? null
      const submit = submitOf(round)
      const source = sourceOfSubmit(round)
      return definition === null || source === null || !isDefinite(source) || (submit !== null && submit.sentAt === null)
        ? waiting(round, 'what is to be submitted is not recorded') : sent(round, targetHash(round), definition, source)
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
