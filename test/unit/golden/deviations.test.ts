import { describe, expect, test } from 'vitest'
import { isTest, sourceFiles } from '../../../scripts/docs/source-files.ts'
import { deviations } from '../../golden/deviations.ts'
import { families } from '../../golden/families.ts'
import { judge } from '../../golden/judge.ts'
import { witnesses } from '../../golden/witnesses.ts'

const tests = sourceFiles(['packages', 'test/unit'], isTest).filter(({ path }) => !path.startsWith('test/unit/golden/')).map(({ text }) =>
  text.replaceAll("\\'", "'")
).join('\n')

describe('the table of deviations', () => {
  test.each(deviations.map(rule => [`${rule.family} ${rule.id} (${rule.vectors})`, rule] as const))(
    '%s names a family, its fields, a reason, and a test that is there',
    (_title, { family, excuses, reason, test: title }) => {
      expect(families.map(({ name }) => name)).toContain(family)
      expect([excuses.length > 0, reason.length > 20]).toEqual([true, true])
      expect(tests.includes(title) ? title : `no test has the title: ${title}`).toBe(title)
    },
  )

  test('no rule excuses any value of any field', () => {
    const wide = deviations.filter(({ excuses }) =>
      excuses.some(({ field, want, got, both }) =>
        want === undefined && got === undefined && both === undefined || (typeof field !== 'string' && field.test('surely no field'))
      )
    )
    expect(wide.map(({ id, vectors }) => `${id}: ${vectors}`)).toEqual([])
  })

  test.each(witnesses.map(witness => [witness.vector.id, witness] as const))(
    '%s differs, and only in fields that are named',
    (_title, { family, vector }) => {
      const found = families.find(({ name }) => name === family) ?? expect.fail(family)
      const { tag, problem, declared } = judge(found, vector, deviations)
      expect([tag, problem]).toEqual(['Skipped', null])
      expect(declared.every(({ deviation: { id } }) => vector.id.startsWith(`witness/${id}`))).toBe(true)
    },
  )
})
