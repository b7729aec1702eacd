import type { JsonObject, Millis } from '@flink-operator/core'
import type { LifecycleState } from '@flink-operator/core/resource'
import { nameOf, textAt } from '@flink-operator/sandbox'

/** A change of one object in the sandbox. */
export interface ObjectChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** `group/plural`. */
  readonly store: string
  readonly object: JsonObject
  /** The object before the change; null for an added one. */
  readonly previous: JsonObject | null
}

const meanings: Readonly<Record<LifecycleState, string>> = {
  CREATED: 'accepted; nothing is deployed yet',
  UPGRADING: 'the spec is being rolled out',
  DEPLOYED: 'every object of the cluster exists; waiting for JobManager and job',
  STABLE: 'the job runs as the spec says',
  SUSPENDED: 'the job is stopped as the spec says',
  ROLLING_BACK: 'the last stable spec is being put back',
  ROLLED_BACK: 'the last stable spec is deployed again',
  FAILED: 'a person has to look: flink-operator explain says why',
  DELETING: 'the resource is being deleted',
  DELETED: 'the resource is deleted',
}

const isState = (text: string): text is LifecycleState => Object.hasOwn(meanings, text)

const stateOf = (resource: JsonObject | null): string => (resource === null ? '' : textAt(resource, 'status', 'lifecycleState'))
const snapshotOf = (snapshot: JsonObject | null): string => (snapshot === null ? '' : textAt(snapshot, 'status', 'state'))

const ofDeployment = ({ type, object }: ObjectChange): string | null =>
  type === 'ADDED' ? `Deployment ${nameOf(object)} created: its JobManager starts`
    : type === 'DELETED' ? `Deployment ${nameOf(object)} deleted, after its JobManager was stopped`
    : null

const ofSnapshot = ({ object, previous }: ObjectChange): string | null =>
  snapshotOf(object) === 'COMPLETED' && snapshotOf(previous) !== 'COMPLETED'
    ? `savepoint complete: ${textAt(object, 'status', 'path')}`
    : null

const ofResource = ({ type, object, previous }: ObjectChange): string | null => {
  const state = stateOf(object)
  return type !== 'DELETED' && state !== stateOf(previous) && isState(state)
    ? `${nameOf(object)} is ${state}: ${meanings[state]}`
    : null
}

/** One line for a change that a newcomer wants to know of; null: a detail. */
export const phaseOf = (change: ObjectChange): string | null => {
  if (change.store === 'apps/deployments') return ofDeployment(change)
  if (change.store === 'flink.apache.org/flinkstatesnapshots') return ofSnapshot(change)
  return change.store.startsWith('flink.') ? ofResource(change) : null
}

/** True of a line of the operator that is no detail of a round: what failed, and what it says outside of its rounds. */
export const isNotice = (line: string): boolean => /^ {2}(?:failed |did +✗)/.test(line) || !/^(?: |\d\d:\d\d:\d\d)/.test(line)

/** `  3.4 s  ` before a phase: the time since the start. */
export const sinceStart = (millis: Millis): string => `${(millis / 1000).toFixed(1).padStart(6)} s  `
