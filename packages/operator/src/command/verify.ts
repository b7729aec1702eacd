import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import {
  allWorlds,
  firstMatrix,
  fromAnotherPlace,
  decisionTableRows,
  matrix,
  notInFirstMatrix,
  inSlice,
  partOfDay,
  reportOf,
  type Slice,
  type Story,
  type VerifyReport,
  type WorldReport,
} from '@flink-operator/simulation'
import { electionWorlds, largeElectionWorlds } from '@flink-operator/high-availability/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { environment, ExitCode, type Outcome, type Refusal, usage } from '../exit-code.ts'
import { type HowFar, type LookedAt, verifyWorker } from './verify-worker.ts'
import { inWorkers } from './worker-pool.ts'
import { toStderr, toStdout, writtenToStdout } from '../output/write.ts'

export interface VerifyFlags {
  readonly json?: boolean
  /** Part of the names of the worlds to explore; `*` matches anything. */
  readonly world?: string
  /** `first`: small worlds that are explored completely, and reach every row of the decision tables. `full`: with larger worlds. */
  readonly matrix: 'first' | 'full'
  /** Only one part of these worlds; `today`: the part of the current date. */
  readonly slice?: { readonly part: number | 'today'; readonly of: number }
  /** Maximum number of moves from the start of a world. */
  readonly depth?: number
  /** Maximum number of states to explore in each world. */
  readonly limit?: number
  /** After this many minutes no world is begun; the number of worlds left out is reported. */
  readonly minutes?: number
  /** Number of random runs through each world after the exploration. */
  readonly walks?: number
  readonly seed?: number
  /** Number of threads; default: as many as the machine offers. */
  readonly workers?: number
  /** Where counterexamples are saved. */
  readonly stories: string
}

const worldLine = ({ name, states, closed, violations }: WorldReport): string =>
  `${violations === 0 ? 'ok  ' : 'FAIL'} ${name}: ${states} states${closed ? '' : ', not closed'}${
    violations === 0 ? '' : `, ${violations} violations`
  }`

const storyText = ({ world, property, what, lines, moves }: Story): string =>
  `\n${property}: ${what}\n  in ${world}\n${lines.map(line => `  ${line}`).join('\n')}\n  replay: ${moves.join(',')}\n`

const isNamedLike = (pattern: string): (name: string) => boolean => {
  if (!pattern.includes('*')) return name => name.includes(pattern)
  const whole = new RegExp(`^${pattern.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`)
  return name => whole.test(name)
}

const dayMillis = 86_400_000

const today = (): number => Math.floor(Date.now() / dayMillis)

const sliceOf = (
  { slice }: VerifyFlags,
):
  | Slice
  | undefined => (slice === undefined ? undefined
    : { of: slice.of, part: slice.part === 'today' ? partOfDay(today(), slice.of) : slice.part })

/** What can be explored, by name: worlds of a Flink cluster with its operator, and worlds of a leader election. */
type NamedWorld = Pick<WorldReport, 'name'>

/** `--world` selects among all worlds. */
const worldsOf = ({ world, matrix: which }: VerifyFlags, slice: Slice | undefined): readonly NamedWorld[] => {
  const worlds: readonly NamedWorld[] = world !== undefined
    ? [...allWorlds, ...electionWorlds].filter(({ name }) => isNamedLike(world)(name))
    : which === 'first'
    ? firstMatrix
    : [...matrix, ...largeElectionWorlds]
  return slice === undefined ? worlds : worlds.filter(inSlice(slice))
}

/** With a time limit, each day begins at another place of the list, so that every world gets explored in time. */
const inOrder = (worlds: readonly NamedWorld[], { minutes, slice }: VerifyFlags): readonly NamedWorld[] =>
  minutes === undefined ? worlds : fromAnotherPlace(worlds, Math.floor(today() / (slice?.of ?? 1)))

const defaultWalks = 20

const seedsOf = ({ walks, seed }: VerifyFlags): readonly number[] =>
  Array.from({ length: walks ?? (seed === undefined ? 0 : defaultWalks) }, (_, index) => (seed ?? 1) + index)

/**
 * Explores the worlds in threads and reports them in their order. Neighbouring worlds are similar, so decisions remembered from one
 * world are reused in the next.
 */
const lookedAt = async (
  worlds: readonly NamedWorld[],
  howFar: HowFar,
  { workers, minutes }: VerifyFlags,
  tell: (report: WorldReport) => void,
): Promise<readonly LookedAt[]> => {
  const found = new Map<string, LookedAt>()
  const end = performance.now() + (minutes ?? Infinity) * 60_000
  const onResult = (name: string, it: LookedAt): void => {
    found.set(name, it)
    tell(it.report)
  }
  await inWorkers({
    start: () => verifyWorker(howFar),
    count: workers ?? availableParallelism(),
    tasks: worlds.map(({ name }) => name),
    nameOf: name => name,
    onResult,
    isOver: () => performance.now() > end,
  })
  return worlds.flatMap(({ name }) => found.get(name) ?? [])
}

