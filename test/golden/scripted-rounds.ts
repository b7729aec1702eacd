import * as E from 'fp-ts/lib/Either.js'
import type { Env } from '../../packages/core/src/env.ts'
import { absent, known } from '../../packages/core/src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../packages/core/src/fact/flink-deployment-facts.ts'
import { type KindName, kinds } from '../../packages/core/src/kinds.ts'
import type { JobLifecycleStatus } from '../../packages/core/src/resource/job-lifecycle-status.ts'
import type { Kind } from '../../packages/core/src/round/kind.ts'
import { factOf } from '../../packages/core/src/query/fact-of.ts'
import type { RoundRules } from '../../packages/core/src/round/round-state.ts'
import { beginList, beginRound, currentOf, step, stepOfList } from '../../packages/core/src/round/step.ts'
import { perform } from './scripted-effects.ts'
import { advance } from './scripted-start.ts'
import type { ScriptedWorld } from './scripted-world.ts'

/** The operator's own options, as all rounds of one run have them. */
export type Settings = Pick<Env, 'options' | 'flinkDefaults'> & Partial<Pick<Env, 'hasSnapshotController'>>

/** What is compared of both kinds of job. */
type JobKind = Kind<unknown, JobLifecycleStatus, unknown, FlinkDeploymentFacts, { readonly status: JobLifecycleStatus }>

const kindOf = ({ resource }: ScriptedWorld): JobKind => kinds[resource['kind'] as KindName] as unknown as JobKind

const initialFacts = (world: ScriptedWorld): FlinkDeploymentFacts => ({
  deployment: world.deployment === null ? absent(world.now, 'cache') : known(world.deployment, world.now, 'cache'),
})

const decide = (world: ScriptedWorld, settings: Settings, facts: FlinkDeploymentFacts, consecutiveFailures: number) => {
  const kind = kindOf(world)
  const decoded = kind.decode(world.resource)
  if (E.isLeft(decoded)) throw new Error(`undecodable: ${JSON.stringify(decoded.left)}`)
  const env: Env = { hasSnapshotController: false, ...settings, now: world.now, consecutiveFailures }
  const desired = kind.validate(decoded.right, env)
  const observed = kind.observe(desired, { meta: decoded.right.meta, status: decoded.right.status }, facts, env)
  return { desired, observed, env, actions: kind.reconcile(desired, observed, env) }
}

/** Looks as often as is asked for, then decides. */
export const lookAndDecide = (world: ScriptedWorld, settings: Settings, failures = 0): ReturnType<typeof decide> => {
  let decision: ReturnType<typeof decide> | null = null
  const rules: RoundRules<JobLifecycleStatus> = {
    decide: facts => (decision = decide(world, settings, facts, failures)).actions,
    onFailure: () => [],
  }
  let round = beginRound(rules, initialFacts(world), '')
  while (round._tag === 'Looking')
    round = step(rules, round, {
      _tag: 'Seen',
      facts: Object.fromEntries(round.look.queries.map(query => [factOf(query), world.answer(query)])),
    })
  if (decision === null || (round._tag === 'Ended' && round.end._tag === 'Failed')) throw new Error('more looks than a round has')
  return decision
}

interface Round {
  readonly after: number
  readonly failed: boolean
  /** Nothing was done or written. */
  readonly idle: boolean
}

/** One round, as the protocol has it: look, decide, do in order, and what the kind does after a failure. */
export const runRound = (world: ScriptedWorld, settings: Settings, failures = 0): Round => {
  const { desired, observed, env, actions } = lookAndDecide(world, settings, failures)
  const rules: Pick<RoundRules<JobLifecycleStatus>, 'onFailure'> = {
    onFailure: (done, failed, error) => kindOf(world).onFailure(desired, observed, done, failed, error, env),
  }
  let round = beginList(actions, '')
  while (round._tag === 'Doing') {
    const error = perform(world, currentOf(round), kindOf(world).encodeStatus)
    round = stepOfList(rules, round, error === null ? { _tag: 'Done', version: null } : { _tag: 'Failed', error })
  }
  const { end } = round
  return end._tag === 'Settled'
    ? { after: end.requeue?.after ?? 0, failed: false, idle: actions.every(({ _tag }) => _tag === 'Requeue') }
    : { after: end._tag === 'Failed' ? end.after ?? 0 : 0, failed: true, idle: false }
}

export interface Course {
  /** How many rounds it took until nothing more happened. */
  readonly rounds: number
  readonly quiet: boolean
}

/**
 * Runs rounds until they are quiet: some minutes long nothing is done and nothing written. The clock goes on by what each round asks for;
 * while nothing happens by more and more.
 */
export const runUntilQuiet = (
  world: ScriptedWorld,
  settings: Settings,
  { quietFor = 240_000, maxRounds = 120 }: { readonly quietFor?: number; readonly maxRounds?: number } = {},
): Course => {
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
