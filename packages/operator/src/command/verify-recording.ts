import {
  type Closest,
  type Entry,
  explainRecording,
  merged,
  type RecordedCluster,
  recordedClusters,
  usualBounds,
  wrongRounds,
} from '@flink-operator/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode, type Outcome, usage } from '../exit-code.ts'
import { readEntries, type RecordedEntries, recordingsAt } from '../replay/recorded-entries.ts'
import { toStdout } from '../output/write.ts'

export interface RecordingFlags {
  readonly recording: readonly string[]
  readonly json?: boolean
  /** Print every step of the world between two lines. */
  readonly steps?: boolean
  /** Maximum number of worlds to explore before one line. */
  readonly limit?: number
  /** Take recorded decisions as given: the recording is of another version. */
  readonly decisions?: boolean
}

interface ClusterReport {
  readonly cluster: string
  readonly result: 'explained' | 'unexplained' | 'wrong round' | 'no beginning'
  readonly lines: number
  /** Path and number, from 1, of the first line that no path explains. */
  readonly line: string | null
  readonly text: string
  readonly faults: number
  readonly breaches: readonly string[]
}

const short = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 157)}...` : text
}

const lineText = ({ value }: Entry): string => {
  if (!('line' in value)) return `round of ${value.kind}`
  switch (value.line) {
    case 'Look':
      return `${value.query._tag} was answered ${short(value.fact)}`
    case 'Begin':
      return `${value.action._tag} is begun`
    case 'End':
      return `${value.effect}: ${value.error === null ? 'done' : `${value.error._tag} ${value.error.message}`}`
    case 'Watch':
      return `a watch reports ${short(value.seen)}`
    case 'Read':
      return `a round reads ${short(value.resource)}`
    case 'Start':
      return 'a process starts'
  }
}

const closestText = ({ steps, differences }: Closest): string =>
  [
    `  closest: ${steps.length === 0 ? 'the world as it is' : `after ${steps.join(', ')}`}`,
    ...differences.slice(0, 6).map(({ path, recorded, model }) =>
      `    at ${path === '' ? '/' : path}: recorded ${short(recorded)}, the model says ${short(model)}`
    ),
  ].join('\n')

/** File and line of an entry. */
const placesOf = ({ files }: RecordedEntries): (entry: Entry) => string => {
  const places = new Map(files.flatMap(({ path, values }) => values.map((value, index) => [value, `${path}:${index + 1}`] as const)))
  return entry => places.get(entry.value) ?? '?'
}

const report = ({ name, entries }: RecordedCluster, place: (entry: Entry) => string, flags: RecordingFlags): ClusterReport => {
  const base = { cluster: name, lines: entries.length, line: null, faults: 0, breaches: [] }
  const [wrong] = wrongRounds(entries, flags.decisions !== false)
  const explained = explainRecording(entries, { ...usualBounds, ...(flags.limit === undefined ? {} : { worlds: flags.limit }) })
  const at = (line: number): string => {
    const entry = entries[line]
    return entry === undefined ? '?' : place(entry)
  }
  if (wrong !== undefined && (explained._tag !== 'Unexplained' || wrong.line < explained.line))
    return { ...base, result: 'wrong round', line: at(wrong.line), text: `FAIL ${name}: ${at(wrong.line)}: ${wrong.what}` }
  switch (explained._tag) {
    case 'NoBeginning':
      return { ...base, result: 'no beginning', text: `SKIP ${name}: ${explained.message}` }
    case 'Unexplained': {
      const entry = entries[explained.line]
      const why = explained.isBounded ? '\n  not everything possible was explored: this is no proof that no path exists' : ''
      return {
        ...base,
        result: 'unexplained',
        line: at(explained.line),
        text: `FAIL ${name}: ${at(explained.line)}: no path explains this line: ${entry === undefined ? '' : lineText(entry)}\n${
          explained.closest.map(closestText).join('\n')
        }${why}`,
      }
    }
    case 'Explained': {
      const steps = flags.steps === true ? explained.steps.map(({ line, step }) => `\n  before ${at(line)}: ${step}`).join('') : ''
      const assumed = explained.faults === 0 ? '' : `, ${explained.faults} faults assumed`
      const broken = explained.breaches.map(it => `\n  BROKEN on the way: ${it}`).join('')
      return {
        ...base,
        result: 'explained',
        faults: explained.faults,
        breaches: explained.breaches,
        text:
          `ok   ${name}: ${explained.lines} lines, ${explained.steps.length} steps of the world in between${assumed}, at most ${explained.mostWorlds} worlds at once${broken}${steps}`,
      }
    }
  }
}

/**
 * `flink-operator verify --recording FILE`: checks that a recording of a real cluster is a path of the model
 * (docs/trace-validation.md).
 */
export const verifyRecording = (flags: RecordingFlags): Outcome => {
  const reports: ClusterReport[] = []
  for (const paths of recordingsAt(flags.recording)) {
    const read = readEntries(paths)
    if (E.isLeft(read)) return E.left(usage(`--recording ${read.left}`))
    const place = placesOf(read.right)
    for (const cluster of recordedClusters(merged(read.right.files.map(({ values }) => values)))) {
      const reported = report(cluster, place, flags)
      if (flags.json !== true) toStdout(`${reported.text}\n`)
      reports.push(reported)
    }
  }
  const explained = reports.filter(({ result }) => result === 'explained').length
  if (flags.json === true) toStdout(`${JSON.stringify({ clusters: reports.map(({ text: _, ...rest }) => rest), explained })}\n`)
  else toStdout(`${explained} of ${reports.length} explained\n`)
  return E.right(explained === reports.length && reports.length > 0 ? ExitCode.Ok : ExitCode.Findings)
}
