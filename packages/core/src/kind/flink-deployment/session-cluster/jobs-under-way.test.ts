import { describe, expect, test } from 'vitest'
import { edited as editedCluster, keptPlan, noReplica } from '../../../../fixtures/session-cluster-cases.ts'
import { aContainer, aJob, aPod, flinkConfigMap, haConfigMap, jobId, waiting } from '../../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { afterwards } from '../../../../fixtures/session-cluster-cases.ts'
import { written } from '../../../../fixtures/round.ts'
import {
  aSessionJob,
  type GivenCluster,
  ha,
  runningSession,
  sessionDecided,
  sessionExplained,
  sessionRound,
} from '../../../../fixtures/session-cluster-round.ts'
import { edited, hasEnded, stopping, submitting } from '../../../../fixtures/session-jobs-under-way.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import type { FlinkSessionJobView } from '../../../contract/fact/custom-resource-views.ts'
import { contradictedState, stateOfRunningJob } from '../../../contract/resource/last-state.ts'
import { underWay } from './jobs-under-way.ts'

const listed = (state: Parameters<typeof aJob>[0]) => ({ jobs: known([aJob(state)], t0) })
const pod = aPod()
const life = {
  deploymentUid: null,
  podUid: pod.uid,
  restartCount: pod.containers.reduce((sum, it) => sum + it.restartCount, 0),
  jobStartTime: null,
}
const isHeld = (job: FlinkSessionJobView, facts: FlinkDeploymentFacts = {}, given: GivenCluster = {}): boolean =>
  underWay(sessionRound({ ...given, facts: runningSession({ flinkSessionJobs: known([job], t0), ...facts }) })).length > 0

