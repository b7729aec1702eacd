import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { flinkApplicationSpecOf } from '../../fixtures/flink-application.ts'
import type { JsonObject } from '@flink-operator/core/resource'
import { isBefore111 } from './known-flink-version.ts'
import { flinkProperties } from './flink-properties.ts'

const properties = (json: JsonObject): Readonly<Record<string, string>> | string => {
  const rendered = flinkProperties(flinkApplicationSpecOf(json))
  if (E.isLeft(rendered)) return `${rendered.left.field} ${rendered.left.message}`
  return Object.fromEntries(rendered.right.trimEnd().split('\n').map(line => line.split(': ') as [string, string]))
}

const memory = (amount: string): JsonObject => ({ resources: { requests: { memory: amount } } })

describe('FA82 FLINK_PROPERTIES before the hash (lyft-flinkapplication.md, section 3.6)', () => {
  test("sorted; the operator's over the user's; the user's RPC address is dropped", () => {
    const rendered = flinkProperties(flinkApplicationSpecOf({
      flinkConfig: { 'jobmanager.rpc.address': 'a', 'jobmanager.rpc.port': '1', z: 1, A: true, 'high-availability': 'none' },
      flinkVersion: '1.20',
    }))
    expect(rendered).toEqual(E.right([
      'A: true',
      'blob.server.port: 6125',
      'high-availability: none',
      'jobmanager.memory.process.size: 2516582k',
      'jobmanager.rpc.port: 6123',
      'jobmanager.web.port: 8081',
      'metrics.internal.query-service.port: 50101',
      'query.server.port: 6124',
      'taskmanager.memory.process.size: 838860k',
      'taskmanager.numberOfTaskSlots: 16',
      'z: 1',
      '',
    ].join('\n')))
  })

  test.each(
    [
      ['64Mi', 'offHeapMemoryFraction', 0.37, '41287k'],
      ['64Mi', 'offHeapMemoryFraction', 0.5, '32768k'],
      ['64Mi', 'systemMemoryFraction', 0.2, '52428k'],
      ['64Mi', 'systemMemoryFraction', 1.5, '52428k'],
      ['64Mi', 'offHeapMemoryFraction', -1, '32768k'],
      ['64Mi', 'offHeapMemoryFraction', 1, '0k'],
      ['64Mi', 'offHeapMemoryFraction', 0, '65536k'],
      ['1.5Gi', 'offHeapMemoryFraction', 0.5, '0k'],
    ] as const,
  )('%s and %s %s: %s', (amount, fraction, value, size) => {
    const rendered = properties({
      flinkVersion: fraction === 'offHeapMemoryFraction' ? '1.8' : '1.11',
      taskManagerConfig: { ...memory(amount), [fraction]: value },
    })
    expect(rendered).toMatchObject({
      [fraction === 'offHeapMemoryFraction' ? 'taskmanager.heap.size' : 'taskmanager.memory.process.size']: size,
    })
  })

  test('no memory request is no memory; no resources at all are the defaults', () => {
    expect(properties({ jobManagerConfig: { resources: {} } })).toMatchObject({
      'jobmanager.heap.size': '0k',
      'taskmanager.heap.size': '524288k',
    })
    expect(properties({})).toMatchObject({ 'jobmanager.heap.size': '1572864k' })
  })

  test.each<readonly [JsonObject, string]>([
    [
      { flinkVersion: '1.10', jobManagerConfig: { systemMemoryFraction: 0.2 } },
      "jobManagerConfig.systemMemoryFraction can't be used with flinkVersion 1.10: use offHeapMemoryFraction",
    ],
    [
      { taskManagerConfig: { systemMemoryFraction: 0.2 } },
      "taskManagerConfig.systemMemoryFraction can't be used with an empty flinkVersion: use offHeapMemoryFraction",
    ],
    [
      { flinkVersion: '1.11', taskManagerConfig: { offHeapMemoryFraction: 0.2 } },
      "taskManagerConfig.offHeapMemoryFraction can't be used with flinkVersion 1.11: use systemMemoryFraction",
    ],
    [{ flinkConfig: { a: { b: 'c' } } }, 'flinkConfig.a must be a text, a number or a boolean'],
    [{ flinkConfig: { a: null } }, 'flinkConfig.a must be a text, a number or a boolean'],
    [{ flinkConfig: { a: ['b'] } }, 'flinkConfig.a must be a text, a number or a boolean'],
  ])('LD27 %j is a mistake', (json, message) => {
    expect(properties(json)).toBe(message)
  })

  test.each([
    [0.5, '0.5'],
    [1e-5, '1e-05'],
    [0.0001, '0.0001'],
    [123_456.5, '123456.5'],
    [1_234_567.5, '1.2345675e+06'],
    [10_000_000, '10000000'],
    [-1.5e-10, '-1.5e-10'],
    [false, 'false'],
  ])('%s is written %s, as Go writes it', (value, written) => {
    expect(properties({ flinkConfig: { a: value } })).toMatchObject({ a: written })
  })

  test.each([
    ['', true],
    ['newest', true],
    ['1.7', true],
    ['1.10.3', true],
    ['1.11', false],
    ['v1.11', false],
    ['1.11.0', false],
    ['1.11-rc1', true],
    ['1.11.2-rc1', false],
    ['1.20', false],
    ['2', false],
    ['0.9', true],
  ])('version %j is before 1.11: %s', (version, isBefore) => {
    expect(isBefore111(version)).toBe(isBefore)
  })
})
