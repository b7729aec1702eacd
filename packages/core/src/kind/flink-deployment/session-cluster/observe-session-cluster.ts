import { restEndpointOf, clusterQueries } from '../../../cluster/observe/cluster-queries.ts'
import { jobManagerSeen } from '../../../cluster/observe/job-manager-seen.ts'
import { asked, type Asked, nothingMissing } from '../../../contract/query/ask.ts'
import type { Query } from '../../../contract/query/query.ts'
import type { SessionRound, SessionClusterDesired, SessionClusterObserved } from './session-cluster-round.ts'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { type HaObservation, placeAsSeen, plansSeen, unseenAt } from '../../../cluster/high-availability/ha-observation.ts'
import { type HaPlace, haPlaceOf, zooKeeperQueries } from '../../../options/ha-place.ts'
import type { Env } from '../../../contract/env.ts'
import { observeClusterInfo } from '../../../cluster/observe/observe-cluster-info.ts'
import { hostOf } from '../../../cluster/observe/incarnation-seen.ts'
import { observeJobManager } from '../../../cluster/observe/observe-job-manager.ts'
import { filterOwned } from '../../../cluster/observe/own-facts.ts'
import { ownershipOf } from '../../../cluster/observe/classify-ownership.ts'
import { observeRest } from '../../../cluster/observe/rest-unreachable.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import { clampFutureTimestamps, withRestartedWaits } from '../../../job/record/moments.ts'
import { withOperationOfItsAttempt } from '../../../job/observe/own-operation.ts'
import { renewedDeadline } from '../../../job/record/renewed-deadline.ts'
import { unreadEvidence } from '../../../job/record/unread.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { Recorded } from '../../../contract/resource/resource.ts'
import { withJob, withStatus } from '../../../contract/round/status-change.ts'
import { markStable } from './record.ts'

/** Observes what a round needs before it decides. */
export const allSeen = (round: SessionRound): Asked<null> => {
  const { desired: { deployed }, observed: { status, facts } } = round
  const { state } = status.reconciliationStatus
  if (deployed._tag !== 'Deployed' || status.operation !== null || (state !== 'DEPLOYED' && state !== 'ROLLED_BACK'))
    return nothingMissing
  const version: readonly Query[] = status.clusterInfo['flink-version'] === undefined
    ? [{ _tag: 'GetClusterOverview', endpoint: deployed.endpoint }] : []
  // both in one query: an edit needs two more, and a round has four in all
  return jobManagerSeen(round, deployed, { beside: version, answered: () => asked(version)(facts) })
}

/**
 * Observes whether the JobManager of a cluster answers whose deploy the status does not record as finished: its jobs can then be stopped.
 */
export const unrecordedSeen = ({ desired: { meta, deployed, wanted }, observed: { status, facts } }: SessionRound): Asked<null> => {
  const isUp = facts.deployment?._tag === 'Known' && facts.deployment.value.availableReplicas > 0
  const endpoint = deployed._tag === 'Deployed' ? deployed.endpoint
    : deployed._tag === 'Never' && wanted !== null ? restEndpointOf(meta, wanted.options) : null
  return status.operation !== null || endpoint === null || !isUp ? nothingMissing : asked([{ _tag: 'GetJobsOverview', endpoint }])(facts)
}

type Seen = Pick<SessionRound, 'desired' | 'observed' | 'env'>
type Spec = Pick<ConfiguredCluster, 'effective'>

/** The place where a cluster with this spec keeps its HA metadata, as far as this round knows. */
export const haPlaceFor = ({ desired: { meta }, observed: { facts }, env }: Seen, { effective }: Spec): HaPlace =>
  placeAsSeen(haPlaceOf(meta.name, effective.configuration, env.options), facts)

export const observeHaOf = (round: Seen, cluster: Spec): HaObservation => ({
  clusterId: round.desired.meta.name,
  place: haPlaceFor(round, cluster),
  facts: round.observed.facts,
})

/**
 * All places in which clusters with these specs may keep jobs. ConfigMaps are always included, because an earlier spec may have left some.
 */
const observationsOf = (round: Seen, clusters: readonly Spec[]): readonly HaObservation[] => [
  { clusterId: round.desired.meta.name, place: { _tag: 'Kubernetes' }, facts: round.observed.facts },
  ...clusters.map(it => observeHaOf(round, it)).filter(({ place }) => place._tag === 'ZooKeeper'),
]

/** Queries that list the jobs kept in these places. */
export const keptQueries = (round: Seen, clusters: readonly Spec[]): readonly Query[] => {
  const queries = observationsOf(round, clusters).flatMap(({ place }) => zooKeeperQueries(place))
  return [clusterQueries(round.desired).configMaps, ...queries.filter((it, i) => queries.findIndex(({ slot }) => slot === it.slot) === i)]
}

