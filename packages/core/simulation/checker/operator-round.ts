import type { Action } from '../../src/action/action.ts'
import { mayFail } from '../../src/action/action-properties.ts'
import type { Env } from '../../src/env.ts'
import type { DeploymentView } from '../../src/fact/deployment-view.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import { factOf } from '../../src/query/fact-of.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import { answerQuery, type LookFaults, toldByWatches } from '../world/answer-query.ts'
import { perform, type Outcome } from '../world/perform.ts'
import { withOlderCluster } from '../world/watched-cluster.ts'
import { step } from '../world/world-event.ts'
import type { FlinkDeploymentResource, World } from '../world/world.ts'
import type { CheckerState, Process } from './checker-state.ts'
import { maxLooks, type Operator } from './operator.ts'
import { roundUp } from './tick.ts'
import { restarted } from './snapshot-process.ts'
import type { Decision } from './decision.ts'

/** Folds and decides once. */
export const decide = ({ kind, env: base, desiredOf }: Pick<Operator, 'kind' | 'env' | 'desiredOf'>, resource: FlinkDeploymentResource, facts: FlinkDeploymentFacts, now: EpochMillis, failures: number): Decision => {
  const env: Env = { ...base, now, consecutiveFailures: failures }
  const desired = desiredOf(resource, env)
  const observed: unknown = kind.observe(desired, { meta: resource.meta, status: resource.status }, facts, env)
  return { resource, facts, env, desired, observed, actions: kind.reconcile(desired, observed, env) }
}

/** What the watch shows at the start of a round. */
export const initialFacts = (world: World, { meta: { namespace, name } }: FlinkDeploymentResource, { oldWatches }: Pick<LookFaults, 'oldWatches'>): FlinkDeploymentFacts =>
  ({ deployment: toldByWatches(world, { _tag: 'ReadDeployment', namespace, name }, oldWatches) as Fact<DeploymentView> })

/** Looks as often as the decision asks, at most four times. Null: it asked for more. */
export const lookAndDecide = (operator: Operator, world: World, resource: FlinkDeploymentResource, faults: LookFaults, failures: number): Decision | null => {
  const decideNow = (): Decision | null => decideRound(operator, world, resource, faults, failures)
  const decision = operator.quiet === undefined || faults.oldWatches ? decideNow() : operator.quiet.round(world, resource, faults, failures, decideNow)
  if (decision !== null) operator.onDecision(decision)
  return decision
}

const decideRound = (operator: Operator, world: World, resource: FlinkDeploymentResource, faults: LookFaults, failures: number): Decision | null => {
  const { memo } = operator
  const facts: Record<string, Fact<unknown>> = { ...initialFacts(world, resource, faults) }
  memo.begin(resource, world.now, failures)
  memo.learn('deployment', facts['deployment']!)
  for (let looks = 0; looks <= maxLooks; looks += 1) {
    const decision = memo.decision(() => {
      const made = decide(operator, resource, { ...facts }, world.now, failures)
      operator.onRow?.(made)
      return made
    })
    const look = decision.actions.find(action => action._tag === 'Look')
    if (look === undefined) return decision
    for (const query of look.queries) {
      const answer = answerQuery(world, query, faults)
      memo.learn(factOf(query), answer)
      facts[factOf(query)] = answer
    }
  }
  return null
}

/** Time goes on to when the next round is due. */
export const passUntilDue = (world: World, process: Process): World =>
  process._tag === 'Idle' && process.dueAt > world.now ? step(world, { _tag: 'PassTime', millis: process.dueAt - world.now }) : world

const idle = (state: CheckerState, world: World, after: number, failures: number, tick: number): CheckerState =>
  ({ ...state, world, failures: Math.min(failures, 3), process: { _tag: 'Idle', dueAt: world.now + roundUp(after, tick) } })

export const isWriteOfResource = ({ _tag }: Action): boolean => _tag === 'PersistStatus' || _tag === 'AddFinalizer' || _tag === 'RemoveFinalizer'

const isQuick = ({ _tag }: Action): boolean => _tag === 'EmitEvent' || _tag === 'Requeue'

/** A decided list without effects is done at once; any other is done action by action. */
export const begin = (operator: Operator, state: CheckerState, decision: Decision): CheckerState => {
  const { resource, facts, actions } = decision
  if (actions.every(isQuick)) return idle(state, state.world, requeueOf(actions), 0, operator.tick)
  return settle(operator, { ...state, process: { _tag: 'Doing', read: resource, facts, decidedAt: state.world.now, actions, next: 0, version: resource.meta.resourceVersion } })
}

const requeueOf = (actions: readonly Action[]): number => actions.findLast(action => action._tag === 'Requeue')?.after ?? 0

/** Events and the end of the list need no step of their own. */
const settle = (operator: Operator, state: CheckerState): CheckerState => {
  const { process } = state
  if (process._tag !== 'Doing') return state
  let next = process.next
  while (next < process.actions.length && isQuick(process.actions[next]!)) next += 1
  return next < process.actions.length
    ? (next === process.next ? state : { ...state, process: { ...process, next } })
    : idle(state, state.world, requeueOf(process.actions), 0, operator.tick)
}

/** Does the next action of the list, and what the operator does when it fails. */
export const doNext = (operator: Operator, state: CheckerState, outcome: Outcome): CheckerState => {
  const { process, world } = state
  if (process._tag !== 'Doing') return state
  const action = process.actions[process.next]!
  const { world: done, error } = perform(world, action, process.version, outcome)
  const after = withOlderCluster(world, done, true)
  if (error === null || mayFail(action)) {
    const version = isWriteOfResource(action) ? after.resource?.meta.resourceVersion ?? process.version : process.version
    return settle(operator, { ...state, world: after, process: { ...process, version, next: process.next + 1 } })
  }
  if (error._tag === 'Conflict' || (isWriteOfResource(action) && error._tag === 'NotFound')) return idle(state, after, 0, state.failures, operator.tick)
  if (isWriteOfResource(action) && error.applied === 'Maybe') return idle(state, after, operator.tick, state.failures + 1, operator.tick)
  const { desired, observed, env } = decide(operator, process.read, process.facts, process.decidedAt, state.failures)
  const recovery = operator.kind.onFailure(desired, observed, process.actions.slice(0, process.next), action, error, { ...env, now: after.now })
  let next = after
  let version = process.version
  for (const it of recovery) {
    if (it._tag !== 'PersistStatus') continue
    const done = perform(next, it, version, 'Ok')
    next = done.world
    if (done.error !== null) break
    version = next.resource?.meta.resourceVersion ?? version
  }
  return idle(state, next, Math.max(operator.tick, requeueOf(recovery)), state.failures + 1, operator.tick)
}

/** The process dies; another one starts from what is durable. */
export const crash = (operator: Operator, state: CheckerState, afterAction: boolean): CheckerState => {
  const { process } = state
  const last = afterAction && process._tag === 'Doing' ? perform(state.world, process.actions[process.next]!, process.version, 'Ok').world : state.world
  return { ...idle(state, last, 0, 0, operator.tick), snapshots: restarted({ ...state, world: last }) }
}
