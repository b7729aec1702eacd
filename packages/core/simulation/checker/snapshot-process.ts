import type { FlinkStateSnapshotFacts } from '../../src/fact/flink-state-snapshot-facts.ts'
import { mayFail } from '../../src/action/action-properties.ts'
import type { Env } from '../../src/env.ts'
import { factOf } from '../../src/query/fact-of.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import { noAnswer, type Performed, refused } from '../kubernetes/answer.ts'
import { type SnapshotAction, writeStateSnapshot } from '../kubernetes/state-snapshots.ts'
import { answerQuery, type LookFaults } from '../world/answer-query.ts'
import { type Outcome, perform } from '../world/perform.ts'
import type { StateSnapshotResource, World } from '../world/world.ts'
import type { Action } from '../../src/action/action.ts'
import type { CheckerState, SnapshotDecision, SnapshotProcess } from './checker-state.ts'
import { maxLooks, type Operator } from './operator.ts'
import { roundUp } from './tick.ts'

/** A final one is left alone; its next look is an hour away. */
const restMillis = 3_000_000

/** Will it do something by itself? */
export const isAwake = ({ doing, dueAt }: SnapshotProcess, now: EpochMillis): boolean => doing !== null || dueAt - now < restMillis

/**
 * Does the next round of a key of the queue begin now, with time passing until it is due? Rounds come in the order in which they are due, and no time passes while another
 * one is about to do something.
 */
export const isNext = ({ world, process, snapshots }: CheckerState, dueAt: EpochMillis): boolean =>
  dueAt <= world.now || (
    snapshots.every(it => it.doing === null && (!isAwake(it, world.now) || it.dueAt >= dueAt)) && process._tag === 'Idle' && (world.resource === null || process.dueAt >= dueAt))

/** The action that comes next; undefined: it does nothing. */
export const currentOf = ({ doing }: SnapshotProcess): SnapshotAction | undefined => doing?.decision.actions[doing.next]

/** Folds and decides once. */
export const decideSnapshot = ({ snapshotKind }: Pick<Operator, 'snapshotKind'>, resource: StateSnapshotResource, facts: FlinkStateSnapshotFacts, env: Env): SnapshotDecision => {
  const desired = snapshotKind.validate(resource, env)
  const observed = snapshotKind.observe(desired, { meta: resource.meta, status: resource.status }, facts, env)
  return { resource, facts, env, desired, observed, actions: snapshotKind.reconcile(desired, observed, env) }
}

/** Looks as often as the decision asks. Null: it asked for too many. */
const lookAndDecide = (operator: Operator, world: World, resource: StateSnapshotResource, faults: LookFaults, env: Env): SnapshotDecision | null => {
  let facts: FlinkStateSnapshotFacts = {}
  for (let looks = 0; looks <= maxLooks; looks += 1) {
    const decision = decideSnapshot(operator, resource, facts, env)
    operator.onSnapshotDecision?.(decision)
    const look = decision.actions.find(action => action._tag === 'Look')
    if (look === undefined) return decision
    facts = { ...facts, ...Object.fromEntries(look.queries.map(query => [factOf(query), answerQuery(world, query, faults)])) }
  }
  return null
}

const changed = (state: CheckerState, process: SnapshotProcess): CheckerState => ({ ...state, snapshots: state.snapshots.map(it => (it.uid === process.uid ? process : it)) })

const isQuick = ({ _tag }: SnapshotAction): boolean => _tag === 'EmitEvent' || _tag === 'Requeue'

const requeueOf = (actions: readonly SnapshotAction[]): number => actions.findLast(action => action._tag === 'Requeue')?.after ?? 0

const idle = (operator: Operator, state: CheckerState, { uid }: SnapshotProcess, after: number, failures: number): CheckerState =>
  changed(state, { uid, failures: Math.min(failures, 3), doing: null, dueAt: state.world.now + roundUp(after, operator.tick) })

const settle = (operator: Operator, state: CheckerState, process: SnapshotProcess): CheckerState => {
  const { doing } = process
  if (doing === null) return changed(state, process)
  const { actions } = doing.decision
  let { next } = doing
  while (next < actions.length && isQuick(actions[next]!)) next += 1
  return next < actions.length ? changed(state, { ...process, doing: { ...doing, next } }) : idle(operator, state, process, requeueOf(actions), 0)
}

