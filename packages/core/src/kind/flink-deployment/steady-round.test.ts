import { describe, expect, test } from 'vitest'
import { aCheckpoint, aJob, checkpointStatistics, goneCluster, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { freshStatus, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import {
  decided,
  effectsOf,
  errorMessageOf,
  eventsOf,
  type Given,
  lookedAndDecided,
  requeueOf,
  reread,
  roundOf,
  statusAfter,
  written,
} from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import type { JobOverview } from '../../contract/fact/flink-rest.ts'
import { flinkDeploymentKind } from './flink-deployment-kind.ts'
import { absenceMillis } from '../../job/observe/observe-job.ts'
import { checkpointCacheMillis } from '../../job/observe/observe-last-state.ts'

const jobs = (...list: readonly JobOverview[]) => runningCluster(t0, { jobs: known(list, t0) })
const suspended = { job: { state: 'suspended' } }

/** The status that a round in the same world leaves as it is. */
const quiet = (given: Given): Given => ({ ...given, status: reread(statusAfter(given)) })

describe('P08 a steady resource: nothing but the next look', () => {
  test.each<readonly [string, Given, number]>([
    ['its job runs', { status: runningStatus(), facts: runningCluster() }, 60_000],
    ['its job is suspended', { status: suspendedStatus(), spec: suspended, facts: goneCluster() }, 60_000],
    ['its job finished', {
      status: runningStatus({ job: { state: 'FINISHED' }, record: { terminalSince: t0 - 60_000, left: true, runningSince: null } }),
      facts: jobs(aJob('FINISHED')),
    }, 60_000],
    ['its job failed', {
      status: runningStatus({ job: { state: 'FAILED' }, record: { terminalSince: t0 - 60_000, left: true, runningSince: null } }),
      facts: jobs(aJob('FAILED')),
    }, 60_000],
    ['its spec is not valid', {
      status: runningStatus(),
      spec: { job: { parallelism: -1 } },
      metadata: { generation: 2 },
      facts: runningCluster(),
    }, 60_000],
    ['its spec was never valid', { status: freshStatus, spec: { job: { parallelism: -1 } } }, 60_000],
    ['it was rolled back', {
      status: runningStatus({ reconciliation: { state: 'ROLLED_BACK' }, stable: { spec: { rest: { image: 'old' } } } }),
      facts: runningCluster(),
    }, 60_000],
    ['a person has to decide', {
      status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
      facts: goneCluster(t0, { configMaps: known([], t0) }),
    }, 10_000],
  ])('%s', (_title, given, after) => {
    const again = decided(quiet(given))
    expect(again.map(({ _tag }) => _tag)).toEqual(['Requeue'])
    expect(requeueOf(again).after).toBe(after)
    expect(requeueOf(again).waitingFor).not.toBe('')
  })

  test('P08 it costs one question: the jobs', () => {
    const given = quiet({ status: runningStatus(), facts: runningCluster() })
    const cached = { deployment: { ...runningCluster().deployment!, source: 'cache' as const } }
    expect(effectsOf(decided({ ...given, facts: cached }))).toEqual(['Look GetJobsOverview'])
    expect(lookedAndDecided({ ...given, facts: cached }, runningCluster()).map(({ _tag }) => _tag)).toEqual(['Requeue'])
  })

  test('B67 a thousand rounds, no write', () => {
    const { desired, observed: { recorded, facts }, env } = roundOf(quiet({ status: runningStatus(), facts: runningCluster() }))
    for (let i = 0; i < 1_000; i += 1) {
      const later = { ...env, now: t0 + i * 60_000 }
      expect(written(flinkDeploymentKind.reconcile(desired, flinkDeploymentKind.observe(desired, recorded, facts, later), later)))
        .toBeNull()
    }
  })
})

describe('P09 observedGeneration = metadata.generation after a successful round', () => {
  const newer = { generation: 7 }

  test.each<readonly [string, Given]>([
    ['B42 an edit of ignored fields', {
      status: runningStatus(),
      spec: { job: { upgradeMode: 'last-state' }, configuration: { 'kubernetes.operator.savepoint.history.max.age': '1 h' } },
      facts: runningCluster(),
    }],
    ['B70 an edit of ignored fields while suspended', {
      status: suspendedStatus(),
      spec: { job: { state: 'suspended', upgradeMode: 'last-state' } },
      facts: goneCluster(),
    }],
    ['B70 L20 created suspended', { status: freshStatus, spec: suspended }],
  ])('%s, and nothing happens', (_title, given) => {
    const actions = decided({ ...given, metadata: newer })
    expect(written(actions)?.observedGeneration).toBe(7)
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions)).toEqual([])
  })

  test('P10 not while the spec is invalid', () => {
    expect(
      statusAfter({ status: runningStatus(), spec: { job: { parallelism: -1 } }, metadata: newer, facts: runningCluster() })
        .observedGeneration,
    ).toBe(1)
  })

  test('not before an edit that matters is taken over', () => {
    expect(
      statusAfter({
        status: runningStatus({ record: { retryAt: t0 + 1 } }),
        spec: { job: { parallelism: 3 } },
        metadata: newer,
        facts: runningCluster(),
      }).observedGeneration,
    ).toBe(1)
  })
})

