import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../fixtures/deployment-status.ts'
import { environment } from '../../fixtures/environment.ts'
import { specJson, t0, uid } from '../../fixtures/flink-deployment-resource.ts'
import { encodeStatus } from '../crd/flink-deployment.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { kinds } from '../kinds.ts'
import { firstDifference, type RecordedRound, replayRound } from './recorded-round.ts'

const resource: JsonObject = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: {
    name: 'app',
    namespace: 'ns',
    uid,
    generation: 2,
    resourceVersion: '7',
    creationTimestamp: '2023-11-14T22:00:00Z',
    finalizers: ['flinkdeployments.flink.apache.org/finalizer'],
  },
  spec: specJson({ rest: { image: 'other' } }),
  status: encodeStatus(runningStatus(), null),
}

const decidedNow = (): RecordedRound => {
  const bare: RecordedRound = { version: 1, kind: 'FlinkDeployment', resource, facts: runningCluster(), env: environment(), actions: [] }
  const replayed = replayRound(kinds, bare)
  return replayed._tag === 'Undecodable' ? bare : { ...bare, actions: replayed.actions }
}

describe('replay', () => {
  test('the same comes out again, also after the recording went through a file', () => {
    const recorded = decidedNow()
    expect(recorded.actions.some(({ _tag }) => _tag === 'StopWithSavepoint')).toBe(true)
    expect(replayRound(kinds, recorded)._tag).toBe('Same')
    expect(replayRound(kinds, JSON.parse(JSON.stringify(recorded)) as RecordedRound)._tag).toBe('Same')
  })

  test('another time, other facts or another spec: it differs, and says where first', () => {
    const recorded = decidedNow()
    expect(replayRound(kinds, { ...recorded, env: environment(t0 + 1) })).toMatchObject({
      _tag: 'Differs',
      first: { path: expect.stringMatching(/^\/\d+\//) },
    })
    expect(replayRound(kinds, { ...recorded, facts: {} })._tag).toBe('Differs')
  })

  test('a resource of another kind is told with its path', () => {
    expect(replayRound(kinds, { ...decidedNow(), resource: { ...resource, kind: 'Pod' } })).toMatchObject({
      _tag: 'Undecodable',
      message: expect.stringContaining('kind: expected FlinkDeployment'),
    })
  })

  test("F14 a part that this version can't read is decided about as the operator does", () => {
    expect(replayRound(kinds, { ...decidedNow(), resource: { ...resource, spec: { job: { parallelism: 'many' } } } })).toMatchObject({
      _tag: 'Differs',
      explanation: { findings: [{ field: 'spec.job.parallelism', severity: 'Error' }] },
    })
  })

  test.each(
    [
      ['equal', { a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
      ['missing is undefined', { a: undefined }, {}, null],
      ['one value', { a: [1, 2] }, { a: [1, 3] }, { path: '/a/1', recorded: '2', now: '3' }],
      ['one more', [1], [1, 2], { path: '/1', recorded: null, now: '2' }],
      ['list and object', [], {}, { path: '', recorded: '[]', now: '{}' }],
      ['null and missing', { a: null }, {}, { path: '/a', recorded: 'null', now: null }],
    ] as const,
  )('first difference: %s', (_title, a, b, want) => {
    expect(firstDifference(a, b)).toEqual(want)
  })
})
