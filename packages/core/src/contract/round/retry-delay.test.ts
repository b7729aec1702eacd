import { describe, expect, test } from 'vitest'
import { environment } from '../../../fixtures/environment.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { retryDelay, retryDelaySince } from './retry-delay.ts'

describe('pauses between attempts (control-flow.md, section 2.3)', () => {
  test('P17 they are whole milliseconds, whatever the multiplier makes of them: a status with a fraction could not be read again', () => {
    const failures = Array.from({ length: 80 }, (_, count) => retryDelay(environment(t0, {}, count)))
    const times = [0, 1, 73, 5_155, 299_999].map(gone => retryDelaySince(environment(t0 + gone), t0))
    expect([...failures, ...times].filter(pause => !Number.isInteger(pause))).toEqual([])
  })
})
