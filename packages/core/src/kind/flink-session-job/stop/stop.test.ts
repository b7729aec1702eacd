import { describe, expect, test } from 'vitest'
import { listed } from '../../../../fixtures/a-session-job.ts'
import { notListed, othersId, steadyId as id, suspend } from '../../../../fixtures/session-job-operations.ts'
import { type GivenJob, jobWorld, steady, steadyWithoutHa, suspended } from '../../../../fixtures/session-job-rows.ts'
import type { SuspendOperation } from '../../../contract/resource/operation.ts'

const started = Number(steady.status.jobStatus.startTime)
const job = (state: Parameters<typeof listed>[1]) => [listed(id, state, started)]
const stateless: SuspendOperation = { ...suspend, mode: 'STATELESS', restoreMode: 'stateless', mintedAt: steady.now - 5_000 }
const under = (operation: SuspendOperation, change: GivenJob = {}): GivenJob => ({
  edit: { job: { entryClass: 'x', upgradeMode: 'stateless' } },
  reconciliation: { state: 'UPGRADING' },
  ...change,
  status: { operation, ...change.status },
})

/** What a round does, what it waits for, and what it leaves of the stop. */
const roundOf = (given: GivenJob) => {
  const actions = jobWorld(given).next
  const status = actions.flatMap(it => (it._tag === 'PersistStatus' ? [it.status] : [])).at(-1) ?? jobWorld(given).status
  const last = actions.at(-1)
  return {
    effects: actions.map(({ _tag }) => _tag).filter(it => !['PersistStatus', 'EmitEvent', 'Requeue'].includes(it)).join(' '),
    after: last?._tag === 'Requeue' ? last.after : null,
    waitingFor: last?._tag === 'Requeue' ? last.waitingFor : '',
    operation: status.operation?.kind ?? null,
    status,
  }
}

describe('session clusters 2.6 a stateless job is cancelled, and nothing is begun before it is seen to have ended (E-12, P02)', () => {
  test.each<readonly [string, GivenJob, effects: string, waitingFor: string, operation: string | null]>([
    [
      'it still runs: the cancel is sent again',
      under(stateless, { jobs: job('RUNNING') }),
      'CancelJob',
      'the job to be cancelled',
      'Suspend',
    ],
    ['it is being cancelled', under(stateless, { jobs: job('CANCELLING') }), '', 'the job to be cancelled', 'Suspend'],
    ['it has ended', under(stateless, { jobs: job('CANCELED') }), '', '', null],
    ['it failed meanwhile: that is an end, too', under(stateless, { jobs: job('FAILED') }), '', '', null],
    [
      'P14 Flink could not be asked',
      under(stateless, { world: { unobservable: ['GetJobsOverview'] } }),
      '',
      'Flink to list its jobs',
      'Suspend',
    ],
    [
      'P14 nor is it not there, where it is not listed for the first time',
      under(stateless, { ...notListed, from: steadyWithoutHa, record: { jobMissedSince: null, runningSince: null } }),
      '',
      'the job',
      'Suspend',
    ],
    ['another job alone is listed', under(stateless, { jobs: [listed(othersId)], from: steadyWithoutHa }), '', 'the job', 'Suspend'],
    ['without high availability it is not listed for long', under(stateless, { ...notListed, from: steadyWithoutHa }), '', '', null],
  ])('%s', (_title, given, effects, waitingFor, operation) => {
    const it = roundOf(given)
    expect([it.effects, it.operation]).toEqual([effects, operation])
    expect(it.waitingFor).toContain(waitingFor)
    if (operation !== null) expect(it.after).toBeGreaterThanOrEqual(1_000)
  })

  test.each(
    [
      ['before', 1, null],
      ['after', 0, 'The job is being cancelled, but Flink has not reported its end yet: another job would run beside it'],
    ] as const,
  )('%s its time is over, it is told that it has not ended', (_title, more, reported) => {
    for (const state of ['RUNNING', 'CANCELLING'] as const) {
      const given = under({ ...stateless, giveUpAt: steady.now - 1 + more }, { jobs: job(state) })
      const { error } = roundOf(given).status
      if (reported === null) expect(error).toBeNull()
      else expect(error).toContain(reported)
    }
  })

  test('F05 a rollback that finds that it came to its end before: it is not to run again', () => {
    const given = under({ ...stateless, purpose: 'Rollback' }, { jobs: job('FINISHED'), job: { state: 'FINISHED' } })
    const { status, effects } = roundOf(given)
    expect([status.operation, effects, status.jobStatus.state]).toEqual([null, '', 'FINISHED'])
  })

  test('a stop with state that names no job is dropped; a stateless one only has to see it gone', () => {
    expect(roundOf(under({ ...suspend, jobId: null })).operation).toBeNull()
    expect(roundOf(under({ ...stateless, jobId: null }, { jobs: job('RUNNING') })).operation).toBe('Suspend')
  })

  test('P16 a stateless upgrade is begun: nobody reads STABLE and RUNNING meanwhile', () => {
    const { status, effects } = roundOf({ edit: { job: { entryClass: 'x', upgradeMode: 'stateless' } } })
    expect([effects, status.jobStatus.state, status.reconciliationStatus.state, status.operation]).toMatchObject([
      'CancelJob',
      'CANCELLING',
      'UPGRADING',
      { mode: 'STATELESS', jobId: id, purpose: 'Upgrade', step: 'Requested' },
    ])
    const withState = roundOf({ edit: { job: { entryClass: 'x' } } })
    expect([withState.effects, withState.status.jobStatus.state]).toEqual(['StopWithSavepoint', 'RUNNING'])
  })

  test('P05 nothing is asked of a job that was not seen in this round', () => {
    const { effects, waitingFor } = roundOf({
      edit: { job: { entryClass: 'x', upgradeMode: 'stateless' } },
      world: { unobservable: ['GetJobsOverview'] },
    })
    expect([effects, waitingFor]).not.toContain('CancelJob')
    expect(effects).toBe('')
  })
})

describe('when a job is looked at again to which nothing is to be done', () => {
  test.each<readonly [string, GivenJob, after: number, waitingFor: string]>([
    ['it runs, and is stable', {}, 60_000, 'a change'],
    ['it is suspended', { from: suspended }, 60_000, 'a change'],
    ['Flink does not answer', { world: { unobservable: ['GetJobsOverview'] } }, 10_000, 'Flink to be reached (Unreachable: not seen)'],
    [
      'it comes up',
      { jobs: job('CREATED'), job: { state: 'CREATED' }, record: { runningSince: null } },
      1_000,
      'all tasks of the job to run',
    ],
    [
      'it runs, and was not seen stable yet',
      { reconciliation: { lastStableSpec: null }, record: { runningSince: steady.now - 1_000 } },
      60_000,
      '',
    ],
    [
      'it has ended, and Flink may not show its last checkpoint yet',
      { jobs: job('FAILED'), job: { state: 'FAILED' }, record: { terminalSince: steady.now, runningSince: null } },
      3_500,
      'Flink to show the last checkpoint of the job',
    ],
  ])('%s', (_title, given, most, waitingFor) => {
    const it = roundOf(given)
    expect(it.effects).toBe('')
    expect(it.after ?? 0).toBeLessThanOrEqual(most)
    expect(it.after ?? 0).toBeGreaterThanOrEqual(1_000)
    expect(it.waitingFor).toContain(waitingFor)
  })
})
