import { stateOfRunningJob } from '@flink-operator/core/resource'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { hashLabel } from '../objects/flink-application-labels.ts'
import { moved, normal, outcome, type Outcome, type Rule, waiting, warning } from '../outcome.ts'
import { cancelRequest, deleteRequest } from '../flink-application-requests.ts'
import { foreignError } from '../retry/error-of.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, isClusterGone, jobsAt, ownObjects } from '../observe/clusters.ts'
import { orphanClusterWords } from '../observe/left-over.ts'
import { isLeftInHaMetadata, leftInHaMetadataWords } from '../observe/last-checkpoint.ts'
import { lostJobWords } from '../observe/lost-part.ts'
import { asDeployment, asService, type ObjectView } from '../observe/edit.ts'
import { operationOf, stopOf } from '../observe/live.ts'
import { isAlive, isOver, type SeenJob, seenJob } from '../observe/seen-job.ts'
import { type SoleJob, unreportedVersion } from '../observe/sole-job.ts'
import type { FlinkApplicationStatus, VersionStatus } from '../status/flink-application-status.ts'
import { versionOf, withoutVersion } from '../status/version-slots.ts'
import { begun, besideAgain, forgotten, stopping, withMirroredId, withOperation, withRecord } from '../status-transitions.ts'
import { createsAgain, reportsOfLost } from './lost-part-rules.ts'
import { unseen } from './savepointing.ts'

/*
 * Two versions run (BlueGreen). The user names the version to tear down. The operator does not touch the other one (LD21).
 */

/** The version that the recorded operation tears down; null: none. */
const tornDownVersion = (round: ApplicationRound): VersionStatus | null => {
  const operation = operationOf(round)
  return operation?.kind === 'Teardown' ? versionOf(round.observed.status, operation.hash) : null
}

const other = ({ observed: { status } }: ApplicationRound, hash: string): VersionStatus | null =>
  status.versionStatuses.find(({ versionHash }) => versionHash !== '' && versionHash !== hash) ?? null

/** The version that `tearDownVersionHash` names, if it has a job and another version remains. An unknown hash counts as none (FA69). */
const named = (round: ApplicationRound): VersionStatus | null => {
  const { desired: { spec: { tearDownVersionHash }, invalid }, observed: { status } } = round
  const version = invalid === null ? versionOf(status, tearDownVersionHash) : null
  return version !== null && version.jobStatus.jobID !== '' && other(round, tearDownVersionHash) !== null ? version : null
}

/** The observed state of its job. A job that was observed to end stays ended. */
const seenOf = (round: ApplicationRound, { versionHash, jobStatus: { jobID } }: VersionStatus): SeenJob => {
  const seen = seenJob(round, versionHash, jobID)
  return stopOf(round)?.endedAt != null && !('job' in seen) ? { _tag: 'Gone' } : seen
}

/** A live job in its cluster: the recorded job, or an unrecorded one. */
const aliveIn = (round: ApplicationRound, { versionHash, jobStatus: { jobID } }: VersionStatus) => {
  const jobs = jobsAt(round, versionHash)
  const alive = jobs?._tag === 'Known' ? jobs.value.filter(isAlive) : []
  return alive.find(({ jobId }) => jobId === jobID) ?? alive[0] ?? null
}

/** The existing objects of that hash. The generic Service and the Ingress of a colour carry no hash, and stay. Null: the query failed. */
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
  // the operator deletes the REST Service last, because it queries the jobs through it
  const service = objects?.deployments.length === 0 ? objects.services.find(({ deleting }) => !deleting) : undefined
  return deployment !== undefined ? asDeployment(deployment) : service === undefined ? null : asService(service)
}

const isGone = (round: ApplicationRound, { versionHash }: VersionStatus): boolean => {
  const objects = objectsOf(round, versionHash)
  return objects?.deployments.length === 0 && objects.services.length === 0 && isClusterGone(round, versionHash)
}

const isEnded = (round: ApplicationRound, version: VersionStatus): boolean =>
  isOver(seenOf(round, version)) && aliveIn(round, version) === null

/**
 * Records the other version as the live one. It also records the spec hash without colour that both versions had, to detect later edits
 * (LD21).
 */
const tornDown = (round: ApplicationRound, { versionHash }: VersionStatus): FlinkApplicationStatus => {
  const { desired, observed: { status } } = round
  const survivor = other(round, versionHash)
  const { beside, deployed } = status.operatorRecord
  if (survivor === null) return status
  const isNew = survivor.versionHash !== status.deployHash
  const record = isNew ? (beside?.hash === survivor.versionHash ? beside : null) : deployed
  // Lyft's operator does not record it: if the spec still has the hash of the newer version, it counts as that spec (P25)
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

/** Records that the job has ended before it deletes the first object: afterwards the job is unobservable. */
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
  const version = tornDownVersion(round)
  return version !== null && test(round, version)
}

