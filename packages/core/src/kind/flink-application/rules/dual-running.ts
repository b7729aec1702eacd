import { stateOfRunningJob } from '../../../resource/last-state.ts'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { hashLabel } from '../objects/flink-application-labels.ts'
import { moved, normal, outcome, type Outcome, type Rule, waiting, warning } from '../outcome.ts'
import { cancelRequest, deleteRequest } from '../flink-application-requests.ts'
import { foreignError } from '../retry/error-of.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, isClusterGone, jobsAt, ownObjects } from '../seen/clusters.ts'
import { lostJobWords } from '../seen/lost-job-words.ts'
import { asDeployment, asService, type ObjectView } from '../seen/effect-target.ts'
import { operationOf, stopOf } from '../seen/live.ts'
import { isAlive, isOver, type SeenJob, seenJob } from '../seen/seen-job.ts'
import type { FlinkApplicationStatus, VersionStatus } from '../status/flink-application-status.ts'
import { versionOf, withoutVersion } from '../status/version-slots.ts'
import { begun, forgotten, stopping, withMirroredId, withOperation, withRecord } from '../status-transitions.ts'
import { createsAgain, tellsOfLost } from './lost-part-rules.ts'
import { unseen } from './savepointing.ts'

/*
 * Two versions run (BlueGreen). A person names the one that goes; nothing of the other one is touched (LD21).
 */

/** The version that goes, as it was written down; null: none does. */
const going = (round: ApplicationRound): VersionStatus | null => {
  const operation = operationOf(round)
  return operation?.kind === 'Teardown' ? versionOf(round.observed.status, operation.hash) : null
}

const other = ({ observed: { status } }: ApplicationRound, hash: string): VersionStatus | null =>
  status.versionStatuses.find(({ versionHash }) => versionHash !== '' && versionHash !== hash) ?? null

/** The version that `tearDownVersionHash` names, where it has a job, and another one is left; one that nobody knows is none (FA69). */
const named = (round: ApplicationRound): VersionStatus | null => {
  const { desired: { spec: { tearDownVersionHash }, invalid }, observed: { status } } = round
  const version = invalid === null ? versionOf(status, tearDownVersionHash) : null
  return version !== null && version.jobStatus.jobID !== '' && other(round, tearDownVersionHash) !== null ? version : null
}

/** What is known of its job; one that was seen to end stays so. */
const seenOf = (round: ApplicationRound, { versionHash, jobStatus: { jobID } }: VersionStatus): SeenJob => {
  const seen = seenJob(round, versionHash, jobID)
  return stopOf(round)?.endedAt != null && !('job' in seen) ? { _tag: 'Gone' } : seen
}

/** A job that is alive in its cluster: its own, or one that nobody recorded. */
const aliveIn = (round: ApplicationRound, { versionHash, jobStatus: { jobID } }: VersionStatus) => {
  const jobs = jobsAt(round, versionHash)
  const alive = jobs?._tag === 'Known' ? jobs.value.filter(isAlive) : []
  return alive.find(({ jobId }) => jobId === jobID) ?? alive[0] ?? null
}

/** What is there of that hash; the Service and the Ingress of a colour have none, and stay. Null: it was not seen. */
const objectsOf = (round: ApplicationRound, hash: string) => {
  const objects = ownObjects(round)
  return objects === null ? null : {
    deployments: objects.deployments.filter(({ labels }) => labels[hashLabel] === hash),
    services: objects.services.filter(({ labels, name }) =>
      labels[hashLabel] === hash || name === versionedServiceName(round.desired.meta.name, hash)
    ),
  }
}

const nextObject = (round: ApplicationRound, hash: string): ObjectView | null => {
  const objects = objectsOf(round, hash)
  const deployment = objects?.deployments.find(({ deleting }) => !deleting)
  // where its jobs are seen is the last thing to go
  const service = objects?.deployments.length === 0 ? objects.services.find(({ deleting }) => !deleting) : undefined
  return deployment !== undefined ? asDeployment(deployment) : service === undefined ? null : asService(service)
}

const isGone = (round: ApplicationRound, { versionHash }: VersionStatus): boolean => {
  const objects = objectsOf(round, versionHash)
  return objects?.deployments.length === 0 && objects.services.length === 0 && isClusterGone(round, versionHash)
}

const isEnded = (round: ApplicationRound, version: VersionStatus): boolean =>
  isOver(seenOf(round, version)) && aliveIn(round, version) === null

/** The other version is the live one from now on. An edit since is told from the spec of which both were made (LD21). */
const tornDown = (round: ApplicationRound, { versionHash }: VersionStatus): FlinkApplicationStatus => {
  const { desired, observed: { status } } = round
  const survivor = other(round, versionHash)
  const { beside, deployed } = status.operatorRecord
  if (survivor === null) return status
  const isNew = survivor.versionHash !== status.deployHash
  const record = isNew ? (beside?.hash === survivor.versionHash ? beside : null) : deployed
  // Lyft's operator does not record it: the spec counts as the one that came up where it still is (P25)
  const lastTried = beside?.colourlessHash ?? (desired.hash === status.updatingHash ? desired.colourlessHash : '')
  const next = {
    ...withoutVersion(forgotten(status), versionHash),
    deployHash: survivor.versionHash,
    deployVersion: survivor.appVersion,
    updatingHash: '',
    updatingVersion: '',
    teardownHash: lastTried,
  }
  return withRecord(withMirroredId(next, survivor.jobStatus.jobID), {
    deployed: record,
    beside: null,
    jobMissedSince: null,
    ...(isNew ? { lastState: stateOfRunningJob } : {}),
  })
}

