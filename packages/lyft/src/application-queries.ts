import { checkpointCacheMillis } from '@flink-operator/core/job'
import { type Asked, inStages, nothingMissing, type Query } from '@flink-operator/core/query'
import { isTerminal } from '@flink-operator/core/resource'
import { wanted as wantedObjects } from './wanted-cluster.ts'
import { appLabel, typeLabel } from './objects/flink-application-labels.ts'
import { partRef, partsOf } from './objects/cluster-objects.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { clusterHashes, clusterOf, endpointOf, factsAt, jobsAt, placeOf } from './observe/clusters.ts'
import { failedJobAt } from './observe/failed-job.ts'
import { isBeside, isFromCheckpoint, oldJob, operationOf, stopOf, submitOf, targetHash } from './observe/live.ts'
import { isAtRest, type Phase } from './state/state-row.ts'
import { liveVersions } from './status/version-slots.ts'

/** Live queries for the Deployments, Services and Ingresses of the application, and for the pods of its JobManagers. */
const objectQueries = ({ desired: { meta: { namespace, name } } }: ApplicationRound): readonly Query[] => [
  { _tag: 'ListLabelledObjects', namespace, labels: { [appLabel]: name } },
  { _tag: 'ListJobManagerPods', namespace, selector: { [appLabel]: name, [typeLabel]: 'jobmanager' }, withMountEvents: false },
]

/** Queries whether objects with the names of the objects to create exist, and who owns them. */
const nameQueries = (round: ApplicationRound): readonly Query[] => {
  const request = wantedObjects(round)
  const { namespace } = round.desired.meta
  return request === null ? [] : [{
    _tag: 'ReadNames',
    namespace,
    objects: partsOf(request).map(part => partRef(request, part)).map(({ apiVersion, kind, name }) => ({ apiVersion, kind, name })),
  }]
}

const jobsQuery = (round: ApplicationRound, hash: string): Query => ({
  _tag: 'GetJobsOverview',
  endpoint: endpointOf(round, hash),
  slot: placeOf(round, hash),
})

const checkpointsQuery = (round: ApplicationRound, hash: string, jobId: string): Query => ({
  _tag: 'GetCheckpoints',
  endpoint: endpointOf(round, hash),
  jobId,
  slot: placeOf(round, hash),
})

const overviewQuery = (round: ApplicationRound, hash: string): Query => ({
  _tag: 'GetClusterOverview',
  endpoint: endpointOf(round, hash),
  slot: placeOf(round, hash),
})

/** Clusters that have a JobManager Deployment or pod, so that a query for their jobs makes sense. */
const answering = (round: ApplicationRound, hashes: readonly string[]): readonly string[] =>
  [...new Set(hashes.map(hash => placeOf(round, hash)))].filter(hash => {
    const cluster = clusterOf(round, hash)
    return cluster !== null && (cluster.jobManager !== null || (cluster.pods ?? []).length > 0)
  })

const allClusters = (round: ApplicationRound): readonly string[] => {
  const old = oldJob(round)
  const submit = submitOf(round)
  const recorded = [round.observed.status.deployHash, targetHash(round), old?.hash ?? '', submit?.hash ?? '']
  return [...new Set([...clusterHashes(round), ...recorded.filter(hash => hash !== '')])]
}

/** The clusters whose jobs the rows of a state query. */
const clustersOf = (round: ApplicationRound, phase: Phase): readonly string[] => {
  const { deployHash } = round.observed.status
  const old = oldJob(round)?.hash ?? deployHash
  switch (phase) {
    case 'Rescaling':
    case 'ClusterStarting':
      return []
    case 'New':
      return clusterHashes(round)
    case 'Updating':
      return []
    case 'Savepointing':
    case 'Cancelling':
    case 'Recovering':
      // if the status records no job but a cluster lists one, the record is wrong (A03)
      return old === '' ? clusterHashes(round) : [old]
    case 'SubmittingJob':
    case 'Running':
    case 'Deleting':
    case 'RollingBackJob':
    case 'DeployFailed':
    case 'DualRunning':
      return allClusters(round)
  }
}

/** Further queries to Flink, once the jobs are known. */
const detailQueries = (round: ApplicationRound, phase: Phase): readonly Query[] => {
  const { deployHash } = round.observed.status
  switch (phase) {
    case 'Rescaling':
    case 'ClusterStarting':
      return answering(round, [phase === 'Rescaling' ? deployHash : targetHash(round)]).map(hash => overviewQuery(round, hash))
    case 'Savepointing':
      return [...stopQueries(round), ...endQueries(round)]
    case 'Recovering':
      return [...stopQueries(round), ...oldCheckpointQueries(round), ...retentionQueries(round)]
    case 'Deleting':
      return [...stopQueries(round), ...endQueries(round)]
    case 'SubmittingJob':
      return [
        ...submittedCheckpointQueries(round),
        ...causeQueries(round, [targetHash(round)]),
        ...(isFromCheckpoint(round) ? oldCheckpointQueries(round) : []),
      ]
    case 'RollingBackJob':
      return [...submittedCheckpointQueries(round), ...answering(round, [deployHash]).map(hash => overviewQuery(round, hash))]
    case 'Running':
    case 'DeployFailed':
    case 'DualRunning':
      return [...healthQueries(round), ...causeQueries(round, liveVersions(round.observed.status).map(({ hash }) => hash))]
    case 'New':
    case 'Updating':
    case 'Cancelling':
      return []
  }
}

