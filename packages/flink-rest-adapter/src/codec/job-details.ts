import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { JobDetails, VertexDetails } from '@flink-operator/core/fact'
import { boolean, type Decoded, decodeWith, fields, integer, list, moment, orNull, text, words } from './decode.ts'
import { Measured } from './measured.ts'
import { longestId, shownName } from './text-lengths.ts'

const Counters = fields('VertexCounters', {
  'read-records': integer,
  'read-records-complete': orNull(boolean),
  'write-records': integer,
  'write-records-complete': orNull(boolean),
  'accumulated-busy-time': orNull(Measured),
})

const Vertex = fields('Vertex', {
  id: text(longestId),
  slotSharingGroupId: orNull(text(longestId)),
  maxParallelism: integer,
  parallelism: integer,
  status: words(shownName),
  metrics: Counters,
})

const Node = fields('PlanNode', {
  id: text(longestId),
  inputs: orNull(list('PlanInput[]', fields('PlanInput', { id: text(longestId), ship_strategy: orNull(words(shownName)) }))),
})

const Details = fields('JobDetails', {
  timestamps: fields('Timestamps', { RUNNING: orNull(moment) }),
  vertices: list('Vertex[]', Vertex),
  plan: fields('Plan', { nodes: list('PlanNode[]', Node) }),
})

/** The counters of one vertex; older Flink versions do not say whether they are complete. */
const vertexOf = (vertex: Decoded<typeof Vertex>, nodes: readonly Decoded<typeof Node>[]): VertexDetails => ({
  id: vertex.id,
  parallelism: vertex.parallelism,
  maxParallelism: vertex.maxParallelism,
  slotSharingGroup: vertex.slotSharingGroupId,
  isFinished: vertex.status === 'FINISHED',
  inputs: (nodes.find(({ id }) => id === vertex.id)?.inputs ?? []).map(({ id, ship_strategy: shipStrategy }) => ({ id, shipStrategy })),
  readRecords: vertex.metrics['read-records'],
  writeRecords: vertex.metrics['write-records'],
  accumulatedBusyTime: vertex.metrics['accumulated-busy-time'] ?? 0,
  isComplete: vertex.metrics['read-records-complete'] !== false && vertex.metrics['write-records-complete'] !== false,
})

/** `GET /v1/jobs/:jobId`. */
export const decodeJobDetails = flow(
  decodeWith(Details),
  E.map(({ timestamps, vertices, plan }): Omit<JobDetails, 'metricNames'> => ({
    runningSince: timestamps.RUNNING,
    vertices: plan.nodes.length === 0 ? [] : vertices.map(vertex => vertexOf(vertex, plan.nodes)),
  })),
)
