import type { ManifestRequest } from '@flink-operator/core/action'
import { pollMillis } from '@flink-operator/core/round'
import { moved, normal, outcome, type Outcome, type Rule, reported, waiting, warning } from '../outcome.ts'
import { cancelRequest, deleteRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterHashes, jobsAt, ownObjects } from '../observe/clusters.ts'
import { isAlive } from '../observe/seen-job.ts'
import { scalesInPlace } from '../spec/modes.ts'
import { isEdited, isGivenUp, isLiveWanted, isScaledUp } from '../observe/edit.ts'
import { replicasFor } from '../observe/readiness.ts'
import { lostJobWords } from '../observe/lost-part.ts'
import { leftOver, orphanClusterWords } from '../observe/left-over.ts'
import { seenOldJob } from '../observe/live.ts'
import { begun, besideAgain, failed } from '../status-transitions.ts'
import { unreportedVersion } from '../observe/sole-job.ts'
import { createsAgain, reportsOfLost } from './lost-part-rules.ts'
import { missingRestService, recreateRestService } from './general.ts'
import { liveJob } from '../status/version-slots.ts'
import { givenUpWords } from '../report/health.ts'

const seesObjects = (round: ApplicationRound): boolean => ownObjects(round) !== null

/** Text about what an update restores when the live job no longer runs (V07). */
const startOfUpdate = ({ savepointDisabled, fallbackWithoutState }: ApplicationRound['desired']['spec']): string =>
  savepointDisabled ? 'without its state (savepointDisabled)'
    : `from its last checkpoint, if Flink still lists a usable one; otherwise ${
      fallbackWithoutState ? 'without its state (fallbackWithoutState)' : 'savepointPath has to name the source'
    }`

/** Steady state: reports a problem at most once per periodic query. */
const resting = (round: ApplicationRound): Outcome => {
  const { desired: { invalid, spec }, observed: { status, phase }, env } = round
  const message = phase === 'DeployFailed' && isGivenUp(round) ? givenUpWords(round, status) : null
  const lost = lostJobWords(round, `: an edit, for example of restartNonce, deploys it again ${startOfUpdate(spec)}`)
    ?? orphanClusterWords(round)
  const problem = invalid !== null ? { reason: 'ValidationError', message: `${invalid.field}: ${invalid.message}` }
    : lost !== null ? { reason: 'JobMonitoringFailed', message: lost }
    : message === null ? null : { reason: 'DeployFailed', message }
  return outcome(round, {
    problem: problem === null ? null : { owner: invalid === null ? 'upgrade' : 'validation', type: 'ReconciliationException', ...problem },
    after: env.options.reconcileInterval,
    why: problem?.message
      ?? (spec.forceRollback ? 'an edit; forceRollback has no effect because no update is in progress' : 'an edit of the spec'),
  })
}

const isRunningNow = (round: ApplicationRound): boolean => seenOldJob(round)?._tag === 'Alive'

/** Hashes of the live version and of versions that were not given up. A version with a recorded job counts as one that started. */
const keep = ({ observed: { status: { deployHash, failedDeployHash, versionStatuses } } }: ApplicationRound): readonly string[] => [
  deployHash,
  ...versionStatuses.filter(it => it.versionHash !== failedDeployHash || it.jobStatus.jobID !== '').map(({ versionHash }) => versionHash),
]

/** A job that runs in the cluster of the version that was given up. In Dual that job was observed to end before. */
const givenUpJob = (round: ApplicationRound) => {
  const { failedDeployHash } = round.observed.status
  const jobs = failedDeployHash === '' || keep(round).includes(failedDeployHash) ? undefined : jobsAt(round, failedDeployHash)
  return jobs?._tag === 'Known' ? jobs.value.find(job => isAlive(job)) ?? null : null
}