/** Queries the exceptions of the failed job of each cluster. */
const causeQueries = (round: ApplicationRound, hashes: readonly string[]): readonly Query[] =>
  answering(round, hashes).flatMap(hash => {
    const jobId = failedJobAt(round, hash)
    return jobId === null ? []
      : [{ _tag: 'GetJobExceptions', endpoint: endpointOf(round, hash), jobId, slot: placeOf(round, hash) } as const]
  })

const isAsked = (round: ApplicationRound, hash: string): boolean => jobsAt(round, hash)?._tag === 'Known'

const stopQueries = (round: ApplicationRound): readonly Query[] => {
  const stop = stopOf(round)
  return stop?.how !== 'Savepoint' || stop.endedAt !== null || !isAsked(round, stop.hash) ? [] : [{
    _tag: 'GetSavepointOperation',
    endpoint: endpointOf(round, stop.hash),
    jobId: stop.jobId,
    triggerId: stop.triggerId,
    for: 'stopOperation',
    slot: placeOf(round, stop.hash),
  }]
}

const listed = (round: ApplicationRound, hash: string, jobId: string) => {
  const fact = jobsAt(round, hash)
  return fact?._tag === 'Known' ? fact.value.find(job => job.jobId === jobId) : undefined
}

/** If Flink no longer knows the stop operation: queries the checkpoints of the job that ended, which may list its savepoint. */
const endQueries = (round: ApplicationRound): readonly Query[] => {
  const stop = stopOf(round)
  if (stop?.how !== 'Savepoint' || factsAt(round, stop.hash).stopOperation?._tag !== 'Absent') return []
  const job = listed(round, stop.hash, stop.jobId)
  return job === undefined || !isTerminal(job.state) ? [] : [checkpointsQuery(round, stop.hash, stop.jobId)]
}

const oldCheckpointQueries = (round: ApplicationRound): readonly Query[] => {
  const old = oldJob(round)
  const job = old === null ? undefined : listed(round, old.hash, old.jobId)
  if (old === null || job === undefined) return []
  const endedAt = Math.max(stopOf(round)?.endedAt ?? 0, job.endTime)
  return isTerminal(job.state) && round.env.now < endedAt + checkpointCacheMillis ? [] : [checkpointsQuery(round, old.hash, old.jobId)]
}

const retentionQueries = (round: ApplicationRound): readonly Query[] => {
  const old = oldJob(round)
  const job = old === null ? undefined : listed(round, old.hash, old.jobId)
  return isBeside(round) || old === null || job === undefined || isTerminal(job.state) || job.state === 'CANCELLING' ? []
    : [{
      _tag: 'GetCheckpointConfiguration',
      endpoint: endpointOf(round, old.hash),
      jobId: old.jobId,
      slot: placeOf(round, old.hash),
    }]
}

/** Queries the checkpoints of the submitted job: they show whether all of its tasks ran at some time. */
const submittedCheckpointQueries = (round: ApplicationRound): readonly Query[] => {
  const submit = submitOf(round)
  return submit === null || listed(round, submit.hash, submit.jobId) === undefined ? []
    : [checkpointsQuery(round, submit.hash, submit.jobId)]
}

/** For each live version: queries the cluster overview and the checkpoints of its job. */
const healthQueries = (round: ApplicationRound): readonly Query[] =>
  liveVersions(round.observed.status).flatMap(({ hash, jobId }) =>
    answering(round, [hash]).flatMap(place => [
      overviewQuery(round, place),
      ...(jobId !== '' && listed(round, hash, jobId) !== undefined ? [checkpointsQuery(round, hash, jobId)] : []),
    ])
  )

/** Observes what the rows of the state need: objects, then jobs, then details. */
export const allSeen = (round: ApplicationRound): Asked<null> => {
  const { desired: { meta }, observed: { phase, facts, halfWay } } = round
  if (phase === null) return nothingMissing
  const isCreating = phase === 'New' || phase === 'Updating'
  const isAskedForDetails = halfWay === null && (meta.deletionTimestamp === null || !isAtRest(phase))
  return inStages(
    () => [...objectQueries(round), ...(isCreating && operationOf(round) !== null ? nameQueries(round) : [])],
    () => answering(round, halfWay === null ? clustersOf(round, phase) : allClusters(round)).map(hash => jobsQuery(round, hash)),
    () => (isAskedForDetails ? detailQueries(round, phase) : []),
  )(facts)
}
