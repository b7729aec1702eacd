import type { WriteAutoscalerState } from '@flink-operator/core/action'
import type { Facts } from '@flink-operator/core/fact'
import type { EpochMillis } from '@flink-operator/core/resource'
import { type AutoscalerState, defaultProfile, type MetricsSample, readState, type StoredState } from '@flink-operator/core/autoscaler'
import { byIdentity } from '../checker/by-identity.ts'
import type { CanonicalHash } from '../checker/canonical-hash.ts'
import { jobResourceOf } from '../world/resources.ts'
import { fromJob } from '../world/jobs.ts'
import type { World } from '../world/world.ts'
import type { Autoscaled, JobLoad, LoadRun, Scalings, StateObject } from './autoscaled.ts'
import { runOf } from './run-of.ts'

/**
 * What of the autoscaler's data makes two states different. Texts are decoded: they hold moments and counters, which only grow.
 *
 * | part | what counts |
 * |---|---|
 * | moments of samples, scalings, delayed scale-downs | how long ago, up to `lookBack` |
 * | counters of records | their difference to the newest sample, and from it to the running job's |
 * | busy time since the start | nothing: no decision of these worlds reads it |
 * | counters in samples from before the restart | nothing: they are dropped with the next sample |
 * | other numbers | to three decimals |
 * | uid and version of the ConfigMap | their rank by first appearance |
 */
export const hashAutoscaled = (canonical: CanonicalHash, world: World, autoscaled: Autoscaled): void => {
  const { word } = canonical
  if (autoscaled.nodes !== undefined) canonical.exact(autoscaled.nodes)
  for (const name in autoscaled.loads) {
    const load = autoscaled.loads[name]!
    const run = runOf(world, name)
    hashLoad(canonical, load, world.now)
    hashRun(canonical, run, world.now)
    const scalings = autoscaled.scalings?.[name]
    if (scalings !== undefined) hashScalings(canonical, world, name, scalings)
    const stored = autoscaled.states.find(it => it.name === `autoscaler-${name}`)
    word(stored === undefined ? 0 : 1)
    if (stored === undefined) continue
    canonical.name(stored.uid)
    canonical.name(stored.version)
    canonical.name(stored.ownerUid ?? '')
    hashData(canonical, stored.data, run, world.now)
  }
}

/** No decision of these worlds looks further back. */
export const lookBack = 25_000

const seconds = (at: EpochMillis, now: EpochMillis): number => Math.round(Math.max(-lookBack, Math.min(lookBack, now - at)) / 1000)

const hashNumber = ({ word }: CanonicalHash, value: number): void => {
  if (!Number.isFinite(value)) {
    word(Number.isNaN(value) ? 0x7ffffff1 : value > 0 ? 0x7ffffff2 : 0x7ffffff3)
    return
  }
  const thousandths = Math.round(value * 1000)
  word(thousandths | 0)
  word((thousandths / 4294967296) | 0)
}

const hashLoad = (canonical: CanonicalHash, { vertices, arrivals, lag, broken }: JobLoad, now: EpochMillis): void => {
  hashNumber(canonical, lag)
  hashNumber(canonical, arrivals.findLast(({ from }) => from <= now)?.perSecond ?? 0)
  canonical.field(broken)
  canonical.values(vertices)
}

const hashRun = (canonical: CanonicalHash, run: LoadRun | null, now: EpochMillis): void => {
  canonical.word(run === null ? -1 : seconds(run.since, now))
  hashNumber(canonical, run?.perSecond ?? 0)
  for (const id in run?.parallelism) hashNumber(canonical, run.parallelism[id]!)
}

const hashScalings = (canonical: CanonicalHash, world: World, name: string, scalings: Scalings): void => {
  const { word } = canonical
  const { decided, count, generation, isOwed, undecided, backup } = scalings
  const resource = jobResourceOf(name === world.clusterId ? world : fromJob(world, name))
  const isOfNow = resource?.meta.generation === generation
  word((isOwed ? 1 : 0) + (isOfNow ? 2 : 0) + 4 * (undecided + 1))
  word(decided.length)
  word(count)
  for (const it of decided) canonical.field(it)
  if (backup !== null) hashData(canonical, backup, null, world.now)
}

const decoded = byIdentity<StateObject['data'], StoredState>()

const stateIn = (data: StateObject['data']): StoredState => {
  const known = decoded.get(data)
  if (known !== undefined) return known
  const read = readState(data, defaultProfile)
  decoded.set(data, read)
  return read
}

const counters: readonly string[] = ['NUM_RECORDS_IN', 'NUM_RECORDS_OUT']