const doesOf = (act: (round: ApplicationRound, version: VersionStatus) => Outcome) => (round: ApplicationRound): Outcome => {
  const version = tornDownVersion(round)
  return version === null ? waiting(round) : act(round, version)
}

const words = (round: ApplicationRound, version: VersionStatus): string =>
  `version ${version.versionHash} is being torn down, and ${
    ownObjects(round) === null ? 'the query for its objects failed'
      : clusterOf(round, version.versionHash)?.pods === null ? 'the query for its pods failed'
      : 'Kubernetes is deleting its remaining objects'
  }`

/** The job of the second version, if the status lost its slot; null: it has one, or no such job is observed. */
const withoutSlot = (round: ApplicationRound): SoleJob | null => {
  const operation = operationOf(round)
  const isAlone = operation?.kind === 'Teardown' && other(round, operation.hash) === null
  const found = operation === null || isAlone ? unreportedVersion(round) : null
  return found === null || versionOf(round.observed.status, found.hash) !== null ? null : found
}

export const dualRunning = {
  'dual-running/unmentioned-version': {
    holds: round => withoutSlot(round) !== null,
    does: round => {
      const found = withoutSlot(round)
      return found === null ? waiting(round) : moved(besideAgain(round, found), {
        events: [warning('UntoldVersion', `Job ${found.job.jobId} of version ${found.hash} runs, but the status did not mention it`)],
      })
    },
  },
  'dual-running/left-in-ha-metadata': {
    holds: holdsOf((round, { versionHash }) => isLeftInHaMetadata(round, versionHash)),
    does: doesOf((round, { versionHash: hash, jobStatus: { jobID: jobId } }) =>
      moved(forgotten(round.observed.status), { events: [warning('TeardownFailed', leftInHaMetadataWords({ hash, jobId }))] })
    ),
  },
  'dual-running/torn-down': {
    holds: holdsOf((round, version) => isGone(round, version) && other(round, version.versionHash) !== null),
    does: doesOf((round, version) =>
      moved(tornDown(round, version), { events: [warning('TeardownCompleted', `Version ${version.versionHash} has been torn down`)] })
    ),
  },
  'dual-running/tear-down': {
    holds: round => {
      const version = operationOf(round)?.kind === 'Teardown' ? null : named(round)
      return version !== null && !isLeftInHaMetadata(round, version.versionHash)
    },
    does: round => {
      const version = named(round)
      if (version === null) return waiting(round)
      const { versionHash: hash, appVersion } = version
      return moved(
        withRecord(begun(round, 'Teardown', 'DualRunning', { hash, version: appVersion, definition: null }), { jobMissedSince: null }),
        { events: [normal('TeardownInitated', `Tearing down version ${hash}`)] },
      )
    },
  },
  'dual-running/cancel': {
    holds: holdsOf((round, version) => {
      const job = aliveIn(round, version)
      return job !== null && job.state !== 'CANCELLING'
    }),
    does: doesOf(cancels),
  },
  'dual-running/cancel-in-progress': {
    holds: holdsOf((round, version) => aliveIn(round, version) !== null),
    does: round => waiting(round),
  },
  'dual-running/delete-objects': {
    holds: holdsOf((round, version) => isEnded(round, version) && nextObject(round, version.versionHash) !== null),
    does: doesOf(deletes),
  },
  'dual-running/unobservable': {
    holds: round => tornDownVersion(round) !== null,
    does: doesOf((round, version) => {
      const seen = seenOf(round, version)
      const events = [warning('TeardownFailed', `Version ${version.versionHash} could not be torn down yet: the operator retries`)]
      const isReported = round.observed.status.lastSeenError !== null
      if (seen._tag === 'Missed') return waiting(round, 'the JobManager to list the job')
      const after = round.desired.timers.maxBackoffDuration
      if (seen._tag === 'Unseen') return { ...unseen(round, 'GetJobs', seen.message), events: isReported ? [] : events, after }
      return ownObjects(round) === null
        ? outcome(round, { error: foreignError(words(round, version)), events: isReported ? [] : events, after })
        : waiting(round, words(round, version))
    }),
  },
  'dual-running/object-missing': createsAgain,
  'dual-running/object-not-ours': reportsOfLost,
  'dual-running/steady': {
    holds: () => true,
    does: round => {
      const lost = lostJobWords(round) ?? orphanClusterWords(round)
      return outcome(round, {
        problem: lost === null ? null
          : { owner: 'upgrade', type: 'ReconciliationException', reason: 'JobMonitoringFailed', message: lost },
        after: round.env.options.reconcileInterval,
        why: 'the user to set tearDownVersionHash to the version to tear down; an edit waits until then',
      })
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
