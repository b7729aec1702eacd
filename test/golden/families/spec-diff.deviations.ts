import { isSensitive } from '../../../packages/core/src/redaction/sensitive-name.ts'
import type { Deviation } from '../deviations.ts'
import type { GoldenVector } from '../family.ts'

const at = (json: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined), json)

const onEitherSide = (vector: GoldenVector, test: (spec: unknown) => boolean): boolean => test(vector.given['deployedSpec']) || test(vector.given['newSpec'])

/** Fields whose default is not null, written as null. */
const nullIsNotTheDefault = (spec: unknown): boolean =>
  [['job', 'args'], ['job', 'state'], ['job', 'upgradeMode'], ['job', 'parallelism'], ['jobManager', 'replicas'],
    ['logConfiguration', 'log4j-console.properties'], ['logConfiguration', 'logback-console.xml']].some(path => at(spec, path) === null)

const pairs = (text: unknown): string => (typeof text === 'string' ? text.split(',').sort().join(',') : '')

export const specDiffDeviations: readonly Deviation[] = [
  {
    id: 'C-D01',
    family: 'spec-diff',
    matches: vector => onEitherSide(vector, nullIsNotTheDefault),
    reason: 'A null is an absent field: the default. The reference reads it as 0 or as a value of its own, so that writing null restarts the job.',
    test: 'C-D01 null is the default: no difference to an absent field',
  },
  {
    id: 'C-D04',
    family: 'spec-diff',
    matches: ({ given }) => {
      const modes = [at(given['deployedSpec'], ['mode']), at(given['newSpec'], ['mode'])]
      return modes.every(mode => mode == null || mode === 'native') && modes[0] !== modes[1]
    },
    reason: 'An absent mode is native. The reference restarts the job when the default is written out.',
    test: 'C-D04 mode null and native are one',
  },
  {
    id: 'B43',
    family: 'spec-diff',
    matches: ({ given }) => {
      const path = ['flinkConfiguration', 'pipeline.jobvertex-parallelism-overrides']
      const [before, after] = [at(given['deployedSpec'], path), at(given['newSpec'], path)]
      return before !== after && pairs(before) === pairs(after)
    },
    reason: 'The value of a map option is a map: the order of its pairs does not restart or rescale the job.',
    test: 'B43 the order of the pairs of a map-valued option is no difference',
  },
  {
    id: 'P23', family: 'spec-diff',
    matches: vector => (vector.expect['changes'] as readonly { path: string }[]).some(({ path }) => isSensitive(path)),
    reason: 'The text of the event shows no value of a key whose name says that it may be a secret; the reference shows all.',
    test: 'P23 the text of a change shows no value of a sensitive key or variable',
  },
]
