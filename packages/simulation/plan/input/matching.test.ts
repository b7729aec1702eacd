import { expect, test } from 'vitest'
import type { JsonObject } from '@flink-operator/core/resource'
import { sessionClusterOf } from './matching.ts'
import type { FileResource } from './resource-document.ts'

const file = (kind: FileResource['kind'], name: string, json: JsonObject = {}): FileResource => ({
  file: 'a.yaml',
  kind,
  name,
  namespace: 'ns',
  json,
  placeOf: () => ({ file: 'a.yaml', line: null, column: null }),
})
const job = (deploymentName: string, submittedTo?: string): JsonObject => ({
  spec: { deploymentName },
  ...(submittedTo === undefined ? {}
    : { status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: { deploymentName: submittedTo } }) } } }),
})
const reported = ['one', 'other'].map(name => file('FlinkDeployment', name, { name }))

test.each<readonly [string, JsonObject, JsonObject | null, string | null]>([
  ['a new job: the one that it names', job('one'), null, 'one'],
  ['one that names another one than it was submitted to: where it runs', job('other'), job('one', 'one'), 'one'],
  ['one whose refused edit stands already on the server', job('other'), job('other', 'one'), 'one'],
  ['what is deployed without a status has run as it says', job('other'), job('one'), 'one'],
  ['none of that name', job('third'), null, null],
])('the session cluster of %s', (_title, wanted, deployed, name) => {
  expect(sessionClusterOf(file('FlinkSessionJob', 'counts', wanted), deployed, reported)).toEqual(name === null ? null : { name })
})

test('another kind has none', () => {
  expect(sessionClusterOf(file('FlinkDeployment', 'counts', job('one')), null, reported)).toBeNull()
})
