import { pipe } from 'fp-ts/lib/function.js'
import { firstRunQueries } from './application/observe/first-run.ts'
import { isTerminal } from '../../contract/resource/job-state.ts'
import type { Query } from '../../contract/query/query.ts'
import { jobManagerSeen } from '../../cluster/observe/job-manager-seen.ts'
import { type Asked, asked, nothingMissing, togetherWith } from '../../contract/query/ask.ts'
import { retentionQuery, suspendQueries } from '../../job/stop/stop-request.ts'
import { lastStateQueries } from '../../job/observe/observe-last-state.ts'
import { isFailureToTell } from '../../job/report/job-problem.ts'
import type { Round } from './application/application-round.ts'
import { isHealthWatched } from './application/health/observe-health.ts'
import { scaling } from './application/scale/application-scaling.ts'
import { scalingQueries } from '../../job/scale/scale-in-place.ts'
import { snapshotQueries } from '../../job/snapshot/snapshot-queries.ts'

/** Observes what a round needs before it decides (control-flow.md, section 12). */
export const allSeen = (round: Round): Asked<null> => {
  const { desired, observed: { status, facts } } = round
  if (desired.deployed._tag !== 'Deployed' || isBeingRebuilt(round)) return nothingMissing
  if (
    status.jobManagerDeploymentStatus === 'MISSING' && facts.deployment?._tag === 'Absent'
    && (desired.deployed.reconciled.job.state === 'suspended' || isTerminal(status.jobStatus.state))
  ) return nothingMissing
  return jobManagerSeen(round, desired.deployed, { beside: [], answered: () => detailsSeen(round) })
}

/** While an operation deletes or creates the cluster, the operation makes its own queries. */
const isBeingRebuilt = (
  { desired: { deployed }, observed: { status: { operation, reconciliationStatus: { state } } } }: Pick<Round, 'desired' | 'observed'>,
): boolean =>
  operation === null
    ? (state === 'UPGRADING' || state === 'ROLLING_BACK') && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'suspended'
    : operation.kind !== 'Suspend' || operation.step === 'TearDown'

const detailsSeen = (round: Round): Asked<null> => {
  const { desired, observed: { recorded, status, facts } } = round
  if (desired.deployed._tag !== 'Deployed' || status.jobStatus.jobId === null) return nothingMissing
  const { endpoint } = desired.deployed
  const { jobId, state } = status.jobStatus
  const details: readonly Query[] = [
    ...lastStateQueries(round, () => firstRunQueries(round.desired, round.observed.status, round.observed.facts)),
    ...(isFailureToTell(recorded.status, status) ? [{ _tag: 'GetJobExceptions', endpoint, jobId } as const] : []),
    ...scalingQueries(scaling, round),
    ...snapshotQueries(round),
    ...(isHealthWatched(desired, status, facts) ? [{ _tag: 'GetJobMetrics', endpoint, jobId } as const] : []),
    ...(state === 'RUNNING' && status.clusterInfo['flink-version'] === undefined ? [{ _tag: 'GetClusterOverview', endpoint } as const]
      : []),
  ]
  return pipe(facts, asked(details), togetherWith(facts, () => besideDetails(round)))
}

/**
 * Queries of a stop, sent together with the detail queries. One by one, a stop after an unsynced cache or after HA metadata would need five
 * queries.
 */
const besideDetails = (round: Round): readonly Query[] => {
  const { desired: { diff }, observed: { status: { operation }, facts } } = round
  if (operation !== null) return operation.kind === 'Suspend' ? suspendQueries(round, operation) : []
  return facts.configMaps !== undefined && diff.type !== 'IGNORE' ? retentionQuery(round) : []
}
