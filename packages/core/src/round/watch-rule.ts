import type { JsonObject } from '../resource/json.ts'
import type { ResourceType } from '../resource/resource-type.ts'

/** A value in the JSON of a resource. */
export interface WatchedValue {
  readonly path: readonly string[]
  /** What a value that is absent or null counts as. */
  readonly absent: string
}

/**
 * Where a resource names another one of its namespace: an object with `kind` and `name`; at a path that ends in `…Name`, the name alone.
 */
export type ReferencePath = readonly string[]

/** How a resource refers to another one. */
export interface Reference {
  readonly at: ReferencePath
  /** The name, where more than that place says it: what was deployed stays where it is, whatever an edit says. Null: it names none. */
  readonly named?: (resource: JsonObject) => string | null
}

/**
 * Whose change starts a round of a resource of a kind, as data: the operator's watches are made of it. A change is another uid, a deletion,
 * or another of the values; that of any other field, a status that we wrote ourselves among them, wakes nobody (B67).
 */
export type WatchRule =
  /** The resource itself. */
  | { readonly _tag: 'Itself'; readonly values: readonly WatchedValue[] }
  /** What its Flink clusters are made of: what it owns, itself or through a Deployment, and what has its name for a cluster id. */
  | { readonly _tag: 'ClusterObjects' }
  /** Deployments and Services that carry this label, with its name for a value. */
  | { readonly _tag: 'Labelled'; readonly label: string }
  /** The resource of another kind to which it refers. One that is `over` is no longer woken by it, unless it is being deleted. */
  | Reference & {
    readonly _tag: 'Referenced'
    readonly type: ResourceType
    readonly values: readonly WatchedValue[]
    readonly over: { readonly path: readonly string[]; readonly values: readonly string[] } | null
  }
  /** Resources of another kind that refer to it. */
  | Reference & { readonly _tag: 'Referring'; readonly type: ResourceType; readonly values: readonly WatchedValue[] }
  /** Resources of another kind that it owns, by their owner references: its children. */
  | { readonly _tag: 'Owned'; readonly type: ResourceType; readonly values: readonly WatchedValue[] }

/** What changes with every edit of a resource and with its deletion (control-flow.md, section 2.8). */
export const editedValues: readonly WatchedValue[] = [
  { path: ['metadata', 'generation'], absent: '0' },
  { path: ['metadata', 'deletionTimestamp'], absent: '' },
]