describe('when the next look is due, and for what (P17)', () => {
  const ended = (terminalSince: number, isLeft = false): Given => ({
    status: runningStatus({ job: { state: 'FAILED' }, record: { terminalSince, left: isLeft, runningSince: null } }),
    facts: { ...jobs(aJob('FAILED')), checkpoints: known(checkpointStatistics({ completed: aCheckpoint(7, { addressable: false }) }), t0) },
  })

  test.each<readonly [string, Given, number, string]>([
    ['it never was valid', { status: freshStatus, spec: { job: { parallelism: -1 } } }, 60_000, 'an edit'],
    [
      'L9 tasks are still coming up',
      { status: runningStatus(), facts: jobs(aJob('RUNNING', { tasks: { total: 2, running: 1, finished: 0 } })) },
      1_000,
      'all tasks of the job to run',
    ],
    ['RESTARTING', { status: runningStatus(), facts: jobs(aJob('RESTARTING')) }, 1_000, 'all tasks of the job to run'],
    ['the job is not listed for a moment', { status: runningStatus(), facts: jobs() }, 60_000, 'a change'],
    [
      'the job is not listed for longer',
      { status: runningStatus({ record: { jobMissedSince: t0 - absenceMillis } }), facts: jobs() },
      10_000,
      'the JobManager to list the job',
    ],
    [
      'Flink shows its last checkpoint soon',
      ended(t0 - 1_000),
      checkpointCacheMillis - 1_000,
      'Flink to show the last checkpoint of the job',
    ],
    ['never sooner than a poll', ended(t0 - checkpointCacheMillis), 1_000, 'Flink to show the last checkpoint of the job'],
    ['it is asked for as long again', ended(t0 - 2 * checkpointCacheMillis), 1_000, 'Flink to show the last checkpoint of the job'],
    ['D-25 then nobody waits for it', ended(t0 - 2 * checkpointCacheMillis - 1), 60_000, 'a change'],
    ['its last checkpoint is known', ended(t0 - 1_000, true), 60_000, 'a change'],
  ])('%s', (_title, given, after, waitingFor) => {
    expect(requeueOf(decided(given))).toMatchObject({ after, waitingFor })
  })

  test('L17 a job that starts is looked at every second; one that ends before the first look is FINISHED, told and done, without an error', () => {
    const starting = runningStatus({
      jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY',
      job: { state: 'CREATED' },
      record: { runningSince: null },
      stable: null,
      lifecycleState: 'DEPLOYED',
    })
    expect(requeueOf(decided({ status: starting, facts: jobs(aJob('CREATED')) })).after).toBeLessThanOrEqual(1_000)
    const actions = decided({ status: starting, facts: { ...jobs(aJob('FINISHED')), checkpoints: known(checkpointStatistics(), t0) } })
    expect(written(actions)).toMatchObject({ jobStatus: { state: 'FINISHED' }, error: null })
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('JobStatusChanged')
  })

  test('never later than the reconcile interval', () => {
    const actions = decided({
      operator: { 'kubernetes.operator.reconcile.interval': '500 ms' },
      status: runningStatus(),
      facts: jobs(aJob('RESTARTING')),
    })
    expect(requeueOf(actions).after).toBe(500)
  })

  test('a JobManager that fails is looked at every progress interval', () => {
    const actions = decided({
      operator: { 'kubernetes.operator.observer.progress-check.interval': '7 s' },
      status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
      facts: goneCluster(t0, { configMaps: known([], t0) }),
    })
    expect(requeueOf(actions).after).toBe(7_000)
  })
})

describe('what is wrong though nothing is to be done', () => {
  test('D-07 a lost job leaves ROLLED_BACK as it is', () => {
    const status = statusAfter({
      status: runningStatus({ reconciliation: { state: 'ROLLED_BACK' }, record: { jobMissedSince: t0 - absenceMillis } }),
      facts: jobs(),
    })
    expect(status).toMatchObject({ error: expect.stringContaining('Job Not Found'), reconciliationStatus: { state: 'ROLLED_BACK' } })
  })

  test('D-01 a job that somebody else cancelled is not started again, but told', () => {
    const actions = decided({ status: runningStatus(), facts: jobs(aJob('CANCELED')) })
    expect(effectsOf(actions)).toEqual([])
    expect(errorMessageOf(written(actions)!)).toContain('cancelled outside of this operator')
    expect(written(actions)?.reconciliationStatus.state).toBe('DEPLOYED')
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('JobCancelled')
  })

  test('V08 a job of the operator before, which may have cancelled it for an upgrade: it is not said that somebody else did', () => {
    const actions = decided({ status: runningStatus({ record: { attempts: 0 } }), facts: jobs(aJob('CANCELED')) })
    expect(errorMessageOf(written(actions)!)).toMatch(/^The job was cancelled\. /u)
  })

  test('a job that ended is not looked for', () => {
    expect(
      statusAfter({
        status: runningStatus({
          job: { state: 'FINISHED' },
          record: { terminalSince: 0, left: true, jobMissedSince: 0, runningSince: null },
        }),
        facts: jobs(),
      }).error,
    ).toBeNull()
  })
})

test('the fixtures: a running deployment is valid and has no finding of weight', () => {
  const { desired } = roundOf({ status: runningStatus() })
  expect(desired.invalid).toBeNull()
  expect(desired.diff.type).toBe('IGNORE')
})
