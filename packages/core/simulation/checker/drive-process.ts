import { factOf } from '../../src/query/fact-of.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { Facts } from '../../src/fact/facts.ts'
import type { Query } from '../../src/query/query.ts'
import type { Doing as RoundDoing, Ended, RoundRules } from '../../src/round/round-state.ts'
import { decideAfterFailure } from '../../src/round/decide.ts'
import { beginList, currentOf } from '../../src/round/step.ts'
import type { AnyAction, AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import { answerQuery, toldByWatches } from '../world/answer-query.ts'
import type { LookFaults } from '../world/look-faults.ts'
import type { Outcome } from '../world/perform.ts'
import { withOlderCluster } from '../world/watched-cluster.ts'
import { step } from '../world/step-world.ts'
import { breach, type World } from '../world/world.ts'
import type { Doing, Process } from './checker-state.ts'
import { decide, fold } from './decide.ts'
import type { Decision } from './decision.ts'
import { afterEffect, lookUntilDecided, pastEvents, pauseAfter } from './drive-round.ts'
import type { Operator } from './operator.ts'
import { roundUp } from './tick.ts'

/** The resource that a process is of; null: it is gone. */
export const resourceOf = ({ kind, name }: Pick<Process, 'kind' | 'name'>, world: World): AnyResource | null => {
  for (const it of kind.resources(world)) if (it.meta.name === name) return it
  return null
}

/** The action that comes next; undefined: it waits. */
export const actionOf = ({ doing }: Process): AnyAction | undefined => (doing === null ? undefined : currentOf(doing))

/** Looks as often as the decision asks, at most five times. Null: it asked for more. */
export const lookAndDecide = (
  operator: Operator,
  kind: SimulatedKind,
  world: World,
  resource: AnyResource,
  faults: LookFaults,
  failures: number,
): Decision | null => {
  const { quiet } = operator
  const decideNow = (): Decision | null => decideRound(operator, kind, world, resource, faults, failures)
  const decision = quiet === undefined || kind.hashSeen === undefined || faults.oldWatches ? decideNow()
    : quiet.round(kind.hashSeen, world, resource, faults, failures, decideNow)
  if (decision !== null) operator.onDecision(decision)
  return decision
}

const decideRound = (
  operator: Operator,
  kind: SimulatedKind,
  world: World,
  resource: AnyResource,
  faults: LookFaults,
  failures: number,
): Decision | null => {
  const { memo } = operator
  memo.begin(resource, world.now, failures, world.steadySince)
  const learnt = (query: Query, answer: Fact<unknown>): Fact<unknown> => {
    memo.learn(factOf(query), answer)
    return answer
  }
  const facts: Facts = Object.fromEntries(
    kind.kind.seenFirst(resource.meta).map(query => [factOf(query), learnt(query, toldByWatches(world, query, faults.oldWatches))]),
  )
  let last: Decision | null = null
  const decideOn = (seen: Facts): readonly AnyAction[] => {
    if (last !== null) operator.onLook?.(last)
    const made = memo.decision(() => {
      const it = decide(operator, kind, resource, seen, world.now, failures, world.steadySince)
      operator.onRow?.(it)
      return it
    })
    last = made
    return made.actions
  }
  const isDecided = lookUntilDecided(
    decideOn,
    facts,
    resource.meta.resourceVersion,
    query => learnt(query, answerQuery(world, query, faults)),
  )
  return isDecided ? last : null
}

/** Time goes on to when the next round is due. */
export const passUntilDue = (world: World, { doing, dueAt }: Process): World =>
  doing === null && dueAt > world.now ? step(world, { _tag: 'PassTime', millis: dueAt - world.now }) : world

/** A decided list without effects is done at once; any other is done action by action. */
export const begin = (operator: Operator, world: World, process: Process, { resource, facts, actions }: Decision): Process =>
  at(operator, world, process, pastEvents(beginList(actions, resource.meta.resourceVersion)), {
    read: resource,
    facts,
    decidedAt: world.now,
  })

/** The process stands where its round stands. */
const at = (
  { tick }: Operator,
  world: World,
  { kind, name, failures, dueAt }: Process,
  round: RoundDoing<unknown> | Ended<unknown>,
  of: Pick<Doing, 'read' | 'facts' | 'decidedAt'>,
): Process => {
  if (round._tag === 'Doing') return { kind, name, failures, dueAt, doing: { ...round, ...of } }
  const pause = pauseAfter(round.end, failures, tick)
  return { kind, name, failures: Math.min(pause.failures, 3), dueAt: world.now + roundUp(pause.after, tick), doing: null }
}

/** Does the next action of the list, and what the operator does when it fails. */
export const doNext = (
  operator: Operator,
  before: World,
  process: Process,
  outcome: Outcome,
): { readonly world: World; readonly process: Process } => {
  const { kind, name, doing, failures } = process
  if (doing === null) return { world: before, process }
  const { read, facts, decidedAt } = doing
  const first = kind.perform(before, name, currentOf(doing), doing.version, outcome)
  let world = withOlderCluster(before, first.world, true)
  const onFailure: RoundRules<unknown>['onFailure'] = (done, failed, error) => {
    const folded = fold(operator, kind, read, facts, decidedAt, failures, world.steadySince)
    const of = { ...folded, kind: kind.rules, secrets: [] }
    const actions = decideAfterFailure(of, folded, done, failed, error, { ...folded.env, now: world.now })
    for (const { property, what } of operator.breachesOfReading({ kind, resource: read, actions })) world = breach(world, property, what)
    return actions
  }
  const versionIn = (it: World): string | null => resourceOf(process, it)?.meta.resourceVersion ?? null
  const round = afterEffect({ onFailure }, doing, { error: first.error, version: versionIn(world) }, (action, version) => {
    const next = kind.perform(world, name, action, version, 'Ok')
    world = next.world
    return { error: next.error, version: versionIn(world) }
  })
  return { world, process: at(operator, world, process, round, { read, facts, decidedAt }) }
}

/** What of the list is done when the process dies there. */
export const lastBefore = (world: World, { kind, name, doing }: Process, afterAction: boolean): World =>
  afterAction && doing !== null ? kind.perform(world, name, currentOf(doing), doing.version, 'Ok').world : world
