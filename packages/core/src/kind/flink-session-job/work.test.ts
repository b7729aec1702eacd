import { describe, expect, test } from 'vitest'
import { environment } from '../../../fixtures/environment.ts'
import { edited, rollback } from '../../../fixtures/session-job-cases.ts'
import { submit, suspend } from '../../../fixtures/session-job-operations.ts'
import { aSession } from '../../../fixtures/a-session-job.ts'
import { type GivenJob, jobRecord, jobWorld, steady, suspended } from '../../../fixtures/session-job-rows.ts'
import { known } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentView } from '../../contract/fact/custom-resource-views.ts'
import type { OperationPurpose } from '../../contract/resource/operation.ts'
import { observe } from './observe/observe-session-job.ts'
import { validate } from './validated-session-job.ts'
import type { Work } from './work.ts'

/** What a resource works towards in the session cluster that was seen; null: none was. */
const workIn = (given: GivenJob = {}, session: FlinkDeploymentView | null = aSession()): Work => {
  const { now, resource } = jobWorld(given)
  const { meta, status } = resource
  const env = environment(now)
  return observe(validate(resource, env), { meta, status }, session === null ? {} : { target: known(session, now) }, env).work
}
const refused = { job: { parallelism: -1 } }

const recordedAs = (upgradeMode: string): { readonly lastReconciledSpec: string } => ({
  lastReconciledSpec: jobRecord(steady, { job: { upgradeMode } }),
})
const wantedJob = (given: GivenJob) => {
  const { wanted } = workIn(given)
  return wanted === null ? null
    : `${wanted.job.state} ${wanted.job.upgradeMode} ${String(wanted.job.parallelism)} wide ${String(wanted.spec.job === wanted.job)}`
}

describe('what a FlinkSessionJob works towards (P10, F06)', () => {
  test.each<readonly [string, GivenJob, string | null]>([
    ['the spec of its user', { edit: edited }, 'running savepoint 3 wide true'],
    [
      'P10 where it is refused the last good one',
      { edit: { job: { ...refused.job, state: 'suspended' } } },
      'running savepoint 2 wide true',
    ],
    ['F06 P01 with the mode that was asked for before', {
      edit: { job: { ...refused.job, upgradeMode: 'stateless' } },
      record: { askedMode: 'last-state' },
    }, 'running last-state 2 wide true'],
    ['F06 P01 where nobody knows what was asked for, state is kept', {
      edit: refused,
      record: { askedMode: null },
      reconciliation: recordedAs('stateless'),
    }, 'running savepoint 2 wide true'],
    ['F06 it was started with its state', {
      edit: refused,
      record: { askedMode: null },
      reconciliation: recordedAs('last-state'),
    }, 'running last-state 2 wide true'],
    ['P10 it is suspended, and stays so', { from: suspended, edit: refused }, 'suspended savepoint 2 wide true'],
    [
      'P10 it is stopped for an upgrade, which goes on',
      { from: suspended, edit: refused, reconciliation: { state: 'UPGRADING' } },
      'running savepoint 2 wide true',
    ],
    ['P10 for a rollback', { from: suspended, edit: refused, reconciliation: { state: 'ROLLING_BACK' } }, 'running savepoint 2 wide true'],
    ['P10 it is being submitted', { from: suspended, edit: refused, status: { operation: submit } }, 'running savepoint 2 wide true'],
    [
      'P10 it is being suspended',
      { edit: refused, status: { operation: { ...suspend, purpose: 'Suspend' } } },
      'suspended savepoint 2 wide true',
    ],
    ['P10 it is being stopped for an upgrade', { edit: refused, status: { operation: suspend } }, 'running savepoint 2 wide true'],
    ['P10 B41 nothing, where what was good can not be read', { edit: refused, reconciliation: { lastReconciledSpec: 'no json' } }, null],
  ])('%s', (_title, given, job) => {
    expect(wantedJob(given)).toBe(job)
  })

  test('nothing, as long as its cluster is not seen', () => {
    const { wanted, deployed, stable, attempt, findings } = workIn({}, null)
    expect([wanted, deployed, stable, attempt, findings]).toEqual([null, { _tag: 'Undecodable' }, null, null, []])
  })

  test('P10 which generation it is of: that of the last good spec, where the edit is refused', () => {
    const generation = (given: GivenJob) => workIn(given).generation
    expect([
      generation({ edit: edited }),
      generation({ edit: refused }),
      generation({ edit: refused, status: { observedGeneration: null } }),
    ])
      .toEqual([2, 1, 2])
  })

  test.each<readonly [string, GivenJob, readonly string[]]>([
    ['nothing', {}, []],
    ['what the spec says by itself, once', { edit: refused }, ['job.parallelism']],
  ])('what is wrong with it: %s', (_title, given, fields) => {
    expect(workIn(given).findings.filter(({ severity }) => severity === 'Error').map(({ field }) => field)).toEqual(fields)
  })

  test('the edit, beside what is recorded; none where it is refused or nothing is recorded', () => {
    const type = (given: GivenJob) => workIn(given).diff.type
    expect([type({ edit: { job: { entryClass: 'x' } } }), type({}), type({ edit: { job: { entryClass: 'x', parallelism: -1 } } })]).toEqual(
      [
        'UPGRADE',
        'IGNORE',
        'IGNORE',
      ],
    )
  })
})

