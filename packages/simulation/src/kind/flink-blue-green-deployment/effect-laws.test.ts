import { expect, test } from 'vitest'
import type { UpgradeMode } from '@flink-operator/core/resource'
import { done } from '../../kubernetes/answer.ts'
import type { PlayedJob } from '../../world/played-children.ts'
import { nothingPlayed } from '../../world/played-children.ts'
import type { FlinkDeploymentResource, World } from '../../world/world.ts'
import { hasItsState, judgeEffect } from './effect-laws.ts'

const child = (uid: string, upgradeMode: UpgradeMode, savepointRedeployNonce: number | null = null) =>
  ({ meta: { uid }, spec: { job: { upgradeMode, savepointRedeployNonce } } }) as FlinkDeploymentResource
const job = (uid: string, change: Partial<PlayedJob>): PlayedJob => ({
  uid,
  jobId: uid,
  startTime: 0,
  source: null,
  savepoints: [],
  taken: null,
  ...change,
})
const world = (taken: string | null, source: string | null) =>
  ({
    played: {
      ...nothingPlayed,
      jobs: [job('old', { taken: taken === null ? null : { triggerId: 't', path: taken } }), job('next', { source })],
    },
  }) as unknown as World

test.each<readonly [string, string | null, string | null, UpgradeMode, number | null, boolean]>([
  ['from its last savepoint', 's3://2', 's3://2', 'savepoint', null, true],
  ['from an older one', 's3://2', 's3://1', 'savepoint', null, false],
  ['from empty state', 's3://2', null, 'savepoint', null, false],
  ['no savepoint was taken of it', null, null, 'last-state', null, false],
  ['a stateless job', null, null, 'stateless', null, true],
  ['a path that a user named', 's3://2', 's3://1', 'savepoint', 7, true],
])('W28 B107 P01 a child that took over after tampering has the state of the one before: %s', (_title, taken, source, mode, nonce, has) => {
  expect(hasItsState(world(taken, source), child('old', mode), child('next', mode, nonce))).toBe(has)
})

test('W55 P01 a switch after tampering takes the child that serves only for one with its state', () => {
  const retire = (source: string): readonly string[] => {
    const { played } = world('s3://2', source)
    const old = child('old', 'savepoint')
    const before = {
      breaches: [],
      played: { ...played, disturbed: true, serving: 'old' },
      resources: {
        FlinkDeployment: [old, { ...child('next', 'savepoint'), meta: { uid: 'next', deletionTimestamp: null }, status: {} }],
        FlinkBlueGreenDeployment: [{ status: { operation: { step: 'Retire', id: 't' }, blueGreenState: 'TRANSITIONING_TO_GREEN' } }],
      },
    } as unknown as World
    const after = { ...before, resources: { ...before.resources, FlinkDeployment: [] } }
    const action = { _tag: 'DeleteObject', target: { uid: 'old' } } as never
    return judgeEffect(before, action, done(after)).world.breaches.map(({ property }) => property)
  }
  expect([retire('s3://1'), retire('s3://2')]).toEqual([['P01'], []])
})
