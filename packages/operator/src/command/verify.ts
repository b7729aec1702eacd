import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { type AnyKind, checkerEnv, firstMatrix, flinkDeploymentRows, matrix, notInFirstMatrix, type SmallWorld, type Story, verify as explore, type VerifyReport, walkWorld, type WorldReport } from '@flink-operator/core/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode, type Outcome, usage } from '../exit-code.ts'

interface Flags {
  readonly json: boolean
  /** Part of the names of the worlds to explore; null: all of the matrix. */
  readonly world: string | null
  /** `first`: small enough to be explored whole, every row of the decision tables reached. `full`: with the larger ones. */
  readonly matrix: 'first' | 'full'
  /** States to explore in each world at most. */
  readonly limit: number
  /** Random runs through each world in place of exploring it; 0: explore. */
  readonly walks: number
  readonly seed: number
}

const known = '--json, --matrix first|full, --world NAME, --depth STATES, --walks NUMBER, --seed NUMBER'

const isCount = (text: string): boolean => /^\d{1,9}$/.test(text)

const flagsOf = (args: readonly string[]): E.Either<string, Flags> => {
  let flags: Flags = { json: false, world: null, matrix: 'first', limit: 2_000_000, walks: 0, seed: 1 }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const value = arg === '--json' ? '' : rest.shift()
    if (value === undefined) return E.left(`${arg} needs a value`)
    if (arg === '--json') flags = { ...flags, json: true }
    else if (arg === '--world') flags = { ...flags, world: value }
    else if (arg === '--matrix' && (value === 'first' || value === 'full')) flags = { ...flags, matrix: value }
    else if (arg === '--depth' && isCount(value)) flags = { ...flags, limit: Number(value) }
    else if (arg === '--walks' && isCount(value)) flags = { ...flags, walks: Number(value) }
    else if (arg === '--seed' && isCount(value)) flags = { ...flags, seed: Number(value) }
    else return E.left(`unknown or malformed: ${arg} ${value}; there are ${known}`)
  }
  return E.right(flags)
}

const write = (text: string): Promise<void> => new Promise(resolve => process.stdout.write(text, () => resolve()))

const worldLine = ({ name, states, closed, violations }: WorldReport): string =>
  `${violations === 0 ? 'ok  ' : 'FAIL'} ${name}: ${states} states${closed ? '' : ', not closed'}${violations === 0 ? '' : `, ${violations} violations`}`

const storyText = ({ world, property, what, lines, moves }: Story): string => `\n${property}: ${what}\n  in ${world}\n${lines.map(line => `  ${line}`).join('\n')}\n  replay: ${moves.join(',')}\n`

/** A name is looked up among all worlds. */
const worldsOf = ({ world, matrix: which }: Flags): readonly SmallWorld[] =>
  world !== null ? matrix.filter(({ name }) => name.includes(world)) : which === 'first' ? firstMatrix : matrix

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

interface Outcomes {
  /** Rows of the decision tables that the first matrix has to reach and did not. */
  readonly unreachedRows: readonly string[]
  /** Rows that it need not reach, with the reason. */
  readonly rowsElsewhere: Readonly<Record<string, string>>
  /** Worlds of the first matrix that were not explored whole. */
  readonly notClosed: readonly string[]
}

/** Rows count only where all of the first matrix is explored; a world of it that is asked for by name has to close, too. */
const outcomesOf = (report: VerifyReport, { world, walks }: Flags): Outcomes => {
  if (walks > 0) return { unreachedRows: [], rowsElsewhere: {}, notClosed: [] }
  const first = new Set(firstMatrix.map(({ name }) => name))
  return {
    unreachedRows: world === null ? report.unreachedRows.filter(row => notInFirstMatrix[row] === undefined) : [],
    rowsElsewhere: world === null ? Object.fromEntries(report.unreachedRows.flatMap(row => (notInFirstMatrix[row] === undefined ? [] : [[row, notInFirstMatrix[row]]]))) : {},
    notClosed: report.worlds.filter(({ name, closed }) => !closed && first.has(name)).map(({ name }) => name),
  }
}

const summary = (report: VerifyReport, { unreachedRows, rowsElsewhere, notClosed }: Outcomes, seconds: number): string => [
  `${report.states} states in ${report.worlds.length} worlds, ${seconds} s, ${report.violations.length} violations`,
  ...(unreachedRows.length === 0 ? [] : [`rows of the decision tables that were not reached: ${unreachedRows.join(', ')}`]),
  ...(notClosed.length === 0 ? [] : [`worlds of the first matrix that were not closed: ${notClosed.join(', ')}`]),
  ...Object.entries(rowsElsewhere).map(([row, why]) => `row ${row} is checked elsewhere: ${why}`),
].join('\n')

/** `flink-operator verify`: explores every small world of the model (docs/model-checker.md). The last line of `--json` is the report; stories go to stderr. */
export const verify = async (args: readonly string[]): Promise<Outcome> => {
  const parsed = flagsOf(args)
  if (E.isLeft(parsed)) return E.left(usage(parsed.left))
  const flags = parsed.right
  const { json, limit, walks, seed } = flags
  const worlds = worldsOf(flags)
  if (worlds.length === 0) return E.left(usage(`no world is named like ${flags.world ?? ''}; one is ${matrix[0]?.name ?? ''}`))
  const began = performance.now()
  const tell = (done: WorldReport): void => { if (!json) process.stdout.write(`${worldLine(done)}\n`) }
  const report = walks > 0 ? walk(worlds, walks, seed, tell) : explore({ kind, env: checkerEnv, worlds, limit, onWorld: tell, rows: flinkDeploymentRows })
  const seconds = Math.round(performance.now() - began) / 1000
  const outcomes = outcomesOf(report, flags)
  if (json) {
    process.stderr.write(report.violations.map(storyText).join(''))
    await write(`${JSON.stringify({
      states: report.states, seconds, violations: report.violations.length,
      worlds: report.worlds.map(({ name, states, closed }) => ({ name, states, closed })), unreachedRows: outcomes.unreachedRows, rowsElsewhere: Object.keys(outcomes.rowsElsewhere),
    })}\n`)
  } else await write(`${report.violations.map(storyText).join('')}\n${summary(report, outcomes, seconds)}\n`)
  const isSound = report.violations.length === 0 && outcomes.unreachedRows.length === 0 && outcomes.notClosed.length === 0
  return E.right(isSound ? ExitCode.Ok : ExitCode.Findings)
}