interface Outcomes {
  /** Rows of the decision tables that the first matrix should have reached. */
  readonly unreachedRows: readonly string[]
  /** Rows that it need not reach, with the reason. */
  readonly rowsElsewhere: Readonly<Record<string, string>>
  /** Worlds of the first matrix that were not explored completely. */
  readonly notClosed: readonly string[]
}

/** Rows count only if the whole first matrix is explored; a world of it that `--world` names has to be explored completely, too. */
const outcomesOf = (report: VerifyReport, { world, slice, depth, limit, minutes }: VerifyFlags): Outcomes => {
  const isWhole = world === undefined && slice === undefined
  if (depth !== undefined || limit !== undefined || minutes !== undefined) return { unreachedRows: [], rowsElsewhere: {}, notClosed: [] }
  const first = new Set(firstMatrix.map(({ name }) => name))
  return {
    unreachedRows: isWhole ? report.unreachedRows.filter(row => notInFirstMatrix[row] === undefined) : [],
    rowsElsewhere: isWhole
      ? Object.fromEntries(report.unreachedRows.flatMap(row => (notInFirstMatrix[row] === undefined ? [] : [[row, notInFirstMatrix[row]]])))
      : {},
    notClosed: report.worlds.filter(({ name, closed }) => !closed && first.has(name)).map(({ name }) => name),
  }
}

/** Worlds that `--limit` or the built-in limit cut off: P06 (nothing gets stuck) is not checked there. */
const cutOff = ({ worlds }: VerifyReport): readonly string[] => {
  const open = worlds.filter(({ closed, violations }) => !closed && violations === 0)
  return open.length === 0 ? [] : [`worlds that were cut off: ${open.map(({ name, states }) => `${name} (${states} states)`).join(', ')}`]
}

const summary = (report: VerifyReport, { unreachedRows, rowsElsewhere, notClosed }: Outcomes, seconds: number): string =>
  [
    `${report.states} states in ${report.worlds.length} worlds, ${seconds} s, ${report.violations.length} violations`,
    ...(unreachedRows.length === 0 ? [] : [`rows of the decision tables that were not reached: ${unreachedRows.join(', ')}`]),
    ...cutOff(report),
    ...(notClosed.length === 0 ? [] : [`worlds of the first matrix that were not closed: ${notClosed.join(', ')}`]),
    ...Object.entries(rowsElsewhere).map(([row, why]) => `row ${row} is checked elsewhere: ${why}`),
  ].join('\n')

/** Saves the stories for `replay`, and returns the line that says so. */
const saved = (stories: readonly Story[], path: string): E.Either<Refusal, string> =>
  stories.length === 0 ? E.right('') : E.tryCatch(
    () => {
      writeFileSync(path, `${JSON.stringify(stories, null, 1)}\n`)
      return `\nsaved in ${path}; flink-operator replay ${path} goes them again\n`
    },
    error => environment(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`),
  )

/**
 * `flink-operator verify`: explores every small world of the model (docs/model-checker.md). With `--json` the report is the last
 * line, and stories go to stderr.
 */
export const verify = async (flags: VerifyFlags): Promise<Outcome> => {
  const { json, depth, limit, minutes } = flags
  const slice = sliceOf(flags)
  if (slice !== undefined) toStderr(`slice ${slice.part}/${slice.of}\n`)
  const worlds = inOrder(worldsOf(flags, slice), flags)
  if (worlds.length === 0)
    return E.left(
      usage(`no world is ${flags.world === undefined ? 'in that slice' : `named like ${flags.world}`}; one is ${matrix[0]?.name ?? ''}`),
    )
  const began = performance.now()
  const tell = (done: WorldReport): void => {
    if (json !== true) toStdout(`${worldLine(done)}\n`)
  }
  const howFar = { ...(limit === undefined ? {} : { limit }), ...(depth === undefined ? {} : { depth }), seeds: seedsOf(flags) }
  const looked = await lookedAt(worlds, howFar, flags, tell)
  const explored = reportOf(looked, decisionTableRows.all)
  const report = { ...explored, violations: [...explored.violations, ...looked.flatMap(({ walked }) => walked ?? [])] }
  const notBegun = worlds.length - looked.length
  if (notBegun > 0) toStderr(`${notBegun} of ${worlds.length} worlds were not begun: ${minutes} minutes were over\n`)
  const seconds = Math.round(performance.now() - began) / 1000
  const outcomes = outcomesOf(report, flags)
  const where = saved(report.violations, flags.stories)
  const stories = report.violations.map(storyText).join('') + (E.isRight(where) ? where.right : '')
  if (json === true) {
    toStderr(stories)
    await writtenToStdout(`${
      JSON.stringify({
        states: report.states,
        seconds,
        violations: report.violations.length,
        notBegun,
        worlds: report.worlds.map(({ name, states, closed }) => ({ name, states, closed })),
        unreachedRows: outcomes.unreachedRows,
        rowsElsewhere: Object.keys(outcomes.rowsElsewhere),
      })
    }\n`)
  } else await writtenToStdout(`${stories}\n${summary(report, outcomes, seconds)}\n`)
  if (E.isLeft(where)) return where
  const isSound = report.violations.length === 0 && outcomes.unreachedRows.length === 0 && outcomes.notClosed.length === 0
  return E.right(isSound ? ExitCode.Ok : ExitCode.Findings)
}
