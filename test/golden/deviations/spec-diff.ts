import { isDeepStrictEqual } from 'node:util'
import { hidden, isSensitive } from '../../../packages/core/src/contract/redaction/sensitive-name.ts'
import type { Deviation, Excuse } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'
import { at } from './json-at.ts'
import { literal } from './literal.ts'

const sides = ({ given }: GoldenVector): readonly unknown[] => [given['deployedSpec'], given['newSpec']]

interface Change {
  readonly path: string
  readonly type: string
  readonly from: unknown
  readonly to: unknown
}

/** The text of the event without what it says about one field. */
const withoutField = (text: unknown, field: string): string => {
  const [, head = '', parts = ''] = /^(Diff: \w+\[)(.*)\]$/su.exec(String(text)) ?? []
  const rest = parts.split(/, (?=[\w.-]+ : )/u).filter(part => !part.startsWith(`${field} : `) && !part.startsWith(`${field}.`))
  return parts === '' || rest.length === 0 ? '' : `${head}${rest.join(', ')}]`
}

const textBut = (field: string): Excuse => ({
  field: 'text',
  both: { name: `the same but for ${field}`, test: (want, got) => withoutField(want, field) === withoutField(got, field) },
})
/** Without the change the rest may be lighter. */
const lighter: Excuse = { field: 'type', want: 'UPGRADE', got: { oneOf: ['IGNORE', 'SCALE'] } }

/** A change in which null reads as the default of its field; no change where that leaves none. */
const asDefault = (field: string, fill: (value: unknown) => unknown): Excuse => ({
  field,
  both: {
    name: 'the default instead of null or 0; no change where that is no difference',
    test: (want, got) => {
      const change = want as Change
      const filled = { ...change, from: fill(change.from), to: fill(change.to) }
      return isDeepStrictEqual(filled.from, filled.to) ? got === null : isDeepStrictEqual(filled, got)
    },
  },
})

const nullRule = (path: readonly string[], shown: string, excuse: Excuse): Deviation => ({
  id: 'C-D01',
  family: 'spec-diff',
  vectors: `${path.join('.')} is null on one side`,
  when: vector => sides(vector).some(spec => at(spec, path) === null),
  excuses: [excuse, textBut(shown), lighter],
  reason:
    'A null is an absent field: the default. The reference reads it as 0 or as a value of its own, so that writing null restarts the job.',
  test: 'C-D01 null is the default: no difference to an absent field',
})

const ofJob = (name: string, preset: unknown): Deviation =>
  nullRule(['job', name], `job.${name}`, asDefault(`changes.job.${name}`, value => value ?? preset))
const withoutNulls = (
  value: unknown,
): unknown => (value === null ? null : Object.fromEntries(Object.entries(value as object).filter(([, text]) => text !== null)))

const pairs = (text: unknown): string => (typeof text === 'string' ? text.split(',').sort().join(',') : '')
const overrides = 'pipeline.jobvertex-parallelism-overrides'

/** Theirs with anything where ours says `(hidden)`. */
const isHidden = (want: unknown, got: unknown): boolean => {
  const parts = String(got).split(hidden)
  return parts.length > 1 && new RegExp(`^${parts.map(literal).join('.*')}$`, 'su').test(String(want))
}

export const specDiffDeviations: readonly Deviation[] = [
  ofJob('args', []),
  ofJob('state', 'running'),
  ofJob('upgradeMode', 'stateless'),
  nullRule(
    ['jobManager', 'replicas'],
    'jobManager.replicas',
    asDefault('changes.jobManager', value => (at(value, ['replicas']) === 0 ? { ...(value as object), replicas: 1 } : value)),
  ),
  ...['log4j-console.properties', 'logback-console.xml'].map(file =>
    nullRule(['logConfiguration', file], `logConfiguration.${file}`, asDefault('changes.logConfiguration', withoutNulls))
  ),
  {
    id: 'C-D04',
    family: 'spec-diff',
    vectors: 'mode is absent on one side and native on the other',
    when: vector => {
      const [before, after] = sides(vector).map(spec => at(spec, ['mode']) ?? null)
      return before !== after && [before, after].every(mode => mode === null || mode === 'native')
    },
    excuses: [{ field: 'changes.mode', got: null }, textBut('mode'), lighter],
    reason: 'An absent mode is native. The reference restarts the job when the default is written out.',
    test: 'C-D04 mode null and native are one',
  },
  {
    id: 'B43',
    family: 'spec-diff',
    vectors: `${overrides} with its pairs in another order`,
    when: vector => {
      const [before, after] = sides(vector).map(spec => at(spec, ['flinkConfiguration', overrides]))
      return before !== after && pairs(before) === pairs(after)
    },
    excuses: [{ field: `changes.flinkConfiguration.${overrides}`, got: null }, textBut(`flinkConfiguration.${overrides}`), {
      field: 'type',
      want: { oneOf: ['UPGRADE', 'SCALE'] },
      got: { oneOf: ['IGNORE', 'SCALE'] },
    }],
    reason: 'The value of a map option is a map: the order of its pairs does not restart or rescale the job.',
    test: 'B43 the order of the pairs of a map-valued option is no difference',
  },
  {
    id: 'P23',
    family: 'spec-diff',
    vectors: 'a key changes whose name says that it may be a secret',
    when: ({ expect }) => (expect['changes'] as readonly Change[]).some(({ path }) => isSensitive(path)),
    excuses: [{ field: 'text', both: { name: `theirs with ${hidden} for values`, test: isHidden } }],
    reason: 'The text of the event shows no value of a key whose name says that it may be a secret; the reference shows all.',
    test: 'P23 the text of a change shows no value of a sensitive key or variable',
  },
]
