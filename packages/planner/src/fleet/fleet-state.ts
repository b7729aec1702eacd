import { type Attention, attentions, type FleetKey, type FleetPage, type FleetRow } from './fleet-answers.ts'

/** A row with what it is found and ordered by. */
export interface HeldRow {
  readonly id: string
  readonly row: FleetRow
  readonly searched: string
}

/** All rows that the page holds. `rows` is changed in place, since a copy of ten thousand would be made at each answer. */
export interface FleetState {
  readonly rows: Map<string, HeldRow>
  readonly cursor: string | null
  /** Resources whose row the operator has not made yet. */
  readonly pending: number
  /** The operator's clock less that of the browser, in milliseconds. */
  readonly ahead: number
  /** Differs after each answer that changed a row. */
  readonly version: number
}

export const emptyFleet = (): FleetState => ({ rows: new Map(), cursor: null, pending: 0, ahead: 0, version: 0 })

export const idOf = ({ kind, namespace, name }: FleetKey): string => `${kind}/${namespace}/${name}`

const held = (row: FleetRow): HeldRow => {
  const id = idOf(row)
  return {
    id,
    row,
    searched: `${id} ${row.state}${row.isPaused ? ' paused' : ''} ${
      row.jobs.map(({ job, flinkVersion }) => `${job ?? ''} ${flinkVersion ?? ''}`).join(' ')
    }`.toLowerCase(),
  }
}

/** After an answer of the operator. `now`: of the browser. */
export const afterPage = (state: FleetState, page: FleetPage, now: number): FleetState => {
  const { rows } = state
  if (page.isFromStart) rows.clear()
  for (const row of page.rows) {
    const it = held(row)
    rows.set(it.id, it)
  }
  for (const key of page.gone) rows.delete(idOf(key))
  const isChanged = page.isFromStart || page.rows.length + page.gone.length > 0
  return {
    rows,
    cursor: page.cursor,
    pending: page.pending,
    ahead: page.now - now,
    version: isChanged ? state.version + 1 : state.version,
  }
}

export interface Filter {
  readonly text: string
  /** Null: all. */
  readonly attention: Attention | null
  readonly kind: string | null
}

const rank: Readonly<Record<Attention, number>> = { Person: 0, Failing: 1, InProgress: 2, Paused: 3, Steady: 4 }

/** What needs a person first; within it what has lasted longest. What is steady is in the order of its name. */
export const byUrgency = (a: HeldRow, b: HeldRow): number => {
  const [before, after] = [rank[a.row.attention], rank[b.row.attention]]
  if (before !== after) return before - after
  const since = a.row.attention === 'Steady' ? 0 : (a.row.since ?? Infinity) - (b.row.since ?? Infinity)
  return since !== 0 && !Number.isNaN(since) ? since : a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** All rows in their order. */
export const ordered = ({ rows }: FleetState): readonly HeldRow[] => [...rows.values()].sort(byUrgency)

export const filtered = (rows: readonly HeldRow[], { text, attention, kind }: Filter): readonly HeldRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(word => word !== '')
  return words.length === 0 && attention === null && kind === null ? rows
    : rows.filter(({ row, searched }) =>
      (attention === null || row.attention === attention) && (kind === null || row.kind === kind)
      && words.every(word => searched.includes(word))
    )
}

/** Number of rows by who has to act. */
export const counted = (rows: readonly HeldRow[]): Readonly<Record<Attention, number>> => {
  const counts = Object.fromEntries(attentions.map(it => [it, 0])) as Record<Attention, number>
  for (const { row } of rows) counts[row.attention] += 1
  return counts
}
