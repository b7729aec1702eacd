import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import type { Row } from '../../contract/round/row.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { DeployedCluster } from '../deployed-spec.ts'

type Obstacle = Row<
  [
    round: Pick<ClusterRound, 'observed'> & { readonly desired: { readonly wanted: Pick<ConfiguredCluster, 'flinkVersion'> | null } },
    deployed: Pick<DeployedCluster, 'stable'>,
  ],
  true
>

/** The conditions of the cluster that forbid a rollback, whatever runs in it (control-flow.md, section 4.9). */
export const clusterRollbackObstacles: readonly Obstacle[] = [
  {
    id: 'rollback/flink-unreachable',
    when: 'the JobManager is up but Flink is unreachable: whether the job has ended is unknown',
    holds: ({ observed: { status } }) => status.operatorRecord.restMissedSince !== null,
  },
  {
    id: 'rollback/other-flink-version',
    when: 'the Flink version differs',
    holds: ({ desired: { wanted } }, { stable }) => stable !== null && wanted?.flinkVersion !== stable.spec.flinkVersion,
  },
]
