import { describe, expect, test } from 'vitest'
import { adaptive, wide } from '../../../../fixtures/session-job-cases.ts'
import { notListed, steadyId as id, submit, suspend } from '../../../../fixtures/session-job-operations.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import { type GivenJob, jobRecord, jobWorld, neverSubmitted, steady, suspended } from '../../../../fixtures/session-job-rows.ts'
import { contradictedState, stateOfRunningJob } from '../../../contract/resource/last-state.ts'
import type { Condition } from '../../../contract/resource/condition.ts'

const started = Number(steady.status.jobStatus.startTime)
const at = (minute: number): number => Date.parse(`2023-11-14T20:0${String(minute)}:00Z`)
const condition = (type: string, minute: number, status: Condition['status'] = 'True'): Condition => ({
  type,
  status,
  reason: 'x',
  message: 'x',
  lastTransitionTime: `2023-11-14T20:0${String(minute)}:00Z`,
})
/** Each of them with a time of its own. */
const conditions = [condition('Stalled', 1), condition('Reconciling', 2), condition('Ready', 3), condition('ClusterReady', 4, 'False')]
const without = (...types: readonly string[]) => ({ status: { conditions: conditions.filter(({ type }) => !types.includes(type)) } })
const edit = { job: { entryClass: 'x' } }
const begun = steady.now - 5_000
const blocked: GivenJob = { edit, record: { retryAt: steady.now + 9_000 }, reconciliation: { reconciliationTimestamp: 77 } }
const all: GivenJob = { status: { conditions } }
const ended = (record: GivenJob['record']): GivenJob => ({
  jobs: [listed(id, 'FINISHED', started)],
  job: { state: 'FINISHED' },
  record: { runningSince: null, lastState: stateOfRunningJob, ...record },
  world: { unobservable: ['GetCheckpoints'] },
})

describe('since when a FlinkSessionJob is as it is: the nearest mark of the status', () => {
  test.each<readonly [string, GivenJob, number | null]>([
    ['without-cluster since its cluster is not ready', { ...all, session: null }, at(4)],
    ['without-cluster or is not known to be', {
      status: { conditions: [condition('Stalled', 1), condition('ClusterReady', 5, 'Unknown')], operation: submit },
      world: { unobservable: ['ReadFlinkDeployment'] },
    }, at(5)],
    ['without-cluster it was ready a moment ago', { status: { conditions: [condition('ClusterReady', 4)] }, session: null }, null],
    ['stopping since it is being stopped', { ...all, status: { conditions, operation: suspend }, edit }, begun],
    ['starting since it is being submitted', { ...all, status: { conditions, operation: submit }, jobs: [] }, begun],
    ['unreadable since a person is told', { ...all, reconciliation: { lastReconciledSpec: 'no json' } }, at(1)],
    ['unreadable nobody was told yet', { ...without('Stalled'), reconciliation: { lastReconciledSpec: 'no json' } }, null],
    ['edit/retry-later since a person is told', { ...blocked, ...all }, at(1)],
    ['edit/retry-later since it is reconciled', { ...blocked, ...without('Stalled') }, at(2)],
    ['edit/retry-later since it was reconciled last', { ...blocked, ...without('Stalled', 'Reconciling') }, 77],
    ['restore/user-decides', {
      from: suspended,
      edit: { job: { state: 'running' } },
      reconciliation: { state: 'UPGRADING' },
      record: { lastState: contradictedState('x') },
      ...all,
    }, at(1)],
    ['scaling since what scaling needs could not be seen', {
      from: adaptive,
      edit: { job: { parallelism: 3 } },
      ...all,
      record: { scalingBlindSince: adaptive.now - 4_000 },
      world: { ...wide, unobservable: ['GetResourceRequirements'] },
    }, adaptive.now - 4_000],
    ['edit/stop it is at once', { ...all, edit }, null],
    ['nothing since it runs', { ...all, record: { runningSince: 88 } }, 88],
    ['nothing since it ended', { ...all, ...ended({ terminalSince: steady.now - 60_000 }) }, steady.now - 60_000],
    [
      'nothing since it is missed',
      { ...all, jobs: [], record: { jobMissedSince: steady.now - 2_000, runningSince: 88 } },
      steady.now - 2_000,
    ],
    ['nothing since it is ready', {
      ...all,
      jobs: [listed(id, 'RESTARTING', started)],
      job: { state: 'RESTARTING' },
      record: { runningSince: null, terminalSince: 99 },
    }, at(3)],
    ['nothing since it is reconciled', {
      ...without('Ready'),
      jobs: [listed(id, 'RESTARTING', started)],
      job: { state: 'RESTARTING' },
      record: { runningSince: null },
    }, at(2)],
    ['failed what it does at once', {
      ...all,
      edit: { rest: { flinkConfiguration: { 'kubernetes.operator.job.restart.failed': 'true' } } },
      reconciliation: {
        lastReconciledSpec: jobRecord(steady, { rest: { flinkConfiguration: { 'kubernetes.operator.job.restart.failed': 'true' } } }),
      },
      jobs: [listed(id, 'FAILED', started)],
      job: { state: 'FAILED' },
      record: { terminalSince: steady.now - 60_000, lastState: { _tag: 'Path', path: 's3://b/cp/7', seen: 'Checkpoints' } },
    }, null],
  ])('%s', (title, given, since) => {
    const { situation } = jobWorld(given)
    expect([situation.row.split(', ')[0], situation.since]).toEqual([title.split(' ')[0], since])
  })
})

