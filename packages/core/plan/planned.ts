import { storedFindings } from './autoscaler/stored-findings.ts'
import type { Action } from '../src/action/action.ts'
import type { Requeue } from '../src/action/requeue.ts'
import type { PersistStatus } from '../src/action/persist-status.ts'
import { type Unseen, unseenIn } from '../src/explain/unseen.ts'
import type { Env } from '../src/env.ts'
import type { Facts } from '../src/fact/facts.ts'
import { redactJson, redactTexts } from '../src/redaction/redact.ts'
import type { Finding } from '../src/resource/finding.ts'
import type { Json, JsonObject } from '../src/resource/json.ts'
import { requeueOf } from '../src/round/step.ts'
import { type Course, type Impact, impactOf } from './impact.ts'
import type { PlayEnd } from './play.ts'
import type { AnyDecided, PlayedRound } from './play-round.ts'
import { changeBetween } from '../src/kind/flink-blue-green-deployment/transition/change.ts'
import type { FlinkBlueGreenDeploymentSpec, Transition } from '../src/kind/flink-blue-green-deployment/blue-green-resource.ts'
import { specDiff } from '../src/spec-diff/spec-diff.ts'
import type { FlinkDeploymentStatus } from '../src/resource/flink-deployment-status.ts'
import type { ApplicationOperation } from '../src/kind/flink-application/status/application-operation.ts'
import type { Key } from './world/plan-world.ts'
import { renderedIn } from './rendered.ts'
import { shownChanges } from '../src/redaction/shown-changes.ts'

/** One field that an edit changes; values as JSON, those of `shownFields` alone unless all are asked for, without secrets. */
export interface PlannedChange {
  readonly path: string
  readonly type: string
  readonly from: Json
  readonly to: Json
}

/** An action of a plan; waiting is told apart from it. */
export type PlannedAction = Exclude<Action<unknown>, Requeue>

/** One round of a plan: why, and what it does. */
export interface PlannedRound {
  /** Of which resource: the one that is planned, or one that it made. */
  readonly of: Key
  /** In order. They hold what the spec holds: whoever tells of them hides `secrets`. */
  readonly actions: readonly PlannedAction[]
  /** Null: nothing is told to be waited for. */
  readonly waitingFor: string | null
}

/** What an edit would do. */
export interface Planned {
  readonly findings: readonly Finding[]
  /** Null: nothing is deployed. `type`: IGNORE, SCALE, UPGRADE or SAVEPOINT_REDEPLOY; of blue/green a `BlueGreenChange`. */
  readonly diff: { readonly type: string; readonly changes: readonly PlannedChange[] } | null
  /** How the running job is stopped or the new one started, and why. Null: neither, or it is not known. */
  readonly operation: { readonly kind: string; readonly mode: string; readonly why: string } | null
  /** What the first round looked at, and saw. */
  readonly facts: Facts
  /** Looks that failed on their way. Not empty: what would be done is not known, and `rounds` is empty. */
  readonly unseen: readonly Unseen[]
  /** The first is the operator's next round; the others follow if all goes well. */
  readonly rounds: readonly PlannedRound[]
  /** How the rounds end. Null: what follows the first round is not known. */
  readonly end: PlayEnd | null
  readonly impact: Impact
  /** The objects that are created, as they are rendered; without secrets. */
  readonly rendered: readonly JsonObject[]
  /** What stands in the specs and is never told (P23). */
  readonly secrets: readonly string[]
}

/** The parts of a kind's `desired` that a plan shows. */
interface Shown {
  readonly secrets?: readonly string[]
  readonly findings?: readonly Finding[]
  readonly diff?: { readonly type: string; readonly changes: readonly PlannedChange[] }
}

/**
 * A kind tells them of what it works towards. A FlinkSessionJob works that out when it has seen its cluster; of a FlinkBlueGreenDeployment
 * the spec is compared with what serves.
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
      return `version ${cluster} goes`
    case 'Delete':
      return 'what runs ends as deleteMode says'
  }
}

/** The operation that a list begins, with the reason that was given for it. */
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

/** How a job is stopped, started, or taken away, and why. */
export interface PlannedOperation extends NonNullable<Planned['operation']> {
  /** By a round of which resource. */
  readonly of: Key
}

/** Every operation of a plan, in the order in which they are begun, with the reason that was given first; without secrets (P23). */
export const operationsOf = ({ rounds, secrets }: Pick<Planned, 'rounds' | 'secrets'>): readonly PlannedOperation[] => {
  const written = rounds.flatMap(({ of, actions }) =>
    actions.flatMap(action => operationOf([action]) ?? []).map((operation): PlannedOperation => ({ ...operation, of }))
  )
  const isAlike = (a: PlannedOperation, b: PlannedOperation): boolean => isSameKey(a.of, b.of) && a.kind === b.kind && a.mode === b.mode
  return redactTexts(written.filter((it, index) => written.findIndex(other => isAlike(it, other)) === index), secrets)
}

const withoutRequeue = (actions: readonly Action<unknown>[]): readonly PlannedAction[] =>
  actions.filter(action => action._tag !== 'Requeue')

/** What the first round decides; whatever of it fails is told by what follows. */
const firstRound = (of: Key, { actions }: AnyDecided): PlannedRound => ({
  of,
  actions: withoutRequeue(actions),
  waitingFor: actions.find(action => action._tag === 'Look')?.why ?? requeueOf(actions)?.waitingFor ?? null,
})

const laterRound = ({ of, done, end }: PlayedRound): PlannedRound => ({
  of,
  actions: done,
  waitingFor: end._tag === 'StartAnew' ? null : end.requeue?.waitingFor ?? null,
})

const isSameKey = (a: Key, b: Key): boolean => a.kind === b.kind && a.name === b.name

/** What a later round finds beside the first: a FlinkSessionJob is judged together with its cluster, once that was seen. */
const distinct = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ field, message }, index) => findings.findIndex(it => it.field === field && it.message === message) === index)

/** The document that is applied, and what is deployed; null: nothing is. */
interface Documents {
  /** Of the operator; `eventsShowValues` tells all values of changes. */
  readonly settings?: Pick<Env, 'options'>
  readonly wanted: JsonObject
  readonly deployed: JsonObject | null
}

type Then = { readonly rounds: readonly PlayedRound[]; readonly end: PlayEnd } | null

/** What is done in all rounds, as far as it is known. */
const courseOf = ({ actions }: AnyDecided, then: Then): Pick<Course, 'actions' | 'end'> =>
  then === null ? { actions, end: null } : { actions: then.rounds.flatMap(({ done }) => done), end: then.end }

/** A plan as it is told; `then`: what follows the first round, null: that is not known. */
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
  const told = <A>(value: A): A => redactTexts(value, secrets)
  return {
    findings: told([...findings, ...storedFindings(decided)]),
    diff: documents.deployed === null || diff === undefined ? null : {
      type: diff.type,
      changes: shownChanges(diff.changes, secrets, documents.settings?.options.eventsShowValues),
    },
    operation: isKnown ? told(operationOf(decided.actions)) : null,
    facts: decided.facts,
    unseen,
    rounds: isKnown ? [firstRound(of, decided), ...(then?.rounds.slice(1).map(laterRound) ?? [])] : [],
    end: isKnown ? then?.end ?? null : null,
    impact: told(impactOf({ ...documents, isKnown, diff: diff?.type ?? null, ...courseOf(decided, then) })),
    rendered: renderedIn(then?.rounds ?? []).map(object => redactJson(object, secrets) as JsonObject),
    secrets,
  }
}
