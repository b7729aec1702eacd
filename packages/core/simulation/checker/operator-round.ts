import type { FlinkDeploymentAction } from '../../src/kind/flink-deployment/flink-deployment-action.ts'
import type { Env } from '../../src/env.ts'
import type { DeploymentView } from '../../src/fact/deployment-view.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import { factOf } from '../../src/query/fact-of.ts'
import type { FlinkDeploymentStatus } from '../../src/resource/flink-deployment-status.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { Doing as RoundDoing, Ended, RoundRules } from '../../src/round/round-state.ts'
import { beginList, currentOf } from '../../src/round/step.ts'
import { answerQuery, toldByWatches } from '../world/answer-query.ts'
import { type LookFaults } from '../world/look-faults.ts'
import { perform, type Outcome } from '../world/perform.ts'
import { withOlderCluster } from '../world/watched-cluster.ts'
import { step } from '../world/world-event.ts'
import type { FlinkDeploymentResource, World } from '../world/world.ts'
import type { CheckerState, Doing, Process } from './checker-state.ts'
import { afterEffect, lookUntilDecided, pastEvents, pauseAfter } from './drive-round.ts'
import type { Operator } from './operator.ts'
import { roundUp } from './tick.ts'
import { restarted } from './snapshot-process.ts'
import type { Decision } from './decision.ts'

/** Folds and decides once. */
export const decide = (
  { kind, env: base, desiredOf }: Pick<Operator, 'kind' | 'env' | 'desiredOf'>,
  resource: FlinkDeploymentResource,
  facts: FlinkDeploymentFacts,
  now: EpochMillis,
  failures: number,
  steadySince: EpochMillis | null,
): Decision => {
  const env: Env = { ...base, now, consecutiveFailures: failures, ...(steadySince === null ? {} : { steadySince }) }
  const desired = desiredOf(resource, env)
  const observed: unknown = kind.observe(desired, { meta: resource.meta, status: resource.status }, facts, env)
  return { resource, facts, env, desired, observed, actions: kind.reconcile(desired, observed, env) }
}

/** What the watch shows at the start of a round. */
export const initialFacts = (
  world: World,
  { meta: { namespace, name } }: FlinkDeploymentResource,
  { oldWatches }: Pick<LookFaults, 'oldWatches'>,
): FlinkDeploymentFacts => ({
  deployment: toldByWatches(world, { _tag: 'ReadDeployment', namespace, name }, oldWatches) as Fact<DeploymentView>,
})

/** Looks as often as the decision asks, at most four times. Null: it asked for more. */
export const lookAndDecide = (
  operator: Operator,
  world: World,
  resource: FlinkDeploymentResource,
  faults: LookFaults,
  failures: number,
): Decision | null => {
  const decideNow = (): Decision | null => decideRound(operator, world, resource, faults, failures)
  const decision = operator.quiet === undefined || faults.oldWatches ? decideNow()
    : operator.quiet.round(world, resource, faults, failures, decideNow)
  if (decision !== null) operator.onDecision(decision)
  return decision
}

const decideRound = (
  operator: Operator,
  world: World,
  resource: FlinkDeploymentResource,
  faults: LookFaults,
  failures: number,
): Decision | null => {
  const { memo } = operator
  const facts = initialFacts(world, resource, faults)
  memo.begin(resource, world.now, failures, world.steadySince)
  memo.learn('deployment', facts.deployment!)
  const last: { decision: Decision | null } = { decision: null }
  const decideOn = (seen: FlinkDeploymentFacts): readonly FlinkDeploymentAction[] => {
    last.decision = memo.decision(() => {
      const made = decide(operator, resource, seen, world.now, failures, world.steadySince)
      operator.onRow?.(made)
      return made
    })
    return last.decision.actions
  }
  const isDecided = lookUntilDecided(decideOn, facts, resource.meta.resourceVersion, query => {
    const answer = answerQuery(world, query, faults)
    memo.learn(factOf(query), answer)
    return answer
  })
  return isDecided ? last.decision : null
}

/** Time goes on to when the next round is due. */
export const passUntilDue = (world: World, process: Process): World =>
  process._tag === 'Idle' && process.dueAt > world.now ? step(world, { _tag: 'PassTime', millis: process.dueAt - world.now }) : world

const idle = (
  state: CheckerState,
  world: World,
  { after, failures }: { readonly after: number; readonly failures: number },
  tick: number,
): CheckerState => ({
  ...state,
  world,
  failures: Math.min(failures, 3),
  process: { _tag: 'Idle', dueAt: world.now + roundUp(after, tick) },
})

/** A decided list without effects is done at once; any other is done action by action. */
export const begin = (operator: Operator, state: CheckerState, { resource, facts, actions }: Decision): CheckerState =>
  at(operator, state, pastEvents(beginList(actions, resource.meta.resourceVersion)), { read: resource, facts, decidedAt: state.world.now })

/** The process stands where its round stands. */
const at = (
  operator: Operator,
  state: CheckerState,
  round: RoundDoing<FlinkDeploymentStatus> | Ended<FlinkDeploymentStatus>,
  of: Pick<Doing, 'read' | 'facts' | 'decidedAt'>,
): CheckerState =>
  round._tag === 'Doing' ? { ...state, process: { ...round, ...of } }
    : idle(state, state.world, pauseAfter(round.end, state.failures, operator.tick), operator.tick)

/** Does the next action of the list, and what the operator does when it fails. */
export const doNext = (operator: Operator, state: CheckerState, outcome: Outcome): CheckerState => {
  const { process } = state
  if (process._tag !== 'Doing') return state
  const { read, facts, decidedAt } = process
  const first = perform(state.world, currentOf(process), process.version, outcome)
  let world = withOlderCluster(state.world, first.world, true)
  const onFailure: RoundRules<FlinkDeploymentStatus>['onFailure'] = (done, failed, error) => {
    const { desired, observed, env } = decide(operator, read, facts, decidedAt, state.failures, world.steadySince)
    return operator.kind.onFailure(desired, observed, done, failed, error, { ...env, now: world.now })
  }
  const versionOf = (it: World): string | null => it.resource?.meta.resourceVersion ?? null
  const round = afterEffect({ onFailure }, process, { error: first.error, version: versionOf(world) }, (action, version) => {
    const next = perform(world, action, version, 'Ok')
    world = next.world
    return { error: next.error, version: versionOf(world) }
  })
  return at(operator, { ...state, world }, round, { read, facts, decidedAt })
}

/** The process dies; another one starts from what is durable. */
export const crash = (operator: Operator, state: CheckerState, afterAction: boolean): CheckerState => {
  const { process } = state
  const last = afterAction && process._tag === 'Doing' ? perform(state.world, process.actions[process.next]!, process.version, 'Ok').world
    : state.world
  return { ...idle(state, last, { after: 0, failures: 0 }, operator.tick), snapshots: restarted({ ...state, world: last }) }
}
