import type { Action } from '../../src/action/action.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import { best } from '../flink/ghost-progress.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { FlinkDeploymentResource, World } from '../world/world.ts'
import type { Canonical, TextBase } from './canonical-text.ts'

/**
 * One operator process. `Idle`: waits until `dueAt`. `Doing`: decided, and is at action `next` of its list; `version` is the resourceVersion that it
 * writes on. What it read and saw is kept for what it does when an action fails.
 */
export type Process =
  | { readonly _tag: 'Idle'; readonly dueAt: EpochMillis }
  | {
      readonly _tag: 'Doing'
      readonly read: FlinkDeploymentResource
      readonly facts: FlinkDeploymentFacts
      readonly decidedAt: EpochMillis
      readonly actions: readonly Action[]
      readonly next: number
      readonly version: string
    }

/** What may still happen. `edits`: how many of the world's edits are done. */
export interface Budget {
  readonly edits: number
  readonly faults: number
  readonly crashes: number
}

/** A node of the graph that is explored. */
export interface CheckerState {
  readonly world: World
  readonly process: Process
  readonly failures: number
  readonly budget: Budget
}

/** The text by which two states are the same. `withCache`: does what a lagging cache shows still matter? */
export const stateText = (canonical: Canonical, { world, process, failures, budget }: CheckerState, withCache: boolean): string => {
  const attempts = world.resource?.status.operatorRecord.attempts ?? 0
  const base: TextBase = { now: world.now, attempts, progress: progressOf(world), names: new Map() }
  const say = (value: object): string => canonical.text(value, base)
  let text = `${budget.edits}/${budget.faults}/${budget.crashes}/${failures}|`
  if (world.resource !== null) text += say(world.resource) + rank(world.resource.meta.resourceVersion, base)
  if (withCache && world.olderResource !== null) text += say(world.olderResource)
  if (process._tag === 'Idle') text += `|${Math.max(0, Math.round((process.dueAt - world.now) / 1000))}`
  else {
    const { read, facts, actions, next, version } = process
    text += `|${next}${read === world.resource ? '=' : say(read)}${rank(version, base)}${say(facts)}`
    for (let index = next; index < actions.length; index += 1) text += say(actions[index]!)
  }
  text += `|${say(world.deployments)}${say(world.pods)}${say(world.configMaps)}${say(world.services)}${say(world.ha)}`
  return text + leftoversText(world, base, say)
}

/** What only counts while something refers to it: results of jobs, and stored states. Comes last, for by then all that is referred to has its name. */
const leftoversText = (world: World, base: TextBase, say: (value: object) => string): string => {
  let text = ''
  if (world.ingress !== null) text += say(world.ingress)
  if (world.late.length > 0) text += say(world.late)
  for (const it of world.jobResults) if (world.pods.some(({ input }) => input.configuration['job-result-store.storage-path'] === it.store)) text += say(it)
  for (const it of world.ended) if (world.pods.some(({ input }) => input.configuration['$internal.pipeline.job-id'] === it)) text += `!${base.names.get(it) ?? ''}`
  const most = best(world)
  for (const it of world.storage) if ((it.current && it.progress === most) || base.names.has(it.path.slice(it.path.lastIndexOf('/') + 1))) text += say(it)
  return text
}

const rank = (version: string, { names }: TextBase): string => {
  const known = names.get(version)
  if (known !== undefined) return `#${known}`
  names.set(version, names.size)
  return `#${names.size - 1}`
}

const progressOf = (world: World): readonly number[] => {
  const all: number[] = []
  for (const it of world.storage) if (!all.includes(it.progress)) all.push(it.progress)
  for (const pod of world.pods) for (const job of pod.process?.jobs ?? []) if (!all.includes(job.progress)) all.push(job.progress)
  return all.sort((a, b) => a - b)
}
