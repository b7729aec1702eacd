import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const here = join(import.meta.dirname, '..')
const pairs = Number(process.env['BENCH_PAIRS'] ?? 3)
const limit = 30_000

/** Worlds of every kind, small and large; together a tenth of the states of the first matrix. */
const worlds: readonly string[] = [
  'savepoint/ha/edit/answers',
  'savepoint/ha/first-deploy/second-operator',
  'tamper/stateless/ha/idle/pairs-put-back',
  'tamper/savepoint/no-ha/edit/unreadable',
  'rows/rollback-revert',
  'rows/deployment-remade',
  'snapshots/upgrade',
  'blue-green/switch/calm',
  'applications/dual/first-deploy/calm',
  'sessions/savepoint/no-ha/one/edit/job',
]
/** Explored before, so that loading the sources does not count. */
const warmUp = 'stateless/ha/delete/calm'

interface Explored {
  readonly states: number
  readonly cpuSeconds: number
  readonly mostMiB: number
}

/** The options of Node.js with which that checkout runs `npm run verify`. */
const optionsOf = (root: string): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> }
  return (scripts['verify'] ?? '').split(' ').filter(option => option.startsWith('--'))
}

const exploreIn = async (root: string): Promise<Explored> => {
  const thread = join(import.meta.dirname, 'checker-thread.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...optionsOf(root),
    thread,
    root,
    String(limit),
    warmUp,
    ...worlds,
  ])
  return JSON.parse(stdout) as Explored
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/**
 * States a second of processor time that the model checker explores, for those in another checkout (`BENCH_BASE`, a folder in which
 * `npm ci` was run). Both take turns, each time in a new process; garbage collection and compilation count.
 */
export const checkerWorlds = async (): Promise<Record<string, unknown>> => {
  const base = process.env['BENCH_BASE'] ?? here
  const taken: (readonly [before: Explored, after: Explored])[] = []
  for (let pair = 0; pair < pairs; pair++) taken.push([await exploreIn(base), await exploreIn(here)])
  const perSecond = ({ states, cpuSeconds }: Explored): number => states / cpuSeconds
  return {
    statesBase: taken[0]?.[0].states,
    states: taken[0]?.[1].states,
    perSecondBase: Math.round(middle(taken.map(([before]) => perSecond(before)))),
    perSecond: Math.round(middle(taken.map(([, after]) => perSecond(after)))),
    ratio: rounded(middle(taken.map(([before, after]) => perSecond(after) / perSecond(before)))),
    mostMiBBase: Math.round(middle(taken.map(([before]) => before.mostMiB))),
    mostMiB: Math.round(middle(taken.map(([, after]) => after.mostMiB))),
  }
}
