import { expect, test } from 'vitest'
import { missingKind } from '../golden/family.ts'
import { reconcile } from '../golden/families/reconcile.ts'

test('K-SESSION-JOB vectors of a FlinkSessionJob are not compared with yet', () => {
  const given = { kind: 'FlinkSessionJob', resource: { metadata: {}, spec: {}, status: {} } }
  expect(reconcile.run({ id: '', given, expect: {} }, () => false)).toEqual(missingKind('FlinkSessionJob'))
})
