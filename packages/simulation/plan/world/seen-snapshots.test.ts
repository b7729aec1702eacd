import { expect, test } from 'vitest'
import { aResource } from '../../../core/fixtures/flink-deployment-resource.ts'
import { stateSnapshotView } from '../../src/kubernetes/state-snapshots.ts'
import type { StateSnapshotView } from '@flink-operator/core/fact'
import { seenSnapshot } from './seen-snapshots.ts'

const view: StateSnapshotView = {
  name: 'app-savepoint-1',
  uid: 'u',
  creationTimestamp: 1_700_000_000_000,
  deleting: false,
  kind: 'savepoint',
  triggerType: 'PERIODIC',
  state: 'COMPLETED',
  path: 's3://b/sp/savepoint-1',
}

test.each<readonly [string, Partial<StateSnapshotView>]>([
  ['a savepoint that is complete', {}],
  ['a checkpoint that is under way', { kind: 'checkpoint', state: 'IN_PROGRESS', path: null }],
  ['one that somebody made by hand', { triggerType: 'UNKNOWN' }],
])('a FlinkStateSnapshot of the world is shown as it was seen: %s', (_, change) => {
  const seen = { ...view, ...change }
  expect(seenSnapshot(aResource().meta, seen).map(stateSnapshotView)).toEqual([seen])
})

test('one that is being deleted is as good as gone', () => {
  expect(seenSnapshot(aResource().meta, { ...view, deleting: true })).toEqual([])
})
