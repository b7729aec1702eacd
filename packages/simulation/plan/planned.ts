import { storedFindings } from './autoscaler/stored-findings.ts'
import type { Env } from '@flink-operator/core'
import type { Action, Requeue, PersistStatus } from '@flink-operator/core/action'
import { type Unseen, unseenIn } from '@flink-operator/core/explain'
import type { Facts } from '@flink-operator/core/fact'
import type { ApplicationOperation } from '@flink-operator/lyft'
import { changeBetween, type FlinkBlueGreenDeploymentSpec, type Transition } from '@flink-operator/core/kind/flink-blue-green-deployment'
import { redactJson, redactTexts, shownChanges } from '@flink-operator/core/redaction'
import type { Finding, JsonObject, FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { requeueOf } from '@flink-operator/core/round'
import { specDiff } from '@flink-operator/core/spec'
import { type EditDiff, editDiff } from './edit-diff.ts'
import type { PlannedChange } from './document-changes.ts'
import { type Course, type Impact, impactOf, statefulModeLeft } from './impact.ts'
import type { PlayEnd } from './play.ts'
import type { AnyDecided, PlayedRound } from './play-round.ts'
import type { Key } from './world/plan-world.ts'
import { renderedIn } from './rendered.ts'

/** An action of a plan, except waiting. */
export type PlannedAction = Exclude<Action<unknown>, Requeue>

/** One round of a plan: its reason and its actions. */
export interface PlannedRound {
  /** The resource of the round: the planned one, or one that it created. */
  readonly of: Key
  /** In order. They contain values of the spec: the code that shows them must hide `secrets`. */
  readonly actions: readonly PlannedAction[]
  /** Null: the round reports nothing that it waits for. */
  readonly waitingFor: string | null
}

/** What an edit would do. */
export interface Planned extends EditDiff {
  readonly findings: readonly Finding[]
  /** How the operator stops the running job or starts the new one, and why. Null: neither, or it is not known. */
  readonly operation: { readonly kind: string; readonly mode: string; readonly why: string } | null
  /** The queries of the first round, with their answers. */
  readonly facts: Facts
  /** Queries that failed. If not empty, the plan is unknown, and `rounds` is empty. */
  readonly unseen: readonly Unseen[]
  /** The first is the operator's next round; the others follow if nothing fails. */
  readonly rounds: readonly PlannedRound[]
  /** How the rounds end. Null: the rounds after the first are not known. */
  readonly end: PlayEnd | null
  readonly impact: Impact
  /** The created objects, as rendered; without secrets. */
  readonly rendered: readonly JsonObject[]
  /** Values in the specs that must never be shown (P23). */
  readonly secrets: readonly string[]
}

/** The parts of a kind's `desired` that a plan shows. */
interface Shown {
  readonly secrets?: readonly string[]
  readonly findings?: readonly Finding[]
  readonly diff?: { readonly type: string; readonly changes: readonly PlannedChange[] }
}

/**
 * The kind's desired state has these parts. A FlinkSessionJob computes it after observing its cluster; for a FlinkBlueGreenDeployment
 * the spec is compared with the serving child.
 */
const shownOf = ({ desired, observed }: Pick<AnyDecided, 'desired' | 'observed'>): Shown => {
  const seen = observed as { readonly work?: Shown; readonly serving?: FlinkBlueGreenDeploymentSpec | null } | null
  const { wanted } = desired as { readonly wanted?: FlinkBlueGreenDeploymentSpec | null }
  const [from, to] = [seen?.serving?.template?.spec, wanted?.template?.spec]
  const diff = from == null || to == null ? undefined
    : { type: changeBetween(from, to), changes: specDiff(from, to, 'native').changes.map(inTemplate) }
  return { ...desired as Shown, ...seen?.work, ...(diff === undefined ? {} : { diff }) }
}

const inTemplate = (change: PlannedChange): PlannedChange => ({ ...change, path: `template.spec.${change.path}` })

type Operation = NonNullable<FlinkDeploymentStatus['operation']>

const transitionMode = ({ kind, colour, step, savepointPath }: Transition): string => {
  const child = `the ${colour.toLowerCase()} child`
  if (kind === 'InPlace') return child
  return `to ${child}${
    step === 'Savepoint' ? ', from a savepoint that is taken now' : savepointPath === null ? '' : `, from ${savepointPath}`
  }`
}

const modeOf = (operation: Operation): string => {
  switch (operation.kind) {
    case 'Suspend':
      return operation.mode
    case 'Deploy':
      return operation.source._tag === 'Path' ? `from ${operation.source.path}`
        : operation.source._tag === 'LastState' ? 'from the last state in HA metadata'
        : operation.source._tag === 'NoJob' ? 'without a job of its own' : 'from empty state'
    case 'Submit':
      return operation.source._tag === 'Path' ? `from ${operation.source.path}` : 'from empty state'
    case 'TearDown':
      return operation.deleteHaMetadata ? 'with HA metadata' : 'HA metadata stays'
    case 'Unreadable':
      return 'of another version'
  }
}

const applicationMode = ({ kind, hash, version }: ApplicationOperation): string => {
  const cluster = `${hash}${version === '' ? '' : ` (${version})`}`
  switch (kind) {
    case 'Deploy':
      return `a cluster of its own: ${cluster}`
    case 'Rescale':
      return `in place: ${cluster}`
    case 'Teardown':
      return `version ${cluster} is deleted`
    case 'Delete':
      return 'the running job ends as deleteMode says'
  }
}

/** The operation that a list begins, with its recorded reason. */
export const operationOf = (actions: readonly Action<unknown>[]): Planned['operation'] => {
  const write = actions.findLast(action => action._tag === 'PersistStatus') as
    | PersistStatus<{ readonly operation?: Operation | Transition | ApplicationOperation | null }>
    | undefined
  const operation = write?.status.operation ?? null
  return write === undefined || operation === null ? null
    : {
      kind: operation.kind,
      mode: 'colour' in operation ? transitionMode(operation) : 'phase' in operation ? applicationMode(operation) : modeOf(operation),
      why: write.reason,
    }
}

/** How the operator stops, starts or deletes a job, and why. */
export interface PlannedOperation extends NonNullable<Planned['operation']> {
  /** The resource whose round begins it. */
  readonly of: Key
}

/** Every operation of a plan, in the order of their beginnings, with the first recorded reason; without secrets (P23). */
export const operationsOf = ({ rounds, secrets }: Pick<Planned, 'rounds' | 'secrets'>): readonly PlannedOperation[] => {
  const written = rounds.flatMap(({ of, actions }) =>
    actions.flatMap(action => operationOf([action]) ?? []).map((operation): PlannedOperation => ({ ...operation, of }))
  )
  const isAlike = (a: PlannedOperation, b: PlannedOperation): boolean => isSameKey(a.of, b.of) && a.kind === b.kind && a.mode === b.mode
  return redactTexts(written.filter((it, index) => written.findIndex(other => isAlike(it, other)) === index), secrets)
}

const withoutRequeue = (actions: readonly Action<unknown>[]): readonly PlannedAction[] =>
  actions.filter(action => action._tag !== 'Requeue')

/** What the first round decides; if a part fails, the later rounds show it. */
const firstRound = (of: Key, { actions }: AnyDecided): PlannedRound => ({
  of,
  actions: withoutRequeue(actions),
  waitingFor: actions.find(action => action._tag === 'Look')?.why ?? requeueOf(actions)?.waitingFor ?? null,
})

const laterRound = ({ of, done, end }: PlayedRound): PlannedRound => ({
  of,
  actions: done,
  waitingFor: end._tag === 'RestartRound' ? null : end.requeue?.waitingFor ?? null,
})

const isSameKey = (a: Key, b: Key): boolean => a.kind === b.kind && a.name === b.name

/**
 * Findings of later rounds that the first one does not have: a FlinkSessionJob is validated together with its cluster, once that was
 * observed.
 */
const distinct = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ field, message }, index) => findings.findIndex(it => it.field === field && it.message === message) === index)

