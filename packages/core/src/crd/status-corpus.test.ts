import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import {
  decodeBlueGreenSpec,
  decodeFlinkBlueGreenDeployment,
  encodeBlueGreenSpec,
  encodeBlueGreenStatus,
  initialBlueGreenStatus,
} from '../kind/flink-blue-green-deployment/blue-green-codec.ts'
import { decodeFlinkDeployment, encodeStatus } from './flink-deployment.ts'
import { decodeFlinkStateSnapshot, encodeStateSnapshotStatus } from '../kind/flink-state-snapshot/flink-state-snapshot-codec.ts'
import { isJsonObject } from './is-json-object.ts'
import { initialOperatorRecord } from './operator-record-fields.ts'
import { decodeRecordedSpec, encodeRecordedSpec } from './recorded-spec.ts'

interface Resource extends JsonObject {
  readonly kind: string
  readonly status?: JsonObject
}

const corpus = gunzipSync(readFileSync(join(import.meta.dirname, 'test-data/status-corpus.jsonl.gz')))
  .toString()
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as { readonly id: string; readonly resource: Resource | null })

const of = (kind: string) => corpus.flatMap(({ id, resource }) => (resource?.kind === kind ? [[id, resource] as const] : []))
const deployments = of('FlinkDeployment')

/** What the API server makes of it: nulls are dropped. */
const withoutNulls = (json: Json): Json =>
  Array.isArray(json) ? (json as readonly Json[]).map(withoutNulls) : isJsonObject(json) ? withoutNullFields(json) : json

const withoutNullFields = (json: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null).map(([key, value]) => [key, withoutNulls(value)]))

const decoded = (resource: unknown) => {
  const result = decodeFlinkDeployment(resource)
  return E.isRight(result) ? result.right : expect.fail(JSON.stringify(result.left))
}

describe('statuses that the reference operator wrote (P11)', () => {
  test('there are enough of them', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(98)
    expect(deployments.length).toBeGreaterThan(50)
  })

  test.each(deployments)('%s: written back it is the same, with our record beside it', (_id, resource) => {
    const { status } = decoded(resource)
    expect(status.operation).toBeNull()
    // before anything was deployed it says so
    const isNew = status.reconciliationStatus.lastReconciledSpec === null && resource.status !== undefined
    expect(status.operatorRecord).toEqual(isNew ? { ...initialOperatorRecord, lastState: { _tag: 'NeverStarted' } } : initialOperatorRecord)
    const { operatorRecord: _ours, ...theirs } = withoutNulls(encodeStatus(status, resource.status ?? null)) as JsonObject
    if (resource.status !== undefined) expect(theirs).toEqual(resource.status)
  })

  test('every recorded spec is written back byte for byte', () => {
    const texts = new Set(deployments.flatMap(([, resource]) => {
      const { lastReconciledSpec, lastStableSpec } = decoded(resource).status.reconciliationStatus
      return [lastReconciledSpec, lastStableSpec].filter(text => text !== null)
    }))
    expect(texts.size).toBeGreaterThan(20)
    texts.forEach(text => expect(E.map(encodeRecordedSpec)(decodeRecordedSpec(text))).toEqual(E.right(text)))
  })

  test.each(of('FlinkStateSnapshot'))('%s: snapshots as well', (_id, resource) => {
    const result = decodeFlinkStateSnapshot(resource)
    const status = E.isRight(result) ? result.right.status : expect.fail(JSON.stringify(result.left))
    const { operatorRecord, conditions, ...theirs } = withoutNulls(encodeStateSnapshotStatus(status, resource.status ?? null)) as Record<
      string,
      unknown
    >
    expect([operatorRecord, conditions]).toEqual([{ attempts: 0 }, []])
    if (resource.status !== undefined) expect(theirs).toEqual(resource.status)
  })

  test.each(of('FlinkBlueGreenDeployment'))('%s: blue/green as well, its recorded spec byte for byte', (_id, resource) => {
    const result = decodeFlinkBlueGreenDeployment(resource)
    const { status, unread } = E.isRight(result) ? result.right : expect.fail(JSON.stringify(result.left))
    expect(unread).toEqual([])
    const { operatorRecord: _ours, conditions, ...theirs } = withoutNulls(encodeBlueGreenStatus(status, resource.status ?? null)) as Record<
      string,
      unknown
    >
    expect([status.operatorRecord, status.operation, conditions]).toEqual([initialBlueGreenStatus.operatorRecord, null, []])
    if (resource.status !== undefined) expect(theirs).toEqual(resource.status)
    if (status.lastReconciledSpec !== null)
      expect(E.map(encodeBlueGreenSpec)(decodeBlueGreenSpec(status.lastReconciledSpec))).toEqual(E.right(status.lastReconciledSpec))
  })
})
