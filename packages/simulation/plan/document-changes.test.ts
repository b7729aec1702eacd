import { expect, test } from 'vitest'
import type { Json, JsonObject } from '@flink-operator/core/resource'
import { documentChanges } from './document-changes.ts'

const of = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({ metadata, spec })

test.each<[string, JsonObject, JsonObject, readonly (readonly [string, Json, Json])[]]>([
  // deployed, wanted, [path, from, to]
  ['the same', of({ a: { b: 1 } }), of({ a: { b: 1 } }), []],
  [
    'N05 leaves, not the object around them',
    of({ jobManager: { resource: { cpu: 0.6, memory: '1g' } } }),
    of({
      jobManager: { resource: { cpu: 0.5, memory: '1g' } },
    }),
    [['jobManager.resource.cpu', 0.6, 0.5]],
  ],
  ['N02 savepoint to stateless is a change', of({ job: { upgradeMode: 'savepoint' } }), of({ job: { upgradeMode: 'stateless' } }), [
    ['job.upgradeMode', 'savepoint', 'stateless'],
  ]],
  ['an object that comes, and one that goes', of({ a: { x: 1, y: 2 } }), of({ b: { z: 3 } }), [['a.x', 1, null], ['a.y', 2, null], [
    'b.z',
    null,
    3,
  ]]],
  ['null, absent and empty are the same', of({ a: null, b: {} }), of({}), []],
  ['a key of the configuration', of({ flinkConfiguration: { 'a.b': '1' } }), of({ flinkConfiguration: { 'a.b': '2' } }), [[
    'flinkConfiguration.a.b',
    '1',
    '2',
  ]]],
  ['items of lists of one length', of({ c: [{ name: 'm', image: 'a' }] }), of({ c: [{ name: 'm', image: 'b' }] }), [[
    'c[0].image',
    'a',
    'b',
  ]]],
  ['lists of another length, and of plain values, as a whole', of({ args: ['a'], c: [{ n: 1 }] }), of({ args: ['b'], c: [] }), [
    ['args', ['a'], ['b']],
    ['c', [{ n: 1 }], []],
  ]],
  ['labels and annotations', of({}, { labels: { team: 'a' } }), of({}, { annotations: { pause: 'true' } }), [
    ['metadata.labels.team', 'a', null],
    ['metadata.annotations.pause', null, 'true'],
  ]],
])('%s', (_title, deployed, wanted, changes) => {
  expect(documentChanges(deployed, wanted)).toEqual(changes.map(([path, from, to]) => ({ path, from, to })))
})
