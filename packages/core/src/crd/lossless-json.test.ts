import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { kinds } from '../kinds.ts'
import { openApiSchemaOf } from './crd.ts'
import { isLookedAtCloser, parseJson, stringifyJson } from './lossless-json.ts'

const schema = openApiSchemaOf(kinds.FlinkDeployment.definition)

describe('parse without loss', () => {
  test.each([
    ['{"a":[1,null,"x",true,1.5]}', { a: [1, null, 'x', true, 1.5] }],
    ['{"n":9007199254740991}', { n: 9_007_199_254_740_991 }],
    ['{"n":9007199254740993}', { n: '9007199254740993' }],
    ['{"n":-9223372036854775808}', { n: '-9223372036854775808' }],
    ['{"n":"9007199254740993"}', { n: '9007199254740993' }],
    ['{"n":1.0000000000000001}', { n: 1 }],
    ['{"n":12345678901234567890e3}', { n: 12_345_678_901_234_567_890e3 }],
  ])('%s', (text, json) => {
    expect(parseJson(text)).toEqual(E.right(json))
  })

  test.each<readonly [string, unknown]>([
    ['1000', 1000],
    ['-0', -0],
    ['1.5', 1.5],
    ['0.1E-5', 0.000_001],
    ['9223372036854775807', '9223372036854775807'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['1000.0', '1000.0'],
    ['1.0E8', '1.0E8'],
    ['1e8', '1.0E8'],
    ['1E+3', '1000.0'],
    ['-0.0', '-0.0'],
    ['0e0', '0.0'],
    ['1e21', '1.0E21'],
    ['1e999', 'Infinity'],
    ['9007199254740993.0', '9.007199254740992E15'],
  ])('in a configuration %s keeps the text that Java gives it, nested and in lists too', (literal, value) => {
    expect(parseJson(`{"spec":{"flinkConfiguration":{"a":${literal},"b":{"c":[${literal}]}}}}`)).toEqual(
      E.right({ spec: { flinkConfiguration: { a: value, b: { c: [value] } } } }),
    )
  })

  test('elsewhere a decimal is a number', () => {
    expect(parseJson('{"spec":{"cpu":1.0,"podTemplate":{"a":[1e3,{"b":-2.0}]},"flinkConfiguration":{"a":1.0}},"cpu":2.0}'))
      .toEqual(E.right({ spec: { cpu: 1, podTemplate: { a: [1000, { b: -2 }] }, flinkConfiguration: { a: '1.0' } }, cpu: 2 }))
  })

  test.each(['a', 'a\\', 'b"', 'c\\"', '"\\\\', '', ':'])(
    'a decimal is seen after every kind of name, with white space or none: %s',
    name => {
      for (const between of ['":', '" : ', '"\n:\t']) {
        const text = `{"flinkConfiguration":{${JSON.stringify(name).slice(0, -1)}${between}1.0}}`
        expect(parseJson(text)).toEqual(E.right({ flinkConfiguration: { [name]: '1.0' } }))
      }
    },
  )

  test('a recorded spec, which is JSON within a text, does not make the whole resource slow to read', () => {
    const recorded = (spec: unknown): string =>
      JSON.stringify({ status: { lastReconciledSpec: JSON.stringify(spec).replaceAll('1.5', '1.0') } })
    expect(isLookedAtCloser(recorded({ jobManager: { resource: { cpu: 1.5 } } }))).toBe(false)
    expect(isLookedAtCloser(recorded({ text: JSON.stringify({ cpu: 1.5 }) }))).toBe(false)
    expect(isLookedAtCloser('{"cpu":1.0}')).toBe(true)
  })

  test('what is no JSON is an error, not an exception', () => {
    expect(parseJson('{"a":')).toEqual(E.left({ path: '', found: '"{\\"a\\":"', expected: 'JSON text' }))
  })
})

describe('write back', () => {
  test('digits become a number again where the schema says integer, and only there', () => {
    const json = {
      spec: {
        job: { savepointTriggerNonce: '9007199254740993', entryClass: '9007199254740993' },
        flinkConfiguration: { a: '9007199254740993' },
      },
    }
    expect(stringifyJson(json, schema))
      .toBe(
        '{"spec":{"job":{"savepointTriggerNonce":9007199254740993,"entryClass":"9007199254740993"},"flinkConfiguration":{"a":"9007199254740993"}}}',
      )
  })

  test('in lists as well', () => {
    const json = { status: { jobStatus: { savepointInfo: { savepointHistory: [{ triggerNonce: '9007199254740993' }] } } } }
    expect(stringifyJson(json, schema)).toContain('"triggerNonce":9007199254740993')
  })

  test('without such digits it is JSON.stringify', () => {
    const json = { metadata: { name: 'a' }, spec: { jobManager: { resource: { cpu: 1 } } } }
    expect(stringifyJson(json, schema)).toBe(JSON.stringify(json))
  })
})
