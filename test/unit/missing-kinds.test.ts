import { expect, test } from 'vitest'
import { kinds } from '../../packages/core/src/kinds.ts'

test('K-SESSION-JOB there is no kind of FlinkSessionJob yet', () => {
  expect(Object.keys(kinds)).not.toContain('FlinkSessionJob')
})
