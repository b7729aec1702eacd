import type { Either } from 'fp-ts/lib/Either.js'
import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { ResourceDefinition } from '../../crd/crd.ts'
import type { Env } from '../env.ts'
import type { Facts } from '../fact/facts.ts'
import type { OperatorOptions } from '../../options/operator-options.ts'
import type { ClusterObjectQuery } from '../query/query.ts'
import type { DecodeError } from '../resource/finding.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import type { ResourceMeta, Recorded, Resource } from '../resource/resource.ts'
import type { ResourceType } from '../resource/resource-type.ts'
import type { KindAdmission } from './admission.ts'
import type { Explanation } from './explanation.ts'
import type { DecisionTable } from './row.ts'
import type { WatchRule } from './watch-rule.ts'

/** The states of a resource and of its job, for display and metrics. */
export interface ResourceStates {
  /** The lifecycle state, or the kind's equivalent. Null: the status has none. */
  readonly lifecycleState: string | null
  /** The job's state. Null: the resource has no job, or the job was not observed yet. */
  readonly jobState: string | null
}

/** The states of a kind's resources, as their status spells them. */
export interface KindStates {
  readonly all: readonly string[]
  /** Steady states. A resource that stays in another state for long is stuck. */
  readonly atRest: readonly string[]
  /** Reads the states from a status as plain JSON. */
  of(status: unknown): ResourceStates
}

/** The text of a field of any JSON. Null: the field is missing, empty, or no text. */
export const textIn = (value: unknown, field: string): string | null => {
  const text = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : null
  return typeof text === 'string' && text !== '' ? text : null
}

/** Reads the job's state from `jobStatus.state`, as for every kind except Lyft's FlinkApplication. */
export const statesIn = (lifecycleField: string) => (status: unknown): ResourceStates => ({
  lifecycleState: textIn(status, lifecycleField),
  jobState: textIn((status as { readonly jobStatus?: unknown } | null)?.jobStatus, 'state'),
})

/** Optional kind: the operator starts without its CRD, or without permission to list it in a namespace (F22). */
export interface OptionalKind {
  /** What the operator does instead, for messages. Empty: nothing. */
  readonly instead: string
  /** True if the operator's configuration needs the kind. Otherwise the operator does not report that it is missing. */
  isWanted(options: OperatorOptions): boolean
  /** The field of `Env` by which other kinds know whether this kind is reconciled. Null: no kind reads it. */
  readonly reportedAs: keyof CarriedOut | null
}

/** What a decision knows about the other kinds that the operator reconciles. */
export type CarriedOut = Pick<Env, 'hasSnapshotController'>

/**
 * The decision functions of a kind. All are total. Only `contract/round/decide.ts` calls `reconcile`, `onFailure` and `explain`, and it
 * removes secrets from their texts. `Desired` and `Observed` are the kind's own types (design.md, section 2).
 */
export interface KindRules<Spec, Status, Desired, Facts, Observed> {
  /** Fails only if the JSON does not identify a resource, or if its status could not be written back. */
  decode(json: unknown): Either<DecodeError, Resource<Spec, Status>>
  /**
   * `secrets`: the resource's secrets, for texts that are cut or compared before the protocol redacts them. The protocol redacts all other
   * texts.
   */
  validate(resource: Resource<Spec, Status>, env: Env, secrets?: readonly string[]): Desired
  observe(desired: Desired, recorded: Recorded<Status>, facts: Facts, env: Env): Observed
  reconcile(desired: Desired, observed: Observed, env: Env): readonly Action<Status>[]
  onFailure(
    desired: Desired,
    observed: Observed,
    done: readonly Action<Status>[],
    failed: Action<Status>,
    error: AdapterError,
    env: Env,
  ): readonly Action<Status>[]
}

/**
 * Everything that one kind of custom resource provides, as a record of data and functions without a class hierarchy. The operator, its
 * commands, the CRDs and the documentation find each kind in the table of kinds (`kinds.ts`).
 */
export interface Kind<Spec, Status, Desired, Facts, Observed> extends KindRules<Spec, Status, Desired, Facts, Observed> {
  /** Group, version, kind and plural. */
  readonly type: ResourceType
  /** The schema of its resources. The CRD and the reference documentation are generated from it. */
  readonly definition: ResourceDefinition
  /** The watches that start a round of a resource of this kind. */
  readonly watch: readonly WatchRule[]
  /** Null: the operator does not start without this kind. */
  readonly optional: OptionalKind | null
  /**
   * True: its decisions read kubectl's copy of the applied document (`kubectl.kubernetes.io/last-applied-configuration`). Watched resources
   * of other kinds are kept without it, since it is half of them.
   */
  readonly readsLastApplied?: true
  /** Its decision tables. */
  readonly tables: readonly DecisionTable[]
  /** Ids of the rows that its situations name, one by one or combined (`rowsIn`). */
  readonly rows: readonly string[]
  /** Encodes a status as JSON. It keeps fields of `original`, the status that was read, that this version does not know (B46). */
  encodeStatus(status: Status, original: Json): Json
  /** Queries that the watches answer before the round's first decision. */
  cachedQueries(meta: ResourceMeta): readonly ClusterObjectQuery[]
  readonly states: KindStates
  /**
   * A batch key: resources with the same key are reconciled together, so that one response of Flink serves them all. Null: the resource is
   * reconciled alone.
   */
  reconciledWith(resource: JsonObject): string | null
  /** The admission webhook's judgement of its resources. */
  readonly admission: KindAdmission<Spec, Status, Desired, Facts>
  /** Explains the resource's current state. `desired` and `observed` are the results of the kind's own functions. */
  explain(desired: Desired, observed: Observed, env: Env): Explanation
}

/** A kind with its types erased, for callers that only pass values from one of its functions to the next. */
export type AnyKind = Kind<unknown, unknown, unknown, Facts, unknown>
/**
 * The kinds that a caller decides for, by their names. Whatever is asked of any kind (an admission review, a recorded round) takes this
 * table as an argument, so a kind may be in a package of its own.
 */
export type KindTable<Name extends string = string> = Readonly<Record<Name, AnyKind>>
/** A kind's rules with their types erased, for code that drives rounds of any kind. */
export type AnyRules = KindRules<unknown, unknown, unknown, Facts, unknown>
/** The parts of a kind that the operator needs to reconcile one resource. */
export type CarriedOutKind = AnyRules & Pick<AnyKind, 'states' | 'reconciledWith'>
