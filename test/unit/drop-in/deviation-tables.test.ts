import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { observeToldOtherwise } from '../../golden/families/observe.told-otherwise.ts'
import { reconcileDeviations } from '../../golden/families/reconcile.deviations.ts'
import { toldOtherwise } from '../../golden/families/reconcile.told-otherwise.ts'

const here = ['observe', 'reconcile'].map(family => readFileSync(join(import.meta.dirname, `deviations-of-${family}.test.ts`), 'utf8')).join('\n')

describe('the tables of deviations', () => {
  test.each([...reconcileDeviations, ...toldOtherwise, ...observeToldOtherwise].map(({ id, test: title }) => [id, title] as const))('%s names a test that is here: %s', (id, title) => {
    expect([title.startsWith(id), here.includes(`test('${title}'`)]).toEqual([true, true])
  })
})