/** The missing REST Service of a cluster of another hash, without which the jobs there are unobservable; null: none is missing. */
const unreachable = (round: ApplicationRound): ManifestRequest | null =>
  clusterHashes(round).filter(hash => !keep(round).includes(hash)).map(hash => missingRestService(round, hash)).find(it => it !== null)
    ?? null

export const running = {
  'running/unobservable': {
    holds: round => !seesObjects(round),
    does: round => outcome(round, { why: 'the query for the Deployments failed', after: pollMillis }),
  },
  'running/invalid': {
    holds: round => round.desired.invalid !== null && !(round.desired.isModeOther && isEdited(round)),
    does: resting,
  },
  'running/spec-taken-back': {
    holds: round => isLiveWanted(round) && isRunningNow(round),
    does: ({ observed: { status } }) => moved(status),
  },
  'running/mode-changed': {
    holds: round => round.desired.isModeOther && isEdited(round),
    does: round => {
      const { desired: { hash, meta }, observed: { status }, env } = round
      const reason = 'deploymentMode cannot be changed: set it back, or create a new resource'
      return moved({
        ...failed(round, reason),
        failedDeployHash: hash,
        operatorRecord: { ...status.operatorRecord, givenUp: { hash, generation: meta.generation, reason, at: env.now } },
      }, { events: [warning('UnsupportedChange', reason)] })
    },
  },
  'running/rollback-without-update': {
    holds: round => isEdited(round) && round.desired.spec.forceRollback,
    does: round => reported(round, 'ForceRollback', 'forceRollback is set, but no update is in progress: unset it to deploy the edit'),
  },
  'running/scale-in-place': {
    holds: round => isEdited(round) && isScaledUp(round),
    does: round =>
      moved(begun(round, 'Rescale', 'Rescaling', { replicasBefore: replicasFor(round, liveJob(round.observed.status).parallelism) })),
  },
  'running/unmentioned-version': {
    holds: round => unreportedVersion(round) !== null,
    does: round => {
      const found = unreportedVersion(round)
      return found === null ? waiting(round) : moved(besideAgain(round, found), {
        events: [warning('UntoldVersion', `Job ${found.job.jobId} of version ${found.hash} runs, but the status did not mention it`)],
      })
    },
  },
  'running/spec-changed': {
    holds: isEdited,
    does: round =>
      moved(begun(round, 'Deploy', 'Updating'), {
        events: round.desired.mode === 'BlueGreen' && scalesInPlace(round.desired.spec)
            && round.desired.spec.parallelism > liveJob(round.observed.status).parallelism
          ? [warning('NotScalingInPlace', 'scaleMode InPlace has no effect in BlueGreen mode: a new version starts beside the live one')]
          : [],
      }),
  },
  'running/object-missing': createsAgain,
  'running/object-not-ours': reportsOfLost,
  'running/job-unobservable': {
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
  'running/failed-version-alive': {
    holds: round => isRunningNow(round) && givenUpJob(round) !== null,
    does: round => {
      const job = givenUpJob(round)
      return job === null || job.state === 'CANCELLING' ? waiting(round)
        : outcome(round, { effects: cancelRequest(round, round.observed.status.failedDeployHash, job.jobId, 'its version was given up') })
    },
  },
  'running/jobs-unobservable': {
    holds: round => isRunningNow(round) && unreachable(round) !== null,
    does: round => {
      const manifest = unreachable(round)
      return manifest === null ? resting(round) : recreateRestService(round, manifest)
    },
  },
  'running/leftovers': {
    holds: round => isRunningNow(round) && leftOver(round, keep(round)) !== null,
    does: round => {
      const object = leftOver(round, keep(round))
      return object === null ? resting(round) : outcome(round, {
        effects: deleteRequest(round, object, 'its cluster is no longer needed'),
        events: object.kind === 'Deployment'
          ? [normal('ToreDownCluster', `Deleting ${object.name} of a cluster that is no longer needed`)] : [],
      })
    },
  },
  'running/steady': { holds: () => true, does: resting },
} as const satisfies Readonly<Record<string, Rule>>
