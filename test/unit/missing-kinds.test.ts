import { expect, test } from 'vitest'
import { missingKind } from '../golden/family.ts'
import { observe } from '../golden/families/observe.ts'
import { reconcile } from '../golden/families/reconcile.ts'
import { upgradeMode } from '../golden/families/upgrade-mode.ts'

test('K-SESSION-JOB vectors of a FlinkSessionJob are not compared with yet', () => {
  for (const { run } of [observe, reconcile, upgradeMode])
    expect(run({ id: '', given: { kind: 'FlinkSessionJob', resource: { metadata: {}, spec: {}, status: {} } }, expect: {} }, () => false))
      .toEqual(missingKind('FlinkSessionJob'))
})
