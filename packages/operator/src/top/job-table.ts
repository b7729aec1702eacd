import { kindOf } from '@flink-operator/core/kinds'
import { plainLine } from '../output/plain-text.ts'
import type { JobRow } from './job-row.ts'

const none = '-'

/** `45s`, `12m`, `3h`, `5d`, as kubectl writes ages; below ten seconds with a digit more. */
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

/** Shown where a row has one. */
const version = 'VERSION'
const autoscaled = 'WANTED'

/** So many vertices that change are told; more would widen the table. */
const mostTold = 3

/** Vertices that are to change, as they stand in the job; where none is, the parallelism that they have. */
const wantedText = ({ wanted, load }: JobRow): string => {
  if (wanted === null) return none
  const changes = (load?.vertices ?? []).flatMap(({ id, parallelism }) => {
    const to = Object.hasOwn(wanted, id) ? wanted[id] : undefined
    return to === undefined || to === parallelism ? [] : [`${parallelism}→${to}`]
  })
  const more = changes.length > mostTold ? [`+${changes.length - mostTold}`] : []
  return changes.length === 0 ? count(load?.parallelism) : [...changes.slice(0, mostTold), ...more].join(',')
}

const columns: readonly (readonly [title: string, cell: (row: JobRow) => string])[] = [
  ['NAMESPACE', ({ namespace }) => namespace],
  ['NAME', ({ kind, name }) => `${kindOf(kind).type.shortName}/${name}`],
  [version, row => row.version ?? none],
  ['LIFECYCLE', ({ lifecycleState }) => lifecycleState ?? none],
  ['JOB', ({ load, jobState }) => load?.state ?? jobState ?? none],
  ['PARALLELISM', ({ load }) => count(load?.parallelism)],
  [autoscaled, wantedText],
  ['RESTARTS', ({ load }) => count(load?.restarts)],
  ['CHECKPOINT', ({ checkpointAge }) => ageText(checkpointAge)],
  ['TOOK', ({ load }) => ageText(load?.checkpoint?.duration ?? null)],
  ['SIZE', ({ load }) => sizeText(load?.checkpoint?.size ?? null)],
  ['FAILED', ({ load }) => count(load?.failedCheckpoints)],
  ['BUSY', ({ load }) => share(load?.busy)],
  ['BACKPRESSURE', ({ load }) => share(load?.backPressured)],
  ['CPU', ({ requested }) => count(requested?.cpu)],
  ['MEMORY', ({ requested }) => sizeText(requested?.memory ?? null)],
]

/** A table as kubectl writes them, and below it what could not be seen, a line each. */
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
