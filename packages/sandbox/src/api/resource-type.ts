import type { EpochMillis, Json, JsonObject } from '@flink-operator/core'

/** One column of `kubectl get`. */
export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description: string
  /** 0: always; 1: only with `-o wide`. */
  readonly priority: number
  readonly value: (object: JsonObject, now: EpochMillis) => Json
}

/** The fields that the scale subresource reads and writes. */
export interface ScalePaths {
  readonly specReplicas: readonly string[]
  readonly statusReplicas: readonly string[]
  readonly selector: readonly string[]
}

/** One kind of object in one version, as the API serves it. */
export interface ResourceType {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly listKind: string
  readonly plural: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly namespaced: boolean
  /** A write of the object does not change the status, and a write of the status changes nothing else. */
  readonly hasStatus: boolean
  readonly scale: ScalePaths | null
  /** `metadata.generation` counts changes of the spec. */
  readonly hasGeneration: boolean
  readonly columns: readonly Column[]
  /** Structural schema; null: any content. */
  readonly schema: JsonObject | null
  /** Lists of objects are merged by name or a similar key (strategic merge patch). */
  readonly builtIn: boolean
}

/** The storage key of a type, independent of the version. */
export const storeKey = ({ group, plural }: Pick<ResourceType, 'group' | 'plural'>): string => `${group}/${plural}`

export const apiVersionOf = (
  { group, version }: Pick<ResourceType, 'group' | 'version'>,
): string => (group === '' ? version : `${group}/${version}`)
