import type { Action } from '../../src/action/action.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import { best } from '../flink/ghost-progress.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { FlinkDeploymentResource, World } from '../world/world.ts'
import type { CanonicalHash } from './canonical-hash.ts'

/**
 * One operator process. `Idle`: waits until `dueAt`. `Doing`: decided, and is at action `next` of its list; `version` is the resourceVersion that it
 * writes on. What it read and saw is kept for what it does when an action fails.
 */
export type Process = { readonly _tag: 'Idle'; readonly dueAt: EpochMillis } | Doing

export interface Doing {
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
  /** A second operator process: what is left of the one round that it is in; null: there is none. */
  readonly rival: Doing | null
  readonly failures: number
  readonly budget: Budget
}

/** Leaves in `canonical` the hash by which two states are the same. `withCache`: does what a lagging cache shows still matter? */
export const hashState = (canonical: CanonicalHash, { world, process, rival, failures, budget }: CheckerState, withCache: boolean): void => {
  const { word, value } = canonical
  canonical.begin({ now: world.now, attempts: world.resource?.status.operatorRecord.attempts ?? 0, progress: progressOf(world) })
  word((budget.edits << 16) | (budget.faults << 8) | budget.crashes)
  word(failures)
  if (world.resource !== null) {
    value(world.resource)
    canonical.name(world.resource.meta.resourceVersion)
  }
  if (world.foreignStatus !== null) word(1)
  if (withCache && world.olderResource !== null) value(world.olderResource)
  hashProcess(canonical, world, process)
  if (rival !== null) {
    word(Math.round((world.now - rival.decidedAt) / 1000))
    hashProcess(canonical, world, rival)
  }
  value(world.deployments)
  value(world.pods)
  value(world.configMaps)
  value(world.services)
  value(world.ha)
  hashLeftovers(canonical, world)
}

const hashProcess = (canonical: CanonicalHash, world: World, process: Process): void => {
  const { word, value } = canonical
  if (process._tag === 'Idle') {
    word(Math.max(0, Math.round((process.dueAt - world.now) / 1000)))
    return
  }
  const { read, facts, actions, next, version } = process
  word(-1 - next)
  // a decision that is remembered has a copy of what was read
  if (read.meta.resourceVersion !== world.resource?.meta.resourceVersion) value(read)
  canonical.name(version)
  value(facts)
  for (let index = next; index < actions.length; index += 1) value(actions[index]!)
}

/** What only counts while something refers to it: results of jobs, and stored states. Comes last, for by then all that is referred to has its name. */
const hashLeftovers = (canonical: CanonicalHash, world: World): void => {
  const { word, value } = canonical
  if (world.ingress !== null) value(world.ingress)
  if (world.late.length > 0) value(world.late)
  const configurations = world.pods.map(({ input }) => input.configuration)
  for (const it of world.jobResults) if (configurations.some(configuration => configuration['job-result-store.storage-path'] === it.store)) value(it)
  for (const it of world.ended)
    if (configurations.some(configuration => configuration['$internal.pipeline.job-id'] === it)) {
      if (canonical.isNamed(it)) canonical.name(it)
      else word(0)
    }
  const most = best(world)
  for (const it of world.storage) if ((it.current && it.progress === most) || canonical.isNamed(it.path.slice(it.path.lastIndexOf('/') + 1))) value(it)
}

const progressOf = (world: World): readonly number[] => {
  const all: number[] = []
  for (const it of world.storage) if (!all.includes(it.progress)) all.push(it.progress)
  for (const pod of world.pods) for (const job of pod.process?.jobs ?? []) if (!all.includes(job.progress)) all.push(job.progress)
  return all.sort((a, b) => a - b)
}
