import { kindOf } from '@flink-operator/kinds'
import { plainLine } from '../output/plain-text.ts'
import type { JobRow } from './job-row.ts'

const none = '-'

/** `45s`, `12m`, `3h`, `5d`, as kubectl writes ages; below ten seconds with one more digit. */
export const ageText = (millis: number | null): string => {
  if (millis === null) return none
  const seconds = millis / 1000
  if (seconds < 10) return `${Math.floor(seconds * 10) / 10}s`
  const units = [['d', 86_400], ['h', 3_600], ['m', 60]] as const
  const [unit, size] = units.find(([, it]) => seconds >= 2 * it) ?? ['s', 1]
  return `${Math.floor(seconds / size)}${unit}`
}

/** `512B`, `1.5Ki`, `20Mi`. */
export const sizeText = (bytes: number | null): string => {
  if (bytes === null) return none
  const units = ['B', 'Ki', 'Mi', 'Gi', 'Ti']
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${value < 10 && power > 0 ? Math.round(value * 10) / 10 : Math.round(value)}${units[power] ?? ''}`
}

const share = (ratio: number | null | undefined): string => (ratio == null ? none : `${Math.round(ratio * 100)}%`)
const count = (value: number | null | undefined): string => (value == null ? none : String(value))

/** Columns that are shown if a row has a value. */
const version = 'VERSION'
const autoscaled = 'WANTED'

/** Maximum number of changing vertices in a cell; more would widen the table. */
const mostReported = 3

/** The vertices that the autoscaler wants to change; if none, their current parallelism. */
const wantedText = ({ wanted, load, parallelism: deployed }: JobRow): string => {
  if (wanted === null) return none
  const changes = (load?.vertices ?? []).flatMap(({ id, parallelism }) => {
    const to = Object.hasOwn(wanted, id) ? wanted[id] : undefined
    return to === undefined || to === parallelism ? [] : [`${parallelism}→${to}`]
  })
  const more = changes.length > mostReported ? [`+${changes.length - mostReported}`] : []
  return changes.length === 0 ? count(deployed) : [...changes.slice(0, mostReported), ...more].join(',')
}

const columns: readonly (readonly [title: string, cell: (row: JobRow) => string])[] = [
  ['NAMESPACE', ({ namespace }) => namespace],
  ['NAME', ({ kind, name }) => `${kindOf(kind).type.shortName}/${name}`],
  [version, row => row.version ?? none],
  ['LIFECYCLE', ({ lifecycleState, isPaused }) => `${lifecycleState ?? none}${isPaused ? ', paused' : ''}`],
  ['JOB', ({ job }) => job ?? none],
  ['PARALLELISM', ({ parallelism }) => count(parallelism)],
  [autoscaled, wantedText],
  ['RESTARTS', ({ restarts }) => count(restarts)],
  ['CHECKPOINT', ({ checkpointAge }) => ageText(checkpointAge)],
  ['TOOK', ({ load }) => ageText(load?.checkpoint?.duration ?? null)],
  ['SIZE', ({ load }) => sizeText(load?.checkpoint?.size ?? null)],
  ['FAILED', ({ load }) => count(load?.failedCheckpoints)],
  ['BUSY', ({ load }) => share(load?.busy)],
  ['BACKPRESSURE', ({ load }) => share(load?.backPressured)],
  ['CPU', ({ requested }) => count(requested?.cpu)],
  ['MEMORY', ({ requested }) => sizeText(requested?.memory ?? null)],
]

/** A table in kubectl's form; below it one line for each thing that could not be read. */
export const jobTable = (rows: readonly JobRow[], withNamespace: boolean): string => {
  const isShown: Readonly<Record<string, boolean>> = {
    [version]: rows.some(row => row.version !== null),
    [autoscaled]: rows.some(row => row.wanted !== null),
  }
  const shown = columns.slice(withNamespace ? 0 : 1).filter(([title]) => isShown[title] ?? true)
  const cells = [shown.map(([title]) => title), ...rows.map(row => shown.map(([, cell]) => plainLine(cell(row))))]
  const widths = shown.map((_, index) => cells.reduce((widest, line) => Math.max(widest, line[index]?.length ?? 0), 0))
  const lines = cells.map(line => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('   ').trimEnd())
  const notes = rows.flatMap(({ namespace, name, version: of, error, load }) =>
    [...(error === null ? [] : [error]), ...load?.unseen ?? []].map(words =>
      `${namespace}/${name}${of === null ? '' : ` (${of})`}: ${words.split('\n')[0] ?? ''}`
    )
  )
  return [...lines, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n')
}