const cancels = (round: ApplicationRound, version: VersionStatus): Outcome => {
  const job = aliveIn(round, version)
  if (job === null) return waiting(round)
  const { versionHash: hash } = version
  const status = stopOf(round)?.jobId === job.jobId ? round.observed.status : stopping(round, 'Cancel', { hash, jobId: job.jobId })
  return outcome({ observed: { ...round.observed, status } }, {
    effects: cancelRequest(round, hash, job.jobId, 'its version is torn down'),
    events: stopOf(round) === null ? [normal('ForceCanceling', `Cancelling job ${job.jobId} of version ${hash}`)] : [],
  })
}

/** That its job is over is written down before the first object goes: nobody tells it after that. */
const deletes = (round: ApplicationRound, version: VersionStatus): Outcome => {
  const { observed: { status }, env } = round
  const object = nextObject(round, version.versionHash)
  const before = stopOf(round) === null
    ? stopping(round, 'Cancel', { hash: version.versionHash, jobId: version.jobStatus.jobID }) : status
  const stop = before.operation?.stop ?? null
  const written = stop === null || stop.endedAt !== null ? before : withOperation(before, { stop: { ...stop, endedAt: env.now } })
  return object === null ? waiting(round) : outcome({ observed: { ...round.observed, status: written } }, {
    effects: deleteRequest(round, object, 'its version is torn down'),
    events: object.kind === 'Deployment' ? [normal('ToreDownCluster', `Deleting ${object.name} of version ${version.versionHash}`)] : [],
  })
}

const holdsOf = (test: (round: ApplicationRound, version: VersionStatus) => boolean) => (round: ApplicationRound): boolean => {
  const version = going(round)
  return version !== null && test(round, version)
}

const doesOf = (act: (round: ApplicationRound, version: VersionStatus) => Outcome) => (round: ApplicationRound): Outcome => {
  const version = going(round)
  return version === null ? waiting(round) : act(round, version)
}

const words = (round: ApplicationRound, version: VersionStatus): string =>
  `version ${version.versionHash} is to go, and ${
    ownObjects(round) === null ? 'its objects could not be seen'
      : clusterOf(round, version.versionHash)?.pods === null ? 'its pods could not be seen' : 'what is left of it is about to go'
  }`

export const dualRunning = {
  D1: {
    holds: holdsOf((round, version) => isGone(round, version) && other(round, version.versionHash) !== null),
    does: doesOf((round, version) =>
      moved(tornDown(round, version), { events: [warning('TeardownCompleted', `Version ${version.versionHash} is gone`)] })
    ),
  },
  D1a: {
    holds: round => operationOf(round)?.kind !== 'Teardown' && named(round) !== null,
    does: round => {
      const version = named(round)
      if (version === null) return waiting(round)
      const { versionHash: hash, appVersion } = version
      return moved(
        withRecord(begun(round, 'Teardown', 'DualRunning', { hash, version: appVersion, definition: null }), { jobMissedSince: null }),
        { events: [normal('TeardownInitated', `Version ${hash} goes`)] },
      )
    },
  },
  D1b: {
    holds: holdsOf((round, version) => {
      const job = aliveIn(round, version)
      return job !== null && job.state !== 'CANCELLING'
    }),
    does: doesOf(cancels),
  },
  D1c: { holds: holdsOf((round, version) => aliveIn(round, version) !== null), does: round => waiting(round) },
  D1d: {
    holds: holdsOf((round, version) => isEnded(round, version) && nextObject(round, version.versionHash) !== null),
    does: doesOf(deletes),
  },
  D2: {
    holds: round => going(round) !== null,
    does: doesOf((round, version) => {
      const seen = seenOf(round, version)
      const events = [warning('TeardownFailed', `Version ${version.versionHash} could not be taken away yet: it is tried again`)]
      const isTold = round.observed.status.lastSeenError !== null
      if (seen._tag === 'Missed') return waiting(round, 'the JobManager to list the job')
      const after = round.desired.timers.maxBackoffDuration
      if (seen._tag === 'Unseen') return { ...unseen(round, 'GetJobs', seen.message), events: isTold ? [] : events, after }
      return ownObjects(round) === null
        ? outcome(round, { error: foreignError(words(round, version)), events: isTold ? [] : events, after })
        : waiting(round, words(round, version))
    }),
  },
  D3a: createsAgain,
  D3b: tellsOfLost,
  D3: {
    holds: () => true,
    does: round => {
      const lost = lostJobWords(round)
      return outcome(round, {
        problem: lost === null ? null
          : { owner: 'upgrade', type: 'ReconciliationException', reason: 'JobMonitoringFailed', message: lost },
        after: round.env.options.reconcileInterval,
        why: 'tearDownVersionHash to name the version that goes; an edit waits until then',
      })
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
