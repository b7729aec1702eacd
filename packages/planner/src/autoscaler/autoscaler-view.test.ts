import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type AutoscalerTexts, autoscalerView, longestText, mostHappenings, mostWork, tooLong } from './autoscaler-view.ts'

const load = JSON.stringify({
  vertices: [
    { name: 'orders', recordsPerSecond: 1000, parallelism: 2 },
    { name: 'join', recordsPerSecond: 300, parallelism: 4, inputs: ['orders'] },
  ],
  load: [{ at: '00:00', records: 800 }, { at: '00:30', records: 800 }, { at: '00:31', records: 2000 }, { at: '02:00', records: 2000 }],
})
const texts = (over: Partial<AutoscalerTexts> = {}): AutoscalerTexts => ({
  load,
  options: '',
  compare: '',
  interval: '1 min',
  restart: '1 min',
  ...over,
})

const shown = (over: Partial<AutoscalerTexts> = {}) => {
  const view = autoscalerView(texts(over))
  if (view === null || E.isLeft(view)) throw new Error(JSON.stringify(view))
  return view.right
}
const refused = (over: Partial<AutoscalerTexts>) => {
  const view = autoscalerView(texts(over))
  return view !== null && E.isLeft(view) ? view.left : null
}

describe('the page of the autoscaler plays what is entered', () => {
  test('nothing is shown of nothing', () => {
    expect(autoscalerView(texts({ load: ' \n' }))).toBeNull()
  })

  test('one configuration: sums, what happens and why, one sentence', () => {
    const { plans, sums, played, summary } = shown()
    expect(sums.map(({ name }) => name)).toEqual(['as configured'])
    expect(sums[0]?.texts[0]).toBe(String(played[0]?.result.restarts))
    expect(plans[0]?.happenings.map(({ row }) => row)).toContain('scaled')
    expect(plans[0]?.happenings.flatMap(({ words }) => words).join('\n')).toMatch(/join \d → \d: needs/)
    expect(summary).toMatch(/^As configured: restarts: \d+, slot hours: [\d.]+, longest delay: /)
  })

  test('a map of options goes over the first configuration, and job.autoscaler. may be left out', () => {
    const options = 'job.autoscaler.vertex.max-parallelism: 5\n'
    const { played, summary } = shown({ options, compare: 'restart-budget.count: 1\n' })
    expect(played.map(({ name }) => name)).toEqual(['as configured', 'to compare'])
    const widest = played.map(({ result }) => Math.max(...result.steps.flatMap(it => Object.values(it.parallelism))))
    expect(widest).toEqual([5, 5])
    expect(played[1]?.result.restarts).toBeLessThanOrEqual(1)
    expect(summary).toMatch(/With the options to compare: restarts [+−][\d.]+, slot hours [+−][\d.]+, longest delay /)
  })

  test('a resource to compare replaces the first configuration', () => {
    const options = 'job.autoscaler.scaling.enabled: false\n'
    const resource = 'kind: FlinkDeployment\nspec: {flinkConfiguration: {job.autoscaler.utilization.target: "0.6"}}\n'
    const { played } = shown({ options, compare: resource })
    expect(played[0]?.result.restarts).toBe(0)
    expect(played[1]?.result.restarts).toBeGreaterThan(0)
  })

  test('a restart that takes longer leaves more lag', () => {
    const [quick, slow] = [shown({ restart: '0' }), shown({ restart: '10 min' })].map(it => it.played[0]?.result.longestLag ?? 0)
    expect(slow).toBeGreaterThan(quick ?? 0)
  })

  test.each<readonly [string, Partial<AutoscalerTexts>, string, string]>([
    ['no load', { load: 'kind: Pod' }, 'load', 'is of kind Pod: expected the ConfigMap autoscaler-<name>'],
    ['no YAML', { load: 'a: [1\nb: }' }, 'load', "The load can't be read: "],
    ['options of another kind', { options: 'kind: Pod' }, 'options', 'Options is of kind "Pod": expected a FlinkDeployment'],
    ['a map without any option', { options: 'utilization.taget: 1' }, 'options', 'has no option of the autoscaler, but utilization.taget'],
    ['a value that is not allowed', { compare: 'utilization.target: 2' }, 'compare', 'within the range [0.0, 1.0]'],
    ['an interval of nothing', { interval: '0' }, 'interval', 'Time between cycles 0: expected 1 s to 1 d'],
    ['a duration that is none', { restart: 'soon' }, 'restart', 'Duration of a restart soon: expected at most 1 d'],
  ])('%s: the mistake, and its field', (_title, over, field, message) => {
    const problem = refused(over)
    expect(problem?.in).toBe(field)
    expect(problem?.text).toContain(message)
  })
})

describe('the page plays no more than a browser can', () => {
  const days = (count: number): string =>
    JSON.stringify({ ...JSON.parse(load) as object, load: [{ at: '00:00', records: 1 }, { at: `${count * 24}:00`, records: 1 }] })

  test('a load of too many steps: the limit is named', () => {
    expect(refused({ load: days(21) })).toEqual({
      in: 'load',
      text: expect.stringMatching(
        new RegExp(`^The plan takes 60,482 steps .*the page plays at most ${mostWork.toLocaleString('en-US')}: take a longer interval`),
      ),
    })
    expect(refused({ load: days(11), compare: 'utilization.target: 0.5' })?.text).toContain('2 configurations')
    expect(refused({ load: days(21), interval: '1 h' })).toBeNull()
  })

  test('a text that is too long is not parsed, and a file that is too long is not read', () => {
    const problem = refused({ load: `# ${'x'.repeat(longestText)}` })
    expect(problem?.text).toContain(`the page reads at most ${longestText.toLocaleString('en-US')}`)
    expect(tooLong('options', longestText)).toBeNull()
    expect(tooLong('options', longestText + 1)).toContain('Options has 2,097,153 characters')
  })

  test('rows beyond the limit are counted', () => {
    const wave = Array.from({ length: 160 }, (_, n) => ({ at: `${n}:00`, records: n % 2 === 0 ? 200 : 3000 }))
    const { plans: [plan] } = shown({
      load: JSON.stringify({ ...JSON.parse(load) as object, load: wave }),
      options:
        'job.autoscaler.scale-down.interval: 0 s\njob.autoscaler.stabilization.interval: 0 s\njob.autoscaler.metrics.window: 5 min\n',
    })
    expect(plan?.happenings).toHaveLength(mostHappenings)
    expect(plan?.left).toBeGreaterThan(0)
  })
})
