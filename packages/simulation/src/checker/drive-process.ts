import type { Fact, Facts } from '@flink-operator/core/fact'
import { factOf, type Query } from '@flink-operator/core/query'
import { type Doing as RoundDoing, type Ended, type RoundRules, decideAfterFailure, beginList, currentOf } from '@flink-operator/core/round'
import type { AnyAction, AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import { isScaledAtRest } from '../autoscaler/scaling-arrival.ts'
import { answerQuery, reportedByWatches } from '../world/answer-query.ts'
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

/** The resource of a process; null: it is deleted. */
export const resourceOf = ({ kind, name }: Pick<Process, 'kind' | 'name'>, world: World): AnyResource | null => {
  for (const it of kind.resources(world)) if (it.meta.name === name) return it
  return null
}

/** The next action of a process; undefined: it waits. */
export const actionOf = ({ doing }: Process): AnyAction | undefined => (doing === null ? undefined : currentOf(doing))

/** Runs the queries that the decision asks for, at most five times. Null: it asked for more. */
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
  const { foreseen } = operator
  if (foreseen === undefined || !isScaledAtRest(world, resource.meta.name))
    return decideAsking(operator, kind, world, resource, faults, failures, [])
  const decision = decideAsking(operator, kind, world, resource, faults, failures, foreseen.of(resource))
  if (foreseen.isSample()) {
    const again = decideAsking(operator, kind, world, resource, faults, failures, [])
    foreseen.compare(decision?.actions ?? [], again?.actions ?? [])
  }
  return decision
}

/** `first`: queries that are answered before the first decision. Their answers name them: a rule may ask another question by then. */
const decideAsking = (
  operator: Operator,
  kind: SimulatedKind,
  world: World,
  resource: AnyResource,
  faults: LookFaults,
  failures: number,
  first: readonly Query[],
): Decision | null => {
  const { memo, foreseen } = operator
  memo.begin(resource, world.now, failures, world.steadySince)
  const learnt = (query: Query, answer: Fact<unknown>): Fact<unknown> => {
    memo.learn(factOf(query), answer)
    return answer
  }
  const answered = (query: Query): Fact<unknown> => {
    foreseen?.asked(resource, query)
    return learnt(query, answerQuery(world, query, faults))
  }
  const facts: Facts = Object.fromEntries([
    ...kind.kind.cachedQueries(resource.meta).map(query =>
      [factOf(query), learnt(query, reportedByWatches(world, query, faults.oldWatches))] as const
    ),
    ...first.map(query => [factOf(query), learnt(query, { ...answerQuery(world, query, faults), answers: query })] as const),
  ])
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
    answered,
  )
  return isDecided ? last : null
}

/** Lets time pass until the next round is due. */
export const passUntilDue = (world: World, { doing, dueAt }: Process): World =>
  doing === null && dueAt > world.now ? step(world, { _tag: 'PassTime', millis: dueAt - world.now }) : world

/** Starts a decided list. A list without effects is done at once; any other is done action by action. */
export const begin = (operator: Operator, world: World, process: Process, { resource, facts, actions }: Decision): Process =>
  at(operator, world, process, pastEvents(beginList(actions, resource.meta.resourceVersion)), {
    read: resource,
    facts,
    decidedAt: world.now,
  })

/** The process at the position of its round. */
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

/** Performs the next action of the list, and what the operator does when it fails. */
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

/** The world when the process crashes there: with or without the current action done. */
export const lastBefore = (world: World, { kind, name, doing }: Process, afterAction: boolean): World =>
  afterAction && doing !== null ? kind.perform(world, name, currentOf(doing), doing.version, 'Ok').world : world
