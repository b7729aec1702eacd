import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Env } from '@flink-operator/core'
import type { Facts } from '@flink-operator/core/fact'
import { type KindName, kindNames } from '@flink-operator/kinds'
import type { JsonObject } from '@flink-operator/core/resource'
import { appliedDocument } from './applied/applied-document.ts'
import { exactResource } from './exact-resource.ts'
import { refusedBySchema } from './input/schema-errors.ts'
import { type PlanInput, plannedKinds, planOffline, planSeen } from './plan.ts'
import type { Planned } from './planned.ts'

/** An edit, and what is known about its environment. */
export interface PlannedEdit {
  /** The resource from the API server or a file, with its status if it has one; null: it does not exist. */
  readonly deployed: JsonObject | null
  /** The document that is applied; it is merged with the deployed resource as `kubectl apply` merges (`appliedDocument`). */
  readonly wanted: JsonObject
  /** True: `wanted` is what the API server would store, such as its answer to a dry run. It is taken as it is. */
  readonly isStored?: boolean
  /** Time and configuration (`makeEnv`). Earlier failures of the resource are ignored. */
  readonly env: Env
  /** Used if the document names none. Default: `default`. */
  readonly namespace?: string
  /** The deployed session cluster that a FlinkSessionJob names; null: nothing is known of it. */
  readonly cluster?: JsonObject | null
  /**
   * The answers to the queries of the operator's first round (of `roundOf`). Left out: no query was made; the deployed resource is as
   * its status says, or, without a status, runs and is healthy.
   */
  readonly facts?: Facts
  /** With `facts`: the answers to `queriesBeside`, which the later rounds depend on. */
  readonly beside?: Facts
}

const kindIn = ({ kind, apiVersion }: JsonObject): E.Either<string, KindName> => {
  const found = kindNames.find(name => name === kind)
  if (found === undefined) return E.left(`kind: found ${JSON.stringify(kind ?? null)}, expected one of ${plannedKinds.join(', ')}`)
  return plannedKinds.includes(found) ? E.right(found)
    : E.left(`kind: a ${found} of ${JSON.stringify(apiVersion ?? null)} refers to another resource and is not planned by itself`)
}

/**
 * What applying a document would do, why, and how risky it is: the rounds that the operator would play in the simulated world, where
 * nothing fails. Pure: it makes no queries, and the same input gives the same plan.
 *
 * Left, in one line: the field that can't be read, the value found, and what is allowed.
 */
export const plan = (edit: PlannedEdit): E.Either<string, Planned> =>
  E.chain((input: PlanInput) => {
    const { facts, beside = {} } = edit
    return facts === undefined ? planOffline(input) : planSeen(input, { facts, beside })
  })(inputOf(edit))

/** Left: it is of no kind that can be planned. */
export const inputOf = (
  { deployed, wanted, isStored = false, env, namespace = 'default', cluster = null }: PlannedEdit,
): E.Either<string, PlanInput> =>
  pipe(
    kindIn(wanted),
    E.filterOrElse(kind => isStored || refusalOf(kind, wanted) === null, kind => refusalOf(kind, wanted) ?? ''),
    E.map((kind): PlanInput => {
      const { now, consecutiveFailures: _, ...settings } = env
      const stored = isStored ? wanted : appliedDocument(deployed, wanted).document
      return { kind, settings, now, deployed, wanted: stored, namespace, cluster }
    }),
  )

/** The fields that the API server would refuse, such as misspelt ones (N03); null: none. */
const refusalOf = (kind: KindName, wanted: JsonObject): string | null => {
  const refused = refusedBySchema(kind, exactResource(wanted), () => '')
  return refused.length === 0 ? null : refused.map(({ field, message }) => `${field}: ${message}`).join('; ')
}
