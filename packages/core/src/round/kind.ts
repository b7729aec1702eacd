import type { Either } from 'fp-ts/lib/Either.js'
import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { ResourceDefinition } from '../codec/crd.ts'
import type { Env } from '../env.ts'
import type { Facts } from '../fact/facts.ts'
import type { OperatorOptions } from '../operator-options/operator-options.ts'
import type { ClusterObjectQuery } from '../query/query.ts'
import type { DecodeError } from '../resource/finding.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { Recorded, Resource } from '../resource/resource.ts'
import type { ResourceType } from '../resource/resource-type.ts'
import type { KindAdmission } from './admission.ts'
import type { Explanation } from './explanation.ts'
import type { KindStates } from './kind-states.ts'
import type { WatchRule } from './watch-rule.ts'

/** A kind without which the operator goes on: its CRD may be missing, and a namespace may refuse to list it (F22). */
export interface Dispensable {
  /** What is done in its place, for people; empty: nothing. */
  readonly instead: string
  /** Does the configuration ask for it? Where it does not, nobody is told that it is missing. */
  isWanted(options: OperatorOptions): boolean
  /** The field of `Env` that tells the decisions of other kinds whether it is carried out; null: none reads it. */
  readonly toldAs: keyof CarriedOut | null
}

/** What decisions know of the kinds that are carried out beside theirs. */
export type CarriedOut = Pick<Env, 'hasSnapshotController'>

/**
 * What a kind decides by: all of it total. Only `round/decide.ts` calls `reconcile`, `onFailure` and `explain`, and it hides secrets in
 * what they say. `Desired` and `Observed` are its own shapes of design.md, section 2.
 */
export interface KindRules<Spec, Status, Desired, Facts, Observed> {
  /** Fails only where it can't be told which resource this is, or where its status could not be written back. */
  decode(json: unknown): Either<DecodeError, Resource<Spec, Status>>
  /** `secrets`: those of the resource, for words that are cut or compared before they leave; the protocol hides them in all others. */
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
 * What one kind of custom resource brings: a record of data and functions, no class hierarchy. Whatever the operator, its commands, CRDs
 * and documents need of a kind is read from here, by way of the table of kinds (`kinds.ts`).
 */
export interface Kind<Spec, Status, Desired, Facts, Observed> extends KindRules<Spec, Status, Desired, Facts, Observed> {
  /** What it is called. */
  readonly type: ResourceType
  /** What its resources are made of: CRD and reference documentation come from this. */
  readonly definition: ResourceDefinition
  /** Which other objects wake a resource of this kind. */
  readonly watch: readonly WatchRule[]
  /** Null: without it the operator does not start. */
  readonly dispensable: Dispensable | null
  /** Ids of the rows of its decision tables. */
  readonly rows: readonly string[]
  /** The JSON of a status; fields of `original`, the one that was read, that this version doesn't know are kept (B46). */
  encodeStatus(status: Status, original: Json): Json
  /** What a round knows by the watches before its first decision. */
  seenFirst(meta: ResourceMeta): readonly ClusterObjectQuery[]
  readonly states: KindStates
  /** Resources of one text are reconciled at the same time: one answer of Flink serves them all. Null: it stands alone. */
  reconciledWith(resource: JsonObject): string | null
  /** How its resources are judged by the admission webhook. */
  readonly admission: KindAdmission<Spec, Status, Desired, Facts>
  /** Why a resource is as it is; `desired` and `observed` are what its own functions gave. */
  explain(desired: Desired, observed: Observed, env: Env): Explanation
}

/** A kind whose own types don't matter where it is used: values pass from one of its functions to the next. */
export type AnyKind = Kind<unknown, unknown, unknown, Facts, unknown>
/** The rules of a kind alone, for whoever drives rounds and does not mind whose. */
export type AnyRules = KindRules<unknown, unknown, unknown, Facts, unknown>
/** What the operator needs to carry out one resource. */
export type CarriedOutKind = AnyRules & Pick<AnyKind, 'states' | 'reconciledWith'>
