import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { type AnyKind, checkerEnv, matrix, type SmallWorld, type Story, verify as explore, type WorldReport } from '@flink-operator/core/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode, type Outcome, usage } from '../exit-code.ts'

interface Flags {
  readonly json: boolean
  /** Part of the names of the worlds to explore. */
  readonly world: string
  /** States to explore in each world at most. */
  readonly limit: number
}

const known = '--json, --world NAME, --depth STATES'

const flagsOf = (args: readonly string[]): E.Either<string, Flags> => {
  let flags: Flags = { json: false, world: '', limit: 2_000_000 }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const value = arg === '--json' ? '' : rest.shift()
    if (value === undefined) return E.left(`${arg} needs a value`)
    if (arg === '--json') flags = { ...flags, json: true }
    else if (arg === '--world') flags = { ...flags, world: value }
    else if (arg === '--depth' && Number.isInteger(Number(value)) && Number(value) > 0) flags = { ...flags, limit: Number(value) }
    // the search is exhaustive: there is nothing to draw, so a seed changes nothing
    else if (arg !== '--seed') return E.left(`unknown or malformed: ${arg} ${value}; there are ${known}`)
  }
  return E.right(flags)
}

const write = (text: string): Promise<void> => new Promise(resolve => process.stdout.write(text, () => resolve()))

const worldLine = ({ name, states, closed, violations }: WorldReport): string =>
  `${violations === 0 ? 'ok  ' : 'FAIL'} ${name}: ${states} states${closed ? '' : ', cut off'}${violations === 0 ? '' : `, ${violations} violations`}`

const storyText = ({ world, property, what, lines, moves }: Story): string => `\n${property}: ${what}\n  in ${world}\n${lines.map(line => `  ${line}`).join('\n')}\n  replay: ${moves.join(',')}\n`

const worldsOf = (part: string): readonly SmallWorld[] => matrix.filter(({ name }) => name.includes(part))

/** `flink-operator verify`: explores every small world of the model (design.md, section 5). The last line of `--json` is the report. */
export const verify = async (args: readonly string[]): Promise<Outcome> => {
  const flags = flagsOf(args)
  if (E.isLeft(flags)) return E.left(usage(flags.left))
  const { json, world, limit } = flags.right
  const worlds = worldsOf(world)
  if (worlds.length === 0) return E.left(usage(`no world is named like ${world}; one is ${matrix[0]?.name ?? ''}`))
  const began = performance.now()
  const report = explore({
    kind: flinkDeploymentKind satisfies AnyKind, env: checkerEnv, worlds, limit,
    onWorld: done => { if (!json) process.stdout.write(`${worldLine(done)}\n`) },
  })
  const seconds = Math.round(performance.now() - began) / 1000
  if (json) await write(`${JSON.stringify({ states: report.states, seconds, violations: report.violations, worlds: report.worlds, unreachedRows: report.unreachedRows })}\n`)
  else await write(`${report.violations.map(storyText).join('')}\n${report.states} states in ${report.worlds.length} worlds, ${seconds} s, ${report.violations.length} violations\n`)
  return E.right(report.violations.length === 0 ? ExitCode.Ok : ExitCode.Findings)
}
