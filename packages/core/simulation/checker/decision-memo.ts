import type { UnknownReason } from '../../src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
import type { LookFaults } from '../world/answer-query.ts'
import type { FlinkDeploymentResource, World } from '../world/world.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import { hashNumbers } from './hash-numbers.ts'
import type { Decision } from './decision.ts'

/** What was decided before, by what it was decided from, and by the world that was looked at. Forgets all when it is full: it only saves time. */
export interface DecisionMemo {
  readonly decision: (resource: FlinkDeploymentResource, facts: FlinkDeploymentFacts, now: EpochMillis, failures: number, make: () => Decision) => Decision
  /** A whole round with its looks; null: it asked for too many. */
  readonly round: (world: World, resource: FlinkDeploymentResource, faults: LookFaults, failures: number, make: () => Decision | null) => Decision | null
}

const memoLimit = 100_000

/** Values by hash. */
const remembered = <A>(): ((first: number, second: number, make: () => A) => A) => {
  let numbers = hashNumbers()
  let values: A[] = []
  return (first, second, make) => {
    const number = numbers.knownOrNext(first, second)
    if (number >= 0) return values[number]!
    const made = make()
    values.push(made)
    if (values.length > memoLimit) [numbers, values] = [hashNumbers(), []]
    return made
  }
}

/** Why a look fails, as a word. */
const reasons: readonly (UnknownReason | null)[] = [null, 'Unreachable', 'Timeout', 'Forbidden', 'NotSynced', 'Undecodable', 'NotReady']

export const decisionMemo = (canonical: CanonicalHash): DecisionMemo => {
  const decisions = remembered<Decision>()
  const rounds = remembered<Decision | null>()
  const begin = (resource: FlinkDeploymentResource, now: EpochMillis, failures: number): void => {
    canonical.begin({ now, attempts: 0, progress: [] })
    canonical.exact(resource)
    canonical.word(now % 4294967296)
    canonical.word(failures)
  }
  return {
    decision: (resource, facts, now, failures, make) => {
      begin(resource, now, failures)
      canonical.exact(facts)
      return decisions(canonical.first(), canonical.second(), make)
    },
    round: (world, resource, { rest, kubernetes, oldStatistics }, failures, make) => {
      begin(resource, world.now, failures)
      canonical.word((oldStatistics ? 1 : 0) + 2 * reasons.indexOf(rest) + 16 * reasons.indexOf(kubernetes))
      canonical.exact(world.deployments)
      canonical.exact(world.pods)
      canonical.exact(world.configMaps)
      canonical.exact(world.services)
      canonical.exact(world.ha)
      if (world.ingress !== null) canonical.exact(world.ingress)
      return rounds(canonical.first(), canonical.second(), make)
    },
  }
}
