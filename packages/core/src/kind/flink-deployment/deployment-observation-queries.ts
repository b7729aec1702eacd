import { firstRunQueries } from '../../application/seen/first-run.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { Query } from '../../query/query.ts'
import { watched } from '../../query/watched.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { retentionQuery, suspendQueries } from '../../job/stop/stop-request.ts'
import { lastStateQueries } from '../../job/seen/observe-last-state.ts'
import { isFailureToTell } from '../../job/told/job-problem.ts'
import type { Round } from '../../application/application-round.ts'
import { isRestMissed } from '../../cluster/seen/rest-unreachable.ts'
import { isHealthWatched } from '../../application/health/observe-health.ts'
import { scaling } from '../../application/scale/application-scaling.ts'
import { scalingQueries } from '../../job/scale/scale-in-place.ts'
import { snapshotQueries } from '../../job/snapshot/snapshot-queries.ts'

/**
 * What has to be looked at before anything is decided, given what is known so far (control-flow.md, section 12): asked again after each
 * look, until nothing is missing. A steady running job costs one request, of Flink; a JobManager that does not come up costs none: what the
 * watches tell of it is enough to wait by.
 */
export const observationQueries = (round: Round): readonly Query[] => {
  const { desired, observed: { status, facts } } = round
  if (desired.deployed._tag !== 'Deployed' || isBeingRebuilt(round)) return []
  const { reconciled, endpoint } = desired.deployed
  const queries = clusterQueries(desired)
  const jobs: Query = { _tag: 'GetJobsOverview', endpoint }
  const { jobManagerDeploymentStatus: jobManager } = status
  const { deployment } = facts
  if (
    jobManager === 'MISSING' && deployment?._tag === 'Absent'
    && (reconciled.job.state === 'suspended' || isTerminal(status.jobStatus.state))
  ) return []
  // absence is proved by a live look, not by a cache that may be old or not synced (P05, B62)
  if (deployment === undefined || (deployment._tag !== 'Known' && deployment.source === 'cache')) return [queries.deployment]
  const isUp = jobManager === 'READY' || (deployment._tag === 'Known' && deployment.value.availableReplicas > 0)
  const first = isUp ? unanswered(facts, [jobs]) : []
  if (first.length > 0) return first
  if (facts.jobs?._tag !== 'Known') return unanswered(facts, deployment._tag === 'Known' ? withoutFlink(round) : [queries.deployment])
  return detailQueries(round)
}

/** The JobManager is there, and nothing is heard of Flink: in one look with its Service, where that is long so (F16). */
const withoutFlink = ({ desired, observed: { status }, env }: Round): readonly Query[] => {
  const queries = clusterQueries(desired)
  return [watched(queries.deployment), watched(queries.podsWithEvents), ...(isRestMissed(status, env) ? [watched(queries.services)] : [])]
}

/** While a cluster is taken away or put up, looks are the operation's own. */
const isBeingRebuilt = (
  { desired: { deployed }, observed: { status: { operation, reconciliationStatus: { state } } } }: Pick<Round, 'desired' | 'observed'>,
): boolean =>
  operation === null
    ? (state === 'UPGRADING' || state === 'ROLLING_BACK') && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'suspended'
    : operation.kind !== 'Suspend' || operation.step === 'TearDown'

const detailQueries = (round: Round): readonly Query[] => {
  const { desired, observed: { recorded, status, facts } } = round
  if (desired.deployed._tag !== 'Deployed' || status.jobStatus.jobId === null) return []
  const { endpoint } = desired.deployed
  const { jobId, state } = status.jobStatus
  const details = unanswered(facts, [
    ...lastStateQueries(round, () => firstRunQueries(round.desired, round.observed.status, round.observed.facts)),
    ...(isFailureToTell(recorded.status, status) ? [{ _tag: 'GetJobExceptions', endpoint, jobId } as const] : []),
    ...scalingQueries(scaling, round),
    ...snapshotQueries(round),
    ...(isHealthWatched(desired, status, facts) ? [{ _tag: 'GetJobMetrics', endpoint, jobId } as const] : []),
    ...(state === 'RUNNING' && status.clusterInfo['flink-version'] === undefined ? [{ _tag: 'GetClusterOverview', endpoint } as const]
      : []),
  ])
  return details.length === 0 ? [] : [...details, ...unanswered(facts, besideDetails(round))]
}

/** In one look with the details what a stop asks: one by one would make five after a cache that was not synced, or after HA metadata. */
const besideDetails = (round: Round): readonly Query[] => {
  const { desired: { diff }, observed: { status: { operation }, facts } } = round
  if (operation !== null) return operation.kind === 'Suspend' ? suspendQueries(round, operation) : []
  return facts.configMaps !== undefined && diff.type !== 'IGNORE' ? retentionQuery(round) : []
}
