import type { UnknownReason } from '../../src/fact/fact.ts'
import type { LookFaults } from '../world/look-faults.ts'
import type { AnyResource } from '../kind/any-kind.ts'
import type { SimulatedKind } from '../kind/simulated-kind.ts'
import type { World } from '../world/world.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import type { Decision } from './decision.ts'
import { checkerTick, roundUp } from './tick.ts'
import { hashNumbers } from './hash-numbers.ts'

/**
 * Rounds that decided nothing but to wait, by all that a round can see: one that differs only in names and times waits as long, and nothing
 * of it stays but how long. Others mint ids and write moments, so they are decided each time. `isHonest` decides some again and compares.
 */
export interface QuietMemo {
  /** The decision of a whole round with its looks, or of one like it that waited; null: it asked for too many. */
  readonly round: (
    hashSeen: NonNullable<SimulatedKind['hashSeen']>,
    world: World,
    resource: AnyResource,
    faults: LookFaults,
    failures: number,
    make: () => Decision | null,
  ) => Decision | null
  /** Did every sample since this was asked last wait as long as the one that is remembered? */
  readonly isHonest: () => boolean
}

const sampleEvery = 199
/** It only saves time: full, it forgets all. */
const memoLimit = 30_000

/** Why a look fails, as a word. */
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

/** How long a decided list waits that does nothing else in the world; null: it does. */
export const waitOf = ({ actions }: Decision): number | null => {
  let wait: number | null = 0
  for (const action of actions) {
    if (action._tag === 'Requeue') wait = action.after
    else if (action._tag !== 'EmitEvent') return null
  }
  return wait
}

/** A wait in steps of the worlds: what is shorter than one is as long as one. */
const stepsOf = (decision: Decision): number | null => {
  const wait = waitOf(decision)
  return wait === null ? null : roundUp(wait, checkerTick)
}

export const quietMemo = (canonical: CanonicalHash): QuietMemo => {
  let numbers = hashNumbers()
  /** By number; null: that round does something, or asked for too many looks. */
  let waiting: (Decision | null)[] = []
  let waits = 0
  let hits = 0
  let honest = true
  return {
    round: (hashSeen, world, resource, { rest, kubernetes, zooKeeper, oldStatistics, oldWatches, tasksDeploying }, failures, make) => {
      // what watches told before is not in what a round sees of the world: such a round is like no other
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
