import { describe, expect, test } from 'vitest'
import { autoscalerOptions } from './autoscaler-options.ts'
import { blueGreenOptions } from './blue-green-options.ts'
import { operatorPrefix } from './operator-option.ts'
import { optionTable } from './option-table.ts'

const camelCase = (key: string): string => key.replace(/[.-]([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase())

describe('table of options: api-and-config.md, section 12', () => {
  test.each(Object.entries(optionTable))('%s is its key in camel case', (name, { key }) => {
    expect(key.startsWith(operatorPrefix)).toBe(true)
    expect(name).toBe(camelCase(key.slice(operatorPrefix.length)))
  })

  test.each(Object.entries(autoscalerOptions))(
    'autoscaler: %s is its key in camel case, and known below the operator of old',
    (name, { key, aliases }) => {
      expect(name).toBe(camelCase(key.slice('job.autoscaler.'.length)))
      expect(aliases).toContain(`${operatorPrefix}${key}`)
    },
  )

  test('no spelling names two options', () => {
    const rows = [...Object.values(optionTable), ...Object.values(autoscalerOptions), ...Object.values(blueGreenOptions)]
    const spellings = rows.flatMap(({ key, aliases }) => [key, ...aliases])
    expect(spellings.filter((it, at) => spellings.indexOf(it) !== at)).toEqual([])
  })

  test('every row says what it is for', () => {
    expect(Object.entries(optionTable).filter(([, { doc }]) => !/^[A-Z0-9].*\.$/u.test(doc) && !doc.startsWith('disposeOnDelete'))).toEqual(
      [],
    )
  })
})
