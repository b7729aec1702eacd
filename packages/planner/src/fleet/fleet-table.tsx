import { ageText } from './age-text.ts'
import type { Attention, FleetJob, FleetRow, UnblockedBy } from './fleet-answers.ts'
import { DetailsPanel } from './details-panel.tsx'
import type { HeldRow } from './fleet-state.ts'

export const attentionText: Readonly<Record<Attention, string>> = {
  Person: 'Needs a person',
  Failing: 'Job is failing',
  InProgress: 'In progress',
  Paused: 'Paused',
  Steady: 'Steady',
}

const who: Readonly<Record<UnblockedBy['who'], string>> = { operator: 'The operator', cluster: 'Flink or Kubernetes', person: 'A person' }

/** Where the conditions alone say who has to act. */
const acts: Readonly<Record<UnblockedBy['who'], string>> = {
  operator: 'The operator is at work.',
  cluster: 'Flink or Kubernetes continues it.',
  person: 'A person has to act.',
}

/** `-` where no job has a value; two clusters of a FlinkApplication are separated. */
const each = (jobs: readonly FleetJob[], text: (job: FleetJob) => string | null): string =>
  [...new Set(jobs.map(job => text(job) ?? '-'))].join(' / ') || '-'

const number = (value: number | null): string | null => (value === null ? null : value.toLocaleString('en'))

interface Column {
  readonly title: string
  readonly cell: (row: FleetRow, now: number) => string
  readonly isNumber?: true
}

const since = (at: number | null, now: number): string | null => (at === null ? null : ageText(now - at))

/** The columns between the name and the text. The numbers are those of `top`. */
const columns: readonly Column[] = [
  { title: 'Since', cell: (row, now) => since(row.since, now) ?? '-', isNumber: true },
  { title: 'Job', cell: ({ jobs }) => each(jobs, ({ job }) => job) },
  { title: 'Flink', cell: ({ jobs }) => each(jobs, ({ flinkVersion }) => flinkVersion) },
  { title: 'Parallelism', cell: ({ jobs }) => each(jobs, ({ parallelism }) => number(parallelism)), isNumber: true },
  { title: 'Restarts', cell: ({ jobs }) => each(jobs, ({ restarts }) => number(restarts)), isNumber: true },
  { title: 'Savepoint', cell: ({ jobs }, now) => each(jobs, ({ savepointAt }) => since(savepointAt, now)), isNumber: true },
  { title: 'Checkpoint', cell: ({ jobs }, now) => each(jobs, ({ checkpointAt }) => since(checkpointAt, now)), isNumber: true },
]

const Wait = ({ row: { waitsFor, unblockedBy } }: { readonly row: FleetRow }) =>
  unblockedBy === null ? null : (
    <>
      <span class="waits">{waitsFor}</span>{' '}
      <span class="why">
        {unblockedBy.what === '' ? acts[unblockedBy.who] : `${who[unblockedBy.who]} continues it: ${unblockedBy.what}`}
      </span>
    </>
  )

export interface FleetTableProps {
  readonly rows: readonly HeldRow[]
  /** By the operator's clock. */
  readonly now: number
  readonly place: string
  readonly token: string | null
  /** Id of the row whose details are open; null: none. */
  readonly open: string | null
  readonly onOpen: (id: string | null) => void
}

export const FleetTable = ({ rows, now, place, token, open, onOpen }: FleetTableProps) => (
  <div class="scroll" role="region" aria-label="Resources" tabIndex={0}>
    <table class="fleet">
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">Resource</th>
          {columns.map(({ title, isNumber }) => <th scope="col" class={isNumber === true ? 'number' : ''}>{title}</th>)}
          <th scope="col">Waits for, and what continues it</th>
        </tr>
      </thead>
      {rows.map(({ id, row }) => (
        <tbody key={id}>
          <tr class={row.attention.toLowerCase()}>
            <td>
              <span class={`badge ${row.attention.toLowerCase()}`}>{attentionText[row.attention]}</span>{' '}
              <span class="state">{row.isPaused ? `${row.state}, paused` : row.state}</span>
            </td>
            <th scope="row">
              <button
                type="button"
                class="name"
                aria-expanded={open === id}
                onClick={() => onOpen(open === id ? null : id)}
              >
                <span class="why">{row.kind} {row.namespace}/</span>
                {row.name}
              </button>
            </th>
            {columns.map(({ title, cell, isNumber }) => (
              <td class={isNumber === true ? 'number' : ''} data-title={title}>{cell(row, now)}</td>
            ))}
            <td class="wait">
              <Wait row={row} />
            </td>
          </tr>
          {open === id
            ? (
              <tr>
                <td colSpan={columns.length + 3}>
                  <DetailsPanel resource={row} now={now} place={place} token={token} />
                </td>
              </tr>
            ) : null}
        </tbody>
      ))}
    </table>
  </div>
)
