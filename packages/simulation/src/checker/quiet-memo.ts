import type { UnknownReason } from '@flink-operator/core/fact'
import type { LookFaults } from '../world/look-faults.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { World } from '../world/world.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import type { Decision } from './decision.ts'
import { checkerTick, roundUp } from './tick.ts'
import { hashNumbers } from './hash-numbers.ts'

/**
 * Caches rounds that decided only to wait, by everything that a round can observe: a round that differs only in names and times waits
 * equally long, and leaves nothing but that wait. Other rounds mint ids and write moments, so they are decided each time. `isHonest`
 * decides samples again and compares.
 */
export interface QuietMemo {
  /** The decision of a whole round with its queries, or of an equal round that waited; null: it asked for too many queries. */
  readonly round: (
    hashSeen: NonNullable<SimulatedKind['hashSeen']>,
    world: World,
    resource: AnyResource,
    faults: LookFaults,
    failures: number,
    make: () => Decision | null,
  ) => Decision | null
  /** Did every sample since the last call wait as long as the cached one? */
  readonly isHonest: () => boolean
}

const sampleEvery = 199
/** The cache only saves time: when it is full it drops everything. */
const memoLimit = 30_000

/** The reasons for which a query fails, numbered. */
const reasons: readonly (UnknownReason | null)[] = [
  null,
  'Unreachable',
  'Untrusted',
  'Timeout',
  'Forbidden',
  'NotSynced',
  'Undecodable',
  'NotReady',
]

/** How long a list waits that does nothing else in the world; null: it does something. */
export const waitOf = ({ actions }: Decision): number | null => {
  let wait: number | null = 0
  for (const action of actions) {
    if (action._tag === 'Requeue') wait = action.after
    else if (action._tag !== 'EmitEvent') return null
  }
  return wait
}

/** A wait in steps of the worlds; one shorter than a step counts as one. */
const stepsOf = (decision: Decision): number | null => {
  const wait = waitOf(decision)
  return wait === null ? null : roundUp(wait, checkerTick)
}

export const quietMemo = (canonical: CanonicalHash): QuietMemo => {
  let numbers = hashNumbers()
  /** By number; null: that round does something, or asked for too many queries. */
  let waiting: (Decision | null)[] = []
  let waits = 0
  let hits = 0
  let honest = true
  return {
    round: (hashSeen, world, resource, { rest, kubernetes, zooKeeper, oldStatistics, oldWatches, tasksDeploying }, failures, make) => {
      // Earlier watch reports are not part of what a round observes of the world, so such a round can't be compared with another.
      if (oldWatches) return make()
      hashSeen(canonical, world, resource)
      canonical.word(failures)
      canonical.word(
        (oldStatistics ? 1 : 0) + 2 * reasons.indexOf(rest) + 16 * reasons.indexOf(kubernetes) + 128 * reasons.indexOf(zooKeeper ?? null)
          + (tasksDeploying === true ? 1024 : 0),
      )
      const number = numbers.knownOrNext(canonical.first(), canonical.second())
      const known = waiting[number]
      if (number >= 0 && known != null) {
        hits += 1
        if (hits % sampleEvery !== 0) return known
        const again = make()
        if (again === null || stepsOf(again) !== stepsOf(known)) honest = false
        return again
      }
      const made = make()
      if (number >= 0) return made
      const isQuiet = made !== null && waitOf(made) !== null
      waiting.push(isQuiet ? made : null)
      if (isQuiet) waits += 1
      if (waits > memoLimit) [numbers, waiting, waits] = [hashNumbers(), [], 0]
      return made
    },
    isHonest: () => {
      const wasHonest = honest
      honest = true
      return wasHonest
    },
  }
}
