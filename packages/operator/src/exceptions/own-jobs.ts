import type { JsonObject } from '@flink-operator/core'
import { kinds } from '@flink-operator/kinds'
import { recordedClusters } from '@flink-operator/lyft'
import * as E from 'fp-ts/lib/Either.js'

/** A job of a resource. */
export interface OwnJob {
  readonly jobId: string
  /** Slot of the facts about its cluster; null: the kind has a single cluster. */
  readonly slot: string | null
}

const jobIdIn = (resource: JsonObject): string | null => {
  const { jobStatus } = (resource['status'] ?? {}) as { readonly jobStatus?: { readonly jobId?: unknown } | null }
  return typeof jobStatus?.jobId === 'string' ? jobStatus.jobId : null
}

const inClusters = (resource: JsonObject): readonly OwnJob[] => {
  const decoded = kinds.FlinkApplication.decode(resource)
  return E.isLeft(decoded) ? []
    : recordedClusters(decoded.right).flatMap(({ hash, jobId }) => (jobId === null ? [] : [{ jobId, slot: hash }]))
}

/** The jobs of a resource, from its status; a FlinkApplication has one for each of its clusters. */
export const ownJobs = (resource: JsonObject): readonly OwnJob[] => {
  if (resource['kind'] === kinds.FlinkApplication.type.kind) return inClusters(resource)
  const jobId = jobIdIn(resource)
  return jobId === null ? [] : [{ jobId, slot: null }]
}
