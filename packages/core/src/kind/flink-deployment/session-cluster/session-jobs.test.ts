import { describe, expect, test } from 'vitest'
import { aConfigMap, aJob, flinkConfigMap, jobId } from '../../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { aSessionJob, type GivenCluster, goneSession, sessionExplained } from '../../../../fixtures/session-cluster-round.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkSessionJobView } from '../../../contract/fact/custom-resource-views.ts'
import {
  isStateful,
  keptJobs,
  mayBeThere,
  mayHaveRun,
  statefulSessionJobs,
  unmanagedJobs,
  unseenJobs,
  unseenSessionJobs,
} from './session-jobs.ts'
import { affectedJobsProblem } from './unless-at-stake.ts'

const submitting = (sentAt: number | null, upgradeMode = 'savepoint'): FlinkSessionJobView => {
  const job = aSessionJob('a', { state: null, submit: 'Empty', upgradeMode })
  return job.status.operation?.kind === 'Submit' ? { ...job, status: { ...job.status, operation: { ...job.status.operation, sentAt } } }
    : job
}
const other = 'b'.repeat(32)

describe('E-1 which session jobs have state in the cluster', () => {
  test.each<readonly [string, FlinkSessionJobView, boolean, boolean]>([
    ['it runs', aSessionJob('a', { jobId }), true, true],
    ['it runs, and is stateless', aSessionJob('a', { jobId, upgradeMode: 'stateless' }), true, false],
    ['it is at its end', aSessionJob('a', { jobId, state: 'FINISHED' }), false, false],
    ['it never ran', aSessionJob('a', { state: null }), false, false],
    ['it was never told how it is', aSessionJob('a', { jobId, state: null }), true, true],
    ['its submit was not sent', submitting(null), false, false],
    ['its submit was sent', submitting(t0), true, true],
    ['its submit was sent, and it is stateless', submitting(t0, 'stateless'), true, false],
  ])('%s', (_title, job, ran, stateful) => {
    expect(mayHaveRun(job)).toBe(ran)
    expect(statefulSessionJobs([job]).length === 1).toBe(stateful)
  })

  test('one that is started from a path has state, whatever the mode of its upgrades', () => {
    expect(isStateful(aSessionJob('a', { upgradeMode: 'stateless', submit: 'Path' }))).toBe(true)
    expect(isStateful(aSessionJob('a', { upgradeMode: 'stateless', submit: 'Empty' }))).toBe(false)
  })
})

describe('which jobs are in the cluster', () => {
  const late = unknown('Timeout', 'late', t0)

  test.each<readonly [string, Parameters<typeof mayBeThere>[0], readonly string[], boolean]>([
    ['Flink lists it', { jobs: known([aJob('RUNNING')], t0) }, [], true],
    ['Flink lists it as ended', { jobs: known([aJob('CANCELED')], t0) }, [], false],
    ['Flink lists another one', { jobs: known([aJob('RUNNING', { jobId: other })], t0) }, [], false],
    ['Flink lists none, and high availability keeps it', { jobs: known([], t0) }, [jobId], true],
    ['high availability keeps another one', { jobs: known([], t0) }, [other], false],
    ['P14 Flink does not tell', { jobs: late }, [], true],
    ['P14 Flink was not asked', {}, [], true],
  ])('%s', (_title, facts, kept, want) => {
    expect(mayBeThere(facts, kept, jobId)).toBe(want)
  })

  test.each<readonly [string, Parameters<typeof unmanagedJobs>[0], readonly string[], readonly string[]]>([
    [
      'those that Flink lists and high availability keeps, each once, in order',
      {
        jobs: known([aJob('RUNNING', { jobId: other }), aJob('RUNNING')], t0),
      },
      [jobId],
      [jobId, other],
    ],
    ['not those that have ended, though they are kept', { jobs: known([aJob('FAILED')], t0) }, [jobId], []],
    [
      'not those of session jobs',
      { jobs: known([aJob('RUNNING')], t0), flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) },
      [],
      [],
    ],
    [
      'not those that a session job submits',
      {
        jobs: known([aJob('RUNNING', { jobId: 'c'.repeat(32) })], t0),
        flinkSessionJobs: known([submitting(t0)], t0),
      },
      [],
      [],
    ],
    ['those that are kept, where Flink does not tell', { jobs: late }, [jobId], [jobId]],
  ])('of nobody are %s', (_title, facts, kept, want) => {
    expect(unmanagedJobs(facts, kept)).toEqual(want)
  })

  test('P14 what could not be seen of them is told', () => {
    expect([unseenJobs({}), unseenJobs({ jobs: late }), unseenJobs({ jobs: known([], t0) })]).toEqual([
      'Flink to list the jobs of the cluster: not queried yet',
      'Flink to list the jobs of the cluster: late',
      null,
    ])
    expect([unseenSessionJobs({}), unseenSessionJobs({ flinkSessionJobs: late }), unseenSessionJobs({ flinkSessionJobs: known([], t0) })])
      .toEqual([
        'the Kubernetes API to list the FlinkSessionJobs: not queried yet',
        'the Kubernetes API to list the FlinkSessionJobs: late',
        null,
      ])
    expect([keptJobs({}, 'app'), keptJobs({ configMaps: late }, 'app'), keptJobs({ configMaps: known([flinkConfigMap()], t0) }, 'app')])
      .toEqual([null, null, []])
  })

  test('only the ConfigMap of the cluster itself names them', () => {
    const dataKeys = [`jobGraph-${jobId}`]
    expect(
      keptJobs(
        { configMaps: known([aConfigMap('app-cluster-config-map', { dataKeys }), aConfigMap('app-mine', { dataKeys })], t0) },
        'app',
      ),
    )
      .toEqual([jobId])
  })
})

describe('five names are told, and how many more there are', () => {
  const jobs = (count: number): readonly FlinkSessionJobView[] =>
    Array.from({ length: count }, (_, i) => aSessionJob(`j${String(i)}`, { jobId: String(i).repeat(32) }))
  const lost = (count: number): GivenCluster => ({
    status: { jobManagerDeploymentStatus: 'MISSING' },
    facts: goneSession({ flinkSessionJobs: known(jobs(count), t0) }),
  })

  test.each([[5, 'j0, j1, j2, j3, j4. A new'], [7, 'j0, j1, j2, j3, j4 and 2 more. A new']] as const)(
    'session-cluster-lost/stateful-jobs E-2 of %d jobs',
    (count, want) => {
      expect(sessionExplained(lost(count)).error).toContain(`had state there: ${want}`)
    },
  )

  test.each([[5, 'of 0, 1, 2, 3, 4: no'], [8, 'of 0, 1, 2, 3, 4 and 3 more: no']] as const)(
    'affected-jobs/stateful, affected-jobs/unmanaged E-1 of %d jobs',
    (count, want) => {
      const problem = affectedJobsProblem('The edit', 'affected-jobs/stateful', Array.from({ length: count }, (_, i) => String(i)))
      expect(problem.message).toContain(want)
      expect(problem).toMatchObject({ owner: 'upgrade', type: 'UpgradeFailureException', reason: 'UpgradeFailed' })
    },
  )

  test('session-cluster-lost/stateful-jobs a job that never ran had none', () => {
    const facts = goneSession({ flinkSessionJobs: known([aSessionJob('a', { state: null })], t0) })
    expect(sessionExplained({ ...lost(0), facts }).row).toBe('session-cluster-lost/recover')
  })
})
