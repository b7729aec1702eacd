import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { VertexBounds } from '@flink-operator/core/fact'
import { byKey, decodeWith, fields, integer } from './decode.ts'

const Vertex = fields('VertexRequirements', { parallelism: fields('ParallelismBounds', { lowerBound: integer, upperBound: integer }) })

const Requirements = byKey('ResourceRequirements', Vertex)

/** `GET /v1/jobs/:jobId/resource-requirements`: bounds by vertex id. */
export const decodeResourceRequirements = flow(
  decodeWith(Requirements),
  E.map((vertices): VertexBounds =>
    Object.fromEntries(
      Object.entries(vertices).map(([id, { parallelism }]) => [id, { lower: parallelism.lowerBound, upper: parallelism.upperBound }]),
    )
  ),
)

/** The body of the PUT, which has to contain every vertex. */
export const encodeResourceRequirements = (bounds: VertexBounds): unknown =>
  Object.fromEntries(
    Object.entries(bounds).map(([id, { lower, upper }]) => [id, { parallelism: { lowerBound: lower, upperBound: upper } }]),
  )
