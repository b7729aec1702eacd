import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Steady from './steady-resource.ts'
import type { flinkDeploymentKind } from '../packages/core/src/kind/flink-deployment/flink-deployment-kind.ts'

const here = join(import.meta.dirname, '..')
const now = 1_767_300_000_000
const blocks = 31
const reads = 1_000

interface Tree {
  readonly kind: typeof flinkDeploymentKind
  readonly steady: typeof Steady
}

const load = async (root: string): Promise<Tree> => {
  const from = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href)
  const { flinkDeploymentKind: kind } = await from('packages/core/src/kind/flink-deployment/flink-deployment-kind.ts') as {
    readonly flinkDeploymentKind: Tree['kind']
  }
  return { kind, steady: await from('bench/steady-resource.ts') as typeof Steady }
}

/** Microseconds of processor time of this thread for each. */
const spent = (run: () => void): number => {
  const before = process.threadCpuUsage()
  for (let count = 0; count < reads; count++) run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / reads
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/**
 * What the look at the spec of a steady job costs a round, for what it cost in another checkout (`BENCH_BASE`, a folder in which `npm ci`
 * was run). Both take turns in this process.
 */
export const steadyRound = async (): Promise<Record<string, unknown>> => {
  const base = await load(process.env['BENCH_BASE'] ?? here)
  const mine = await load(here)
  const text = JSON.stringify(base.steady.steadyResource('app'))
  const reading = ({ kind }: Tree) => () => kind.decode(JSON.parse(text))
  const judging = (tree: Tree) => {
    const env = tree.steady.benchEnv(now)
    return (): unknown => {
      const decoded = reading(tree)()
      if (decoded._tag === 'Left') throw new Error(JSON.stringify(decoded.left))
      return tree.kind.validate(decoded.right, env)
    }
  }
  const measured = (make: (tree: Tree) => () => unknown): Readonly<Record<'base' | 'now' | 'ratio', number>> => {
    const [before, after] = [make(base), make(mine)]
    for (let count = 0; count < 5; count++) [before, after].map(run => spent(run))
    const pairs = Array.from({ length: blocks }, () => [spent(before), spent(after)] as const)
    const [was, is] = [middle(pairs.map(([a]) => a)), middle(pairs.map(([, b]) => b))]
    return { base: rounded(was), now: rounded(is), ratio: rounded(middle(pairs.map(([a, b]) => b / a))) }
  }
  const [decode, validate] = [measured(reading), measured(judging)]
  return {
    decodeMicrosBase: decode.base,
    decodeMicros: decode.now,
    decodeRatio: decode.ratio,
    decodeAndValidateMicrosBase: validate.base,
    decodeAndValidateMicros: validate.now,
    decodeAndValidateRatio: validate.ratio,
  }
}
