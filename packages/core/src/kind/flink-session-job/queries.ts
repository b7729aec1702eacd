import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import type { Query } from '../../query/query.ts'
import type { FlinkSessionJobDesired } from './desired.ts'
import type { DeployedSession } from '../../cluster/seen/deployed-session.ts'

/** The session cluster, as its FlinkDeployment tells of it. */
export const clusterQuery = (
  { meta: { namespace }, spec: { deploymentName } }: Pick<FlinkSessionJobDesired, 'meta' | 'spec'>,
): readonly Query[] => deploymentName === null ? [] : [{ _tag: 'ReadFlinkDeployment', namespace, name: deploymentName }]

/** What tells the life of its JobManager, live. */
export const lifeQueries = ({ of }: DeployedSession): readonly Query[] => {
  const { deployment, pods } = clusterQueries(of)
  return [deployment, pods]
}
