import type { JsonObject } from '@flink-operator/core'
import { describe, expect, test } from 'vitest'
import { documentDiff } from './document-diff.ts'

const app = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { name: 'app', ...metadata },
  spec,
})
const shown = (before: JsonObject | null, after: JsonObject, secrets: readonly string[] = []): readonly string[] =>
  documentDiff(before, after, secrets).map(({ change, before: left, after: right }) =>
    `${change} ${left === null ? '-' : `${left.number} ${left.text.trim()}`} | ${
      right === null ? '-' : `${right.number} ${right.text.trim()}`
    }`
  )

describe('two documents beside each other', () => {
  test('lines that changed stand beside each other, with three lines around them', () => {
    const spec = (image: string): JsonObject => ({ a: 1, b: 2, c: 3, image, d: 4, e: 5, f: 6, g: 7 })
    expect(shown(app(spec('one')), app(spec('two')))).toEqual([
      'left-out - | -',
      'same 5 a: 1 | 5 a: 1',
      'same 6 b: 2 | 6 b: 2',
      'same 7 c: 3 | 7 c: 3',
      'changed 8 image: one | 8 image: two',
      'same 9 d: 4 | 9 d: 4',
      'same 10 e: 5 | 10 e: 5',
      'same 11 f: 6 | 11 f: 6',
      'left-out - | -',
    ])
  })

  test('what goes and what comes has nothing beside it', () => {
    const lines = shown(app({ list: ['a', 'b', 'c'], end: 1 }), app({ list: ['a', 'c', 'd'], end: 1 }))
    expect(lines).toContain('removed 7 - b | -')
    expect(lines).toContain('added - | 8 - d')
  })

  test('another order of the keys is no change; nor are status and bookkeeping', () => {
    const before = { ...app({ a: 1, b: { x: 1, y: 2 } }, { uid: 'u', resourceVersion: '7' }), status: { error: 'x' } }
    expect(shown(before, app({ b: { y: 2, x: 1 }, a: 1 }))).toEqual([])
  })

  test('N01 what others set stays, as applying does it', () => {
    const before = app({ image: 'one', taskManager: { replicas: 3 } }, {
      uid: 'u',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(app({ image: 'one' })) },
    })
    const lines = shown(before, app({ image: 'two' }))
    expect(lines).toContain('changed 5 image: one | 5 image: two')
    expect(lines.filter(line => line.startsWith('removed'))).toEqual([])
  })

  test('nothing is deployed: nothing stands beside it', () => {
    expect(documentDiff(null, app({ image: 'one' }), [])).toEqual([])
  })

  test('P23 a secret is hidden on both sides', () => {
    const spec = (key: string, image: string): JsonObject => ({ image, flinkConfiguration: { 's3.secret-key': key } })
    const lines = shown(app(spec('hunter2', 'a')), app(spec('hunter2', 'b')), ['hunter2'])
    expect(lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toContain('hunter2')
  })
})
