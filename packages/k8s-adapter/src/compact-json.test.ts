import { expect, test } from 'vitest'
import { compactJson } from './compact-json.ts'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'
const object = {
  metadata: { name: 'a', annotations: { own: 'x', [lastApplied]: '{}' }, managedFields: [{ manager: 'kubectl' }] },
  spec: {},
}

test.each([
  // kept, the annotations of the text
  [false, { own: 'x' }],
  [true, { own: 'x', [lastApplied]: '{}' }],
])("a watched resource is kept without managedFields; with kubectl's copy only for a kind that decides by it: %s", (keeps, annotations) => {
  expect(JSON.parse(compactJson(object, keeps))).toEqual({ metadata: { name: 'a', annotations }, spec: {} })
})
