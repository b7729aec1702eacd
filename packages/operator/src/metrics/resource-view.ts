import type { Env, EpochMillis, JsonObject } from '@flink-operator/core'
import { builtInDefaults } from '@flink-operator/core/flink-configuration'
import { parseInstant } from '@flink-operator/core/codec'
import { requestedResources as requestedOfPods, type Requests } from '@flink-operator/core/manifest'

/** The values that metrics show of one resource, of any kind. */
export interface ResourceView {
  /** A user has to act: the reason in one word, and since when; null: nothing is wrong. */
  readonly stalled: { readonly reason: string; readonly since: EpochMillis | null } | null
  /** Since when the resource is reconciling, by its condition; null: it is not; undefined: it has no such condition. */
  readonly reconcilingSince: EpochMillis | null | undefined
  /** State of the JobManager's Deployment; null: the kind has none. */
  readonly jobManager: string | null
  /** The version of the last observed cluster; null: none was observed. */
  readonly flinkVersion: string | null
}

const builtIn = { flinkDefaults: builtInDefaults }

type Json = Readonly<Record<string, unknown>>

const objectIn = (value: unknown, field: string): Json | null => {
  const inner = typeof value === 'object' && value !== null ? (value as Json)[field] : null
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner as Json : null
}

const textIn = (value: Json | null, field: string): string | null => {
  const text = value?.[field]
  return typeof text === 'string' && text !== '' ? text : null
}

const conditionIn = (status: unknown, type: string): Json | null => {
  const conditions = (status as Json | null)?.['conditions']
  return Array.isArray(conditions) ? (conditions as readonly Json[]).find(it => it['type'] === type) ?? null : null
}

const isTrue = (condition: Json | null): boolean => condition?.['status'] === 'True'

const sinceOf = (condition: Json | null): EpochMillis | null => {
  const text = textIn(condition, 'lastTransitionTime')
  return text === null ? null : parseInstant(text)
}

/** A single word, as our reasons are; any other text may come from a user. */
const isWord = (text: string): boolean => /^[A-Za-z]{1,64}$/.test(text)

/** The condition has the reason `Error` for every error in `status.error`: the class of that error is more specific. */
const reasonOf = (status: unknown, condition: Json | null): string => {
  const reason = textIn(condition, 'reason') ?? 'Error'
  const type = /^\{"type":"(?:\w*\.)*(\w+)"/.exec(textIn(status as Json | null, 'error') ?? '')?.[1]
  const word = reason === 'Error' ? type ?? reason : reason
  return isWord(word) ? word : 'Other'
}

/** Reads the status of any kind, without trusting its content. */
export const resourceView = (status: unknown): ResourceView => {
  const stalled = conditionIn(status, 'Stalled')
  const reconciling = conditionIn(status, 'Reconciling')
  return {
    stalled: isTrue(stalled) ? { reason: reasonOf(status, stalled), since: sinceOf(stalled) } : null,
    reconcilingSince: reconciling === null ? undefined : isTrue(reconciling) ? sinceOf(reconciling) : null,
    jobManager: textIn(status as Json | null, 'jobManagerDeploymentStatus'),
    flinkVersion: textIn(objectIn(status, 'clusterInfo'), 'flink-version'),
  }
}

/** Cores and bytes that the pods of a FlinkDeployment request. `env`: the other inputs of their rendering. */
export const requestedResources = (resource: JsonObject | null, status: unknown, env: Pick<Env, 'flinkDefaults'> = builtIn): Requests =>
  requestedOfPods(resource, status, env.flinkDefaults)

/** The type of snapshot that a FlinkStateSnapshot requests. */
export const snapshotTypeOf = (resource: JsonObject | null): 'savepoint' | 'checkpoint' =>
  objectIn(objectIn(resource, 'spec'), 'checkpoint') === null ? 'savepoint' : 'checkpoint'
