import * as E from 'fp-ts/lib/Either.js'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { TextInput } from '../page/text-input.tsx'
import { type AutoscalerField, type AutoscalerTexts, autoscalerView, fieldNames, tooLong } from './autoscaler-view.ts'
import { ChartPicture } from './chart-picture.tsx'
import { HappeningTable, SumTable } from './plan-tables.tsx'

/** Typing is played when it pauses. */
const pauseMillis = 400

const noTexts: AutoscalerTexts = { load: '', options: '', compare: '', interval: '1 min', restart: '1 min' }

const hints = {
  load:
    'The ConfigMap autoscaler-NAME of a job that runs (kubectl get -o yaml, or --watch for many), its job from GET /jobs/ID for its edges, or vertices and load that you wrote.',
  options: 'A FlinkDeployment, a FlinkSessionJob or a map of options. Empty: the defaults.',
  compare:
    'A map of options, such as utilization.target: 0.5, goes over the options above. A resource replaces them. Empty: nothing is compared.',
} as const

const none: ReadonlySet<number> = new Set()

const Duration = ({ field, text, isWrong, onText }: {
  readonly field: 'interval' | 'restart'
  readonly text: string
  readonly isWrong: boolean
  readonly onText: (text: string) => void
}) => (
  <>
    <label for={field}>{fieldNames[field]}</label>
    <input id={field} value={text} size={8} aria-invalid={isWrong} onInput={event => onText(event.currentTarget.value)} />
  </>
)

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : <ul class="hint" aria-label={title}>{lines.map(line => <li>{line}</li>)}</ul>

/** What the autoscaler would do with a load and these options. Nothing leaves the page. */
export const AutoscalerApp = ({ example }: { readonly example: string }) => {
  const [typed, setTyped] = useState<AutoscalerTexts>({ ...noTexts, load: example })
  const [texts, setTexts] = useState(typed)
  const pause = useRef<number | undefined>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  const load = (next: AutoscalerTexts): void => {
    clearTimeout(pause.current)
    setTyped(next)
    setTexts(next)
  }
  const type = (change: Partial<AutoscalerTexts>): void => {
    const next = { ...typed, ...change }
    setTyped(next)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => setTexts(next), pauseMillis)
  }
  const result = useMemo(() => autoscalerView(texts), [texts])
  const problem = result !== null && E.isLeft(result) ? result.left : null
  const view = result !== null && E.isRight(result) ? result.right : null
  const isWrong = (field: AutoscalerField): boolean => problem?.in === field
  const field = (id: 'load' | 'options' | 'compare') => (
    <TextInput
      id={id}
      label={fieldNames[id]}
      hint={hints[id]}
      text={typed[id]}
      problems={none}
      isWrong={isWrong(id)}
      refused={length => tooLong(id, length)}
      onText={text => type({ [id]: text })}
    />
  )
  return (
    <>
      <header>
        <h1>Flink autoscaler plan</h1>
        <p>
          What the autoscaler would do with a load, recorded or written, and these options. Nothing that you enter leaves this page.{' '}
          <a href={location.protocol === 'file:' ? 'index.html' : './'}>Upgrade planner</a>
        </p>
      </header>
      <main>
        <nav aria-label="Examples" class="examples">
          <span>Examples:</span>
          <button type="button" onClick={() => load({ ...noTexts, load: example })}>A day</button>
          <button type="button" onClick={() => load({ ...noTexts, load: example, compare: 'utilization.target: 0.5\n' })}>
            A day, two utilizations
          </button>
        </nav>
        <div class="texts">
          {field('load')}
          <div class="stacked">
            {field('options')}
            {field('compare')}
          </div>
        </div>
        <div class="fields panel">
          {(['interval', 'restart'] as const).map(id => (
            <Duration
              field={id}
              text={typed[id]}
              isWrong={isWrong(id)}
              onText={text => type({ [id]: text })}
            />
          ))}
        </div>
        <p class="unseen" role="status" aria-live="polite">{problem?.text ?? view?.summary ?? ''}</p>
        {problem === null ? null : (
          <section class="panel problems" aria-labelledby="problems">
            <h2 id="problems">What can't be played</h2>
            <ul>
              <li>
                {problem.text}{' '}
                <button type="button" onClick={() => document.getElementById(problem.in)?.focus()}>Go to {fieldNames[problem.in]}</button>
              </li>
            </ul>
          </section>
        )}
        {view === null ? null : (
          <>
            <section class="panel" aria-labelledby="sums">
              <h2 id="sums">Sums</h2>
              <p class="amounts">{view.summary}</p>
              <Lines title="Notes" lines={view.notes} />
              <Lines title="Advice" lines={view.advice} />
              <SumTable sums={view.sums} />
            </section>
            <section class="panel" aria-labelledby="picture">
              <h2 id="picture">Load, capacity, slots and lag</h2>
              <ChartPicture played={view.played} summary={view.summary} />
            </section>
            <section class="panel" aria-labelledby="happens">
              <h2 id="happens">What happens, and why</h2>
              {view.plans.map(plan => <HappeningTable plan={plan} />)}
            </section>
          </>
        )}
      </main>
    </>
  )
}
