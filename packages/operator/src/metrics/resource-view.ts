import type { Env, EpochMillis, JsonObject } from '@flink-operator/core'
import { builtInDefaults } from '@flink-operator/core/flink-configuration'
import { parseInstant } from '@flink-operator/core/codec'
import { requestedResources as requestedOfPods, type Requests } from '@flink-operator/core/manifest'

/** What metrics tell of one resource, whatever its kind. */
export interface ResourceView {
  /** A person has to do something: why, in a word, and since when; null: nothing is wrong. */
  readonly stalled: { readonly reason: string; readonly since: EpochMillis | null } | null
  /** It is being brought to what is asked for, as its condition says; null: it is not; undefined: it has no such condition. */
  readonly reconcilingSince: EpochMillis | null | undefined
  /** State of the JobManager's Deployment; null: the kind has none. */
  readonly jobManager: string | null
  /** Of the cluster that was seen last; null: none was. */
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

/** A word of ours; anything else may be a text that somebody wrote. */
const isWord = (text: string): boolean => /^[A-Za-z]{1,64}$/.test(text)

/** The condition says `Error` of every error that `status.error` holds: its class tells more. */
const reasonOf = (status: unknown, condition: Json | null): string => {
  const reason = textIn(condition, 'reason') ?? 'Error'
  const type = /^\{"type":"(?:\w*\.)*(\w+)"/.exec(textIn(status as Json | null, 'error') ?? '')?.[1]
  const word = reason === 'Error' ? type ?? reason : reason
  return isWord(word) ? word : 'Other'
}

/** Reads the status of any kind; nothing of it is trusted. */
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

/** What the pods of a FlinkDeployment ask Kubernetes for, in cores and bytes; `env`: what else they are rendered from. */
export const requestedResources = (resource: JsonObject | null, status: unknown, env: Pick<Env, 'flinkDefaults'> = builtIn): Requests =>
  requestedOfPods(resource, status, env.flinkDefaults)

/** Which of the two a FlinkStateSnapshot asks for. */
export const snapshotTypeOf = (resource: JsonObject | null): 'savepoint' | 'checkpoint' =>
  objectIn(objectIn(resource, 'spec'), 'checkpoint') === null ? 'savepoint' : 'checkpoint'
