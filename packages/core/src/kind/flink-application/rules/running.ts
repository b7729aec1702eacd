import { pollMillis } from '../../../round/decision.ts'
import { moved, normal, outcome, type Outcome, type Rule, told, waiting, warning } from '../outcome.ts'
import { cancelRequest, deleteRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterHashes, jobsAt, ownObjects } from '../seen/clusters.ts'
import { isAlive } from '../seen/seen-job.ts'
import { scalesInPlace } from '../spec/modes.ts'
import type { ManifestRequest } from '../../../action/manifest-request.ts'
import { isEdited, isGivenUp, isLiveWanted, isScaledUp } from '../seen/edit.ts'
import { replicasFor } from '../seen/readiness.ts'
import { lostJobWords } from '../seen/lost-job-words.ts'
import { leftOver } from '../seen/left-over.ts'
import { seenOldJob } from '../seen/live.ts'
import { begun, besideAgain, failed } from '../status-transitions.ts'
import { untoldVersion } from '../seen/sole-job.ts'
import { createsAgain, tellsOfLost } from './lost-part-rules.ts'
import { missingRestService, recreateRestService } from './missing-rest-service.ts'
import { liveJob } from '../status/version-slots.ts'
import { givenUpWords } from '../told/given-up-words.ts'

const seesObjects = (round: ApplicationRound): boolean => ownObjects(round) !== null

/** What an update goes on from, where its job does not run any more (V07). */
const startOfUpdate = ({ savepointDisabled, fallbackWithoutState }: ApplicationRound['desired']['spec']): string =>
  savepointDisabled ? 'without its state (savepointDisabled)'
    : `from its last checkpoint, where Flink still shows one that may be used; else ${
      fallbackWithoutState ? 'without its state (fallbackWithoutState)' : 'savepointPath has to say from where'
    }`

/** Neither told twice nor more often than the operator looks anyway. */
const resting = (round: ApplicationRound): Outcome => {
  const { desired: { invalid, spec }, observed: { status, phase }, env } = round
  const message = phase === 'DeployFailed' && isGivenUp(round) ? givenUpWords(round, status) : null
  const lost = lostJobWords(round, `: an edit, of restartNonce say, deploys it anew ${startOfUpdate(spec)}`)
  const problem = invalid !== null ? { reason: 'ValidationError', message: `${invalid.field}: ${invalid.message}` }
    : lost !== null ? { reason: 'JobMonitoringFailed', message: lost }
    : message === null ? null : { reason: 'DeployFailed', message }
  return outcome(round, {
    problem: problem === null ? null : { owner: invalid === null ? 'upgrade' : 'validation', type: 'ReconciliationException', ...problem },
    after: env.options.reconcileInterval,
    why: problem?.message ?? (spec.forceRollback ? 'an edit; forceRollback has no effect: nothing is under way' : 'an edit of the spec'),
  })
}

const isRunningNow = (round: ApplicationRound): boolean => seenOldJob(round)?._tag === 'Alive'

/** Versions that are live, or that nobody gave up; one that has a job on record is none of those that did not come up. */
const keep = ({ observed: { status: { deployHash, failedDeployHash, versionStatuses } } }: ApplicationRound): readonly string[] => [
  deployHash,
  ...versionStatuses.filter(it => it.versionHash !== failedDeployHash || it.jobStatus.jobID !== '').map(({ versionHash }) => versionHash),
]

/** A job that runs in the cluster of the version that was given up; in Dual its end was seen before. */
const givenUpJob = (round: ApplicationRound) => {
  const { failedDeployHash } = round.observed.status
  const jobs = failedDeployHash === '' || keep(round).includes(failedDeployHash) ? undefined : jobsAt(round, failedDeployHash)
  return jobs?._tag === 'Known' ? jobs.value.find(job => isAlive(job)) ?? null : null
}

/** Of a cluster of another hash that tells nothing of its jobs, because the Service where it is asked is not there; null: there is none. */
const unreachable = (round: ApplicationRound): ManifestRequest | null =>
  clusterHashes(round).filter(hash => !keep(round).includes(hash)).map(hash => missingRestService(round, hash)).find(it => it !== null)
    ?? null

