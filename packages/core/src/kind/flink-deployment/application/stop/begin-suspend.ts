import type { Query } from '../../../../contract/query/query.ts'
import { isKubernetesHighAvailability } from '../../../../flink/configuration/high-availability-mode.ts'
import { retentionQuery } from '../../../../job/stop/begin-stop.ts'
import { allClusterObjects, clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import { besides } from '../../../../contract/query/ask.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import { namesQuery, unlessNamesConflict as unlessNamesConflictOf, namesInputOf } from '../../../../cluster/deploy/names-first.ts'
import { stateOfOthers } from '../deploy/application-deploy-hooks.ts'
import { haPlaceOf, isSamePlace } from '../../../../options/ha-place.ts'
import { zooKeeperFact, zooKeeperQuery } from '../../../../contract/query/zookeeper-query.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { haPlace } from '../observe/application-ha-seen.ts'
import { settled } from '../../../../job/settled.ts'
import { settling } from '../settling.ts'
import type { SuspendMode } from '../../../../contract/resource/suspend-mode.ts'
import { ownJob } from '../../../../job/observe/observe-job.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import type { SuspendOperation } from '../../../../contract/resource/operation.ts'

/** The pre-flight check of a job with its own cluster: the names, and the state of other jobs where Flink will look for its own. */
export const unlessNamesConflict = (
  round: Round,
  target: ConfiguredSpec | null,
  next: { readonly looksAt: StopLooks; readonly go: () => JobDecision; readonly meanwhile?: () => JobDecision | null },
): JobDecision => {
  if (target === null || target.job.state === 'suspended') return next.go()
  const { desired, observed: { facts }, env } = round
  const input = namesInputOf(round, target)
  const place = haPlaceOf(desired.meta.name, input.configuration, env.options)
  // the running cluster's own place holds no metadata of others
  const elsewhere = place._tag === 'ZooKeeper' && !isSamePlace(place, haPlace(round)) ? place.place : null
  const isInConfigMaps = isKubernetesHighAvailability(input.configuration)
  const seen = elsewhere === null ? undefined : zooKeeperFact(facts, elsewhere)
  const isUnobservable = seen?._tag === 'Unknown' && seen.reason === 'Forbidden'
  return unlessNamesConflictOf(round, target, {
    queries: [
      ...stopQueries(round, next.looksAt),
      allNames(round),
      ...(isInConfigMaps ? [clusterQueries(desired).configMaps] : []),
      ...(elsewhere === null ? [] : [zooKeeperQuery(elsewhere)]),
    ],
    readable: [...(isInConfigMaps ? [facts.configMaps] : []), isUnobservable ? undefined : seen],
    obstacles: () => stateOfOthers(round, input),
    calm: () => settled(settling, round),
  }, next)
}

/** The names of every spec that may be deployed next. */
const allNames = (round: Round): Query => {
  const { wanted, stable, deployed } = round.desired
  return namesQuery(round, [wanted, stable, deployed._tag === 'Deployed' ? deployed.running : null])
}

/**
 * A round has five queries in sequence. If HA metadata of the running cluster is queried, a deploy is about to follow, so the names are
 * queried together with it.
 */
export const withNames = (round: Round, queries: readonly Query[]): readonly Query[] => {
  const { status, facts } = round.observed
  const isAboutWhatRuns = status.operation === null && status.jobManagerDeploymentStatus !== 'MISSING'
    && queries.some(({ _tag }) => _tag === 'ListConfigMaps')
  return isAboutWhatRuns ? besides(facts, queries, [allNames(round)]) : queries
}

/** The objects that the stop will query. */
export type StopLooks = 'Nothing' | 'JobManager' | 'JobManagerAndCheckpoints' | 'Cluster'

/** The objects that each stop mode queries: the whole cluster if the stop deletes it, nothing if no job runs any more. */
export const looksBeforeStop: Readonly<Record<SuspendMode, StopLooks>> = {
  NOOP: 'Nothing',
  STATELESS: 'JobManager',
  SAVEPOINT: 'JobManager',
  CANCEL: 'JobManagerAndCheckpoints',
  LAST_STATE: 'Cluster',
}

/** The queries of the stop, made together with the pre-flight check so that they cost no extra round trip. */
export const stopQueries = (round: Round, looksAt: StopLooks): readonly Query[] => {
  const { desired } = round
  const { deployment, pods } = clusterQueries(desired)
  return looksAt === 'Cluster' ? allClusterObjects(desired)
    : looksAt === 'Nothing' ? [] : [deployment, pods, ...(looksAt === 'JobManagerAndCheckpoints' ? retentionQuery(round) : [])]
}

/** The first step of a stop. A stateless job that is not alive needs no stop request: its cluster is deleted at once. */
export const firstStep = ({ observed: { status, facts } }: Pick<Round, 'observed'>, suspend: SuspendMode): SuspendOperation['step'] => {
  const job = ownJob(status, facts)
  const isAlive = job !== undefined && !isTerminal(job.state) && !isTerminal(status.jobStatus.state)
  switch (suspend) {
    case 'LAST_STATE':
      return 'TearDown'
    case 'STATELESS':
      return isAlive ? 'Requested' : 'TearDown'
    case 'NOOP':
    case 'SAVEPOINT':
    case 'CANCEL':
      return 'Requested'
  }
}
