import { clusterQueries } from '../../cluster/observe/cluster-queries.ts'
import type { Query } from '../../contract/query/query.ts'
import type { FlinkSessionJobDesired } from './session-job-desired.ts'
import type { DeployedSession } from '../../cluster/observe/deployed-session.ts'

/** The query for the FlinkDeployment of the session cluster. */
export const clusterQuery = (
  { meta: { namespace }, clusterName: name }: Pick<FlinkSessionJobDesired, 'meta' | 'clusterName'>,
): readonly Query[] => name === null ? [] : [{ _tag: 'ReadFlinkDeployment', namespace, name }]

/** The live queries that identify the JobManager instance. */
export const sessionIncarnationQueries = ({ of }: Pick<DeployedSession, 'of'>): readonly Query[] => {
  const { deployment, pods } = clusterQueries(of)
  return [deployment, pods]
}