/**
 * Jobs whose plans are stored in a place that the operator can read, so that a JobManager recovers them. Null: a place could not be read in
 * this round. Unobservable places are left out.
 */
export const keptOf = (round: Seen, clusters: readonly Spec[]): readonly string[] | null => {
  const kept = observationsOf(round, clusters).map(plansSeen)
  return kept.some(it => it === null) ? null : [...new Set(kept.flatMap(it => it ?? []))]
}

/** A text for users: what the operator could not read there. */
export const unseenKept = (round: Seen, clusters: readonly Spec[]): string => {
  const message = observationsOf(round, clusters).map(({ place, facts }) => unseenAt(place, facts)).find(it => it !== null)
  return message === undefined ? 'the high-availability service to list the jobs that it keeps'
    : `ZooKeeper to list the jobs that it keeps: ${message}`
}

/**
 * Folds the observed facts into the recorded status (sections 1.1 of the reference's rules for session clusters and 3.4 of those for
 * deployments). While an operation deletes or creates the cluster on purpose, the observed state says nothing about the health of the
 * resource: the status stays as the operation needs it (B32).
 */
export const observe = (
  desired: SessionClusterDesired,
  recorded: Recorded<FlinkDeploymentStatus>,
  facts: FlinkDeploymentFacts,
  env: Env,
): SessionClusterObserved => {
  const { status: clamped, ahead } = clampFutureTimestamps(desired, recorded.status, env)
  const waited = withRestartedWaits(desired, clamped, env)
  const before = withoutJob(withOperationOfItsAttempt(desired.meta, waited))
  const own = filterOwned(ownershipOf(desired.meta, before, facts), facts)
  const status = unreadEvidence(desired, clamped).length > 0 ? lookedAt(clamped, own.facts, env)
    : isObserved(desired, before) ? fold(before, own.facts, env)
    : isThereAllTheSame(desired, before, own.facts) || isDeletedBetween(desired, before) ? lookedAt(before, own.facts, env) : before
  return {
    recorded,
    ...own,
    status,
    host: hostOf(status, own.facts),
    ...(ahead.length === 0 ? {} : { ahead }),
    ...renewedDeadline(clamped, waited),
  }
}

/**
 * Does this round fold the facts into the status? control-flow.md, section 3.1, with our operation record in place of the state field of
 * the reference operator.
 */
const isObserved = (
  { deployed }: SessionClusterDesired,
  { operation, reconciliationStatus: { state } }: FlinkDeploymentStatus,
): boolean => deployed._tag === 'Deployed' && operation === null && (state === 'DEPLOYED' || state === 'ROLLED_BACK')

/**
 * A cluster exists and no operation is in progress, but the status records no deployed spec, or that an upgrade was begun: a part of the
 * status was removed or put back. The jobs of the cluster may have to be stopped first, and they wait until the status says that the
 * JobManager is ready. A status of the reference operator says the same after a submit that it did not finish (B34).
 */
const isThereAllTheSame = (
  { deployed }: SessionClusterDesired,
  { operation, operatorRecord: { attempts } }: FlinkDeploymentStatus,
  { deployment }: FlinkDeploymentFacts,
): boolean => operation === null && deployment?._tag === 'Known' && (deployed._tag === 'Never' || attempts > 0)

/**
 * The resource is deleted after an upgrade was begun, and no operation is in progress. Its session jobs have to be stopped first, and they
 * wait until the status says that the JobManager is ready.
 */
const isDeletedBetween = ({ meta: { deletionTimestamp } }: SessionClusterDesired, { operation }: FlinkDeploymentStatus): boolean =>
  deletionTimestamp !== null && operation === null

const fold = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus => {
  const seen = withoutJob(observeRest(observeJobManager(status, facts, env.now), facts, env.now))
  return facts.jobs?._tag === 'Known' ? markStable(observeClusterInfo(seen, facts)) : seen
}

/**
 * Used when a part of the spec or status cannot be read, or is lost. The status then reports the state of the JobManager and keeps what is
 * recorded about the deployed spec (F14).
 */
const lookedAt = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus =>
  withStatus(observeRest(observeJobManager(status, facts, env.now), facts, env.now), {
    reconciliationStatus: status.reconciliationStatus,
    jobStatus: status.jobStatus,
  })

/** A session cluster has no job: it removes the FINISHED that the reference operator writes whenever it deletes a cluster. */
const withoutJob = (status: FlinkDeploymentStatus): FlinkDeploymentStatus => withJob(status, { state: null })
