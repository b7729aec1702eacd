import type { Env, JsonObject, ManifestRequest } from '@flink-operator/core'
import { renderManifest } from '@flink-operator/core/manifest'
import type { AnyRules } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { createCrashSwitch } from '../effect/crash-switch.ts'
import type { Settings } from '../loop.ts'
import type { Action } from '../port/cluster-port.ts'
import { type DecideOptions, type RoundReport, runRound } from '../round.ts'
import type { AssumedWorld } from './assumed-world.ts'

/** Rounds after which a play is given up: whatever is waited for does not come by itself. */
const maxRounds = 60
/** A round that waits so long, and did nothing, is the steady state. */
const quietWait = 30_000

export interface Played {
  /** The resource as it is in the end. */
  readonly resource: JsonObject
  /** Everything that was done, in order; without waiting. */
  readonly actions: readonly Action[]
  readonly rendered: readonly JsonObject[]
  /** Null: it came to rest; else what it waits for, or what failed. */
  readonly stuck: string | null
}

/** What a decision in an assumed world is made of. */
export const decideIn = (world: AssumedWorld, kind: AnyRules, settings: Settings): DecideOptions => ({
  kind,
  now: world.now,
  answer: world.answer,
  queryTimeout: () => 1_000,
  envAt: (now, consecutiveFailures): Env => ({ now, consecutiveFailures, ...settings }),
  initialFacts: () => ({ deployment: world.deployment() }),
})

const wait = (report: RoundReport): number => (report.end._tag === 'Settled' ? report.end.after : 1_000)

/** Rounds of one resource in an assumed world, until nothing more happens by itself. */
export const play = async (world: AssumedWorld, kind: AnyRules, settings: Settings, start: JsonObject): Promise<Played> => {
  const rendered: JsonObject[] = []
  const actions: Action[] = []
  const render = (request: ManifestRequest) => {
    const answer = renderManifest(request)
    if (E.isRight(answer)) rendered.push(answer.right)
    return answer
  }
  const options = {
    ...decideIn(world, kind, settings),
    limit: Number.POSITIVE_INFINITY,
    executor: { now: world.now, perform: world.perform, render, crashSwitch: createCrashSwitch(null), timeoutOf: () => 1_000 },
  }
  let resource = start
  let waitingFor = ''
  for (let round = 0; round < maxRounds; round++) {
    const report = await runRound(options, { resource, source: 'live' }, 0)
    const done = report.outcomes.flatMap(({ action, result }) => (result === 'done' && action._tag !== 'Requeue' ? [action] : []))
    actions.push(...done)
    resource = report.written?.resource ?? resource
    waitingFor = report.waitingFor ?? ''
    if (report.end._tag === 'Failed') return { resource, actions, rendered, stuck: report.end.error.message }
    if (report.end._tag === 'Undecodable') return { resource, actions, rendered, stuck: report.end.message }
    if (wait(report) >= quietWait && done.every(({ _tag }) => _tag === 'EmitEvent' || _tag === 'PersistStatus'))
      return { resource, actions, rendered, stuck: null }
    world.pass(Math.max(1, wait(report)))
  }
  return { resource, actions, rendered, stuck: waitingFor }
}
