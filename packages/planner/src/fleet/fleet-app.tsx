import { useEffect, useMemo, useState } from 'preact/hooks'
import { TokenForm } from '../page/token-form.tsx'
import { attentions } from './fleet-answers.ts'
import { counted, type Filter, filtered, ordered } from './fleet-state.ts'
import { attentionText, FleetTable } from './fleet-table.tsx'
import { useFleet } from './use-fleet.ts'

/** Rows of one page: a browser lays out so many without a pause. */
const pageSize = 50

const everySecond = 1_000

/** Ages go on between two answers. */
const useNow = (): number => {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everySecond)
    return () => clearInterval(timer)
  }, [])
  return now
}

const count = (value: number): string => value.toLocaleString('en')

interface PagesProps {
  readonly page: number
  readonly last: number
  readonly onPage: (page: number) => void
}

const Pages = ({ page, last, onPage }: PagesProps) =>
  last === 0 ? null : (
    <nav class="controls" aria-label="Pages">
      <button type="button" disabled={page === 0} onClick={() => onPage(page - 1)}>Previous page</button>
      <span class="count">Page {page + 1} of {last + 1}</span>
      <button type="button" disabled={page === last} onClick={() => onPage(page + 1)}>Next page</button>
    </nav>
  )

const nothing: Filter = { text: '', attention: null, kind: null }

/** The state of all resources that the user may see. */
export const FleetApp = ({ place }: { readonly place: string }) => {
  const [token, setToken] = useState<string | null>(null)
  const [namespace, setNamespace] = useState('')
  const { fleet, trouble, isTokenWanted } = useFleet(place, token, namespace)
  const [filter, setFilter] = useState(nothing)
  const [asked, setPage] = useState(0)
  const [open, setOpen] = useState<string | null>(null)
  const now = useNow() + fleet.ahead
  const all = useMemo(() => ordered(fleet), [fleet.rows, fleet.version])
  const counts = useMemo(() => counted(all), [all])
  const kinds = useMemo(() => [...new Set(all.map(({ row }) => row.kind))].sort(), [all])
  const shown = useMemo(() => filtered(all, filter), [all, filter])
  const last = Math.max(0, Math.ceil(shown.length / pageSize) - 1)
  const page = Math.min(asked, last)
  const filterBy = (change: Partial<Filter>): void => {
    setFilter({ ...filter, ...change })
    setPage(0)
  }
  return (
    <>
      <header class="wide">
        <h1>Flink fleet</h1>
        <p>The resources that this operator watches, what they wait for, and their jobs. What needs a person is first.</p>
      </header>
      <main class="wide">
        {isTokenWanted ? <TokenForm why={trouble ?? ''} onToken={setToken} /> : (
          <>
            <div class="examples" role="group" aria-label="Who has to act">
              {attentions.map(it => (
                <button
                  type="button"
                  class={`chip ${it.toLowerCase()}`}
                  aria-pressed={filter.attention === it}
                  onClick={() => filterBy({ attention: filter.attention === it ? null : it })}
                >
                  {attentionText[it]} <strong>{count(counts[it])}</strong>
                </button>
              ))}
            </div>
            <p class="choose fields">
              <label for="search">Search</label>{' '}
              <input
                id="search"
                type="search"
                autocomplete="off"
                value={filter.text}
                onInput={event => filterBy({ text: event.currentTarget.value })}
              />{' '}
              <label for="kind">Kind</label>{' '}
              <select id="kind" value={filter.kind ?? ''} onChange={event => filterBy({ kind: event.currentTarget.value || null })}>
                <option value="">all</option>
                {kinds.map(kind => <option value={kind}>{kind}</option>)}
              </select>{' '}
              <label for="namespace">Namespace (empty: all)</label>{' '}
              <input
                id="namespace"
                autocomplete="off"
                value={namespace}
                onChange={event => setNamespace(event.currentTarget.value.trim())}
              />{' '}
              {token === null ? null : <button type="button" onClick={() => setToken(null)}>Forget the token</button>}
            </p>
            {trouble === null ? null : <p class="failed" role="alert">Not up to date: {trouble}</p>}
            <p class="hint" role="status">
              {count(shown.length)} of {count(all.length)} resources, {count(counts.Person)} {counts.Person === 1 ? 'needs' : 'need'}{' '}
              a person.
              {fleet.pending === 0 ? '' : ` The operator still reads ${count(fleet.pending)}.`}
            </p>
            <FleetTable
              rows={shown.slice(page * pageSize, (page + 1) * pageSize)}
              now={now}
              place={place}
              token={token}
              open={open}
              onOpen={setOpen}
            />
            <Pages page={page} last={last} onPage={setPage} />
          </>
        )}
      </main>
    </>
  )
}
