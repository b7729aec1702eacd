import { describe, expect, test } from 'vitest'
import { carriedOut, kindNames, kindOf } from './kinds.ts'
import { resourceTypes } from './resource/resource-type.ts'

describe.each(kindNames)('%s in the table of kinds', name => {
  const { type, definition, watch, rows } = kindOf(name)

  test('it stands under its name, and lower layers call it the same', () => {
    expect(type.kind).toBe(name)
    expect(Object.values(resourceTypes).filter(({ kind }) => kind === name)).toEqual(name in resourceTypes ? [type] : [])
  })

  test('no other kind has one of its names, by which the CLI and kubectl find it', () => {
    const names = kindNames.flatMap(other => [kindOf(other).type.plural, kindOf(other).type.singular, kindOf(other).type.shortName])
    expect(new Set(names).size).toBe(names.length)
  })

  test('B67 it is woken by its own edits and its deletion, never by its whole status', () => {
    const own = watch.flatMap(rule => (rule._tag === 'Itself' ? rule.values : [])).map(({ path }) => path.join('.'))
    expect(own).toEqual(expect.arrayContaining(['metadata.generation', 'metadata.deletionTimestamp']))
    expect(own.filter(path => path.startsWith('status'))).toEqual([])
  })

  test('the kinds that it is woken by are kinds of the table', () => {
    const others = watch.flatMap(rule => (rule._tag === 'Referenced' || rule._tag === 'Referring' ? [rule.type.kind] : []))
    expect(kindNames).toEqual(expect.arrayContaining(others))
  })

  test('its rows have ids, each once', () => {
    expect(new Set(rows).size).toBe(rows.length)
    expect(definition.about.resource).toMatch(/\.$/u)
  })
})

test('F22 decisions are told of a kind only where it is carried out', () => {
  expect(carriedOut(() => true)).toEqual({ hasSnapshotController: true })
  expect(carriedOut(name => name !== 'FlinkStateSnapshot')).toEqual({ hasSnapshotController: false })
})
