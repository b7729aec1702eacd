import { useEffect, useRef } from 'preact/hooks'
import { placeOf, type PlannerEvent, type PlannerState, visibleSteps } from '../view/planner-state.ts'
import type { StepView, TimelineView } from '../view/timeline-view.ts'

export interface TimelinePanelProps {
  readonly timeline: TimelineView
  readonly state: Pick<PlannerState, 'step' | 'showsEveryWrite'>
  readonly dispatch: (event: PlannerEvent) => void
}

const Step = ({ step, isNow, onGo }: { readonly step: StepView; readonly isNow: boolean; readonly onGo: () => void }) => {
  const own = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const [item, list] = [own.current, own.current?.parentElement]
    if (!isNow || item == null || list == null) return
    // the list alone scrolls: the page stays where its reader is
    if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop
    const below = item.offsetTop + item.offsetHeight - list.clientHeight
    if (below > list.scrollTop) list.scrollTop = below
  }, [isNow])
  return (
    <li ref={own} class={`step ${step.actor.toLowerCase()}${isNow ? ' now' : ''}${step.isAfterCrash ? ' after-crash' : ''}`}>
      <button type="button" aria-current={isNow ? 'step' : undefined} onClick={onGo}>
        <span class="at">{step.at}</span>
        <span class="actor">{step.actor}</span>
        <span class="what">
          {step.text}
          {step.error === null ? null : <em class="failed">failed: {step.error}</em>}
        </span>
        <span class="round">{step.round ?? ''}</span>
      </button>
    </li>
  )
}

const Details = ({ step }: { readonly step: StepView }) => (
  <div class="details">
    <section>
      <h3>How things stand</h3>
      <dl class="stands">
        {step.stands.map(({ what, how, isChanged }) => (
          <div class={isChanged ? 'is-changed' : ''}>
            <dt>{what}</dt>
            <dd>{how}{isChanged ? <span class="badge">changed</span> : null}</dd>
          </div>
        ))}
      </dl>
    </section>
    {step.writes.length === 0 ? null : (
      <section>
        <h3 id="writes">Written to the status</h3>
        <div class="scroll" role="region" aria-labelledby="writes" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">From</th>
                <th scope="col">To</th>
              </tr>
            </thead>
            <tbody>
              {step.writes.map(({ path, from, to }) => (
                <tr>
                  <th scope="row">
                    <code>{path}</code>
                  </th>
                  <td>{from}</td>
                  <td>{to}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    )}
  </div>
)

/** The story of the edit, step by step, and what becomes of it when the operator dies on the way. */
export const TimelinePanel = ({ timeline, state, dispatch }: TimelinePanelProps) => {
  const { crash, lastBoundary } = timeline
  const steps = visibleSteps(timeline, state)
  const step = placeOf(state, steps)
  const here = steps[step]
  if (here === undefined) return null
  const now = here.step
  const last = steps.length - 1
  const go = (to: number): void => dispatch({ _tag: 'WentTo', step: steps[Math.min(Math.max(to, 0), last)]?.index ?? 0 })
  return (
    <section class="panel" aria-labelledby="story">
      <h2 id="story">The story, step by step</h2>
      <p class="hint">
        Played in a simulated Kubernetes with Flink, in which nothing else fails. Left and right arrow keys move the slider.
      </p>
      <div class="controls">
        <button type="button" onClick={() => go(step - 1)} disabled={step === 0}>Back</button>
        <input
          type="range"
          aria-label="Step of the story"
          aria-valuetext={`Step ${step} of ${last}: ${now.actor}, ${now.text}`}
          min={0}
          max={last}
          value={step}
          onInput={event => go(Number(event.currentTarget.value))}
        />
        <button type="button" onClick={() => go(step + 1)} disabled={step === last}>Next</button>
        <span class="count">Step {step} of {last}</span>
        {crash === null
          ? (
            <button type="button" class="crash" onClick={() => dispatch({ _tag: 'Crashed' })} disabled={here.index > lastBoundary}>
              Crash here
            </button>
          )
          : <button type="button" onClick={() => dispatch({ _tag: 'Mended' })}>Without the crash</button>}
      </div>
      <p>
        <label>
          <input
            type="checkbox"
            checked={state.showsEveryWrite}
            onChange={event => dispatch({ _tag: 'ShowedWrites', every: event.currentTarget.checked })}
          />{' '}
          Show every write: status, events, labels
        </label>
      </p>
      {crash === null ? null : (
        <p class={`amounts ${crash.isSame ? 'change' : 'risk'}`}>
          <strong>After the crash.</strong> {crash.text}
        </p>
      )}
      <ol class="steps" aria-label="Steps">
        {steps.map(({ index, step: it }, place) => <Step key={index} step={it} isNow={place === step} onGo={() => go(place)} />)}
      </ol>
      <p class="outcome">
        <strong>In the end:</strong> {timeline.outcome} {timeline.end}
      </p>
      <Details step={now} />
    </section>
  )
}
