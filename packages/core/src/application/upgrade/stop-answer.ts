import { allClusterObjects, clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { isComingUp } from '../../cluster/seen/job-manager-start.ts'
import { rollbackMode, type RollbackObstacle } from '../../job/upgrade/rollback-obstacles.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import { zooKeeperQueries } from '../../operator-options/ha-place.ts'
import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import { watched } from '../../query/watched.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'
import type { Round } from '../application-round.ts'
import { haPlace, unseenInZooKeeper } from '../seen/application-ha-seen.ts'
import { unlessNeverStarted } from '../stop/end-first.ts'
import { availableUpgradeMode } from './available-upgrade-mode.ts'
import { upgradeInputsOf } from './upgrade-inputs-of.ts'

/** How what runs can be stopped, with its cluster, so that `target` goes on from its state. */
export const stopAnswer = (round: Round, { running, reconciled }: Deployed, target: ConfiguredSpec): UpgradeAnswer =>
  unlessNeverStarted(round, availableUpgradeMode(upgradeInputsOf(round, target, running, reconciled.job.upgradeMode)))

/** With all that taking the cluster away needs to see, or an upgrade beside a snapshot that is being looked for takes a fifth look. */
export const haMetadataQueries = (round: Round): readonly Query[] =>
  unanswered(round.observed.facts, [...allClusterObjects(round.desired), ...zooKeeperQueries(haPlace(round))])

/** The job can't be stopped with its state now: what has to be looked at first, and else what it waits for. */
export const notAvailable = (
  round: Round,
  { unseen, reason }: Extract<UpgradeAnswer, { _tag: 'NotAvailable' }>,
): { readonly unseen: readonly Query[]; readonly waitingFor: string } => {
  const { observed: { status, facts }, desired } = round
  return {
    unseen: unanswered(facts, status.jobManagerDeploymentStatus === 'READY' ? [] : [watched(clusterQueries(desired).deployment)]),
    waitingFor: (unseen === undefined ? null : unseenInZooKeeper(round)) ?? reason,
  }
}

/** What stands against a rollback of a job with a cluster of its own (control-flow.md, section 4.9). */
export const rollbackObstacles: readonly RollbackObstacle<Round, Deployed>[] = [
  {
    row: 'F05',
    reason:
      'the JobManager is about to come up: a stateless job is not taken away as one that did not run, for it may come to its end meanwhile',
    holds: round =>
      isStateless(rollbackMode(round)) && round.observed.status.jobManagerDeploymentStatus !== 'ERROR'
      && isComingUp(round.observed.facts),
  },
  {
    row: 'F05',
    reason: 'Flink is out of reach while its JobManager is up: nobody knows whether the job came to its end',
    holds: ({ observed: { status } }) => status.operatorRecord.restMissedSince !== null,
  },
  {
    row: '4.9/6',
    reason: 'the Flink version differs',
    holds: ({ desired: { wanted } }, { stable }) => stable !== null && wanted?.flinkVersion !== stable.spec.flinkVersion,
  },
]