describe('what runs, and what is put back', () => {
  const other = jobRecord(steady, { job: { parallelism: 7 } })
  test.each<readonly [string, GivenJob, number | null]>([
    ['what is recorded', {}, 2],
    ['D-35 rolled back, the last stable spec', { reconciliation: { state: 'ROLLED_BACK', lastStableSpec: other } }, 7],
    ['rolled back, and the stable spec is gone', { reconciliation: { state: 'ROLLED_BACK', lastStableSpec: null } }, 2],
    ['not rolled back: a stable spec that differs is not it', { reconciliation: { lastStableSpec: other } }, 2],
    ['B41 what can not be read', { reconciliation: { lastReconciledSpec: '{"spec":{"job":{"parallelism":"x"}}}' } }, null],
  ])('what runs: %s', (_title, given, width) => {
    const { deployed } = workIn(given)
    expect(deployed._tag === 'Deployed' ? deployed.running.job.parallelism : null).toBe(width)
    expect(deployed._tag).toBe(width === null ? 'Undecodable' : 'Deployed')
  })

  test.each<readonly [string, GivenJob, boolean]>([
    ['D-35 rolled back, and the spec that runs was put back', {
      edit: { job: { parallelism: 7 } },
      reconciliation: { state: 'ROLLED_BACK', lastStableSpec: other },
    }, true],
    ['rolled back, and another is wanted', {
      edit: { job: { parallelism: 8 } },
      reconciliation: { state: 'ROLLED_BACK', lastStableSpec: other },
    }, false],
    ['nothing was rolled back', { edit: {} }, false],
    ['rolled back, and the edit is refused', {
      edit: { job: { parallelism: -1 } },
      reconciliation: { state: 'ROLLED_BACK', lastStableSpec: other },
    }, false],
  ])('is what is wanted what runs? %s', (_title, given, answer) => {
    expect(workIn(given).wantsWhatRuns).toBe(answer)
  })

  const withRollback: GivenJob = {
    edit: rollback,
    reconciliation: { lastReconciledSpec: jobRecord(steady, rollback), lastStableSpec: other },
  }
  test.each<readonly [string, GivenJob, number | null]>([
    ['where rollback is on', withRollback, 7],
    ['not where it is off', { reconciliation: { lastStableSpec: other } }, null],
    ['where a rollback is under way', { reconciliation: { state: 'ROLLING_BACK', lastStableSpec: other } }, 7],
    ['there is none', { ...withRollback, reconciliation: { ...withRollback.reconciliation, lastStableSpec: null } }, null],
  ])('the stable spec that may be put back: %s', (_title, given, width) => {
    expect(workIn(given).stable?.job.parallelism ?? null).toBe(width)
  })

  test('what takes effect without a restart is that of the newest spec, but of none that is refused', () => {
    const patience = (parallelism: number): number | null => {
      const { deployed } = workIn({
        edit: { job: { parallelism }, rest: { flinkConfiguration: { 'kubernetes.operator.deployment.stability.window': '77 s' } } },
      })
      return deployed._tag === 'Deployed' ? deployed.running.options.deploymentStabilityWindow : null
    }
    expect([patience(2), patience(-1)]).toEqual([77_000, 0])
  })
})

