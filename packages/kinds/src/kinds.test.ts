import { describe, expect, test } from 'vitest'
import { openApiSchemaOf } from '../../core/src/crd/crd.ts'
import { carriedOut, type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import type { JsonObject } from '../../core/src/contract/resource/json.ts'
import { resourceTypes } from '../../core/src/contract/resource/resource-type.ts'

const hasField = (schema: JsonObject, [first, ...rest]: readonly string[]): boolean => {
  if (first === undefined) return true
  const field = (schema['properties'] as Readonly<Record<string, JsonObject>> | undefined)?.[first]
  return field === undefined ? false : field['properties'] === undefined && field['x-kubernetes-preserve-unknown-fields'] === true ? true
    : hasField(field, rest)
}

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
    const others = watch.flatMap(
      rule => (rule._tag === 'Referenced' || rule._tag === 'Referring' || rule._tag === 'Owned' ? [rule.type.kind] : []),
    )
    expect(kindNames).toEqual(expect.arrayContaining(others))
  })

  test('what it is woken by are fields of the resources that it watches', () => {
    const values = watch.flatMap(rule => {
      if (rule._tag === 'ClusterObjects' || rule._tag === 'Labelled') return []
      const of = rule._tag === 'Itself' ? type.kind : rule.type.kind
      const named = rule._tag === 'Itself' || rule._tag === 'Owned' ? [] : [{ of: rule._tag === 'Referring' ? of : name, path: rule.at }]
      return [...rule.values.map(({ path }) => ({ of, path })), ...named]
    })
    const unknown = values.filter(({ of, path }) =>
      path[0] !== 'metadata' && !hasField(openApiSchemaOf(kindOf(of as KindName).definition), path)
    )
    expect(unknown).toEqual([])
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
