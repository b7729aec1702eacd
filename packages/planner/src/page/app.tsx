import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { TextProblem, Texts } from '../view/plan-texts.ts'
import { after, announcement, emptyState, requestOf } from '../view/planner-state.ts'
import { LiveResources } from './live-resources.tsx'
import { ObjectsPanel } from './objects-panel.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { type PlanningWorker, planningWorker } from './planning-worker.ts'
import { goToLine, TextInput } from './text-input.tsx'
import { TimelinePanel } from './timeline-panel.tsx'

export interface AppProps {
  readonly examples: readonly { readonly title: string; readonly texts: Texts }[]
  /** Where the operator answers for its resources; null: the page stands alone and asks nobody. */
  readonly live: string | null
}

/** Typing is planned when it pauses. */
const pauseMillis = 250

const Problems = ({ problems, passedOver }: { readonly problems: readonly TextProblem[]; readonly passedOver: readonly string[] }) => (
  <>
    {problems.length === 0 ? null : (
      <section class="panel problems" aria-labelledby="problems">
        <h2 id="problems">What can't be planned</h2>
        <ul>
          {problems.map(({ text, in: place, line }) => (
            <li>
              {text} {line === null ? null : (
                <button
                  type="button"
                  onClick={() => goToLine(place, line)}
                  aria-label={`Go to line ${line}: ${text}`}
                >
                  Go to line {line}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
    )}
    {passedOver.length === 0 ? null : <ul class="hint">{passedOver.map(text => <li>{text}</li>)}</ul>}
  </>
)

const linesOf = (problems: readonly TextProblem[], place: TextProblem['in']): ReadonlySet<number> =>
  new Set(problems.flatMap(it => (it.in === place && it.line !== null ? [it.line] : [])))

export const App = ({ examples, live }: AppProps) => {
  const [state, dispatch] = useReducer(after, emptyState)
  const [typed, setTyped] = useState<Texts>(emptyState.texts)
  const pause = useRef<number | undefined>(undefined)
  const [trouble, setTrouble] = useState<string | null>(null)
  const worker = useRef<PlanningWorker | null>(null)
  useEffect(() => {
    const here = planningWorker((request, answer) => {
      setTrouble(null)
      dispatch({ _tag: 'Answered', request, answer })
    }, setTrouble)
    worker.current = here
    return () => here.end()
  }, [])
  useEffect(() => () => clearTimeout(pause.current), [])
  // whoever opens the page first sees what it is for
  useEffect(() => {
    const [first] = examples
    if (live === null && first !== undefined) load({ ...emptyState.texts, ...first.texts })
  }, [])
  const plan = (texts: Texts): void => dispatch({ _tag: 'Typed', texts })
  const load = (texts: Texts): void => {
    clearTimeout(pause.current)
    setTyped(texts)
    plan(texts)
  }
  const type = (texts: Texts): void => {
    setTyped(texts)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => plan(texts), pauseMillis)
  }
  const { texts, chosen, crash, isAnswered, answer: { titles, problems, passedOver, shown } } = state
  useEffect(() => {
    if (!isAnswered) worker.current?.ask(requestOf(state))
  }, [texts, chosen, crash, isAnswered])
  return (
    <>
      <header>
        <h1>Flink upgrade planner</h1>
        <p>
          What an edit of a Flink resource would do, and why. {live === null ? 'Nothing that you enter leaves this page.'
            : 'The page reads resources from the operator, and sends it nothing that you enter.'}{' '}
          <a href="autoscaler.html">Autoscaler plan</a>
        </p>
      </header>
      <main>
        <nav aria-label="Examples" class="examples">
          <span id="examples">Examples:</span>
          {examples.map(({ title, texts }) => (
            <button type="button" onClick={() => load({ ...typed, observed: null, ...texts })}>{title}</button>
          ))}
        </nav>
        {live === null ? null
          : (
            <LiveResources
              place={live}
              onResource={(deployed, configuration, observed) => load({ deployed, edit: deployed, configuration, observed })}
            />
          )}
        <div class="texts">
          <TextInput
            id="deployed"
            label="What is deployed"
            hint="Paste the output of kubectl get -o yaml. Leave it empty if nothing is deployed yet. A FlinkSessionJob needs its session cluster in the same text, after a line ---."
            text={typed.deployed}
            problems={linesOf(problems, 'deployed')}
            onText={deployed => type({ ...typed, deployed, observed: null })}
          />
          <TextInput
            id="edit"
            label="The edit"
            hint="The document to apply. Paste it, drop files here, or copy what is deployed and change it."
            text={typed.edit}
            problems={linesOf(problems, 'edit')}
            onText={edit => type({ ...typed, edit })}
          >
            <button type="button" disabled={typed.deployed === ''} onClick={() => load({ ...typed, edit: typed.deployed })}>
              Copy what is deployed
            </button>
          </TextInput>
        </div>
        <p class="unseen" role="status" aria-live="polite">{announcement(state)}</p>
        {trouble === null ? null : <p class="amounts error" role="alert">Nothing can be planned here: {trouble}</p>}
        <Problems problems={problems} passedOver={passedOver} />
        {titles.length < 2 ? null : (
          <p class="choose">
            <label for="resource">Resource</label>{' '}
            <select id="resource" value={chosen} onChange={event => dispatch({ _tag: 'Chose', index: Number(event.currentTarget.value) })}>
              {titles.map((title, index) => <option value={index}>{title}</option>)}
            </select>
          </p>
        )}
        {shown === null ? null : (
          <div class={isAnswered ? '' : 'earlier'} aria-busy={!isAnswered}>
            <PlanPanel title={shown.title} plan={shown.plan} uptime={shown.uptime} />
            <DocumentsPanel rows={shown.plan.documents} />
            <TimelinePanel timeline={shown.timeline} state={state} dispatch={dispatch} />
            <ObjectsPanel objects={shown.plan.objects} />
          </div>
        )}
      </main>
    </>
  )
}