describe('the spec of a submit that is under way: that which is recorded, whatever is wanted by now (P03)', () => {
  const during = (purpose: OperationPurpose, given: GivenJob = {}): GivenJob => ({
    from: suspended,
    edit: { job: { state: 'running' } },
    ...given,
    status: { operation: { ...submit, purpose } },
  })
  const attemptText = (given: GivenJob): string | null => {
    const { attempt } = workIn(given)
    return attempt === null ? null
      : `${attempt.target.job.state} ${attempt.target.job.upgradeMode} ${
        String(attempt.target.job.parallelism)
      } wide, used ${attempt.mode}, differs ${String(attempt.differs)}`
  }
  const stableSeven = { lastStableSpec: jobRecord(steady, { job: { parallelism: 7 } }) }
  test.each<readonly [string, GivenJob, string | null]>([
    ['no submit', {}, null],
    ['of an upgrade', during('Upgrade'), 'running savepoint 2 wide, used savepoint, differs false'],
    [
      'something else is wanted by now',
      during('Upgrade', { edit: { job: { state: 'running', entryClass: 'x' } } }),
      'running savepoint 2 wide, used savepoint, differs true',
    ],
    [
      'it is to be suspended by now',
      during('Upgrade', { edit: { job: { state: 'suspended' } } }),
      'running savepoint 2 wide, used savepoint, differs true',
    ],
    [
      'P10 an edit that is refused changes nothing',
      during('Upgrade', { edit: { job: { state: 'running', parallelism: -1 } } }),
      'running savepoint 2 wide, used savepoint, differs false',
    ],
    [
      'a rollback: the stable spec',
      during('Rollback', { reconciliation: { state: 'ROLLING_BACK', ...stableSeven } }),
      'running savepoint 7 wide, used savepoint, differs false',
    ],
    [
      'a rollback whose stable spec is gone',
      during('Rollback', { reconciliation: { state: 'ROLLING_BACK', lastStableSpec: null } }),
      'running savepoint 2 wide, used savepoint, differs false',
    ],
    [
      'a rollback, and another edit',
      during('Rollback', {
        edit: { job: { state: 'running', entryClass: 'x' } },
        reconciliation: { state: 'ROLLING_BACK', ...stableSeven },
      }),
      'running savepoint 7 wide, used savepoint, differs true',
    ],
    [
      'B39 a rollback of what is refused now',
      during('Rollback', {
        edit: { job: { state: 'running', parallelism: -1 } },
        reconciliation: { state: 'ROLLING_BACK', ...stableSeven },
      }),
      'running savepoint 7 wide, used savepoint, differs false',
    ],
    [
      'an upgrade does not take the stable spec',
      during('Upgrade', { reconciliation: stableSeven }),
      'running savepoint 2 wide, used savepoint, differs false',
    ],
    [
      'a recovery in ROLLED_BACK: what runs',
      during('Recovery', { reconciliation: { state: 'ROLLED_BACK', ...stableSeven } }),
      'running savepoint 7 wide, used savepoint, differs false',
    ],
    [
      'a recovery, and another edit',
      during('Recovery', { edit: { job: { state: 'running', entryClass: 'x' } } }),
      'running savepoint 2 wide, used savepoint, differs true',
    ],
  ])('%s', (_title, given, text) => {
    expect(attemptText(given)).toBe(text)
  })

  test('what the upgrade mode adds to the configuration is that of the wanted one', () => {
    const configuration = (upgradeMode: string) =>
      workIn(during('Upgrade', { edit: { job: { state: 'running', upgradeMode } } })).attempt?.target.effective.configuration
    expect(configuration('savepoint')).toEqual(
      workIn({ from: suspended, edit: { job: { state: 'running' } } }).wanted?.effective.configuration,
    )
  })
})
