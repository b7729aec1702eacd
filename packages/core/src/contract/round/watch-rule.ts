import type { JsonObject } from '../resource/json.ts'
import type { ResourceType } from '../resource/resource-type.ts'

/** A value in the JSON of a resource. */
export interface WatchedValue {
  readonly path: readonly string[]
  /** The value that an absent field or null stands for. */
  readonly absent: string
}

/**
 * Where a resource names another one of its namespace: an object with `kind` and `name`. A path that ends in `…Name` holds the name alone.
 */
export type ReferencePath = readonly string[]

/** How a resource refers to another one. */
export interface Reference {
  readonly at: ReferencePath
  /**
   * The name, if it depends on more than that field: a job that was deployed stays in its cluster, whatever an edit says. Null: the
   * resource names no other one.
   */
  readonly named?: (resource: JsonObject) => string | null
}

/**
 * A watch of a kind, as data: which changes of which objects start a round of its resources. A change is a new uid, a deletion, or a new
 * value of a listed field. Changes of any other field, including our own status writes, start no round (B67).
 */
export type WatchRule =
  /** The resource itself. */
  | { readonly _tag: 'Itself'; readonly values: readonly WatchedValue[] }
  /** The objects of its Flink clusters: objects that it owns directly or through a Deployment, and objects named after its cluster id. */
  | { readonly _tag: 'ClusterObjects' }
  /** Deployments and Services with this label, whose value is the resource's name. */
  | { readonly _tag: 'Labelled'; readonly label: string }
  /**
   * The resource of another kind that it refers to. A resource in a state of `over` is no longer woken by it, unless it is being deleted.
   */
  | Reference & {
    readonly _tag: 'Referenced'
    readonly type: ResourceType
    readonly values: readonly WatchedValue[]
    readonly over: { readonly path: readonly string[]; readonly values: readonly string[] } | null
  }
  /** Resources of another kind that refer to it. */
  | Reference & { readonly _tag: 'Referring'; readonly type: ResourceType; readonly values: readonly WatchedValue[] }
  /** Resources of another kind whose owner reference is this resource: its children. */
  | { readonly _tag: 'Owned'; readonly type: ResourceType; readonly values: readonly WatchedValue[] }

/** The values that change with every edit of a resource and with its deletion (control-flow.md, section 2.8). */
export const editedValues: readonly WatchedValue[] = [
  { path: ['metadata', 'generation'], absent: '0' },
  { path: ['metadata', 'deletionTimestamp'], absent: '' },
]
