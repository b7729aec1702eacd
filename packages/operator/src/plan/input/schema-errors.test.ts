import type { JsonObject } from '@flink-operator/core'
import { kindNames, kindOf } from '@flink-operator/kinds'
import { describe, expect, test } from 'vitest'
import { refusedBySchema } from '@flink-operator/simulation/plan'
import { didYouMean } from './did-you-mean.ts'

interface Leaf {
  readonly path: readonly string[]
  readonly schema: JsonObject
  readonly isOpen: boolean
}

/** Every field of a spec that is no list item; `isOpen`: beside it any other may stand. */
const leavesOf = (schema: JsonObject, path: readonly string[]): readonly Leaf[] =>
  Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(([key, inner]) => [
    { path: [...path, key], schema: inner, isOpen: schema['x-kubernetes-preserve-unknown-fields'] === true },
    ...leavesOf(inner, [...path, key]),
  ])

const withAt = ([key, ...rest]: readonly string[], value: unknown): unknown => (key === undefined ? value : { [key]: withAt(rest, value) })

/** A value that the schema of a field does not take; undefined: it takes any. */
const wrongFor = (schema: JsonObject): unknown => {
  if (schema['x-kubernetes-int-or-string'] === true) return [1]
  switch (schema['type']) {
    case 'object':
    case 'array':
      return 'text'
    case 'string':
      return 17
    case 'boolean':
      return 'yes, please'
    case 'integer':
    case 'number':
      return 'many'
    default:
      return undefined
  }
}

const resource = (kind: typeof kindNames[number], spec: unknown): JsonObject => {
  const { group, version } = kindOf(kind).type
  return { apiVersion: `${group}/${version}`, kind, metadata: { name: 'app' }, spec } as unknown as JsonObject
}

describe.each(kindNames)('%s: each field of its CRD', kind => {
  const leaves = leavesOf(kindOf(kind).definition.spec.schema, [])

  test('a value of a wrong type is refused', () => {
    expect(leaves.length).toBeGreaterThan(5)
    const taken = leaves.filter(({ schema }) => wrongFor(schema) !== undefined)
      .filter(({ path, schema }) =>
        !refusedBySchema(kind, resource(kind, withAt(path, wrongFor(schema))), didYouMean).some(({ field }) =>
          field === `spec.${path.join('.')}`
        )
      ).map(({ path }) => path.join('.'))
    expect(taken).toEqual([])
  })

  test('a letter too many is unknown, and the field is what was meant', () => {
    const missed = leaves.filter(({ isOpen }) => !isOpen).filter(({ path: [...path] }) => {
      const last = path.pop() ?? ''
      const errors = refusedBySchema(kind, resource(kind, withAt([...path, `${last}x`], null)), didYouMean)
      return !errors.some(({ field, message }) =>
        field === ['spec', ...path, `${last}x`].join('.') && message === `unknown field; did you mean "${last}"?`
      )
    }).map(({ path }) => path.join('.'))
    expect(missed).toEqual([])
  })
})
