import type { Fact } from '@flink-operator/core/fact'
import type { EpochMillis } from '@flink-operator/core/resource'
import { withoutForeignObjects } from '../kubernetes/foreign-objects.ts'
import type { World } from '../world/world.ts'
import { type Candidate, named } from './candidate.ts'
import { compare, type Difference } from './compare.ts'

/** A candidate in which the line holds; or the difference. */
export interface Match {
  readonly candidates: readonly Candidate[]
  readonly differences: readonly Difference[]
}

export const noMatch = (differences: readonly Difference[]): Match => ({ candidates: [], differences })
export const otherwise = (path: string, recorded: unknown, model: unknown): Match => noMatch([{ path, recorded, model }])

/** How far a watch may lag, so that what it reports was true then. */
export const watchLag = 120_000

/**
 * The worlds that an answer may show: the present one, and earlier ones that had not ended at the request; each with its predecessors,
 * newest first.
 */
export const worldsSince = ({ world, past }: Candidate, since: EpochMillis): readonly (readonly [World, ...World[]])[] => {
  const worlds = past.map(it => it.world)
  return [
    [world, ...worlds],
    ...past.flatMap((it, index): readonly [World, ...World[]][] => (it.until >= since ? [[it.world, ...worlds.slice(index + 1)]] : [])),
  ]
}

/** Leaves foreign objects out of the recorded answer, too. */
const ownPart = (
  world: World,
): World => ([...world.deployments, ...world.configMaps, ...world.services].some(({ foreignObject }) => foreignObject === true)
  ? withoutForeignObjects(world) : world)

/** Does the recorded answer hold in one of these worlds? */
export const reported = (
  candidate: Candidate,
  since: EpochMillis,
  facesIn: (world: World, before: readonly World[]) => readonly unknown[],
  recorded: unknown,
  versionsIn: (world: World) => Readonly<Record<string, string>> = () => ({}),
): Match => {
  const { world: { now }, taken } = candidate
  let first: readonly Difference[] = []
  for (const [world, ...before] of worldsSince(candidate, since))
    for (const face of facesIn(ownPart(world), before)) {
      const { names, differences } = compare(face, recorded, now, name => taken.has(name))
      if (names !== null)
        return { candidates: [named({ ...candidate, versions: { ...candidate.versions, ...versionsIn(world) } }, names)], differences: [] }
      if (first.length === 0) first = differences
    }
  return noMatch(first)
}

/** The recorded version of an object belongs to this version of the model's. */
export const versionsOfObjects = (reported: readonly Versioned[], world: World): Readonly<Record<string, string>> => {
  const { cluster, jobs } = world.ha
  const own = (name: string): string | undefined =>
    world.deployments.find(it => it.name === name)?.version
      ?? (name.endsWith('-cluster-config-map') ? cluster?.version
        : jobs.find(({ jobId }) => name.endsWith(`-${jobId}-config-map`))?.version)
  return Object.fromEntries(reported.flatMap(({ name, resourceVersion }) => {
    const version = own(name)
    return version === undefined ? [] : [[resourceVersion, version]]
  }))
}

export const versionsOf = (
  fact: Fact<unknown>,
  world: World,
): Readonly<
  Record<string, string>
> => (fact._tag !== 'Known' ? {}
  : versionsOfObjects(
    [fact.value].flat().filter((it): it is Versioned => typeof it === 'object' && it !== null && 'resourceVersion' in it),
    world,
  ))

interface Versioned {
  readonly name: string
  readonly resourceVersion: string
}
