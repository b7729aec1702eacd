import type { EpochMillis, Json, JsonObject } from '@flink-operator/core'
import { objectAt } from '../object/fields.ts'
import type { Column, ResourceType } from './resource-type.ts'

/** The requested form of an answer. */
export type Form = 'Object' | 'Table' | 'Metadata'

/** Parses an Accept header: `application/json;as=Table;v=v1;g=meta.k8s.io,application/json`. */
export const formOf = (accept: string): Form => {
  const first = accept.split(',').map(part => part.trim()).find(part => part.includes('json') || part.includes('*/*')) ?? ''
  if (/as=Table/.test(first)) return 'Table'
  return /as=PartialObjectMetadata/.test(first) ? 'Metadata' : 'Object'
}

export const metadataOnly = (object: JsonObject): JsonObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata: objectAt(object, 'metadata'),
})

/** The object in a row beside its cells: `includeObject`. */
const carried = (object: JsonObject, include: string): Json =>
  include === 'None' ? null : include === 'Object' ? object : metadataOnly(object)

export const columnDefinitions = (columns: readonly Column[]): readonly JsonObject[] =>
  columns.map(({ name, type, format, description, priority }) => ({ name, type, format: format ?? '', description, priority }))

export interface TableOptions {
  readonly now: EpochMillis
  readonly include: string
  /** Only the first event of a watch has the column definitions. */
  readonly heads: boolean
}

/** `Table` of meta.k8s.io/v1: what kubectl prints. */
export const tableOf = (
  type: ResourceType,
  objects: readonly JsonObject[],
  metadata: JsonObject,
  { now, include, heads }: TableOptions,
): JsonObject => ({
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata,
  columnDefinitions: heads ? columnDefinitions(type.columns) : [],
  rows: objects.map(object => ({ cells: type.columns.map(({ value }) => value(object, now)), object: carried(object, include) })),
})

export const partialList = (objects: readonly JsonObject[], metadata: JsonObject): JsonObject => ({
  kind: 'PartialObjectMetadataList',
  apiVersion: 'meta.k8s.io/v1',
  metadata,
  items: objects.map(metadataOnly),
})