describe('what a FlinkSessionJob tells of its cluster (E-6, E-8)', () => {
  const ready = ['True', 'SessionClusterReady', ''] as const
  test.each<readonly [string, GivenJob, readonly [string, string, string]]>([
    ['it is ready', {}, ready],
    ['E-6 there is none', { session: null }, [
      'False',
      'SessionClusterNotFound',
      'the FlinkDeployment that spec.deploymentName names does not exist in the namespace of the job',
    ]],
    ['P14 it could not be read', { world: { unobservable: ['ReadFlinkDeployment'] } }, [
      'Unknown',
      'SessionClusterUnseen',
      'the FlinkDeployment of the session cluster could not be read: not seen',
    ]],
    ['E-7 its JobManager is not ready', { session: aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' }) }, [
      'False',
      'SessionClusterNotReady',
      'the JobManager of session cluster app is DEPLOYING',
    ]],
  ])('%s', (_title, given, [status, reason, message]) => {
    const [first] = jobWorld({ status: { conditions: [] }, ...given }).next
    expect(first?._tag === 'PersistStatus' ? first.status.conditions.find(({ type }) => type === 'ClusterReady') : null).toMatchObject({
      status,
      reason,
      message,
      observedGeneration: 1,
    })
  })

  const readyOf = (given: GivenJob): Condition | undefined => {
    const [first] = jobWorld({ status: { conditions: [] }, ...given }).next
    return first?._tag === 'PersistStatus' ? first.status.conditions.find(({ type }) => type === 'Ready') : undefined
  }
  test('F16 a job of a cluster that is not seen is not known to be ready', () => {
    expect(readyOf({ session: null })).toMatchObject({
      status: 'Unknown',
      message: expect.stringMatching(/^Not known: waits for the FlinkDeployment/u) as string,
    })
    expect(readyOf({})).toMatchObject({ status: 'True' })
    // it runs nowhere
    expect(readyOf({ from: neverSubmitted, session: null })).toMatchObject({ status: 'True' })
  })

  test('before its cluster is looked at nothing is told of it', () => {
    const [first] =
      jobWorld({ edit: { metadata: { deletionTimestamp: '2023-11-14T22:30:00Z' } }, finalizers: [], status: { conditions: [] } })
        .next
    expect(first?._tag === 'PersistStatus' ? first.status.conditions.map(({ type }) => type) : []).not.toContain('ClusterReady')
  })

  test('of a job that is being deleted no error is told but of its deletion', () => {
    const given: GivenJob = { edit: { job: { parallelism: -1 }, metadata: { deletionTimestamp: '2023-11-14T22:30:00Z' } } }
    expect(jobWorld(given).next.flatMap(it => (it._tag === 'EmitEvent' ? [it.reason] : []))).not.toContain('ValidationError')
  })

  test('P16 the JobManager that failed is not told of by its jobs', () => {
    const world = jobWorld(notListed)
    expect(world.next.flatMap(it => (it._tag === 'EmitEvent' ? [it.reason] : []))).toEqual(['Missing'])
  })
})
