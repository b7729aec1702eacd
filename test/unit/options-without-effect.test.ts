import { expect, test } from 'vitest'
import { optionTable } from '../../packages/core/src/options/option-table.ts'
import { optionsWithoutEffect } from '../../packages/core/src/options/without-effect.ts'
import { namesInUse } from '../../scripts/docs/options.ts'

test('F24 the options that are told to have no effect are those that no code reads', () => {
  const inUse = namesInUse()
  expect(Object.keys(optionsWithoutEffect).toSorted()).toEqual(
    Object.keys(optionTable).filter(name => !inUse.has(name)).toSorted(),
  )
})
