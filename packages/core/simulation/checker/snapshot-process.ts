import type { FlinkStateSnapshotFacts } from '../../src/fact/flink-state-snapshot-facts.ts'
import type { Env } from '../../src/env.ts'
import type { FlinkStateSnapshotStatus } from '../../src/resource/flink-state-snapshot.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { Doing as RoundDoing, Ended, RoundRules } from '../../src/round/round-state.ts'
import { beginList, currentOf as nextEffect } from '../../src/round/step.ts'
import { noAnswer, type Performed, refused } from '../kubernetes/answer.ts'
import { type SnapshotAction, writeStateSnapshot } from '../kubernetes/state-snapshots.ts'
import { answerQuery } from '../world/answer-query.ts'
import { type LookFaults } from '../world/look-faults.ts'
import { type Outcome, perform } from '../world/perform.ts'
import type { StateSnapshotResource, World } from '../world/world.ts'
import type { FlinkDeploymentAction } from '../../src/kind/flink-deployment/flink-deployment-action.ts'
import type { CheckerState, SnapshotDecision, SnapshotProcess } from './checker-state.ts'
import { afterEffect, lookUntilDecided, pastEvents, pauseAfter } from './drive-round.ts'
import type { Operator } from './operator.ts'
import { roundUp } from './tick.ts'

/** A final one is left alone; its next look is an hour away. */
const restMillis = 3_000_000

/** Will it do something by itself? */
export const isAwake = ({ doing, dueAt }: SnapshotProcess, now: EpochMillis): boolean => doing !== null || dueAt - now < restMillis

/**
 * Does the next round of a key of the queue begin now, with time passing until it is due? Rounds come in the order in which they are due,
 * and no time passes while another one is about to do something.
 */
export const isNext = ({ world, process, snapshots }: CheckerState, dueAt: EpochMillis): boolean =>
  dueAt <= world.now || (
    snapshots.every(it => it.doing === null && (!isAwake(it, world.now) || it.dueAt >= dueAt)) && process._tag === 'Idle'
    && (world.resource === null || process.dueAt >= dueAt)
  )

/** The action that comes next; undefined: it does nothing. */
export const currentOf = ({ doing }: SnapshotProcess): SnapshotAction | undefined => (doing === null ? undefined : nextEffect(doing))

/** Folds and decides once. */
export const decideSnapshot = (
  { snapshotKind }: Pick<Operator, 'snapshotKind'>,
  resource: StateSnapshotResource,
  facts: FlinkStateSnapshotFacts,
  env: Env,
): SnapshotDecision => {
  const desired = snapshotKind.validate(resource, env)
  const observed = snapshotKind.observe(desired, { meta: resource.meta, status: resource.status }, facts, env)
  return { resource, facts, env, desired, observed, actions: snapshotKind.reconcile(desired, observed, env) }
}

/** Looks as often as the decision asks. Null: it asked for too many. */
const lookAndDecide = (
  operator: Operator,
  world: World,
  resource: StateSnapshotResource,
  faults: LookFaults,
  env: Env,
): SnapshotDecision | null => {
  const last: { decision: SnapshotDecision | null } = { decision: null }
  const decideOn = (facts: FlinkStateSnapshotFacts): readonly SnapshotAction[] => {
    last.decision = decideSnapshot(operator, resource, facts, env)
    operator.onSnapshotDecision?.(last.decision)
    return last.decision.actions
  }
  return lookUntilDecided(decideOn, {}, resource.meta.resourceVersion, query => answerQuery(world, query, faults)) ? last.decision : null
}

const changed = (state: CheckerState, process: SnapshotProcess): CheckerState => ({
  ...state,
  snapshots: state.snapshots.map(it => (it.uid === process.uid ? process : it)),
})

