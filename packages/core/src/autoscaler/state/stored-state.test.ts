import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import { jobTopology } from '../topology.ts'
import { fittedState } from './fitted-state.ts'
import { packedText } from './packed-text.ts'
import { withRestartDuration } from './tracking-text.ts'
import { stateKeys } from './state-key.ts'
import { clearedData, dataOf, isSameData, readState, isResetAsked } from './stored-state.ts'

const id = '9abcde3c584638a0a620bf796dee1204'
const at = Date.parse('2026-01-01T10:00:00Z')

const state: AutoscalerState = {
  samples: [{ at, vertices: { [id]: { LAG: NaN, LOAD: Infinity, NUM_RECORDS_IN: 4.9e-324 } }, global: { GC_PRESSURE: 0.1 } }],
  history: { [id]: [{ at, nanos: 123_456, currentParallelism: 2, newParallelism: 4, metrics: { LOAD: { current: 0.5, average: NaN } } }] },
  tracking: [{ at, restartDuration: 95_500 }, { at: at + 1, restartDuration: null }],
  delayedScaleDown: { [id]: { firstTrigger: { at }, recommended: [{ at, nanos: 1, parallelism: 2, isOutsideBounds: true }] } },
  parallelismOverrides: { [id]: '4' },
  configChanges: { overrides: { 'taskmanager.memory.process.size': '1 gb', no: 'yes\n\u007f' }, removals: ['a'] },
}

