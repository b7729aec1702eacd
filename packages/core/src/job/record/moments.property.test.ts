import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { fullFacts } from '../../../fixtures/facts-arbitraries.ts'
import { givenRounds } from '../../../fixtures/round-arbitraries.ts'
import { valueAt, withValue } from '../../../fixtures/raw-resource.ts'
import { environment } from '../../../fixtures/environment.ts'
import { aResource, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, requeueOf, written } from '../../../fixtures/round.ts'
import { isHard } from '../../contract/action/action-properties.ts'
import type { FlinkDeploymentAction } from '../../kind/flink-deployment/flink-deployment-action.ts'
import { type Fact, known } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { NamedObjectView } from '../../contract/fact/object-view.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Json } from '../../contract/resource/json.ts'
import { flinkDeploymentKind as kind } from '../../kind/flink-deployment/flink-deployment-kind.ts'
import { moments } from './moments.ts'

/*
 * Seen to fail within 60 cases: clampFutureTimestamps that gives back what it got (progress). In a world that stands still what comes early
 * also comes in time: that a wait begins anew is held by the table of moments.test.ts, which fails where withRestartedWaits gives back what
 * it got.
 */

const day = 86_400_000

/** Who holds the names of a deploy, in the same world: without it whatever looks at them would look for ever. */
const namesIn = ({ deployment }: FlinkDeploymentFacts): Fact<readonly NamedObjectView[]> =>
  deployment?._tag === 'Known'
    ? known([{ ...deployment.value, apiVersion: 'apps/v1', kind: 'Deployment' }], t0)
    : deployment?._tag === 'Unknown'
    ? deployment
    : known([], t0)

/** The same looks, as they are at another time. */
const seenAt = (facts: FlinkDeploymentFacts, now: number): FlinkDeploymentFacts =>
  Object.fromEntries(
    Object.entries({ names: namesIn(facts), ...facts }).map(([field, fact]) => [field, { ...(fact as Fact<unknown>), asOf: now }]),
  )

const named = (action: FlinkDeploymentAction): string =>
  `${action._tag} ${
    'target' in action ? action.target.name : 'manifest' in action && action.manifest._tag === 'ClusterManifest' ? action.manifest.part : ''
  }`

interface Hooks {
  readonly done: readonly string[]
  readonly status: FlinkDeploymentStatus
}

/**
 * Rounds over a world that stays as it is, by one process: what that can't be undone it does. Where nothing is done for a while, or the
 * same again and again, the clock goes on by hours.
 */
const hooksOf = (given: Given, status: FlinkDeploymentStatus, rounds: number, steadySince: number, mayJump: boolean): Hooks => {
  const done: string[] = []
  let [now, quiet, current, before] = [t0, 0, status, '']
  for (let round = 0; round < rounds; round += 1) {
    const env = { ...environment(now), steadySince }
    const resource = aResource({ ...given, status: current })
    const desired = kind.validate(resource, env)
    const actions = kind.reconcile(desired, kind.observe(desired, resource, seenAt(given.facts ?? {}, now), env), env)
    done.push(...actions.filter(isHard).map(named))
    const after = actions.some(({ _tag }) => _tag === 'Look') ? 60_000 : requeueOf(actions).after
    const isNothingNew = JSON.stringify(actions) === before || actions.every(({ _tag }) => _tag === 'Requeue' || _tag === 'Look')
    quiet = isNothingNew ? quiet + 1 : 0
    before = JSON.stringify(actions)
    current = written(actions) ?? current
    now += mayJump && quiet > 3 ? day / 4 : Math.max(1_000, after)
  }
  return { done: [...new Set(done)].sort(), status: current }
}

const shifted = (status: FlinkDeploymentStatus, paths: readonly string[], by: number): FlinkDeploymentStatus =>
  paths.reduce((before, path) => {
    const value = valueAt(before as unknown as Json, path)
    if (value === null || (typeof value !== 'number' && (typeof value !== 'string' || !/^\d+$/u.test(value)))) return before
    const moved = Math.max(0, Number(value) + by)
    return withValue(before as unknown as Json, path, typeof value === 'number' ? moved : String(moved)) as unknown as FlinkDeploymentStatus
  }, status)

const single = moments.map(({ path }) => path).filter(path => !path.includes('*'))
const ahead = fc.integer({ min: day, max: 3_650 * day })
const some = fc.subarray(single, { minLength: 1 })
const anyRound = givenRounds(fullFacts).filter(given => given.status !== undefined && given.metadata?.['deletionTimestamp'] === undefined)

describe('F15: any moments of any status, shifted by a day to ten years', () => {
  test.prop([anyRound, some, ahead], { numRuns: 60 })(
    "ahead: nothing is done that can't be undone but what would be done",
    (given, paths, by) => {
      const plain = hooksOf(given, given.status!, 40, t0, true)
      const moved = hooksOf(given, shifted(given.status!, paths, by), 12, t0, false)
      expect(plain.done).toEqual(expect.arrayContaining([...moved.done]))
    },
  )

  test.prop([anyRound, some, ahead], { numRuns: 60 })(
    'ahead: what would be done is done within the ordinary limits',
    (given, paths, by) => {
      const plain = hooksOf(given, given.status!, 8, t0, false)
      const moved = hooksOf(given, shifted(given.status!, paths, by), 40, t0, true)
      expect(moved.done).toEqual(expect.arrayContaining([...plain.done]))
    },
  )

  // `mintedAt` is compared with Flink's clock, where only a savepoint that is known by its id may count
  test.prop([anyRound, some.map(paths => paths.filter(path => path !== 'operation.mintedAt')), ahead], { numRuns: 60 })(
    "behind: nothing is done that can't be undone but what would be done",
    (given, paths, by) => {
      const plain = hooksOf(given, given.status!, 60, t0, true)
      const moved = hooksOf(given, shifted(given.status!, paths, -by), 12, t0, false)
      expect(plain.done).toEqual(expect.arrayContaining([...moved.done]))
    },
  )
})
