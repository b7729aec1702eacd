import type * as T from 'fp-ts/lib/Task.js'
import type { Fact } from '@flink-operator/core'
import type { FlinkQuery } from '@flink-operator/core/query'
import type { FlinkHttp } from '../http.ts'
import type { Clock, Reader } from './answer.ts'
import { getCheckpointConfiguration } from './checkpoint-configuration.ts'
import { getCheckpointDetails } from './checkpoint-details.ts'
import { getCheckpointOperation } from './checkpoint-operation.ts'
import { getCheckpoints } from './checkpoints.ts'
import { getClusterOverview } from './cluster-overview.ts'
import type { FlinkAnswers, FlinkQueryTag, QueryOf } from './flink-answer.ts'
import { getJars } from './jars.ts'
import { getJobDetails } from './job-details.ts'
import { getJobExceptions } from './job-exceptions.ts'
import { getJobMetrics } from './job-metrics.ts'
import { getJobsOverview } from './jobs-overview.ts'
import { getResourceRequirements } from './resource-requirements.ts'
import { getSavepointOperation } from './savepoint-operation.ts'
import { getVertexMetrics } from './vertex-metrics.ts'

/** A query without an entry does not compile. */
const reads: { readonly [Tag in FlinkQueryTag]: (reader: Reader) => (query: QueryOf<Tag>) => T.Task<Fact<FlinkAnswers[Tag]>> } = {
  GetJobsOverview: getJobsOverview,
  GetCheckpoints: getCheckpoints,
  GetCheckpointConfiguration: getCheckpointConfiguration,
  GetSavepointOperation: getSavepointOperation,
  GetCheckpointOperation: getCheckpointOperation,
  GetCheckpointDetails: getCheckpointDetails,
  GetJobExceptions: getJobExceptions,
  GetClusterOverview: getClusterOverview,
  GetJars: getJars,
  GetJobMetrics: getJobMetrics,
  GetResourceRequirements: getResourceRequirements,
  GetJobDetails: getJobDetails,
  GetVertexMetrics: getVertexMetrics,
}

/**
 * Queries a Flink cluster. Never rejects: a failed query is a fact, too.
 * Refused connection: Unknown Unreachable; leader election: NotReady; too slow: Timeout; not decodable: Undecodable with the path.
 */
export const answerQuery = (http: FlinkHttp, clock: Clock) => <Q extends FlinkQuery>(query: Q): T.Task<Fact<FlinkAnswers[Q['_tag']]>> => {
  // the table pairs tags with queries; TypeScript can't derive that through an index of a union
  const answer = reads[query._tag] as unknown as (reader: Reader) => (query: Q) => T.Task<Fact<FlinkAnswers[Q['_tag']]>>
  return answer({ http, clock })(query)
}
