import * as E from 'fp-ts/lib/Either.js'
import type { Env } from '../../packages/core/src/contract/env.ts'
import { absent, known } from '../../packages/core/src/contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../packages/core/src/contract/fact/cluster-facts.ts'
import { type KindName, kinds } from '@flink-operator/kinds'
import type { JobLifecycleStatus } from '../../packages/core/src/contract/resource/job-status.ts'
import type { Kind } from '../../packages/core/src/contract/round/kind.ts'
import { factOf } from '../../packages/core/src/contract/query/fact-of.ts'
import { type RoundOf, roundOf } from '../../packages/core/src/contract/round/round-of.ts'
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

type JobRound = RoundOf<JobLifecycleStatus, unknown, { readonly status: JobLifecycleStatus }>

const clockOf = ({ now }: ScriptedWorld) => ({ now })

/** Looks as often as is asked for, then decides. */
const decidedRound = (world: ScriptedWorld, settings: Settings, failures: number): JobRound => {
  const kind = kindOf(world)
  const decoded = kind.decode(world.resource)
  if (E.isLeft(decoded)) throw new Error(`undecodable: ${JSON.stringify(decoded.left)}`)
  const env: Env = { hasSnapshotController: false, ...settings, now: world.now, consecutiveFailures: failures }
  let round: JobRound = roundOf(kind, decoded.right, env, initialFacts(world))
  while (round.command._tag === 'Look') {
    const facts = Object.fromEntries(round.command.queries.flat().map(query => [factOf(query), world.answer(query)]))
    round = round.after({ _tag: 'Seen', facts }, clockOf(world))
  }
  if (round.command._tag === 'Finish' && round.command.end._tag === 'Failed') throw new Error('more looks than a round has')
  return round
}

export const lookAndDecide = (world: ScriptedWorld, settings: Settings, failures = 0): JobRound['decided'] =>
  decidedRound(world, settings, failures).decided

interface Round {
  readonly after: number
  readonly failed: boolean
  /** Nothing was done or written. */
  readonly idle: boolean
}

/** One round, as the protocol has it: look, decide, do in order, and what the kind does after a failure. */
export const runRound = (world: ScriptedWorld, settings: Settings, failures = 0): Round => {
  let round = decidedRound(world, settings, failures)
  const { actions } = round.decided
  while (round.command._tag === 'Perform') {
    const error = perform(world, round.command.effect, kindOf(world).encodeStatus)
    round = round.after(error === null ? { _tag: 'Done', version: null } : { _tag: 'Failed', error }, clockOf(world))
  }
  if (round.command._tag === 'Look') throw new Error('a list looks never again')
  const { end } = round.command
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
