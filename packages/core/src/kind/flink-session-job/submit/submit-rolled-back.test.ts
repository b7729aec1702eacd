import { describe, expect, test } from 'vitest'
import { rollback } from '../../../../fixtures/session-job-cases.ts'
import { submit } from '../../../../fixtures/session-job-operations.ts'
import { type GivenJob, jobRecord, jobWorld, suspended } from '../../../../fixtures/session-job-rows.ts'
import { done } from '../../../../fixtures/session-job-written.ts'

const text = (job: object): string => jobRecord(suspended, { job: job as never, ...rollback })
const stable = text({ state: 'running', parallelism: 7, upgradeMode: 'savepoint' })
/** Its submit was not accepted for longer than the readiness timeout of five minutes. */
const failing: GivenJob = {
  from: suspended,
  edit: { job: { state: 'running' }, ...rollback },
  status: { operation: { ...submit, source: { _tag: 'Path', path: 's3://b/sp/fc59', reason: '' } } },
  reconciliation: {
    state: 'UPGRADING',
    lastReconciledSpec: text({ state: 'suspended', upgradeMode: 'savepoint' }),
    lastStableSpec: stable,
    reconciliationTimestamp: suspended.now - 300_001,
  },
  record: { errorOwner: 'operation' },
}
const recorded = (change: GivenJob['reconciliation']): GivenJob => ({
  ...failing,
  reconciliation: { ...failing.reconciliation, ...change },
})
const purpose = (it: 'Resume' | 'Rollback' | 'Recovery'): GivenJob => ({
  ...failing,
  status: { operation: { ...submit, source: { _tag: 'Path', path: 's3://b/sp/fc59', reason: '' }, purpose: it } },
})

describe('an upgrade whose submit is not accepted is rolled back (control-flow.md, section 4.9)', () => {
  test.each<readonly [string, GivenJob, boolean]>([
    ['the readiness time is over', failing, true],
    ['it is not over', recorded({ reconciliationTimestamp: suspended.now - 300_000 }), false],
    ['no error of the submit is told', { ...failing, record: { errorOwner: null } }, false],
    ['rollback is off', {
      ...failing,
      edit: { job: { state: 'running' } },
      reconciliation: {
        ...failing.reconciliation,
        lastReconciledSpec: jobRecord(suspended, { job: { state: 'suspended', upgradeMode: 'savepoint' } }),
      },
    }, false],
    ['there is no stable spec', recorded({ lastStableSpec: null }), false],
    ['the stable spec is a suspended one', recorded({ lastStableSpec: text({ state: 'suspended', parallelism: 7 }) }), false],
    ['P10 the next edit is refused', { ...failing, edit: { job: { state: 'running', parallelism: -1 }, ...rollback } }, false],
    ['it is resumed, and no upgrade', purpose('Resume'), false],
    ['it is recovered', purpose('Recovery'), false],
  ])('%s', (_title, given, isRolledBack) => {
    const [operation, record] = done(jobWorld(given))
    expect([operation, record.split(':')[0]]).toEqual(
      isRolledBack ? ['-', 'ROLLING_BACK'] : [expect.stringMatching(/^Submit/u), 'UPGRADING'],
    )
  })

  test('what is told of it', () => {
    expect(jobWorld(failing).next.flatMap(it => (it._tag === 'EmitEvent' ? [it.reason] : []))).toContain('Rollback')
  })
})
