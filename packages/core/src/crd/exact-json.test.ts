import * as E from 'fp-ts/lib/Either.js'
import { parseDocument } from 'yaml'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { exactFromRead, exactJsonText, parseExactJson, readFromExact } from './exact-json.ts'
import { exactJsonOf, kubernetesYaml } from './exact-yaml.ts'
import { parseJson } from './lossless-json.ts'
import { schemaErrors } from './structural-schema.ts'

const exact = (text: string): Json => E.getOrElse((): Json => 'no JSON')(parseExactJson(text))

describe('U03: exact JSON', () => {
  test.each([
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740991', '9007199254740991'],
    ['1732780000123456789', '1732780000123456789'],
    // beyond 64 bits the API server has a double
    ['9223372036854775808', '9223372036854776000'],
    ['1.0', '1'],
    ['-0', '0'],
    ['1e3', '1000'],
    ['1e21', '1e+21'],
    ['1.0000000000000001', '1'],
    ['"9223372036854775807"', '"9223372036854775807"'],
  ])('%s is stored and sent as %s, also within lists and objects', (written, sent) => {
    expect(exactJsonText(exact(`{"a":[${written},{"b":${written}}],"c":null}`))).toBe(`{"a":[${sent},{"b":${sent}}],"c":null}`)
  })

  test.each(['1e400', '-1e400', '1'.repeat(400), '[1', ''])('%s is refused', text => {
    expect(E.isLeft(parseExactJson(text))).toBe(true)
  })

  test('a text that only looks like digits stays one', () => {
    expect(exactJsonText(exact('{"a":"9223372036854775807","b":9223372036854775807}')))
      .toBe('{"a":"9223372036854775807","b":9223372036854775807}')
  })

  test('in several lines it is as JSON.stringify has it', () => {
    const plain = { a: [1, { b: [] }, []], c: {}, d: 'x\n', e: [null] }
    const large = exact(JSON.stringify(plain).replace('[1', '[9223372036854775807'))
    expect(exactJsonText(plain, '  ')).toBe(JSON.stringify(plain, null, 2))
    expect(exactJsonText(large, '  ')).toBe(JSON.stringify(plain, null, 2).replace('1', '9223372036854775807'))
    expect(exactJsonText(large)).toBe(JSON.stringify(plain).replace('1', '9223372036854775807'))
  })

  test('what is read of it is what parseJson reads of its text, and the way back needs the schema', () => {
    const text = '{"n":9223372036854775807,"t":"9223372036854775807","l":[9007199254740993],"m":{"k":9007199254740993}}'
    const whole = { type: 'integer' }
    const schema: JsonObject = {
      properties: { n: whole, t: { type: 'string' }, l: { items: whole }, m: { additionalProperties: whole } },
    }
    const read = readFromExact(exact(text))
    expect(E.right(read)).toEqual(parseJson(text))
    expect(exactJsonText(exactFromRead(read, schema))).toBe(text)
  })

  test('a schema takes such a number for a whole one, within bounds', () => {
    const of = (schema: JsonObject, text: string): readonly string[] => schemaErrors(schema, exact(text)).map(({ reason }) => reason)
    expect(of({ type: 'integer' }, '9223372036854775807')).toEqual([])
    expect(of({ type: 'number' }, '9223372036854775807')).toEqual([])
    expect(of({ 'x-kubernetes-int-or-string': true }, '9223372036854775807')).toEqual([])
    expect(of({ type: 'string' }, '9223372036854775807')).toEqual(['FieldValueTypeInvalid'])
    expect(of({ type: 'integer' }, '"9223372036854775807"')).toEqual(['FieldValueTypeInvalid'])
    expect(of({ type: 'integer' }, '9223372036854775808')).toEqual(['FieldValueTypeInvalid'])
    expect(of({ type: 'integer', maximum: 5 }, '9223372036854775807')).toEqual(['FieldValueInvalid'])
    expect(of({ type: 'integer', minimum: 0 }, '-9223372036854775808')).toEqual(['FieldValueInvalid'])
    expect(of({ type: 'integer', enum: [1] }, '9223372036854775807')).toEqual(['FieldValueNotSupported'])
  })

  test.each([
    ['9223372036854775807', '9223372036854775807'],
    ['0x7fffffffffffffff', '9223372036854775807'],
    ['1_000', '1000'],
    ['-0', '0'],
    ['1.0', '1'],
    ['1e400', '"1e400"'],
    ['1:30', '"1:30"'],
    ['1:30.5', '"1:30.5"'],
    ['2026-01-01', '"2026-01-01"'],
    ['"9223372036854775807"', '"9223372036854775807"'],
    ['&a 9223372036854775807', '9223372036854775807'],
  ])('YAML %s is the JSON %s', (written, json) => {
    const read = exactJsonOf(parseDocument(`a: ${written}\nl: [${written}]\n`, kubernetesYaml))
    expect(E.map((it: Json | undefined) => exactJsonText(it ?? null))(read)).toEqual(E.right(`{"a":${json},"l":[${json}]}`))
  })

  test.each(['.inf', '-.inf', '.nan'])('YAML %s has no form in JSON, told with its place', written => {
    expect(exactJsonOf(parseDocument(`a: ${written}`, kubernetesYaml))).toEqual(
      E.left({ message: `${written} has no form in JSON`, offset: 3 }),
    )
  })
})