describe('the state in the ConfigMap (autoscaler.md, section 10.1)', () => {
  test.each(['1.15.0', 'main'] as const)('what was written is read back, profile %s', profile => {
    expect(readState(dataOf({}, state, profile), profile)).toStrictEqual({ state, unreadable: [] })
  })

  test('A-writes equal state is not written again, in whatever order its texts hold it', () => {
    const stored = {
      scalingTracking: `scalingRecords:\n  "2026-01-01T10:00:00.001Z": {}\n  "2026-01-01T10:00:00Z":\n    restartDuration: PT1M35.5S\n`,
      else: 'x',
    }
    const { state: read } = readState(stored, 'main')
    expect(read.tracking).toStrictEqual(state.tracking)
    expect(isSameData(dataOf(stored, read, 'main'), stored)).toBe(true)
    expect(dataOf(stored, emptyState, 'main')).toStrictEqual(clearedData)
  })

  test.each(
    [
      ['scalingHistory', 'abcd:\n  "2026-01-01T10:00:00Z": {}\n'],
      ['scalingHistory', packedText('')],
      ['scalingHistory', 'null'],
      ['collectedMetrics', `"2026-01-01T10:00:00Z":\n  vertexMetrics:\n    short: {}\n`],
      ['parallelismOverrides', 'a:b;c:d'],
      ['parallelismOverrides', 'a:1,a:2'],
      ['delayedScaleDown', '&a [*a]'],
    ] as const,
  )('A-18 a text that the reference fails at in each cycle counts as empty, and its key is named: %s', (key, text) => {
    const read = readState({ ...dataOf({}, state, 'main'), [key]: text }, 'main')
    expect(read.state).toStrictEqual({ ...state, [stateKeys[key]]: emptyState[stateKeys[key]] })
    expect(read.unreadable.map(it => it.key)).toStrictEqual([key])
    expect(Object.keys(dataOf({ [key]: text, other: 'x' }, { ...emptyState, tracking: state.tracking }, 'main')).sort()).toStrictEqual([
      'other',
      'scalingTracking',
    ])
  })

  test('U01-overrides what would be read back otherwise is quoted', () => {
    const overrides = { ' a ': ' x ', b: '' }
    expect(readState(dataOf({}, { ...emptyState, parallelismOverrides: overrides }, 'main'), 'main').state.parallelismOverrides)
      .toStrictEqual(overrides)
  })

  test('a name that 1.15.0 does not know is neither written for it nor read by it', () => {
    const newer = { ...emptyState, samples: [{ at, vertices: { [id]: { LAG: 1, NUM_RECORDS_IN_PER_SECOND: 2 } }, global: {} }] }
    expect(readState(dataOf({}, newer, 'main'), '1.15.0').unreadable.map(({ key }) => key)).toStrictEqual(['collectedMetrics'])
    expect(readState(dataOf({}, newer, '1.15.0'), 'main').state.samples[0]?.vertices).toStrictEqual({ [id]: { LAG: 1 } })
  })

  test('A-8 B102 a state that is larger than a ConfigMap loses its oldest samples, then its oldest history; overrides stay', () => {
    const ids = Array.from({ length: 400 }, (_, n) => String((n * 7_919_999_999) % 1e15).padStart(32, '0'))
    const noise = (n: number): number => ((n * 16_807) % 2_147_483_647) / 3
    const large: AutoscalerState = {
      ...state,
      samples: Array.from({ length: 12 }, (_, sample) => ({
        at: at + sample,
        vertices: Object.fromEntries(
          ids.map((it, n) => [it, { LAG: noise(sample * 401 + n), LOAD: noise(n + 7), NUM_RECORDS_IN: noise(n * sample) }]),
        ),
        global: {},
      })),
    }
    const history = Object.fromEntries(ids.map((it, n) => [
      it,
      Array.from({ length: 40 }, (_, r) => ({
        at: at + r,
        currentParallelism: n,
        newParallelism: r,
        metrics: Object.fromEntries(
          (['LOAD', 'LAG', 'TRUE_PROCESSING_RATE'] as const).map(name => [name, { current: noise(n * r), average: noise(n + r) }]),
        ),
      })),
    ]))
    for (const one of [large, { ...large, history }]) {
      const fitted = fittedState(one, 'main')
      const data = dataOf({}, fitted, 'main')
      expect(Object.values(data).reduce((sum, text) => sum + text.length, 0)).toBeLessThan(1_048_576)
      expect(fitted.parallelismOverrides).toStrictEqual(state.parallelismOverrides)
      expect(readState(data, 'main').unreadable).toStrictEqual([])
    }
    expect(fittedState({ ...large, history }, 'main').samples).toStrictEqual([])
  })

  test('A-4 without a vertex of that scaling no restart is recorded', () => {
    const given = {
      tracking: [{ at, restartDuration: null }],
      history: {},
      topology: jobTopology([]),
      runningSince: at + 60_000,
    }
    expect(withRestartDuration(given, 'main')).toBe(given.tracking)
    expect(withRestartDuration(given, '1.15.0')).toStrictEqual([{ at, restartDuration: 60_000 }])
  })

  test('nothing that stands in the ConfigMap throws, and what is read is written and read again as the same', () => {
    const bits = [
      '---\n',
      '"2026-01-01T10:00:00Z"',
      ': ',
      '\n  ',
      id,
      '{}',
      '[]',
      'LAG',
      '1e999',
      '.inf',
      '&a',
      '*a',
      '"',
      "'",
      'scalingRecords',
      '- ',
      ',',
      '\u0000',
    ]
    const text = fc.oneof(fc.string(), fc.array(fc.constantFrom(...bits)).map(it => it.join('')), fc.string().map(packedText))
    fc.assert(fc.property(fc.record(Object.fromEntries(Object.keys(stateKeys).map(key => [key, text]))), data => {
      const { state: read } = readState(data, 'main')
      expect(readState(dataOf({}, read, 'main'), 'main').state).toStrictEqual(read)
    }))
  })
})

test.each([[null, null, false], [1, null, true], [1, 1, false], [2, 1, true], [null, 1, false]] as const)(
  'nonce %s after %s: state is cleared: %s',
  (wanted, recorded, isAsked) => {
    expect(isResetAsked(wanted, recorded)).toBe(isAsked)
  },
)
