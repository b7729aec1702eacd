import { describe, expect, test } from 'vitest'
import { aSessionJob } from '../../../../core/fixtures/a-session-job.ts'
import { done } from '../../kubernetes/answer.ts'
import { atJob } from '../../world/jobs.ts'
import { emptyWorld } from '../../world/empty-world.ts'
import { withResources } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'
import { judgeOthersJobs } from './others-jobs.ts'

const path = 'file:/flink/savepoints/savepoint-000000009'
const endpoint = { namespace: 'default', service: 'app-rest', port: 8081, tls: false }
const dispose = { _tag: 'DisposeSavepoint', endpoint, path, why: 'the history holds more than it may' } as const

/** Two in one cluster; b is the younger one. */
const world = (): World =>
  withResources(
    emptyWorld({ abstract: true, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, 1_700_000_000_000),
    'FlinkSessionJob',
    ['a', 'b'].map((name, at) => aSessionJob({ metadata: { name, creationTimestamp: `2023-11-14T22:00:0${at}Z` } })),
  )
/** The job of each of these stored the savepoint, or may read it. */
const stored = (owners: readonly string[]): World =>
  owners.reduce(
    (now, owner) => atJob(now, owner, it => ({ ...it, storage: [...it.storage, { path, kind: 'Savepoint', progress: 1, current: true }] })),
    world(),
  )
const judged = (name: string, before: World): readonly string[] =>
  judgeOthersJobs(name, before, dispose, done(before)).world.breaches.map(({ what }) => what)

describe('P21 a savepoint is disposed of by the FlinkSessionJob whose job took it', () => {
  test('by its own', () => expect(judged('a', stored(['a']))).toEqual([]))
  test('by another one', () => expect(judged('b', stored(['a']))).toEqual(['an effect of FlinkSessionJob b disposes of a savepoint of a']))
  test('a copy may read what the other one stored, and the older of the two has it', () => {
    expect([judged('a', stored(['a', 'b'])).length, judged('b', stored(['a', 'b'])).length]).toEqual([0, 1])
  })
})
