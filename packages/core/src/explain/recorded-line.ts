import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { DeploymentView } from '../fact/deployment-view.ts'
import type { Fact } from '../fact/fact.ts'
import type { Kinds } from '../kinds.ts'
import type { Query } from '../query/query.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'

/** Which resource a line is about. */
export interface RecordedResource {
  readonly kind: keyof Kinds
  readonly namespace: string
  readonly name: string
}

interface Line {
  readonly version: 1
  /** When it was written: what it tells was so at this moment, or before it as far as `took` says. */
  readonly at: EpochMillis
}

/** A process began: what another one had under way may have been done or not. */
export interface RecordedStart extends Line {
  readonly line: 'Start'
}

/** A round begins with this resource; null: it is not there. */
export interface RecordedRead extends Line {
  readonly line: 'Read'
  readonly of: RecordedResource
  /** `cache`: what a watch told, or our last write gave back. */
  readonly source: 'cache' | 'live'
  readonly resource: JsonObject | null
}

/** A question and its answer, as the adapters gave it. */
export interface RecordedLook extends Line {
  readonly line: 'Look'
  readonly query: Query
  readonly fact: Fact<unknown>
  readonly took: Millis
}

/** An effect is about to be asked for. No `End` after it: the process died, or nobody waited for the answer. */
export interface RecordedBegin extends Line {
  readonly line: 'Begin'
  readonly of: RecordedResource
  readonly action: Action<unknown>
  /** Of a `PersistStatus`: the status as it goes to the server. Any version of the operator can read it. */
  readonly status?: Json
  /** On which version of the resource it is asked for. */
  readonly resourceVersion: string
}

/** What was answered to the effect of this resource that began last. */
export interface RecordedEnd extends Line {
  readonly line: 'End'
  readonly of: RecordedResource
  readonly effect: Action<unknown>['_tag']
  /** Null: done. */
  readonly error: AdapterError | null
  /** Of the resource, where the effect wrote it. */
  readonly resourceVersion: string | null
}

/** A watch told of a resource or of its JobManager Deployment. Null: it is gone. */
export interface RecordedWatch extends Line {
  readonly line: 'Watch'
  readonly of: RecordedResource
  readonly seen:
    | { readonly kind: 'Resource'; readonly resource: JsonObject | null }
    | { readonly kind: 'Deployment'; readonly deployment: DeploymentView | null }
}

/** A line of a recording that is no round (`RecordedRound`): plain JSON, in the order in which the process saw it. */
export type RecordedLine = RecordedStart | RecordedRead | RecordedLook | RecordedBegin | RecordedEnd | RecordedWatch
