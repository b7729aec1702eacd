import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Blocked } from '../../../../contract/round/waiting-situation.ts'
import { runsAgain } from '../../../../job/report/unblocks-job.ts'
import { allClusterObjects, clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import type { ConfiguredSpec } from '../../../../spec/configured-spec.ts'
import type { Deployed } from '../../../../cluster/deployed-spec.ts'
import { clusterRollbackObstacles } from '../../../../cluster/recovery/rollback-of-cluster.ts'
import { isComingUp } from '../../../../cluster/observe/job-manager-start.ts'
import { rollbackMode, type RollbackObstacle } from '../../../../job/upgrade/rollback-obstacles.ts'
import type { UpgradeAnswer } from '../../../../job/upgrade/upgrade-answer.ts'
import { zooKeeperQueries } from '../../../../options/ha-place.ts'
import type { Query } from '../../../../contract/query/query.ts'
import { type Asked, asked } from '../../../../contract/query/ask.ts'
import { watched } from '../../../../contract/query/watched.ts'
import { isStateless } from '../../../../contract/resource/upgrade-mode.ts'
import type { Round } from '../application-round.ts'
import { haPlace, unseenInZooKeeper } from '../observe/application-ha-seen.ts'
import { unlessNeverStarted } from '../stop/end-first.ts'
import { availableUpgradeMode } from './available-upgrade-mode.ts'
import { upgradeInputsOf } from './upgrade-inputs-of.ts'

/** How the running job can be stopped together with its cluster, so that `target` restores its state. */
export const stopAnswer = (round: Round, { running, reconciled }: Deployed, target: ConfiguredSpec): UpgradeAnswer =>
  unlessNeverStarted(round, availableUpgradeMode(upgradeInputsOf(round, target, running, reconciled.job.upgradeMode)))

/**
 * The queries of HA metadata, together with all queries that the deletion of the cluster needs. Otherwise an upgrade during the search for
 * a snapshot would need a fifth query.
 */
export const haMetadataQueries = (round: Round): readonly Query[] => [
  ...allClusterObjects(round.desired),
  ...zooKeeperQueries(haPlace(round)),
]

/** The job cannot be stopped with its state now: what the operator waits for. */
export const notAvailable = (
  round: Round,
  { unseen, reason }: Extract<UpgradeAnswer, { _tag: 'NotAvailable' }>,
): Asked<Pick<Blocked, 'waitingFor' | 'unblockedBy'>> => {
  const { observed: { status, facts }, desired } = round
  return pipe(
    facts,
    asked(status.jobManagerDeploymentStatus === 'READY' ? [] : [watched(clusterQueries(desired).deployment)]),
    E.map(() => ({ waitingFor: (unseen === undefined ? null : unseenInZooKeeper(round)) ?? reason, unblockedBy: runsAgain })),
  )
}

/** The conditions that forbid a rollback of a job with its own cluster (control-flow.md, section 4.9). */
export const rollbackObstacles: readonly RollbackObstacle<Round, Deployed>[] = [
  {
    id: 'rollback/jobmanager-comes-up',
    when:
      'the JobManager is about to come up: a stateless job does not count as one that never ran, because it may start and finish meanwhile',
    holds: round =>
      isStateless(rollbackMode(round)) && round.observed.status.jobManagerDeploymentStatus !== 'ERROR'
      && isComingUp(round.observed.facts),
  },
  ...clusterRollbackObstacles,
]