describe('U09 what a session job is in the middle of, where only this JobManager can tell how it ends', () => {
  const left = { _tag: 'Path', path: 's3://b/sp', seen: 'Stop' } as const
  test.each<readonly [string, boolean, FlinkSessionJobView, FlinkDeploymentFacts]>([
    ['it runs', false, aSessionJob('a', { jobId }), listed('RUNNING')],
    ['it is stopped with a savepoint', true, stopping({ mode: 'SAVEPOINT' }), listed('RUNNING')],
    ['it is cancelled, and leaves its last checkpoint', true, stopping(), listed('RUNNING')],
    ['the same, and Flink tells that it has ended', true, stopping({}, { state: 'CANCELED' }), listed('CANCELED')],
    ['the same, for its deletion', true, stopping({ mode: 'SAVEPOINT', purpose: 'Deletion' }), listed('RUNNING')],
    ['it is cancelled, and nothing of it is needed', false, stopping({ mode: 'STATELESS' }), listed('RUNNING')],
    ['it is stateless', false, stopping({ mode: 'STATELESS' }, { upgradeMode: 'stateless' }), listed('RUNNING')],
    [
      'B35 it is stopped with a savepoint, and its spec says stateless by now',
      true,
      stopping({ mode: 'SAVEPOINT' }, { upgradeMode: 'stateless' }),
      listed(
        'RUNNING',
      ),
    ],
    ['this JobManager was asked to stop it', true, stopping({ incarnation: life }), listed('RUNNING')],
    ['P14 nobody could see which JobManager this is', true, stopping({ incarnation: life }), {
      jobManagerPods: unknown('Timeout', 'late', t0),
    }],
    ['one that is gone was asked', false, stopping({ incarnation: { ...life, podUid: 'of another' } }), listed('RUNNING')],
    ['one before its restart was asked', false, stopping({ incarnation: { ...life, restartCount: 7 } }), listed('RUNNING')],
    ['another JobManager beside it', true, stopping({ incarnation: life }), { jobManagerPods: known([aPod({ uid: 'standby' }), pod], t0) }],

    ['it has ended, which its status does not tell yet', true, aSessionJob('a', { jobId }), listed('CANCELED')],
    ['it failed, and what it left is not read yet', true, hasEnded('FAILED', t0 - 6_999, stateOfRunningJob), listed('FAILED')],
    ['what it left is recorded', false, hasEnded('CANCELED', t0 - 1, left), listed('CANCELED')],
    ['Flink has had the time to show what it left', false, hasEnded('CANCELED', t0 - 7_001, stateOfRunningJob), listed('CANCELED')],
    ['nobody has seen its end', false, hasEnded('CANCELED', null, contradictedState('x')), listed('CANCELED')],
    ['Flink does not list it', false, hasEnded('CANCELED', t0 - 1, stateOfRunningJob), { jobs: known([], t0) }],

    ['its jar is uploaded', true, submitting({ step: 'Upload' }), {}],
    ['it waits for the next attempt', false, submitting({ step: 'Upload' }, t0 + 1), {}],
    ['the next attempt is due', true, submitting({ step: 'Upload' }, t0), {}],
    ['it was sent', true, submitting({ step: 'Run', sentAt: t0, incarnation: life }), {}],
    ['it was sent, and is given up', true, submitting({ step: 'Abandon', sentAt: t0, incarnation: life }, t0 + 1), {}],
    [
      'it was sent to a JobManager that is gone',
      false,
      submitting({ step: 'Run', sentAt: t0, incarnation: { ...life, podUid: 'other' } }),
      {},
    ],
    ['it is submitted, and has no state', false, submitting({ step: 'Run', sentAt: t0 }, null, 'stateless'), {}],

    ['its edit was not seen', true, edited({ observed: 1, conditions: 1 }), listed('RUNNING')],
    ['its edit was not seen, and Flink does not tell', true, edited({ observed: 1, conditions: 1 }), {
      jobs: unknown('Timeout', 'late', t0),
    }],
    ['its edit was not seen, by a status without conditions', true, edited({ observed: 1, conditions: null }), listed('RUNNING')],
    ['its edit was seen, and could not be carried out', false, edited({ observed: 1, conditions: 2 }), listed('RUNNING')],
    ['its edit was carried out', false, edited({ observed: 2, conditions: 2 }), listed('RUNNING')],
    ['it is edited while it is suspended', false, edited({ observed: 1, conditions: 1 }, { state: 'FINISHED' }), {}],
  ])('%s: %s', (_title, want, job, facts) => {
    expect(isHeld(job, facts)).toBe(want)
  })

  test('P06 in a cluster that is not ready nothing is submitted, and nothing is waited for', () => {
    expect(
      isHeld(submitting({ step: 'Upload' }), { jobs: unknown('NotReady', 'late', t0) }, {
        status: { jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY' },
      }),
    ).toBe(false)
  })
})

describe('U09 affected-jobs/under-way holds what takes the JobManager away', () => {
  const mayBeLost = { 'kubernetes.operator.session.upgrade.block-on-stateful-jobs': 'false' }
  const facts = (job: FlinkSessionJobView, change: FlinkDeploymentFacts = {}) =>
    runningSession({ ...listed('CANCELED'), flinkSessionJobs: known([job], t0), ...change })
  const ended = stopping({}, { state: 'CANCELED' })
  const kept = known([flinkConfigMap(), keptPlan, haConfigMap()], t0)
  const hung = { jobs: unknown('Timeout', 'late', t0) }
  const unobservable = { ...ha, 'high-availability.type': 'zookeeper', 'high-availability.zookeeper.quorum': 'z:1' }
  const down = { ...hung, deployment: noReplica, jobManagerPods: known([aPod({ containers: [aContainer({ state: waiting('x') })] })], t0) }

  test.each<readonly [string, string, GivenCluster]>([
    ['affected-jobs/under-way', 'without high availability', { facts: facts(ended) }],
    ['affected-jobs/under-way', 'with high availability, which forgets a job that has ended', { configuration: ha, facts: facts(ended) }],
    ['affected-jobs/under-way', 'with high availability, and Flink does not answer', { configuration: ha, facts: facts(ended, hung) }],
    ['affected-jobs/under-way', 'with high availability out of sight', { configuration: unobservable, facts: facts(ended) }],
    ['affected-jobs/under-way', 'one that still runs: nobody is asked to suspend it', {
      facts: facts(stopping({ mode: 'SAVEPOINT' }), listed('RUNNING')),
    }],
    ['affected-jobs/under-way', 'one whose edit was not seen', {
      configuration: ha,
      facts: facts(edited({ observed: 1, conditions: 1 }), { ...listed('RUNNING'), configMaps: kept }),
    }],
    ['affected-jobs/under-way', 'jobs may be lost: what is under way is waited for', { configuration: mayBeLost, facts: facts(ended) }],
    ['affected-jobs/allowed', 'jobs may be lost, and it should be over', {
      configuration: mayBeLost,
      facts: facts(stopping({ giveUpAt: t0 - 1 }, { state: 'CANCELED' })),
    }],
    ['affected-jobs/allowed', 'jobs may be lost, and Flink does not answer', { configuration: mayBeLost, facts: facts(ended, hung) }],
    ['affected-jobs/allowed', 'jobs may be lost, and an edit of one was not seen', {
      configuration: mayBeLost,
      facts: facts(edited({ observed: 1, conditions: 1 }), listed('RUNNING')),
    }],
    ['affected-jobs/allowed', 'jobs may be lost, and FlinkSessionJobs can not be seen', {
      configuration: mayBeLost,
      facts: facts(ended, { flinkSessionJobs: unknown('Undecodable', 'x', t0) }),
    }],
    ['affected-jobs/jobmanager-down', 'no JobManager is up, so none can tell', { facts: facts(ended, down) }],
    ['affected-jobs/kept-by-ha', 'the same, with high availability', { configuration: ha, facts: facts(ended, down) }],
    ['affected-jobs/unseen', 'P14 FlinkSessionJobs can not be seen', {
      configuration: unobservable,
      facts: facts(ended, { flinkSessionJobs: unknown('Timeout', 'x', t0) }),
    }],
  ])('session-cluster/edit %s %s', (row, _title, given) => {
    expect(sessionExplained({ ...editedCluster, ...given }).row).toBe(`session-cluster/edit, ${row}`)
  })

  test('another job that nobody stops is told before it: that needs a person', () => {
    const other = 'b'.repeat(32)
    const jobs = [ended, aSessionJob('b', { jobId: other })]
    const { row, reason } = sessionExplained({
      ...editedCluster,
      facts: facts(ended, { flinkSessionJobs: known(jobs, t0), jobs: known([aJob('CANCELED'), aJob('RUNNING', { jobId: other })], t0) }),
    })
    expect(row).toBe('session-cluster/edit, affected-jobs/stateful')
    expect(reason).toContain('FlinkSessionJob b:')
  })

  test('it is told by name, with the way on; it stalls nothing before it takes too long', () => {
    const given = { ...editedCluster, configuration: ha, facts: facts(ended) }
    const { reason, unblockedBy } = sessionExplained(given)
    expect(reason).toBe(
      'FlinkSessionJob a is being stopped with its state (CANCEL). Only the running JobManager can report the result. If it takes long: Do what the status of these session jobs says, or delete them; or, if their state may be lost, set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false',
    )
    expect(unblockedBy).toMatchObject({ who: 'cluster', what: expect.stringContaining('within seconds') as unknown })
    const status = written(sessionDecided(given))
    expect(status).toMatchObject({ operation: null, error: null })
    expect(status?.conditions.find(({ type }) => type === 'Reconciling')?.message).toContain('block-on-stateful-jobs: false')
    const late = written(sessionDecided({ ...given, facts: facts(stopping({ giveUpAt: t0 - 1 }, { state: 'CANCELED' })) }))
    expect(late?.conditions.filter(it => it.status === 'True').map(({ type }) => type)).toEqual(['Stalled'])
    expect(late?.error).toContain('It takes longer than it should')
    expect(late?.error).toContain('block-on-stateful-jobs: false')
  })

  test('a stop that begins after the deploy was begun: the deploy is dropped before anything is taken away', () => {
    const running = runningSession({ configMaps: known([flinkConfigMap()], t0) })
    const begun = afterwards(
      { ...editedCluster, configuration: ha },
      sessionDecided({ ...editedCluster, configuration: ha, facts: running }),
    )
    expect(begun.status?.operation).toMatchObject({ kind: 'Deploy' })
    const next = sessionDecided({ ...begun, facts: facts(ended) })
    expect(next.map(({ _tag }) => _tag).filter(tag => tag !== 'EmitEvent')).toEqual(['PersistStatus', 'Requeue'])
    expect(written(next)?.operation).toBeNull()
    expect(sessionExplained({ ...afterwards(begun, next), facts: facts(ended) }).row).toBe(
      'session-cluster/deploy-begun, affected-jobs/under-way',
    )
  })
})