const hashSample = (
  canonical: CanonicalHash,
  { at, vertices, global }: MetricsSample,
  newest: MetricsSample,
  isStale: boolean,
  now: EpochMillis,
): void => {
  canonical.word(seconds(at, now))
  if (isStale) return
  for (const id of Object.keys(vertices).sort()) {
    const values: Readonly<Record<string, number | undefined>> = vertices[id] ?? {}
    const last: Readonly<Record<string, number | undefined>> = newest.vertices[id] ?? {}
    canonical.field(id)
    for (const metric of Object.keys(values).sort()) {
      if (metric === 'ACCUMULATED_BUSY_TIME') continue
      canonical.field(metric)
      hashNumber(canonical, values[metric]! - (counters.includes(metric) ? last[metric] ?? 0 : 0))
    }
  }
  for (const metric of Object.keys(global).sort()) hashNumber(canonical, (global as Readonly<Record<string, number>>)[metric]!)
}

/** How far the running job has come since the newest sample. */
const hashSince = (canonical: CanonicalHash, { vertices }: MetricsSample, run: LoadRun): void => {
  for (const id of Object.keys(vertices).sort()) {
    hashNumber(canonical, Math.round(run.read[id] ?? 0) - (vertices[id]?.NUM_RECORDS_IN ?? 0))
    hashNumber(canonical, Math.round(run.sent[id] ?? 0) - (vertices[id]?.NUM_RECORDS_OUT ?? 0))
  }
}

const hashState = (canonical: CanonicalHash, state: AutoscalerState, run: LoadRun | null, now: EpochMillis): void => {
  const { word } = canonical
  const { samples, history, tracking, delayedScaleDown, parallelismOverrides, configChanges } = state
  const newest = samples.at(-1)
  word(samples.length)
  if (newest !== undefined) {
    const isStale = run === null || run.since > newest.at
    word(isStale ? 1 : 0)
    for (const it of samples) hashSample(canonical, it, newest, isStale, now)
    if (!isStale) hashSince(canonical, newest, run)
  }
  for (const id of Object.keys(history).sort()) {
    canonical.field(id)
    for (const { at, currentParallelism, newParallelism, metrics } of history[id] ?? []) {
      word(seconds(at, now))
      word(currentParallelism)
      word(newParallelism)
      canonical.value(metrics)
    }
  }
  word(tracking.length)
  for (const { at, restartDuration } of tracking) word(2 * seconds(at, now) + (restartDuration === null ? 0 : 1))
  for (const id of Object.keys(delayedScaleDown).sort()) {
    const { firstTrigger, recommended } = delayedScaleDown[id]!
    canonical.field(id)
    word(seconds(firstTrigger.at, now))
    for (const it of recommended) word(seconds(it.at, now) * 1000 + it.parallelism * 2 + (it.isOutsideBounds ? 1 : 0))
  }
  for (const id of Object.keys(parallelismOverrides).sort()) canonical.field(`${id}:${parallelismOverrides[id] ?? ''}`)
  canonical.exact(configChanges)
}

const hashData = (canonical: CanonicalHash, data: StateObject['data'], run: LoadRun | null, now: EpochMillis): void => {
  const { state, unreadable } = stateIn(data)
  for (const key of Object.keys(data)) canonical.field(key)
  for (const { key } of unreadable) canonical.field(key)
  hashState(canonical, state, run, now)
}

/** A decided write that was not carried out yet. */
export const hashWrite = (canonical: CanonicalHash, world: World, { owner, seen, data }: WriteAutoscalerState): void => {
  const { word, name } = canonical
  if (seen !== null) {
    name(seen.uid)
    name(seen.resourceVersion)
  }
  const texts = Object.entries(data)
  for (const [key, text] of texts) {
    canonical.field(key)
    word(text === null ? 0 : 1)
  }
  hashData(
    canonical,
    Object.fromEntries(texts.flatMap(([key, text]) => (text === null ? [] : [[key, text] as const]))),
    runOf(world, owner.name),
    world.now,
  )
}

/** What a round has seen of the autoscaler's data and decides by after a failure: the overrides. */
export const hashOverridesSeen = ({ word, field }: CanonicalHash, facts: Facts): void => {
  const { autoscalerState } = facts as { readonly autoscalerState?: Facts['autoscalerState'] }
  if (autoscalerState === undefined) return
  word(1)
  if (autoscalerState._tag === 'Known')
    field((autoscalerState.value as { readonly data: StateObject['data'] }).data['parallelismOverrides'] ?? '')
}