/** The document that is applied, and the deployed one; null: none. */
interface Documents {
  /** The operator's; `eventsShowValues` shows all values of changes. */
  readonly settings?: Pick<Env, 'options'>
  readonly wanted: JsonObject
  readonly deployed: JsonObject | null
}

type Then = { readonly rounds: readonly PlayedRound[]; readonly end: PlayEnd } | null

/** An edit that makes the next upgrade lose state is a finding of its own, though nothing happens to the state today (N02). */
const statelessFinding = ({ wanted, deployed }: Documents): readonly Finding[] => {
  const left = statefulModeLeft(deployed, wanted)
  return left === null ? [] : [{
    severity: 'Advice',
    field: wanted['kind'] === 'FlinkBlueGreenDeployment' ? 'template.spec.job.upgradeMode' : 'job.upgradeMode',
    message: `changes from ${left} to stateless: the next upgrade starts the job from empty state`,
  }]
}

/** The actions of all rounds, as far as they are known. */
const courseOf = ({ actions }: AnyDecided, then: Then): Pick<Course, 'actions' | 'end'> =>
  then === null ? { actions, end: null } : { actions: then.rounds.flatMap(({ done }) => done), end: then.end }

/** The plan for output; `then`: the rounds after the first, null: not known. */
export const plannedOf = (
  { of, decided }: Pick<PlayedRound, 'of' | 'decided'>,
  then: Then,
  documents: Documents,
): Planned => {
  const { secrets = [], diff } = shownOf(decided)
  const findings = distinct(
    [decided, ...(then?.rounds ?? []).flatMap(it => (isSameKey(it.of, of) ? [it.decided] : []))].flatMap(it => shownOf(it).findings ?? []),
  )
  const unseen = unseenIn(decided.facts)
  const isKnown = unseen.length === 0
  const reported = <A>(value: A): A => redactTexts(value, secrets)
  const judged = [...findings, ...storedFindings(decided), ...statelessFinding(documents)]
  return {
    findings: reported(judged),
    ...editDiff(documents, diff ?? null, changes => shownChanges(changes, secrets, documents.settings?.options.eventsShowValues)),
    operation: isKnown ? reported(operationOf(decided.actions)) : null,
    facts: decided.facts,
    unseen,
    rounds: isKnown ? [firstRound(of, decided), ...(then?.rounds.slice(1).map(laterRound) ?? [])] : [],
    end: isKnown ? then?.end ?? null : null,
    impact: reported(impactOf({
      ...documents,
      isKnown,
      isValid: !judged.some(({ severity }) => severity === 'Error'),
      diff: diff?.type ?? null,
      ...courseOf(decided, then),
    })),
    rendered: renderedIn(then?.rounds ?? []).map(object => redactJson(object, secrets) as JsonObject),
    secrets,
  }
}
