import { ageText } from './age-text.ts'
import type { FleetDetails } from './fleet-answers.ts'

interface TransitionLineProps {
  readonly transitions: FleetDetails['transitions']
  readonly now: number
}

/** Short stays stay visible. */
const narrowest = 12
const width = 1_000

const widthsOf = (spans: readonly number[]): readonly number[] => {
  const whole = spans.reduce((sum, it) => sum + it, 0)
  const free = width - narrowest * spans.length
  return spans.map(span => narrowest + (whole === 0 ? free / spans.length : free * span / whole))
}

/** When the state changed, as a picture and as a list. */
export const TransitionLine = ({ transitions, now }: TransitionLineProps) => {
  const spans = transitions.map(({ at }, index) => Math.max(0, (transitions[index + 1]?.at ?? now) - at))
  const widths = widthsOf(spans)
  const starts = widths.map((_, index) => widths.slice(0, index).reduce((sum, it) => sum + it, 0))
  return (
    <>
      <svg class="line-of-states" viewBox={`0 0 ${width} 16`} preserveAspectRatio="none" aria-hidden="true">
        {transitions.map(({ attention }, index) => (
          <rect class={attention.toLowerCase()} x={starts[index]} y="0" width={Math.max(1, (widths[index] ?? 0) - 2)} height="16" />
        ))}
      </svg>
      <ol class="transitions" aria-label="Transitions">
        {transitions.map(({ at, state, job }, index) => (
          <li>
            <time dateTime={new Date(at).toISOString()}>{new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')}</time> <strong>{state}</strong>
            {job === null ? '' : `, job ${job}`}, for {ageText(spans[index] ?? null)}
          </li>
        ))}
      </ol>
    </>
  )
}
