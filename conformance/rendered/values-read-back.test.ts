import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { environment } from '../../packages/core/fixtures/environment.ts'
import { aSpec } from '../../packages/core/fixtures/flink-deployment-resource.ts'
import type { Json, JsonObject } from '../../packages/core/src/contract/resource/json.ts'
import { mapListOptions, mapOptions } from '../../packages/core/src/spec/diff/map-options.ts'
import { validateFlinkDeployment } from '../../packages/core/src/spec/validation/validate-flink-deployment.ts'
import { type Answer, type Case, type Home, homes, mapOptionsOf, objectsOf, readBack, specOf } from './flink-reader.ts'

const unit = fc.constantFrom(
  ...[
    'a',
    'B',
    '7',
    ';',
    ':',
    ': ',
    ',',
    "'",
    '"',
    ' ',
    '\t',
    '\n',
    '\r',
    '#',
    ' #',
    '\\',
    '$',
    '$$',
    '${a}',
    '-',
    '- ',
    '=',
    '.',
    '[',
    ']',
    '{',
    '}',
  ],
  ...[
    '&',
    '*',
    '!',
    '|',
    '>',
    '%',
    '@',
    '`',
    '?',
    '~',
    'ü',
    '語',
    '😀',
    '\u00a0',
    '\u2003',
    '\u0001',
    '\u0085',
    '\ufeff',
    'yes',
    'null',
    '1e3',
    '0x1F',
  ],
)
const text = fc.oneof(
  fc.string({ unit, maxLength: 5 }),
  fc.constantFrom(
    '',
    ' ',
    '[x]',
    '- a',
    '{a: 1}',
    "'",
    '"',
    "''",
    'a;b',
    "'a;b'",
    'true',
    '~',
    '0123',
    '1_000',
    '1.0',
    'x: y',
    '# x',
    "it's",
    '\\n',
  ),
)
const name = fc.string({ unit, minLength: 1, maxLength: 4 }).filter(it => it !== '__proto__')

const listKey = 'test.list'
const mapKey = 'pipeline.global-job-parameters'
const textKey = 'test.text'
const memoryKey = 'jobmanager.memory.process.size'

const written: fc.Arbitrary<Case> = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 4 }).map((list): Case => ({
    mode: 'native',
    configuration: { [listKey]: list },
    asked: { [listKey]: 'List' },
  })),
  fc.dictionary(name, text, { minKeys: 1, maxKeys: 3 })
    .map((map): Case => ({ mode: 'native', configuration: { [mapKey]: { ...map } }, asked: { [mapKey]: 'Map' } })),
  text.map((value): Case => ({ mode: 'native', configuration: { [textKey]: value }, asked: { [textKey]: 'Text' } })),
)

/** Units of a memory size as the documentation names them, in bytes: those of Flink are binary; the rest is read as Kubernetes reads it. */
const units: readonly (readonly [unit: string, bytes: number])[] = [
  ...[['', 1], ['b', 1], ['bytes', 1], ['k', 2 ** 10], ['kb', 2 ** 10], ['kibibytes', 2 ** 10], ['m', 2 ** 20], ['MB', 2 ** 20]] as const,
  ...[['mebibytes', 2 ** 20], ['g', 2 ** 30], ['G', 2 ** 30], ['gb', 2 ** 30], ['t', 2 ** 40], ['TB', 2 ** 40]] as const,
  ...[['Ki', 2 ** 10], ['Mi', 2 ** 20], ['Gi', 2 ** 30], ['Ti', 2 ** 40], ['gib', 2 ** 30], ['P', 1e15]] as const,
]
const sized = fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.constantFrom('', ' '), fc.constantFrom(...units))

const inSpec = ({ configuration = {} }: Case): readonly [key: string, value: Json] => Object.entries(configuration)[0] ?? ['', null]

const findingsOf = (home: Home, given: Case): readonly { readonly severity: string; readonly field: string }[] => {
  const { flinkDefaults: defaults, options } = environment()
  return validateFlinkDeployment({
    meta: { namespace: 'ns', name: 'app' },
    spec: aSpec(specOf(home, given)),
    recorded: null,
    defaults,
    options,
  })
}

/** Nobody was told that Flink reads something else. */
const isPlain = (home: Home, given: Case): boolean => {
  const [key] = inSpec(given)
  return findingsOf(home, given).every(({ severity, field }) => severity !== 'Error' && !field.startsWith(`flinkConfiguration.${key}`))
}

/** Too little memory, and a key of Flink 2 that is also the beginning of another, are refused before anything is rendered. */
const isRendered = (home: Home, given: Case): boolean => {
  try {
    objectsOf(home, given)
    return true
  } catch {
    return false
  }
}

describe.each(homes)('values that are rendered, read by Flink of $variable', ({ variable, home }) => {
  const isThere = home.path !== ''
  const left = isThere ? '' : ` (left out: ${variable} is not set)`
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31)

  const ofValues = fc.sample(written, { numRuns: 1_500, seed }).filter(given => isThere && isPlain(home, given) && isRendered(home, given))
  const ofMemory = fc.sample(sized, { numRuns: 150, seed }).map((
    [amount, blank, [of, bytes]],
  ): { readonly bytes: number; readonly given: Case } => ({
    bytes: amount * bytes,
    given: { mode: 'native', memory: `${amount}${blank}${of}`, asked: { [memoryKey]: 'Memory' } },
  })).filter(({ given }) => isThere && isRendered(home, given))
  const cases = [...ofValues, ...ofMemory.map(({ given }) => given)]

  let answers: readonly Answer[] = []
  beforeAll(() => {
    if (isThere) answers = readBack(home, cases)
  }, 300_000)
  const read = (given: Case): Json => Object.values((answers[cases.indexOf(given)]?.values ?? {}) as JsonObject)[0] ?? null

  test.runIf(isThere)(`U01 U02 U05 lists, maps and texts are read as they were written, or advice says that they are not${left}`, () => {
    const wrong = ofValues.flatMap(given => {
      const [, value] = inSpec(given)
      const [wanted, found] = [JSON.stringify(sorted(meant(value))), JSON.stringify(sorted(read(given)))]
      return wanted === found ? [] : [{ wanted, found }]
    })
    expect(wrong).toEqual([])
    expect(ofValues.length).toBeGreaterThan(300)
  })

  test.runIf(isThere)(`memory is as many bytes as the user wrote${left}`, () => {
    for (const { given, bytes } of ofMemory) expect([given.memory, read(given)]).toEqual([given.memory, bytes])
    expect(ofMemory.length).toBeGreaterThan(30)
  })

  test.runIf(isThere)(`U05 every option of Flink whose value is a map is compared as one${left}`, () => {
    const { maps = [], lists = [] } = mapOptionsOf(home)
    // of a reporter of metrics, behind its name
    expect(maps.filter(key => !mapOptions.includes(key))).toEqual(['scope.variables.additional'])
    expect(lists.filter(key => !mapListOptions.includes(key))).toEqual([])
  })
})

/** An element in quotes is written in Flink's own way. */
const meant = (value: Json): Json =>
  Array.isArray(value) ? (value as readonly string[]).map(it =>
    /^['"]/u.test(it) ? it.slice(1, -1).replaceAll(it.charAt(0).repeat(2), it.charAt(0)) : it
  ) : value

const sorted = (value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, it]) => [key, it]) : value
