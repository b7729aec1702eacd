import {
  type Action,
  type Fact,
  type Finding,
  type FlinkDeploymentStatus,
  type Json,
  type JsonObject,
  type PersistStatus,
  redactJson,
  redactTexts,
} from '@flink-operator/core'
import { actionWords, factWords } from '../log/round-words.ts'
import type { Concluded } from '../round.ts'
import { type Unseen, unseenIn } from '../explain/unseen.ts'
import { shownChanges } from './shown-changes.ts'

/** One field that an edit changes; values as JSON. */
export interface PlannedChange {
  readonly path: string
  readonly type: string
  readonly from: Json
  readonly to: Json
}

/** What applying one resource would do. The JSON output of `plan` is a list of these. */
export interface Planned {
  readonly file: string
  readonly resource: string
  /** Where what is deployed was read: the cluster, a file, or nowhere, as it would be the first deployment. */
  readonly deployed: 'cluster' | 'file' | 'nothing'
  readonly findings: readonly Finding[]
  /** IGNORE, SCALE, UPGRADE or SAVEPOINT_REDEPLOY; null for a first deployment. */
  readonly diff: { readonly type: string; readonly changes: readonly PlannedChange[] } | null
  /** How the running job is stopped or the new one started, and why. */
  readonly operation: { readonly kind: string; readonly mode: string; readonly why: string } | null
  /** What was looked at, and what was seen. */
  readonly saw: Readonly<Record<string, string>>
  /** Looks that failed on their way. Not empty: what would be done is not known, and not told. */
  readonly unseen: readonly Unseen[]
  /** In order. */
  readonly actions: readonly string[]
  readonly waitingFor: string | null
  /** What follows when that is done, assuming that all goes well; empty where it is not known. */
  readonly then: readonly string[]
  readonly rendered: readonly JsonObject[]
}

/** The parts of a kind's `desired` that a plan shows. */
export interface Shown {
  readonly secrets?: readonly string[]
  readonly findings?: readonly Finding[]
  readonly diff?: { readonly type: string; readonly changes: readonly PlannedChange[] }
}

type Operation = NonNullable<FlinkDeploymentStatus['operation']>

const modeOf = (operation: Operation): string => {
  switch (operation.kind) {
    case 'Suspend':
      return operation.mode
    case 'Deploy':
      return operation.source._tag === 'Path' ? `from ${operation.source.path}`
        : operation.source._tag === 'LastState' ? 'from the last state in HA metadata' : 'from empty state'
    case 'TearDown':
      return operation.deleteHaMetadata ? 'with HA metadata' : 'HA metadata stays'
    case 'Unreadable':
      return 'of another version'
  }
}

/** The operation that a list begins, with the reason that was given for it. */
const operationOf = (actions: readonly Action<unknown>[]): Planned['operation'] => {
  const write = actions.findLast(action => action._tag === 'PersistStatus')
  const operation = (write as PersistStatus<FlinkDeploymentStatus> | undefined)?.status.operation ?? null
  return write === undefined || operation === null ? null : { kind: operation.kind, mode: modeOf(operation), why: write.reason }
}

/** What of a decision a person is shown; without secrets (P23). */
export const plannedOf = (
  { decision, facts }: Concluded,
  of: Pick<Planned, 'file' | 'resource' | 'deployed'>,
  more: Pick<Planned, 'then' | 'rendered'>,
): Planned => {
  const { secrets = [], findings = [], diff } = decision.desired as Shown
  const requeue = decision.actions.findLast(action => action._tag === 'Requeue')
  const unseen = unseenIn(facts)
  const told = <A>(value: A): A => redactTexts(value, secrets)
  return {
    ...of,
    unseen,
    findings: told(findings),
    then: unseen.length > 0 ? [] : told(more.then),
    rendered: more.rendered.map(object => redactJson(object, secrets) as JsonObject),
    diff: of.deployed === 'nothing' || diff === undefined ? null : { type: diff.type, changes: shownChanges(diff.changes, secrets) },
    operation: unseen.length > 0 ? null : told(operationOf(decision.actions)),
    saw: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factWords(fact as Fact<unknown>)])),
    actions: unseen.length > 0 ? [] : told(decision.actions.filter(action => action._tag !== 'Requeue').map(actionWords)),
    waitingFor: unseen.length > 0 ? null
      : told(decision.actions.find(action => action._tag === 'Look')?.why ?? requeue?.waitingFor ?? null),
  }
}
