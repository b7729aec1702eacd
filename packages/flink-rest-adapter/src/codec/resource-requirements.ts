import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { VertexBounds } from '@flink-operator/core'
import { decodeWith } from './decode.ts'

const Vertex = t.type({ parallelism: t.type({ lowerBound: t.number, upperBound: t.number }, 'ParallelismBounds') }, 'VertexRequirements')

const Requirements = t.record(t.string, Vertex, 'ResourceRequirements')

/** `GET /v1/jobs/:jobId/resource-requirements`: bounds by vertex id. */
export const decodeResourceRequirements = flow(
  decodeWith(Requirements),
  E.map((vertices): VertexBounds =>
    Object.fromEntries(
      Object.entries(vertices).map(([id, { parallelism }]) => [id, { lower: parallelism.lowerBound, upper: parallelism.upperBound }]),
    )
  ),
)

/** The body of the PUT. It has to name every vertex. */
export const encodeResourceRequirements = (bounds: VertexBounds): unknown =>
  Object.fromEntries(
    Object.entries(bounds).map(([id, { lower, upper }]) => [id, { parallelism: { lowerBound: lower, upperBound: upper } }]),
  )
