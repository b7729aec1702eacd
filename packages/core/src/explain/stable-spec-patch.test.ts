import { describe, expect, test } from 'vitest'
import { recordOf, runningStatus } from '../../fixtures/deployment-status.ts'
import { type SpecChange, specJson } from '../../fixtures/flink-deployment-resource.ts'
import { encodeStatus } from '../crd/flink-deployment.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { mergePatchTo, stableSpecPatch } from './stable-spec-patch.ts'

const resource = (now: SpecChange, stable: SpecChange | null): JsonObject => {
  const status = runningStatus()
  const lastStableSpec = stable === null ? null : recordOf({ spec: stable })
  return {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkDeployment',
    metadata: { name: 'app', namespace: 'ns' },
    spec: specJson(now),
    status: encodeStatus({ ...status, reconciliationStatus: { ...status.reconciliationStatus, lastStableSpec } }, null),
  }
}

/** RFC 7396. */
const applied = (target: Json, patch: Json): Json => {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const from = (typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {}) as JsonObject
  const merged = [...new Set([...Object.keys(from), ...Object.keys(patch)])].map(key =>
    [
      key,
      key in patch ? ((patch as JsonObject)[key] === null ? null : applied(from[key] ?? null, (patch as JsonObject)[key] ?? null))
        : from[key],
    ] as const
  )
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined)) as JsonObject
}

describe('rollback by hand: back to the last stable spec', () => {
  test.each(
    [
      // title                              now                                                            stable
      // paths                                      patch
      ['one field', { rest: { image: 'bad' } }, {}, ['image'], { image: 'flink:1.20' }],
      ['a field of the job alone', { job: { parallelism: 9 } }, {}, ['job.parallelism'], { job: { parallelism: 2 } }],
      ['a configuration key more', { configuration: { 'a.b': '1' } }, {}, ['flinkConfiguration.a.b'], {
        flinkConfiguration: { 'a.b': null },
      }],
      ['a configuration key less', {}, { configuration: { 'a.b': '1' } }, ['flinkConfiguration.a.b'], {
        flinkConfiguration: { 'a.b': '1' },
      }],
      ['a field that was not there', { rest: { podTemplate: { metadata: { labels: { x: 'y' } } } } }, {}, ['podTemplate'], {
        podTemplate: null,
      }],
      ['nothing', {}, {}, [], {}],
    ] as const,
  )('%s', (_title, now, stable, paths, patch) => {
    const answer = stableSpecPatch(resource(now, stable))
    expect(answer).toMatchObject({ _tag: 'Right', right: { patch } })
    if (answer._tag === 'Right') {
      expect(answer.right.changes.map(({ path }) => path)).toEqual(paths)
      expect(stableSpecPatch({ ...resource(now, stable), spec: applied(specJson(now), answer.right.patch) })).toMatchObject({
        right: { changes: [] },
      })
    }
  })

  test('what a person asked for by hand stays: state, nonces, upgrade mode, savepoint to start from', () => {
    const asked: SpecChange = {
      rest: { image: 'bad', restartNonce: 7 },
      job: { state: 'suspended', upgradeMode: 'last-state', savepointTriggerNonce: 3, initialSavepointPath: 's3://b/sp' },
    }
    expect(stableSpecPatch(resource(asked, {}))).toMatchObject({ right: { patch: { image: 'flink:1.20' }, changes: [{ path: 'image' }] } })
  })

  test("there is none, or it can't be read: told", () => {
    expect(stableSpecPatch(resource({}, null))).toMatchObject({ left: expect.stringMatching(/nothing to roll back to/) })
    const broken = resource({}, {})
    const status = broken['status'] as JsonObject
    expect(stableSpecPatch({ ...broken, status: { ...status, reconciliationStatus: { lastStableSpec: '{' } } })).toMatchObject({
      left: expect.stringMatching(/can't be read/),
    })
  })

  test('merge patch: lists as a whole, missing fields as null', () => {
    expect(mergePatchTo({ a: [1, 2], b: { c: 1, d: 2 }, e: null }, { a: [1], b: { c: 1 } })).toEqual({ a: [1], b: { d: null } })
  })
})
