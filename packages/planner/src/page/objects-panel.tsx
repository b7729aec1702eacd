import type { DiffLine, ObjectDiff } from '../view/object-diffs.ts'

const words = {
  new: 'new',
  changed: 'changed',
  marks: 'made anew: only the marks of the attempt are other',
  same: 'made anew, as it was',
} as const
const classes = { '+': 'added', '-': 'removed', ' ': 'kept', '…': 'left-out' } as const
const spoken: Readonly<Record<DiffLine['sign'], string | null>> = { '+': 'added: ', '-': 'removed: ', ' ': null, '…': null }

const Line = ({ sign, text }: DiffLine) => (
  <span class={`line ${classes[sign]}`}>
    <span aria-hidden="true">{sign}{' '}</span>
    {spoken[sign] === null ? null : <span class="unseen">{spoken[sign]}</span>}
    {text}
    {'\n'}
  </span>
)

/** The objects that the edit leads to, each beside what it was. */
export const ObjectsPanel = ({ objects }: { readonly objects: readonly ObjectDiff[] }) =>
  objects.length === 0 ? null : (
    <section class="panel" aria-labelledby="objects">
      <h2 id="objects">Objects of Kubernetes</h2>
      {objects.map(({ name, change, lines }) => (
        <details open={change === 'changed'}>
          <summary>
            <code>{name}</code> <span class={`badge ${change}`}>{words[change]}</span>
          </summary>
          {lines.length === 0 ? <p class="hint">Not a line is other.</p>
            : <pre class="diff" tabIndex={0} aria-label={`Diff of ${name}`}>{lines.map(line => <Line {...line} />)}</pre>}
        </details>
      ))}
    </section>
  )
