import type { DiffRow, NumberedLine } from '../view/document-diff.ts'

const spoken: Readonly<Record<DiffRow['change'], string>> = {
  same: '',
  changed: 'changed: ',
  removed: 'removed: ',
  added: 'added: ',
  'left-out': '',
}

const Side = (
  { side, line, change }: { readonly side: 'before' | 'after'; readonly line: NumberedLine | null; readonly change: DiffRow['change'] },
) => (
  <>
    <td class={`line-number ${side}`}>{line?.number ?? ''}</td>
    <td class={`${side}${line === null ? ' none' : ''}`}>
      {line === null || spoken[change] === '' ? null : <span class="unseen">{spoken[change]}</span>}
      <code>{line?.text ?? ''}</code>
    </td>
  </>
)

/** The deployed document beside what applying the edit makes of it; changed lines are marked. */
export const DocumentsPanel = ({ rows }: { readonly rows: readonly DiffRow[] }) =>
  rows.length === 0 ? null : (
    <section class="panel" aria-labelledby="documents">
      <h2 id="documents">The documents side by side</h2>
      <div class="scroll" role="region" aria-label="Lines of both documents" tabIndex={0}>
        <table class="beside">
          <colgroup>
            <col class="numbers-of" />
            <col />
            <col class="numbers-of" />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>What is deployed</th>
              <th scope="col" colSpan={2}>After the edit</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ change, before, after }) =>
              change === 'left-out' ? (
                <tr class="left-out">
                  <td colSpan={4}>…</td>
                </tr>
              )
                : (
                  <tr class={change}>
                    <Side side="before" line={before} change={change} />
                    <Side side="after" line={after} change={change} />
                  </tr>
                )
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
