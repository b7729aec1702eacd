import type { RestEndpoint } from '../query/query.ts'
import type { VertexBounds } from '../fact/flink-rest.ts'

/**
 * Rescales a running job in place (adaptive scheduler, Flink 1.18 and newer).
 *
 * Effect: `PUT /jobs/:jobId/resource-requirements` that names every vertex.
 * Idempotency key: the bounds: putting them twice changes nothing.
 * Precondition: the bounds were read in this round, and what is asked for is recorded (`requestedScaling`).
 * If we crash before: the next round puts them.
 * If we crash after: the next round reads them back.
 * How the next look recognises it: `GET /jobs/:jobId/resource-requirements`.
 */
export interface UpdateResourceRequirements {
  readonly _tag: 'UpdateResourceRequirements'
  readonly endpoint: RestEndpoint
  readonly jobId: string
  readonly bounds: VertexBounds
}
