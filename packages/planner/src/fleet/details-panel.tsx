import { useEffect, useState } from 'preact/hooks'
import { askJson } from '../page/ask-operator.ts'
import { ageText } from './age-text.ts'
import type { Explanation, FleetDetails, FleetKey } from './fleet-answers.ts'
import { TransitionLine } from './transition-line.tsx'

export interface DetailsPanelProps {
  readonly resource: FleetKey
  readonly now: number
  readonly place: string
  readonly token: string | null
}

/** The kinds that the planner page plans. */
const planned: ReadonlySet<string> = new Set(['FlinkDeployment', 'FlinkSessionJob', 'FlinkBlueGreenDeployment', 'FlinkApplication'])

const who = { operator: 'the operator', cluster: 'the cluster', person: 'a person' } as const

const Pair = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{text}</dd>
  </div>
)

const Explained = ({ explanation: it, now }: { readonly explanation: Explanation; readonly now: number }) => (
  <>
    <dl class="job">
      <Pair title="Why" text={it.reason} />
      <Pair title="Waits for" text={it.waitingFor} />
      {it.since === null ? null : <Pair title="Since" text={ageText(now - it.since)} />}
      <Pair title={`Continues by ${who[it.unblockedBy.who]}`} text={it.unblockedBy.what} />
      {it.obstacles.map(({ object, what, remedy }) => <Pair title="Blocked by" text={`${object}: it ${what}. ${remedy}`} />)}
      {it.error === null ? null : <Pair title="Error" text={it.error} />}
    </dl>
    <details>
      <summary>Facts of the last round, {ageText(now - it.at)} ago, and the rule ({it.situation}, {it.row})</summary>
      <dl class="job">{Object.entries(it.facts).map(([name, fact]) => <Pair title={name} text={fact} />)}</dl>
    </details>
  </>
)

const History = ({ details: { transitions, savepoints, snapshots }, now }: { readonly details: FleetDetails; readonly now: number }) => (
  <>
    <TransitionLine transitions={transitions} now={now} />
    {savepoints.length === 0 ? null : (
      <>
        <h3>Savepoints</h3>
        <ul class="findings">
          {savepoints.map(({ at, trigger, format, location }) => (
            <li>
              {at} {trigger} {format} <code>{location}</code>
            </li>
          ))}
        </ul>
      </>
    )}
    {snapshots.length === 0 ? null : (
      <>
        <h3>FlinkStateSnapshots</h3>
        <ul class="findings">
          {snapshots.map(({ at, name, state, path }) => (
            <li>
              {at} {name} {state} <code>{path}</code>
            </li>
          ))}
        </ul>
      </>
    )}
  </>
)

/** Why a resource is in its state, and what happened to it. */
export const DetailsPanel = ({ resource, now, place, token }: DetailsPanelProps) => {
  const { kind, namespace, name } = resource
  const [details, setDetails] = useState<FleetDetails | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  useEffect(() => {
    const asked = { isOver: false }
    const query = new URLSearchParams({ kind, namespace, name })
    askJson<FleetDetails>(`${place}/details?${query.toString()}`, token).then(
      answer => (asked.isOver ? undefined : setDetails(answer)),
      (thrown: unknown) => (asked.isOver ? undefined : setTrouble(thrown instanceof Error ? thrown.message : String(thrown))),
    )
    return () => {
      asked.isOver = true
    }
  }, [kind, namespace, name])
  return (
    <section class="details" aria-label={`Details of ${name}`}>
      {trouble === null ? null : <p class="failed" role="alert">{trouble}</p>}
      {details === null ? (trouble === null ? <p>Reading …</p> : null) : (
        <div class="columns">
          <div>
            <h2>Explanation</h2>
            {details.explanation === null
              ? (
                <p>
                  {details.isWhole ? 'This operator process had no round of this version of the resource.'
                    : 'You may not list the FlinkDeployments, FlinkSessionJobs and FlinkStateSnapshots of this namespace, which it would show.'}
                </p>
              ) : <Explained explanation={details.explanation} now={now} />}
          </div>
          <div>
            <h2>History</h2>
            <History details={details} now={now} />
          </div>
        </div>
      )}
      <p class="tools">
        {planned.has(kind)
          ? <a class="button" href={`/planner/#${[kind, namespace, name].map(encodeURIComponent).join('/')}`}>Plan an edit</a> : null}
        <code>kubectl flink explain {kind.toLowerCase()}/{name} -n {namespace}</code>
        <code>kubectl flink history {kind.toLowerCase()}/{name} -n {namespace}</code>
      </p>
    </section>
  )
}
