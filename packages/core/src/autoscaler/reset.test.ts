import { expect, test } from 'vitest'
import { isResetAsked } from './reset.ts'

test.each([[null, null, false], [1, null, true], [1, 1, false], [2, 1, true], [null, 1, false]] as const)(
  'nonce %s after %s: state is cleared: %s',
  (wanted, recorded, isAsked) => {
    expect(isResetAsked(wanted, recorded)).toBe(isAsked)
  },
)