/** The process stands where its round stands. */
const at = (
  operator: Operator,
  state: CheckerState,
  { uid, ...process }: SnapshotProcess,
  round: RoundDoing<FlinkStateSnapshotStatus> | Ended<FlinkStateSnapshotStatus>,
  decision: SnapshotDecision,
): CheckerState => {
  if (round._tag === 'Doing') return changed(state, { uid, ...process, doing: { ...round, decision } })
  const { after, failures } = pauseAfter(round.end, process.failures, operator.tick)
  return changed(state, { uid, failures: Math.min(failures, 3), doing: null, dueAt: state.world.now + roundUp(after, operator.tick) })
}

/** A round begins: looks and decides; a list without effects is done at once. Null: it asked for too many looks. */
export const beginSnapshotRound = (
  operator: Operator,
  state: CheckerState,
  process: SnapshotProcess,
  faults: LookFaults,
): CheckerState | null => {
  const { world } = state
  const resource = world.snapshots?.find(({ meta }) => meta.uid === process.uid)
  if (resource === undefined) return state
  const env: Env = { ...operator.env, now: world.now, consecutiveFailures: process.failures }
  const decision = lookAndDecide(operator, world, resource, faults, env)
  return decision === null ? null
    : at(operator, state, process, pastEvents(beginList(decision.actions, resource.meta.resourceVersion)), decision)
}

/** A patch of the snapshot's own labels comes there, too, but is no write that the round goes on from. */
const isOfResource = ({ _tag }: SnapshotAction): boolean =>
  _tag === 'PersistStatus' || _tag === 'AddFinalizer' || _tag === 'RemoveFinalizer' || _tag === 'PatchObject'

/** Does one effect under an outcome. What a round does elsewhere, at Flink, is as in any other. */
const performOn = (world: World, uid: string, action: SnapshotAction, version: string, outcome: Outcome): Performed => {
  if (!isOfResource(action)) return perform(world, action as FlinkDeploymentAction, version, outcome)
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

const versionIn = ({ snapshots }: World, uid: string): string | null =>
  snapshots?.find(({ meta }) => meta.uid === uid)?.meta.resourceVersion ?? null

/** Does the next action of its list, and what the operator does when it fails. */
export const doNextOfSnapshot = (operator: Operator, state: CheckerState, process: SnapshotProcess, outcome: Outcome): CheckerState => {
  const { doing, uid } = process
  if (doing === null) return state
  const { decision } = doing
  const first = performOn(state.world, uid, nextEffect(doing), doing.version, outcome)
  let { world } = first
  const onFailure: RoundRules<FlinkStateSnapshotStatus>['onFailure'] = (done, failed, error) =>
    operator.snapshotKind.onFailure(decision.desired, decision.observed, done, failed, error, { ...decision.env, now: world.now })
  const round = afterEffect({ onFailure }, doing, { error: first.error, version: versionIn(world, uid) }, (action, version) => {
    const next = performOn(world, uid, action, version, 'Ok')
    world = next.world
    return { error: next.error, version: versionIn(world, uid) }
  })
  return at(operator, { ...state, world }, process, round, decision)
}

/** The whole process dies: every key of its queue is due when another one starts. */
export const restarted = ({ world, snapshots }: CheckerState): readonly SnapshotProcess[] =>
  snapshots.map(({ uid }) => ({ uid, failures: 0, doing: null, dueAt: world.now }))

/** The watch tells of those that are new and of those that are deleted; one that is gone needs no more rounds. */
export const watchedSnapshots = (before: CheckerState, state: CheckerState): CheckerState => {
  const { world } = state
  if (world.snapshots === null || world.snapshots === before.world.snapshots) return state
  const snapshots = world.snapshots.map(({ meta }): SnapshotProcess => {
    const known = state.snapshots.find(({ uid }) => uid === meta.uid)
    const isNews = known === undefined
      || (meta.deletionTimestamp !== null && before.world.snapshots?.find(it => it.meta.uid === meta.uid)?.meta.deletionTimestamp === null)
    return !isNews ? known : known?.doing != null ? known : { uid: meta.uid, failures: known?.failures ?? 0, doing: null, dueAt: world.now }
  })
  return { ...state, snapshots }
}
