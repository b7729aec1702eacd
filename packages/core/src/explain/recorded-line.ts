import type { Action } from '../contract/action/action.ts'
import type { AdapterError } from '../contract/action/adapter-error.ts'
import type { DeploymentView } from '../contract/fact/object-view.ts'
import type { Fact } from '../contract/fact/fact.ts'
import type { Query } from '../contract/query/query.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import type { EpochMillis, Millis } from '../contract/resource/time.ts'

/** The resource that a line is about. */
export interface RecordedResource {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

interface Line {
  readonly version: 1
  /** When the line was written. Its content was true at this moment, or up to `took` before it. */
  readonly at: EpochMillis
}

/** A process started. Effects that an earlier process had in progress may or may not have happened. */
export interface RecordedStart extends Line {
  readonly line: 'Start'
}

/** A round started with this resource; null: it does not exist. */
export interface RecordedRead extends Line {
  readonly line: 'Read'
  readonly of: RecordedResource
  /** `cache`: from a watch event, or from the response to our last write. */
  readonly source: 'cache' | 'live'
  readonly resource: JsonObject | null
}

/** A query and its result, as the adapters returned it. */
export interface RecordedLook extends Line {
  readonly line: 'Look'
  readonly query: Query
  readonly fact: Fact<unknown>
  readonly took: Millis
}

/** An effect is about to be requested. No `End` after it: the process died, or did not wait for the response. */
export interface RecordedBegin extends Line {
  readonly line: 'Begin'
  readonly of: RecordedResource
  readonly action: Action<unknown>
  /** Of a `PersistStatus`: the status as sent to the server. Any version of the operator can read it. */
  readonly status?: Json
  /** The version of the resource that the effect is based on. */
  readonly resourceVersion: string
}

/** The response to the last `Begin` of this resource. */
export interface RecordedEnd extends Line {
  readonly line: 'End'
  readonly of: RecordedResource
  readonly effect: Action<unknown>['_tag']
  /** Null: success. */
  readonly error: AdapterError | null
  /** New version of the resource, if the effect wrote it. */
  readonly resourceVersion: string | null
}

/** A watch event for a resource or its JobManager Deployment. Null: it was deleted. */
export interface RecordedWatch extends Line {
  readonly line: 'Watch'
  readonly of: RecordedResource
  readonly seen:
    | { readonly kind: 'Resource'; readonly resource: JsonObject | null }
    | { readonly kind: 'Deployment'; readonly deployment: DeploymentView | null }
}

/** A line of a recording that is not a round (`RecordedRound`): plain JSON, in the order of the process. */
export type RecordedLine = RecordedStart | RecordedRead | RecordedLook | RecordedBegin | RecordedEnd | RecordedWatch
