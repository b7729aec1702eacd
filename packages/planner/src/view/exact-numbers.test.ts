import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { liveText } from './live-text.ts'
import { answered, type ShownPlan } from './planning.ts'

const example = readFileSync(join(import.meta.dirname, '../../../../examples/savepoint.yaml'), 'utf8')
const withNonce = (nonce: string): string => example.replace(/^spec:$/m, `spec:\n  restartNonce: ${nonce}`)
const planned = (deployed: string, edit: string): ShownPlan => {
  const [{ shown, problems }] = answered(null, { texts: { deployed, edit }, chosen: 0, crash: null })
  if (shown === null) throw new Error(problems.map(({ text }) => text).join('\n'))
  return shown
}

describe('U03: the page keeps whole numbers beyond 2^53', () => {
  test('an edit of the last digit is shown with both numbers', () => {
    const { plan } = planned(withNonce('1732780000123456788'), withNonce('1732780000123456789'))
    expect(plan.changes).toContainEqual(
      { path: 'spec.restartNonce', type: 'UPGRADE', from: '1732780000123456788', to: '1732780000123456789' },
    )
  })

  test('the same text is no change', () => {
    expect(planned(withNonce('9223372036854775807'), withNonce('9223372036854775807')).plan.headline).toBe('No change')
  })

  test('a resource of the operator comes as the numbers that it has', () => {
    const text = liveText('[{"kind":"A","number":9223372036854775807,"text":"1732780000123456789"},{"number":1}]')
    expect(text).toEqual(E.right('kind: A\nnumber: 9223372036854775807\ntext: "1732780000123456789"\n---\nnumber: 1\n'))
    expect(E.isLeft(liveText('{"n"'))).toBe(true)
  })
})
