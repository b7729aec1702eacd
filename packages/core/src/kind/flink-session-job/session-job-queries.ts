import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import type { Query } from '../../query/query.ts'
import type { FlinkSessionJobDesired } from './session-job-desired.ts'
import type { DeployedSession } from '../../cluster/seen/deployed-session.ts'

/** The session cluster, as its FlinkDeployment tells of it. */
export const clusterQuery = (
  { meta: { namespace }, clusterName: name }: Pick<FlinkSessionJobDesired, 'meta' | 'clusterName'>,
): readonly Query[] => name === null ? [] : [{ _tag: 'ReadFlinkDeployment', namespace, name }]

/** What tells the life of its JobManager, live. */
export const sessionIncarnationQueries = ({ of }: Pick<DeployedSession, 'of'>): readonly Query[] => {
  const { deployment, pods } = clusterQueries(of)
  return [deployment, pods]
}