export const running = {
  X1: {
    holds: round => !seesObjects(round),
    does: round => outcome(round, { why: 'the Deployments could not be seen', after: pollMillis }),
  },
  X0: {
    holds: round => round.desired.invalid !== null && !(round.desired.isModeOther && isEdited(round)),
    does: resting,
  },
  X8: { holds: round => isLiveWanted(round) && isRunningNow(round), does: ({ observed: { status } }) => moved(status) },
  X2: {
    holds: round => round.desired.isModeOther && isEdited(round),
    does: round => {
      const { desired: { hash, meta }, observed: { status }, env } = round
      const reason = 'deploymentMode can not be changed: set it back, or make a new resource'
      return moved({
        ...failed(round, reason),
        failedDeployHash: hash,
        operatorRecord: { ...status.operatorRecord, givenUp: { hash, generation: meta.generation, reason, at: env.now } },
      }, { events: [warning('UnsupportedChange', reason)] })
    },
  },
  X4a: {
    holds: round => isEdited(round) && round.desired.spec.forceRollback,
    does: round => told(round, 'ForceRollback', 'forceRollback is set, and nothing is under way: take it back to have the edit deployed'),
  },
  X3: {
    holds: round => isEdited(round) && isScaledUp(round),
    does: round =>
      moved(begun(round, 'Rescale', 'Rescaling', { replicasBefore: replicasFor(round, liveJob(round.observed.status).parallelism) })),
  },
  X4b: {
    holds: round => untoldVersion(round) !== null,
    does: round => {
      const found = untoldVersion(round)
      return found === null ? waiting(round) : moved(besideAgain(round, found), {
        events: [warning('UntoldVersion', `Job ${found.job.jobId} of version ${found.hash} runs, and the status did not tell of it`)],
      })
    },
  },
  X4: {
    holds: isEdited,
    does: round =>
      moved(begun(round, 'Deploy', 'Updating'), {
        events: round.desired.mode === 'BlueGreen' && scalesInPlace(round.desired.spec)
            && round.desired.spec.parallelism > liveJob(round.observed.status).parallelism
          ? [warning('NotScalingInPlace', 'scaleMode InPlace has no effect in BlueGreen mode: a new version comes up beside the live one')]
          : [],
      }),
  },
  X9: createsAgain,
  X9a: tellsOfLost,
  X5: {
    holds: round => {
      const seen = seenOldJob(round)?._tag
      return seen === 'Unseen' || seen === 'Missed'
    },
    does: round => {
      const seen = seenOldJob(round)
      return outcome(round, {
        why: seen?._tag === 'Unseen' ? seen.message : 'the JobManager to list the job',
        after: Math.min(round.env.options.observerProgressCheckInterval, round.env.options.reconcileInterval),
      })
    },
  },
  X7: {
    holds: round => isRunningNow(round) && givenUpJob(round) !== null,
    does: round => {
      const job = givenUpJob(round)
      return job === null || job.state === 'CANCELLING' ? waiting(round)
        : outcome(round, { effects: cancelRequest(round, round.observed.status.failedDeployHash, job.jobId, 'its version was given up') })
    },
  },
  X6b: {
    holds: round => isRunningNow(round) && unreachable(round) !== null,
    does: round => {
      const manifest = unreachable(round)
      return manifest === null ? resting(round) : recreateRestService(round, manifest)
    },
  },
  X6a: {
    holds: round => isRunningNow(round) && leftOver(round, keep(round)) !== null,
    does: round => {
      const object = leftOver(round, keep(round))
      return object === null ? resting(round) : outcome(round, {
        effects: deleteRequest(round, object, 'its cluster is not needed any more'),
        events: object.kind === 'Deployment'
          ? [normal('ToreDownCluster', `Deleting ${object.name} of a cluster that is not needed any more`)] : [],
      })
    },
  },
  X6: { holds: () => true, does: resting },
} as const satisfies Readonly<Record<string, Rule>>
