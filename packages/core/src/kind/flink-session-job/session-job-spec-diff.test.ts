import { expect, test } from 'vitest'
import { sessionJobSpecDiff } from './session-job-spec-diff.ts'

test('what an edit of a FlinkSessionJob changed', () => {
  const before = { deploymentName: 'a', job: null, restartNonce: null, flinkConfiguration: {} }
  expect(sessionJobSpecDiff(before, { ...before, deploymentName: 'b', flinkConfiguration: { x: 1 } }, 'native', true)).toEqual({
    type: 'UPGRADE',
    changes: [
      { path: 'deploymentName', type: 'UPGRADE', from: 'a', to: 'b' },
      { path: 'flinkConfiguration.x', type: 'UPGRADE', from: null, to: '1' },
    ],
    text: 'Diff: FlinkSessionJobSpec[deploymentName : a -> b, flinkConfiguration.x : null -> 1]',
  })
})
