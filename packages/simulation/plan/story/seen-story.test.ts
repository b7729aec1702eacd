import { isLeft } from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { aCheckpoint, aJob, checkpointStatistics, runningCluster } from '../../../core/fixtures/cluster-facts.ts'
import { runningStatus } from '../../../core/fixtures/deployment-status.ts'
import { finalizer, name, namespace, specJson, t0, uid } from '../../../core/fixtures/flink-deployment-resource.ts'
import { makeEnv } from '@flink-operator/core'
import { known, unknown, type Facts } from '@flink-operator/core/fact'
import { kinds } from '@flink-operator/kinds'
import { type JsonObject, identityOf } from '@flink-operator/core/resource'
import { type Story, storyOf } from './story.ts'

const spec = (parallelism: number): JsonObject => specJson({ noHa: true, job: { parallelism, upgradeMode: 'savepoint' } })
const document = (parallelism: number): JsonObject => ({
  ...identityOf(kinds.FlinkDeployment.type),
  metadata: { name, namespace },
  spec: spec(parallelism),
})
const recorded = { spec: { noHa: true, job: { parallelism: 1, upgradeMode: 'savepoint' } }, used: 'savepoint' } as const
const deployed: JsonObject = {
  ...document(1),
  metadata: {
    name,
    namespace,
    uid,
    finalizers: [finalizer],
    resourceVersion: '7',
    generation: 1,
    creationTimestamp: '2023-11-14T20:00:00Z',
  },
  status: kinds.FlinkDeployment.encodeStatus(runningStatus({ recorded }), null),
}
const story = (facts?: Facts): Story => {
  const reported = storyOf({
    deployed,
    wanted: document(2),
    env: makeEnv({ now: t0 }),
    namespace,
    ...(facts === undefined ? {} : { facts }),
  })
  if (isLeft(reported)) throw new Error(reported.left)
  return reported.right
}
const facts = (change: Facts = {}): Facts => ({
  ...runningCluster(t0),
  checkpoints: known(checkpointStatistics({ completed: aCheckpoint(7, { externalPath: 's3://b/cp/chk-7' }) }), t0),
  ...change,
})

const stored = ({ stands }: Story): string => stands.find(({ what }) => what === 'Stored state')?.how ?? ''

test('what somebody looked at is what the story begins with', () => {
  expect(stored(story())).not.toContain('s3://b/cp/chk-7')
  const seen = story(facts())
  expect(stored(seen)).toContain('s3://b/cp/chk-7')
  expect(seen.seen).toMatchObject({ jobs: 'RUNNING', deployment: '1 of 1 available' })
  expect([seen.end, seen.outcome._tag]).toEqual([{ _tag: 'Quiet' }, 'WentOn'])
})

test('what could not be seen is told as that, and is not taken for absent', () => {
  const { seen } = story(facts({ checkpoints: unknown('Timeout', 'late', t0) }))
  expect(seen).toMatchObject({ checkpoints: 'unknown: Timeout' })
})

test('a job that was seen to have failed is not assumed to run', () => {
  const { stands } = story(facts({ jobs: known([aJob('FAILED')], t0) }))
  expect(stands.find(({ what }) => what === 'Jobs')?.how).toContain('FAILED')
})

test('a look that was sent as JSON is the same look', () => {
  const { outcome, seen, stands } = story(facts())
  expect(story(JSON.parse(JSON.stringify(facts())) as Facts)).toMatchObject({ outcome, seen, stands })
})

test('without a look nothing is said to be seen', () => {
  expect(story().seen).toBeNull()
})
