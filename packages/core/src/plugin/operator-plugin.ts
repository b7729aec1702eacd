import type { Finding } from '../contract/resource/finding.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import type { EpochMillis } from '../contract/resource/time.ts'

/** A resource that a plugin is asked about. */
export interface PluginRequest {
  /** `FlinkDeployment`, say. */
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** All of it, as the API server has it, or as it is to become; a copy of its own for each call. */
  readonly resource: JsonObject
  /** As it was before an edit that is asked about; null: it is created, or the operator looks after it in a round. */
  readonly before: JsonObject | null
}

/** What a listener hears, after it happened. */
export type PluginNews =
  | {
    readonly _tag: 'StatusChanged'
    readonly kind: string
    readonly namespace: string
    readonly name: string
    readonly at: EpochMillis
    /** As the round read it. */
    readonly resource: JsonObject
    readonly before: Json
    readonly after: Json
  }
  | {
    readonly _tag: 'EventSent'
    readonly kind: string
    readonly namespace: string
    readonly name: string
    readonly at: EpochMillis
    readonly type: 'Normal' | 'Warning'
    readonly reason: string
    readonly message: string
  }

/**
 * Rules and ears of a platform's own, as an ESM module that the operator loads (session-snapshot-bluegreen.md, section 9): its default
 * export is one, or a function that makes one of the options. It is called at the edge: what it answers is data to the core. An answer that
 * can't be had (it throws, is late, or is of another shape) never starts, stops or changes a job.
 */
export interface OperatorPlugin {
  /** Of log lines, findings and metrics. */
  readonly name: string
  /**
   * The resource as it is to be taken: of the answer, `spec`, `metadata.labels` and `metadata.annotations` count. The same input has to
   * give the same answer, and its own answer itself: another one is an edit, which may restart the job. Where there is no answer, the spec
   * is refused, and what runs stays as it is.
   */
  readonly mutate?: (request: PluginRequest) => JsonObject | Promise<JsonObject>
  /** What is wrong with the resource after all mutators. Where there is no answer, the spec is refused, and what runs stays as it is. */
  readonly validate?: (request: PluginRequest) => readonly Finding[] | Promise<readonly Finding[]>
  /** Hears each change of a status that was written, and each event. Nobody waits for it. */
  readonly listen?: (news: PluginNews) => unknown
}

/** The default export of a module. */
export type PluginModule =
  | OperatorPlugin
  | ((options: Readonly<Record<string, string>>) => OperatorPlugin | Promise<OperatorPlugin>)
