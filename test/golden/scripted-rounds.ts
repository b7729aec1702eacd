import * as E from 'fp-ts/lib/Either.js'
import type { Action } from '../../packages/core/src/action/action.ts'
import { mayFail } from '../../packages/core/src/action/action-properties.ts'
import type { Env } from '../../packages/core/src/env.ts'
import { decodeFlinkDeployment } from '../../packages/core/src/codec/flink-deployment.ts'
import { absent, known } from '../../packages/core/src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../packages/core/src/fact/flink-deployment-facts.ts'
import { flinkDeploymentKind as kind } from '../../packages/core/src/flink-deployment/flink-deployment-kind.ts'
import { factOf } from '../../packages/core/src/query/fact-of.ts'
import { perform } from './scripted-effects.ts'
import { advance } from './scripted-start.ts'
import type { ScriptedWorld } from './scripted-world.ts'

/** The operator's own options, as all rounds of one run have them. */
export type Settings = Pick<Env, 'options' | 'flinkDefaults'> & Partial<Pick<Env, 'hasSnapshotController'>>

const maxLooks = 4

const initialFacts = (world: ScriptedWorld): FlinkDeploymentFacts =>
  ({ deployment: world.deployment === null ? absent(world.now, 'cache') : known(world.deployment, world.now, 'cache') })

const decide = (world: ScriptedWorld, settings: Settings, facts: FlinkDeploymentFacts, consecutiveFailures: number) => {
  const decoded = decodeFlinkDeployment(world.resource)
  if (E.isLeft(decoded)) throw new Error(`undecodable: ${JSON.stringify(decoded.left)}`)
  const env: Env = { hasSnapshotController: false, ...settings, now: world.now, consecutiveFailures }
  const desired = kind.validate(decoded.right, env)
  const observed = kind.observe(desired, { meta: decoded.right.meta, status: decoded.right.status }, facts, env)
  return { desired, observed, env, actions: kind.reconcile(desired, observed, env) }
}

/** Looks as often as is asked for, then decides. */
export const lookAndDecide = (world: ScriptedWorld, settings: Settings, failures = 0): ReturnType<typeof decide> => {
  let facts = initialFacts(world)
  for (let looks = 0; looks <= maxLooks; looks += 1) {
    const decision = decide(world, settings, facts, failures)
    const look = decision.actions.find(action => action._tag === 'Look')
    if (look === undefined) return decision
    facts = { ...facts, ...Object.fromEntries(look.queries.map(query => [factOf(query), world.answer(query)])) }
  }
  throw new Error(`more than ${String(maxLooks)} looks in one round`)
}

interface Round {
  readonly after: number
  readonly failed: boolean
  /** Nothing was done or written. */
  readonly idle: boolean
}

/** One round: look, decide, do in order, stop at the first failure. */
export const runRound = (world: ScriptedWorld, settings: Settings, failures = 0): Round => {
  const { desired, observed, env, actions } = lookAndDecide(world, settings, failures)
  const done: Action[] = []
  for (const action of actions) {
    const error = perform(world, action)
    if (error !== null && !mayFail(action)) {
      const recovery = kind.onFailure(desired, observed, done, action, error, env)
      for (const it of recovery) perform(world, it)
      return { after: requeueOf(recovery), failed: true, idle: false }
    }
    done.push(action)
  }
  return { after: requeueOf(actions), failed: false, idle: actions.every(({ _tag }) => _tag === 'Requeue') }
}

const requeueOf = (actions: readonly Action[]): number => actions.findLast(action => action._tag === 'Requeue')?.after ?? 0

export interface Course {
  /** How many rounds it took until nothing more happened. */
  readonly rounds: number
  readonly quiet: boolean
}

/**
 * Runs rounds until they are quiet: some minutes long nothing is done and nothing written. The clock goes on by what each round asks for; while
 * nothing happens by more and more.
 */
export const runUntilQuiet = (world: ScriptedWorld, settings: Settings, { quietFor = 240_000, maxRounds = 120 }: { readonly quietFor?: number; readonly maxRounds?: number } = {}): Course => {
  let failures = 0
  let idleRounds = 0
  let idleSince = world.now
  for (let rounds = 1; rounds <= maxRounds; rounds += 1) {
    const round = runRound(world, settings, failures)
    failures = round.failed ? failures + 1 : 0
    idleRounds = round.idle ? idleRounds + 1 : 0
    if (world.gone) return { rounds, quiet: true }
    advance(world, Math.min(Math.max(round.after, 1) * (idleRounds > 2 ? 2 ** (idleRounds - 2) : 1), 60_000))
    if (!round.idle) idleSince = world.now
    else if (world.now - idleSince >= quietFor) return { rounds, quiet: true }
  }
  return { rounds: maxRounds, quiet: false }
}
