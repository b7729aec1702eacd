import { countText, sumTitles, timeText } from '../autoscaler-plan/index.ts'
import type { AutoscalerView, PlayedView } from './autoscaler-view.ts'

/** The sums of each configuration, and what the second one changes. */
export const SumTable = ({ sums }: Pick<AutoscalerView, 'sums'>) => (
  <div class="scroll" role="region" aria-label="Sums of each configuration" tabIndex={0}>
    <table class="sums folded">
      <thead>
        <tr>
          <th scope="col">Configuration</th>
          {sumTitles.map(title => <th scope="col" class="number">{title}</th>)}
        </tr>
      </thead>
      <tbody>
        {sums.map(({ name, texts }) => (
          <tr>
            <th scope="row">{name}</th>
            {texts.map((text, index) => <td class="number" data-title={sumTitles[index]}>{text}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** What happens with one configuration, when and why. */
export const HappeningTable = ({ plan: { name, happenings, left } }: { readonly plan: PlayedView }) => (
  <details open>
    <summary>
      {name}: {happenings.length + left === 0 ? 'nothing is scaled, and nothing is held back' : `${happenings.length + left} times`}
    </summary>
    {happenings.length === 0 ? null : (
      <div class="scroll" role="region" aria-label={`What happens and why: ${name}`} tabIndex={0}>
        <table class="folded">
          <thead>
            <tr>
              <th scope="col">Time (UTC)</th>
              <th scope="col" class="number">Load/s</th>
              <th scope="col" class="number">Lag</th>
              <th scope="col" class="number">Slots</th>
              <th scope="col">What and why</th>
            </tr>
          </thead>
          <tbody>
            {happenings.map(({ at, load, lag, slots, words }) => (
              <tr>
                <th scope="row" class="time">{timeText(at)}</th>
                <td class="number" data-title="load/s">{countText(load)}</td>
                <td class="number" data-title="lag">{countText(lag)}</td>
                <td class="number" data-title="slots">{countText(slots)}</td>
                <td class="words">{words.map(line => <div>{line}</div>)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
    {left === 0 ? null : <p class="hint">{left} more are not shown. The command shows all of them.</p>}
  </details>
)