/** A round begins: looks and decides; a list without effects is done at once. Null: it asked for too many looks. */
export const beginSnapshotRound = (operator: Operator, state: CheckerState, process: SnapshotProcess, faults: LookFaults): CheckerState | null => {
  const { world } = state
  const resource = world.snapshots?.find(({ meta }) => meta.uid === process.uid)
  if (resource === undefined) return state
  const env: Env = { ...operator.env, now: world.now, consecutiveFailures: process.failures }
  const decision = lookAndDecide(operator, world, resource, faults, env)
  return decision === null ? null : settle(operator, state, { ...process, doing: { decision, next: 0, version: resource.meta.resourceVersion } })
}

const isOfResource = ({ _tag }: SnapshotAction): boolean => _tag === 'PersistStatus' || _tag === 'AddFinalizer' || _tag === 'RemoveFinalizer' || _tag === 'PatchObject'

/** Does one effect under an outcome. What a round does elsewhere, at Flink, is as in any other. */
const performOn = (world: World, uid: string, action: SnapshotAction, version: string, outcome: Outcome): Performed => {
  if (!isOfResource(action)) return perform(world, action as Action, version, outcome)
  switch (outcome) {
    case 'Refused':
      return refused(world, 'Unavailable', 'the server is currently unable to handle the request')
    case 'Conflict':
      return refused(world, 'Conflict', 'the object has been modified')
    case 'Lost':
      return noAnswer(writeStateSnapshot(world, uid, action, version).world, 'the answer was lost')
    default:
      return writeStateSnapshot(world, uid, action, version)
  }
}

const versionIn = ({ snapshots }: World, uid: string): string | undefined => snapshots?.find(({ meta }) => meta.uid === uid)?.meta.resourceVersion

/** Does the next action of its list, and what the operator does when it fails. */
export const doNextOfSnapshot = (operator: Operator, state: CheckerState, process: SnapshotProcess, outcome: Outcome): CheckerState => {
  const { doing, uid, failures } = process
  if (doing === null) return state
  const { decision, next, version } = doing
  const action = decision.actions[next]!
  const { world, error } = performOn(state.world, uid, action, version, outcome)
  const after = { ...state, world }
  if (error === null || mayFail(action)) {
    const written = action._tag === 'PersistStatus' || action._tag === 'AddFinalizer' || action._tag === 'RemoveFinalizer'
    return settle(operator, after, { ...process, doing: { ...doing, next: next + 1, version: written ? versionIn(world, uid) ?? version : version } })
  }
  if (error._tag === 'Conflict' || (isOfResource(action) && error._tag === 'NotFound')) return idle(operator, after, process, 0, failures)
  if (isOfResource(action) && error.applied === 'Maybe') return idle(operator, after, process, operator.tick, failures + 1)
  const { desired, observed, env, actions } = decision
  const recovery = operator.snapshotKind.onFailure(desired, observed, actions.slice(0, next), action, error, { ...env, now: world.now })
  const record = recovery.find(it => it._tag === 'PersistStatus')
  // on the version that the round has: what somebody else wrote meanwhile is not overwritten
  const recovered = record === undefined ? world : performOn(world, uid, record, version, 'Ok').world
  return idle(operator, { ...after, world: recovered }, process, Math.max(operator.tick, requeueOf(recovery)), failures + 1)
}

/** The whole process dies: every key of its queue is due when another one starts. */
export const restarted = ({ world, snapshots }: CheckerState): readonly SnapshotProcess[] => snapshots.map(({ uid }) => ({ uid, failures: 0, doing: null, dueAt: world.now }))

/** The watch tells of those that are new and of those that are deleted; one that is gone needs no more rounds. */
export const watchedSnapshots = (before: CheckerState, state: CheckerState): CheckerState => {
  const { world } = state
  if (world.snapshots === null || world.snapshots === before.world.snapshots) return state
  const snapshots = world.snapshots.map(({ meta }): SnapshotProcess => {
    const known = state.snapshots.find(({ uid }) => uid === meta.uid)
    const isNews = known === undefined || (meta.deletionTimestamp !== null && before.world.snapshots?.find(it => it.meta.uid === meta.uid)?.meta.deletionTimestamp === null)
    return !isNews ? known : known?.doing != null ? known : { uid: meta.uid, failures: known?.failures ?? 0, doing: null, dueAt: world.now }
  })
  return { ...state, snapshots }
}
