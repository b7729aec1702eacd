import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { type AnyKind, checkerEnv, matrix, type SmallWorld, type Story, verify as explore, type VerifyReport, walkWorld, type WorldReport } from '@flink-operator/core/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode, type Outcome, usage } from '../exit-code.ts'

interface Flags {
  readonly json: boolean
  /** Part of the names of the worlds to explore. */
  readonly world: string
  /** States to explore in each world at most. */
  readonly limit: number
  /** Random runs through each world in place of exploring it; 0: explore. */
  readonly walks: number
  readonly seed: number
}

const known = '--json, --world NAME, --depth STATES, --walks NUMBER, --seed NUMBER'

const isCount = (text: string): boolean => /^\d{1,9}$/.test(text)

const flagsOf = (args: readonly string[]): E.Either<string, Flags> => {
  let flags: Flags = { json: false, world: '', limit: 2_000_000, walks: 0, seed: 1 }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const value = arg === '--json' ? '' : rest.shift()
    if (value === undefined) return E.left(`${arg} needs a value`)
    if (arg === '--json') flags = { ...flags, json: true }
    else if (arg === '--world') flags = { ...flags, world: value }
    else if (arg === '--depth' && isCount(value)) flags = { ...flags, limit: Number(value) }
    else if (arg === '--walks' && isCount(value)) flags = { ...flags, walks: Number(value) }
    else if (arg === '--seed' && isCount(value)) flags = { ...flags, seed: Number(value) }
    else return E.left(`unknown or malformed: ${arg} ${value}; there are ${known}`)
  }
  return E.right(flags)
}

const write = (text: string): Promise<void> => new Promise(resolve => process.stdout.write(text, () => resolve()))

const worldLine = ({ name, states, closed, violations }: WorldReport): string =>
  `${violations === 0 ? 'ok  ' : 'FAIL'} ${name}: ${states} states${closed ? '' : ', cut off'}${violations === 0 ? '' : `, ${violations} violations`}`

const storyText = ({ world, property, what, lines, moves }: Story): string => `\n${property}: ${what}\n  in ${world}\n${lines.map(line => `  ${line}`).join('\n')}\n  replay: ${moves.join(',')}\n`

const worldsOf = (part: string): readonly SmallWorld[] => matrix.filter(({ name }) => name.includes(part))

const kind: AnyKind = flinkDeploymentKind

/** Long random runs find deep stories sooner than breadth-first exploration; they prove nothing. */
const walk = (worlds: readonly SmallWorld[], walks: number, seed: number, onWorld: (done: WorldReport) => void): VerifyReport => {
  const violations = worlds.flatMap(world => {
    const story = walkWorld({ kind, env: checkerEnv }, world, Array.from({ length: walks }, (_, index) => seed + index))
    onWorld({ name: world.name, states: 0, closed: false, violations: story === null ? 0 : 1 })
    return story === null ? [] : [story]
  })
  return { states: 0, worlds: worlds.map(({ name }) => ({ name, states: 0, closed: false, violations: violations.filter(it => it.world === name).length })), violations, unreachedRows: [] }
}

/** `flink-operator verify`: explores every small world of the model (design.md, section 5). The last line of `--json` is the report. */
export const verify = async (args: readonly string[]): Promise<Outcome> => {
  const flags = flagsOf(args)
  if (E.isLeft(flags)) return E.left(usage(flags.left))
  const { json, world, limit, walks, seed } = flags.right
  const worlds = worldsOf(world)
  if (worlds.length === 0) return E.left(usage(`no world is named like ${world}; one is ${matrix[0]?.name ?? ''}`))
  const began = performance.now()
  const tell = (done: WorldReport): void => { if (!json) process.stdout.write(`${worldLine(done)}\n`) }
  const report = walks > 0 ? walk(worlds, walks, seed, tell) : explore({ kind, env: checkerEnv, worlds, limit, onWorld: tell })
  const seconds = Math.round(performance.now() - began) / 1000
  if (json) await write(`${JSON.stringify({ states: report.states, seconds, violations: report.violations, worlds: report.worlds, unreachedRows: report.unreachedRows })}\n`)
  else await write(`${report.violations.map(storyText).join('')}\n${report.states} states in ${report.worlds.length} worlds, ${seconds} s, ${report.violations.length} violations\n`)
  return E.right(report.violations.length === 0 ? ExitCode.Ok : ExitCode.Findings)
}
