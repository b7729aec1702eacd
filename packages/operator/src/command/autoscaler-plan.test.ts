import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Exit } from '../../test/call-command.ts'
import { type Outcome, usage } from '../exit-code.ts'
import { addAutoscalerCommands } from './autoscaler-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'autoscaler-plan-'))
const file = (name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

afterEach(() => void vi.restoreAllMocks())

const call = async (...args: readonly string[]): Promise<Exit> => {
  const [out, err] = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const stream of [out, err]) stream.mockReset().mockReturnValue(true)
  const outcomes: Outcome[] = []
  const root = new Command('flink-operator')
  addAutoscalerCommands(root, answer => void outcomes.push(answer))
  for (const command of [root, ...root.commands, ...root.commands.flatMap(it => it.commands)])
    command.exitOverride().configureOutput({ outputError: () => undefined })
  try {
    await root.parseAsync(['autoscaler', 'plan', ...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    outcomes.push(E.left(usage(error.message)))
  }
  const [outcome = E.left(usage('nothing answered'))] = outcomes
  const reported = (stream: typeof out): string => stream.mock.calls.map(([text]) => String(text)).join('')
  return E.isRight(outcome) ? { code: outcome.right, out: reported(out), err: reported(err) }
    : { code: outcome.left.exitCode, out: reported(out), err: `${reported(err)}${outcome.left.message}` }
}

const load = {
  vertices: [
    { name: 'orders', recordsPerSecond: 1000, parallelism: 2 },
    { name: 'join', recordsPerSecond: 300, parallelism: 4, inputs: ['orders'] },
  ],
  load: [{ at: '00:00', records: 800 }, { at: '00:30', records: 800 }, { at: '00:31', records: 2000 }, { at: '02:00', records: 2000 }],
}
const good = file('good.yaml', load)

interface Plan {
  readonly name: string
  readonly restarts: number
  readonly slotHours: number
  readonly happenings: readonly { readonly row: string; readonly words: readonly string[] }[]
}

const plansOf = async (...args: readonly string[]): Promise<readonly Plan[]> => {
  const { code, out } = await call(good, '-o', 'json', ...args)
  expect(code).toBe(0)
  return (JSON.parse(out) as { readonly plans: readonly Plan[] }).plans
}

describe('flink-operator autoscaler plan', () => {
  test('tells what would be scaled, when and why, with charts and sums', async () => {
    const { code, out, err } = await call(good)
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(out).toMatch(
      /2026-01-05 00:\d\d +2,000 +[\d,]+ +\d {2}join \d → \d: needs \d+ records\/s and processes [\d.]+ with parallelism \d: wants \d/,
    )
    expect(out).toContain('records per second: load\n')
    expect(out).toContain('slots\n')
    expect(out).toContain('records of lag\n')
    expect(out).toMatch(/RESTARTS {2}SLOT HOURS {2}LONGEST LAG {2}LONGEST DELAY\nas configured +\d/)
  })

  test('without charts, and with every cycle', async () => {
    const [few, all] = [await call(good, '--no-chart'), await call(good, '--no-chart', '--all')]
    expect(few.out).not.toContain('records of lag')
    expect(all.out.split('\n').filter(line => line.startsWith('2026-01-05'))).toHaveLength(121)
    expect(all.out).toContain('within-bounds: ')
  })

  test('--set and --compare play other options', async () => {
    const [first, second] = await plansOf(
      '--set',
      'scaling.enabled=true',
      '--compare',
      'vertex.max-parallelism=4',
      '--compare',
      'job.autoscaler.restart-budget.count=1',
    )
    expect(first?.restarts).toBeGreaterThan(0)
    expect(second?.name).toBe('vertex.max-parallelism=4, job.autoscaler.restart-budget.count=1')
    expect(second?.restarts).toBeLessThanOrEqual(1)
  })

  test('--options reads a resource or a map; the autoscaler is taken as on', async () => {
    const spec = { flinkConfiguration: { job: { autoscaler: { enabled: false, 'scaling.enabled': false } } } }
    const [resource, map] = [
      file('app.yaml', { kind: 'FlinkDeployment', spec }),
      file('options.yaml', 'job.autoscaler.scaling.enabled: false\n'),
    ]
    for (const options of [resource, map]) {
      const [plan] = await plansOf('--options', options)
      expect(plan?.restarts).toBe(0)
      expect(plan?.happenings.map(({ row }) => row)).toContain('scaling-disabled')
    }
  })

  test('--restart and --interval', async () => {
    const [quick] = await plansOf('--restart', '0', '--interval', '30 s')
    const [slow] = await plansOf('--restart', '10 min', '--interval', '30 s')
    expect((slow as unknown as { longestLag: number }).longestLag).toBeGreaterThan((quick as unknown as { longestLag: number }).longestLag)
  })

  test.each([
    [['--max-restarts', '0'], /as configured: \d+ restarts, and --max-restarts is 0/],
    [['--max-slot-hours', '1.5'], /as configured: [\d.]+ slot hours, and --max-slot-hours is 1.5/],
    [['--max-lag', '10'], /records of lag, and --max-lag is 10/],
    [['--max-delay', '1 s'], /s of lag, and --max-delay is 1/],
  ])('a bound that does not hold is exit code 1: %j', async (flags, message) => {
    const { code, err } = await call(good, '--no-chart', ...flags)
    expect(err).toMatch(message)
    expect(code).toBe(1)
  })

  test('bounds that hold are exit code 0, and each configuration is held to them', async () => {
    expect((await call(good, '--max-restarts', '50', '--max-delay', '1 h')).code).toBe(0)
    const { code, err } = await call(good, '--no-chart', '--max-lag', '1000000', '--compare', 'vertex.max-parallelism=1')
    expect(code).toBe(1)
    expect(err).toContain('vertex.max-parallelism=1: ')
  })

  test('--svg writes one picture', async () => {
    const path = join(folder, 'out.svg')
    expect((await call(good, '--svg', path, '--compare', 'utilization.target=0.5')).code).toBe(0)
    const svg = readFileSync(path, 'utf8')
    expect(svg).toMatch(/^<svg [^]*<\/svg>\s*$/)
    for (const text of ['load', 'as configured', 'utilization.target=0.5', 'slots', 'records of lag']) expect(svg).toContain(`>${text}<`)
    expect(await call(good, '--svg', join(folder, 'none', 'out.svg'))).toMatchObject({
      code: 3,
      err: expect.stringContaining("can't be written"),
    })
  })

  test('names and options are text in a picture, not markup', async () => {
    const path = join(folder, 'evil.svg')
    await call(good, '--svg', path, '--compare', 'time-zone=UTC', '--set', 'vertex.exclude.ids=<script>alert(1)</script>')
    expect(readFileSync(path, 'utf8')).not.toContain('<script')
  })

  test('advice is told, and does not stop the plan', async () => {
    const { code, err } = await call(good, '--no-chart', '--set', 'restart-budget.count=1')
    expect(err).toContain('advice: job.autoscaler.restart-budget.count: ')
    expect(code).toBe(0)
  })

  test.each<readonly [string, readonly string[], string]>([
    ['no file', [], "missing required argument 'file'"],
    ['a file that is not there', [join(folder, 'nothing.yaml')], "can't be read: there is no such file"],
    ['a folder', [folder], 'is a folder'],
    ['no YAML', [file('bad.yaml', 'a: [1\nb: }')], "can't be read: "],
    ['aliases without end', [
      file(
        'bomb.yaml',
        `a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]`,
      ),
    ], "can't be read: "],
    ['another kind', [file('pod.yaml', { kind: 'Pod' })], 'is of kind Pod: expected the ConfigMap autoscaler-<name>'],
    ['an empty file', [file('empty.yaml', '')], 'no recording found'],
    ['a fault in a load', [file('fault.yaml', { ...load, load: [] })], 'load is []: expected a list of at least two points'],
    [
      'no such option',
      [good, '--set', 'utilization.taget=1'],
      'there is no such option of the autoscaler; did you mean "utilization.target"?',
    ],
    ['no value', [good, '--set', 'utilization.target'], 'expected KEY=VALUE'],
    ['a value that is not allowed', [good, '--set', 'utilization.target=2'], 'within the range [0.0, 1.0]'],
    ['a value that does not parse', [good, '--compare', 'restart-budget.count=few'], "is 'few': expected a whole number"],
    [
      'options of another kind',
      [good, '--options', file('pod2.yaml', { kind: 'Pod' })],
      'expected a FlinkDeployment, a FlinkSessionJob or a map',
    ],
    ['an interval of nothing', [good, '--interval', '0'], 'expected 1 s to 1 d'],
    ['a bound that is no number', [good, '--max-lag', 'much'], 'expected a number from 0 on'],
  ])('%s is exit code 2', async (_title, args, message) => {
    const { code, err } = await call(...args)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  test('a load of too many cycles is refused', async () => {
    const long = file('long.yaml', { ...load, load: [{ at: '00:00', records: 1 }, { at: '800:00', records: 1 }] })
    expect(await call(long, '--interval', '10 s')).toMatchObject({ code: 2, err: expect.stringContaining('take a longer interval') })
  })

  test('a recording: the ConfigMap of a job', async () => {
    const vertex = '9abcde3c584638a0a620bf796dee1204'
    const samples = Array.from(
      { length: 16 },
      (_, n) =>
        `"2026-01-05T00:${String(n).padStart(2, '0')}:00Z":\n  vertexMetrics:\n    "${vertex}":\n      LAG: ${
          n * 6000
        }\n      LOAD: 1.0\n      NUM_RECORDS_IN: ${n * 54_000}\n  globalMetrics: {}\n`,
    )
    const data = { collectedMetrics: `---\n${samples.join('')}`, parallelismOverrides: `${vertex}:2` }
    const recording = file('recording.yaml', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'autoscaler-app', namespace: 'ns' },
      data,
    })
    const { code, out, err } = await call(recording, '--no-chart')
    expect(code).toBe(0)
    expect(err).toContain('note: a recording has no edges between vertices')
    // 900 records/s are processed by two subtasks, 1000 arrive
    expect(out).toMatch(/2026-01-05 00:0\d +1,000 .* 9abcde3c 2 → \d/)
  })
})
