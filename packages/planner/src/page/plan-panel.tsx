import type { JobUptime } from '../view/job-uptime.ts'
import type { PlanView } from '../view/plan-view.ts'
import { UptimePicture } from './uptime-picture.tsx'

const Findings = ({ findings }: Pick<PlanView, 'findings'>) =>
  findings.length === 0 ? null : (
    <section>
      <h3>Found</h3>
      <ul class="findings">
        {findings.map(({ isError, field, message }) => (
          <li class={isError ? 'error' : 'advice'}>
            <strong>{isError ? 'Error' : 'Advice'}</strong> <code>{field}</code>: {message}
          </li>
        ))}
      </ul>
    </section>
  )

const Changes = ({ changes }: Pick<PlanView, 'changes'>) =>
  changes.length === 0 ? null : (
    <section>
      <h3 id="changes">Changes of the spec</h3>
      <div class="scroll" role="region" aria-labelledby="changes" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Class</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ path, from, to, type }) => (
              <tr>
                <th scope="row">
                  <code>{path}</code>
                </th>
                <td>
                  <del>{from}</del>
                </td>
                <td>
                  <ins>{to}</ins>
                </td>
                <td>
                  <span class={`class ${type.toLowerCase()}`}>{type}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )

const Job = ({ operations }: Pick<PlanView, 'operations'>) =>
  operations.length === 0 ? null : (
    <section>
      <h3>The job</h3>
      <dl class="job">
        {operations.map(({ kind, mode, why }) => (
          <div>
            <dt>{kind}</dt>
            <dd>
              <strong>{mode}</strong>
              <br />
              <span class="why">because: {why}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )

const phaseNames = { savepoint: 'Savepoint', stop: 'Stop', replace: 'Replace', run: 'Run' } as const

/** What is done by phase; status writes and events are folded away. */
const Phases = ({ phases, actions, then }: Pick<PlanView, 'phases' | 'actions' | 'then'>) =>
  actions.length + then.length === 0 ? null : (
    <section>
      <h3>What happens</h3>
      {phases.length === 0 ? null : (
        <ol class="phases">
          {phases.map(({ phase, does, ifItFails }) => (
            <li>
              <strong>{phaseNames[phase]}</strong>
              <ul>{does.map(text => <li>{text}</li>)}</ul>
              {ifItFails === null ? null : <p class="why">If it fails: {ifItFails}.</p>}
            </li>
          ))}
        </ol>
      )}
      <details>
        <summary>Show every write: {actions.length + then.length} actions in order</summary>
        {actions.length === 0 ? <p>At once: nothing.</p> : <ol class="actions">{actions.map(text => <li>{text}</li>)}</ol>}
        {then.length === 0 ? null : (
          <>
            <p>Then, if nothing fails:</p>
            <ol class="actions" start={actions.length + 1}>{then.map(text => <li>{text}</li>)}</ol>
          </>
        )}
      </details>
    </section>
  )

/** What an edit would do, and why. */
export const PlanPanel = ({ title, plan, uptime }: { readonly title: string; readonly plan: PlanView; readonly uptime: JobUptime }) => (
  <section class="panel" aria-labelledby="plan">
    <h2 id="plan">{title}</h2>
    <p class={`amounts ${plan.amounts.tone}`}>
      <strong>{plan.headline}</strong> {plan.amounts.text}
    </p>
    <UptimePicture uptime={uptime} />
    <p class="outcome">
      <strong>In the end:</strong> {plan.outcome}
    </p>
    <p class="hint">{plan.basis}</p>
    <Findings findings={plan.findings} />
    <Changes changes={plan.changes} />
    <Job operations={plan.operations} />
    <Phases phases={plan.phases} actions={plan.actions} then={plan.then} />
  </section>
)
