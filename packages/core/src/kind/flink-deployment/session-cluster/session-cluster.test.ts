import { describe, expect, test } from 'vitest'
import { edited } from '../../../../fixtures/session-cluster-cases.ts'
import {
  aConfigMap,
  aContainer,
  aDeployment,
  aJob,
  aPod,
  flinkConfigMap,
  haConfigMap,
  jobId,
  prepared,
  restService,
  waiting,
} from '../../../../fixtures/cluster-facts.ts'
import { specJson, t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { eventsOf, requeueOf, written } from '../../../../fixtures/round.ts'
import {
  aSessionJob,
  type GivenCluster,
  goneSession,
  ha,
  runningSession,
  sessionDecided,
  sessionExplained,
  sessionLookedAndDecided,
  sessionRecord,
  sessionStatus,
} from '../../../../fixtures/session-cluster-round.ts'
import { initialFlinkDeploymentStatus } from '../../../crd/flink-deployment-status-fields.ts'
import { attemptAnnotation } from '../../../contract/resource/annotations.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import type { ConfigMapView } from '../../../contract/fact/object-view.ts'
import type { FlinkDeploymentAction } from '../flink-deployment-action.ts'
import { flinkDeploymentKind as kind } from '../flink-deployment-kind.ts'
import { arrivalPatience } from '../../../job/scale/requested-scaling.ts'
import { resourceTypes } from '../../../contract/resource/resource-type.ts'
import { decisionRows } from './classify-session-cluster.ts'
import { untilItAnswers } from './unless-at-stake.ts'

const tags = (actions: readonly FlinkDeploymentAction[]): readonly string[] => actions.map(({ _tag }) => _tag)
const rowOf = (given: GivenCluster): string => {
  const { row } = sessionExplained(given)
  expect(decisionRows).toContain(row)
  return row
}
const operationOf = (actions: readonly FlinkDeploymentAction[]) => {
  const { operation } = written(actions) ?? expect.fail('no write')
  return operation?.kind === 'Deploy' || operation?.kind === 'TearDown' ? operation : expect.fail('no operation')
}

describe('a session cluster is deployed (session clusters 1.1, 1.2)', () => {
  const fresh: GivenCluster = { recorded: null }

  test('finalizer our finalizer is added first', () => {
    expect(tags(sessionDecided({ ...fresh, metadata: { finalizers: [] } }))).toEqual(['AddFinalizer', 'Requeue'])
  })

  test('session-cluster/never-deployed first deployment: the intent is written, then nothing is done in that round (P03)', () => {
    const actions = sessionLookedAndDecided(fresh, goneSession())
    expect(tags(actions)).toEqual(['PersistStatus', 'Requeue'])
    expect(operationOf(actions)).toMatchObject({ kind: 'Deploy', purpose: 'FirstDeployment', jobId: null, source: { _tag: 'NoJob' } })
    expect(written(actions)?.reconciliationStatus).toMatchObject({
      state: 'UPGRADING',
      lastReconciledSpec: expect.stringContaining('"job":null') as string,
    })
  })

  test('deploying its objects are created without a job, and seen; then it is DEPLOYED, and STABLE as soon as REST answers', () => {
    const begun = written(sessionLookedAndDecided(fresh, goneSession())) ?? expect.fail('no write')
    const given = (status = begun): GivenCluster => ({
      recorded: {},
      status,
      reconciliation: status.reconciliationStatus,
      record: status.operatorRecord,
    })
    const needed = sessionLookedAndDecided(given(), goneSession()).filter(action => action._tag === 'CreateObject')
    const creating = sessionLookedAndDecided(given(), prepared(begun.operation!.id!, goneSession()))
    const creates = [...needed, ...creating.filter(action => action._tag === 'CreateObject')]
    expect(creates.length).toBeGreaterThanOrEqual(4)
    for (const { manifest } of creates) {
      if (manifest._tag !== 'ClusterManifest') return expect.fail('an ingress')
      expect(manifest.input.configuration).not.toHaveProperty('$internal.pipeline.job-id')
      expect(manifest.input.configuration).toMatchObject({ 'execution.target': 'kubernetes-session' })
    }
    const created = written(creating) ?? expect.fail('no write')
    const mark = { annotations: { [attemptAnnotation]: operationOf(creating).id } }
    const names = creates.flatMap(({ manifest }) => (manifest._tag === 'ClusterManifest' ? [manifest.part] : []))
    const there = runningSession({
      deployment: known(aDeployment(mark), t0),
      configMaps: known([
        flinkConfigMap(null, mark),
        aConfigMap('pod-template-app', { ...mark, ownerUids: ['uid-deployment'] }),
      ], t0),
      services: known([restService(null, mark), { ...restService(null, mark), name: 'app', uid: 'uid-internal' }], t0),
      ingress: absent(t0),
    })
    expect(names).toContain('JobManagerDeployment')
    const finished = written(sessionLookedAndDecided(given(created), there)) ?? expect.fail('no write')
    expect(finished).toMatchObject({
      operation: null,
      jobManagerDeploymentStatus: 'DEPLOYING',
      lifecycleState: 'DEPLOYED',
      observedGeneration: 1,
    })
    expect(finished.jobStatus).toMatchObject({ jobId: null, state: null })
    const ready = written(
      sessionLookedAndDecided(given(finished), {
        ...there,
        clusterOverview: known({ flinkVersion: '1.20.1', flinkRevision: 'x', taskManagers: 0 }, t0),
      }),
    )
    expect(ready).toMatchObject({
      jobManagerDeploymentStatus: 'READY',
      lifecycleState: 'STABLE',
      clusterInfo: { 'flink-version': '1.20.1' },
      error: null,
    })
    expect(ready?.conditions.map(({ type, status }) => `${type}=${status}`)).toEqual(['Ready=True', 'Reconciling=False', 'Stalled=False'])
  })

  test('session-cluster/never-deployed a status that was wiped: a cluster of ours that runs jobs nobody can bring back is not taken away (P25)', () => {
    const wiped: GivenCluster = { ...fresh, record: { attempts: 0 } }
    const there = runningSession({ jobs: known([aJob('RUNNING')], t0) })
    expect(rowOf({ ...wiped, facts: there })).toBe('session-cluster/never-deployed, affected-jobs/unmanaged')
    expect(rowOf({ ...wiped, facts: { ...there, flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) } })).toBe(
      'session-cluster/never-deployed, affected-jobs/stateful',
    )
    expect(rowOf({ ...wiped, facts: goneSession() })).toBe('session-cluster/never-deployed')
    expect(rowOf({ ...wiped, facts: runningSession() })).toBe('session-cluster/never-deployed, affected-jobs/none')
    const lost = { 'kubernetes.operator.session.upgrade.block-on-stateful-jobs': 'false' }
    expect(rowOf({ ...wiped, configuration: lost, facts: there })).toBe('session-cluster/never-deployed, affected-jobs/allowed')
  })
})

describe('E-1 an edit takes the JobManager away, and with it the jobs', () => {
  const world = runningSession()

  test('intent is recorded first, with the spec that is to come; nothing is done in that round', () => {
    const actions = sessionLookedAndDecided(edited, world)
    expect(tags(actions)).toEqual(['PersistStatus', 'EmitEvent', 'Requeue'])
    expect(written(actions)).toMatchObject({ lifecycleState: 'UPGRADING', observedGeneration: 2 })
    expect(operationOf(actions)).toMatchObject({ purpose: 'Upgrade', step: 'TearDown', source: { _tag: 'NoJob', jobs: 'Gone' } })
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['SpecChanged'])
  })

  test.each<[string, string, GivenCluster, Parameters<typeof runningSession>[0]]>([
    ['session-cluster/edit, affected-jobs/kept-by-ha', 'the same high availability before and after', { ...edited, configuration: ha }, {
      flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
    }],
    ['session-cluster/edit, affected-jobs/allowed', 'an option lets jobs be lost', {
      ...edited,
      configuration: { 'kubernetes.operator.session.upgrade.block-on-stateful-jobs': 'false' },
    }, {}],
    ['session-cluster/edit, affected-jobs/none', 'no job', edited, {}],
    ['session-cluster/edit, affected-jobs/none', 'a stateless session job', edited, {
      flinkSessionJobs: known([aSessionJob('a', { jobId, upgradeMode: 'stateless' })], t0),
      jobs: known([aJob('RUNNING')], t0),
    }],
    ['session-cluster/edit, affected-jobs/none', 'a stateful session job that has ended', edited, {
      flinkSessionJobs: known([aSessionJob('a', { jobId, state: 'FINISHED' })], t0),
      jobs: known([aJob('FINISHED')], t0),
    }],
    ['session-cluster/edit, affected-jobs/jobmanager-down', 'no container of a JobManager runs', edited, {
      jobs: unknown('Unreachable', 'x', t0),
      deployment: known(aDeployment({ availableReplicas: 0 }), t0),
      jobManagerPods: known([aPod({ containers: [] })], t0),
    }],
  ])('%s %s: it is begun', (row, _title, given, change) => {
    expect(sessionExplained({ ...given, facts: runningSession(change) })).toMatchObject({ situation: 'UpgradeDue', row })
  })

  test.each<[string, string, GivenCluster, Parameters<typeof runningSession>[0], string]>([
    ['session-cluster/edit, affected-jobs/stateful', 'a stateful session job', edited, {
      flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
      jobs: known([aJob('RUNNING')], t0),
    }, 'FlinkSessionJob a'],
    [
      'session-cluster/edit, affected-jobs/unmanaged',
      'a job that no session job owns',
      edited,
      { jobs: known([aJob('RUNNING')], t0) },
      `job ${jobId}`,
    ],
    ['session-cluster/edit, affected-jobs/stateful', 'high availability that the edit turns off', {
      ...edited,
      recordedConfiguration: ha,
      configuration: {},
    }, {
      flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
      jobs: known([aJob('RUNNING')], t0),
    }, 'FlinkSessionJob a'],
    [
      'session-cluster/edit, affected-jobs/stateful',
      'high availability that looks elsewhere',
      { ...edited, recordedConfiguration: ha, configuration: { ...ha, 'high-availability.storageDir': 's3://other' } },
      { flinkSessionJobs: known([aSessionJob('a', { jobId })], t0), jobs: known([aJob('RUNNING')], t0) },
      'FlinkSessionJob a',
    ],
    [
      'session-cluster/edit, affected-jobs/stateful',
      'another Flink version, which reads no stored plan',
      { ...edited, configuration: ha, spec: { flinkVersion: 'v2_0', image: 'flink:2' } },
      { flinkSessionJobs: known([aSessionJob('a', { jobId })], t0), jobs: known([aJob('RUNNING')], t0) },
      'FlinkSessionJob a',
    ],
  ])('%s %s: Blocked, with what would be lost and what a person can do', (row, _title, given, change, what) => {
    const facts = runningSession(change)
    expect(rowOf({ ...given, facts })).toBe(row)
    const actions = sessionDecided({ ...given, facts })
    expect(tags(actions)).toEqual(['PersistStatus', 'EmitEvent', 'Requeue'])
    const status = written(actions) ?? expect.fail('no write')
    expect(status.operation).toBeNull()
    expect(status.error).toContain(what)
    expect(status.error).toContain('kubernetes.operator.session.upgrade.block-on-stateful-jobs: false')
    expect(status.conditions.filter(it => it.status === 'True').map(({ type }) => type)).toEqual(['Stalled'])
    expect(sessionExplained({ ...given, facts }).unblockedBy.who).toBe('person')
  })

  test.each<[string, Parameters<typeof runningSession>[0]]>([
    ['session jobs can not be listed', { flinkSessionJobs: unknown('Timeout', 'x', t0) }],
    ['Flink does not answer', { jobs: unknown('Timeout', 'x', t0) }],
  ])('session-cluster/edit, affected-jobs/unseen %s: unknown is not absent, it waits (P14)', (_title, change) => {
    expect(rowOf({ ...edited, facts: runningSession(change) })).toBe('session-cluster/edit, affected-jobs/unseen')
    expect(tags(sessionDecided({ ...edited, facts: runningSession(change) })).filter(tag => tag !== 'PersistStatus')).toEqual(['Requeue'])
  })

  test('V06 P06 session-cluster/edit, affected-jobs/unseen Flink does not answer for too long: the error says that the edit waits for it, and what helps', () => {
    const since = (jobManagerDownSince: number): GivenCluster => ({
      ...edited,
      status: { jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY' },
      record: { jobManagerDownSince },
      facts: runningSession({ jobs: unknown('NotReady', '503', t0), clusterOverview: unknown('NotReady', '503', t0) }),
    })
    const late = since(t0 - 3_600_000)
    expect(rowOf(late)).toBe('session-cluster/edit, affected-jobs/unseen')
    expect(written(sessionDecided(late))?.error).toContain(untilItAnswers)
    expect(tags(sessionDecided(late)).filter(tag => tag !== 'PersistStatus')).toEqual(['EmitEvent', 'Requeue'])
    expect(sessionExplained(late).unblockedBy.who).toBe('cluster')
    expect(written(sessionDecided(since(t0)))?.error ?? null).toBeNull()
  })

  test('W52 P06 session-cluster/edit, affected-jobs/unmanaged no session job names the job: it is advised to stop the job, not to suspend a session job', () => {
    const facts = runningSession({ jobs: known([aJob('RUNNING')], t0) })
    expect(rowOf({ ...edited, facts })).toBe('session-cluster/edit, affected-jobs/unmanaged')
    for (const text of [written(sessionDecided({ ...edited, facts }))?.error, sessionExplained({ ...edited, facts }).unblockedBy.what]) {
      expect(text).toMatch(/flink stop.*block-on-stateful-jobs: false/u)
      expect(text).not.toMatch(/[Ss]uspend/u)
    }
  })

  describe('what high availability keeps is not lost with the JobManager, but with the one that would read it (P01)', () => {
    const kept = aConfigMap('app-cluster-config-map', { dataKeys: [`jobGraph-${jobId}`] })
    const down = (change: Parameters<typeof runningSession>[0] = {}) =>
      runningSession({
        jobs: unknown('Unreachable', 'x', t0),
        deployment: known(aDeployment({ availableReplicas: 0 }), t0),
        jobManagerPods: known([aPod({ containers: [] })], t0),
        ...change,
      })
    const off: GivenCluster = { ...edited, recordedConfiguration: ha, configuration: {} }

    test.each<[string, string, GivenCluster, Parameters<typeof runningSession>[0]]>([
      ['session-cluster/edit, affected-jobs/stateful', 'of a session job', off, {
        configMaps: known([kept], t0),
        flinkSessionJobs: known([aSessionJob('a', { jobId, state: 'RECONCILING' })], t0),
      }],
      ['session-cluster/edit, affected-jobs/unmanaged', 'of nobody', off, { configMaps: known([kept], t0) }],
      ['session-cluster/edit, affected-jobs/unseen', 'that could not be seen', off, { configMaps: unknown('Timeout', 'x', t0) }],
      ['session-cluster/edit, affected-jobs/stateful', 'in ZooKeeper', {
        ...edited,
        recordedConfiguration: { ...ha, 'high-availability.type': 'zookeeper', 'high-availability.zookeeper.quorum': 'z:1' },
        configuration: {},
      }, {}],
      ['session-cluster/edit, affected-jobs/jobmanager-down', 'no job', off, {}],
    ])('%s the edit turns it off while the JobManager is down; it keeps a job %s', (row, _title, given, change) => {
      expect(rowOf({ ...given, facts: down(change) })).toBe(row)
    })

    test('jobmanager-lost B33 an edit that is held back by a job does not keep the JobManager that is lost from coming back, as it was', () => {
      const facts = goneSession({
        configMaps: known([kept], t0),
        flinkSessionJobs: known([aSessionJob('a', { jobId, state: 'RECONCILING' })], t0),
      })
      const given = { ...off, status: { jobManagerDeploymentStatus: 'MISSING' as const }, facts }
      expect(rowOf(given)).toBe('session-cluster-lost/recover')
      expect(operationOf(sessionDecided(given))).toMatchObject({ purpose: 'Recovery', source: { jobs: 'Kept' } })
      expect(written(sessionDecided(given))?.reconciliationStatus.lastReconciledSpec).not.toContain('flink:next')
    })

    test('P01 H23 a plan whose checkpoints were deleted while no JobManager was there: none is created that would run it again', () => {
      const given: GivenCluster = {
        configuration: ha,
        recordedConfiguration: ha,
        status: { jobManagerDeploymentStatus: 'MISSING' },
      }
      const lost = (configMaps: readonly ConfigMapView[], job: Parameters<typeof aSessionJob>[1] = {}) =>
        goneSession({ configMaps: known(configMaps, t0), flinkSessionJobs: known([aSessionJob('a', { jobId, ...job })], t0) })
      const begun = written(sessionLookedAndDecided(given, lost([kept]))) ?? expect.fail('no write')
      const under = { ...given, status: begun, reconciliation: begun.reconciliationStatus, record: begun.operatorRecord }
      const actions = sessionLookedAndDecided(under, lost([kept]))
      expect(tags(actions)).not.toContain('CreateObject')
      expect(written(actions)?.error).toContain(`holds the plan of job ${jobId} of FlinkSessionJob a, but no checkpoint of it`)
      expect(written(actions)?.error).toContain(`jobGraph-${jobId}\\":null`)
      expect(tags(sessionLookedAndDecided(under, lost([kept, haConfigMap()])))).toContain('CreateObject')
      expect(tags(sessionLookedAndDecided(under, lost([kept], { state: null, submit: 'Empty' })))).toContain('CreateObject')
    })

    test.each<[string, string, Parameters<typeof runningSession>[0]]>([
      ['session-cluster/edit, affected-jobs/kept-by-ha', 'keeps every job', {
        configMaps: known([flinkConfigMap(), kept, haConfigMap()], t0),
        jobs: known([aJob('RUNNING')], t0),
      }],
      ['session-cluster/edit, affected-jobs/unmanaged', 'was deleted under a running job', { jobs: known([aJob('RUNNING')], t0) }],
      [
        'session-cluster/edit, affected-jobs/stateful',
        'was deleted under a session job',
        { jobs: known([aJob('RUNNING')], t0), flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) },
      ],
      ['session-cluster/edit, affected-jobs/kept-by-ha', 'has nothing to keep of a session job that Flink does not list', {
        flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
      }],
      ['session-cluster/edit, affected-jobs/unseen', 'could not be read', {
        configMaps: unknown('Timeout', 'x', t0),
        jobs: known([aJob('RUNNING')], t0),
      }],
      [
        'session-cluster/edit, affected-jobs/kept-by-ha',
        'keeps the session job of a JobManager that does not answer, which an edit may have to mend',
        {
          configMaps: known([kept, haConfigMap()], t0),
          jobs: unknown('NotReady', 'x', t0),
          flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
        },
      ],
      [
        'session-cluster/edit, affected-jobs/stateful',
        'keeps a ConfigMap of a session job without pointer and counter, which proves nothing (P01)',
        {
          configMaps: known([kept, haConfigMap(jobId, [])], t0),
          jobs: known([aJob('RUNNING')], t0),
          flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
        },
      ],
      ['session-cluster/edit, affected-jobs/kept-by-ha', 'keeps a session job that has no checkpoint yet', {
        configMaps: known([kept, haConfigMap(jobId, ['counter'])], t0),
        jobs: known([aJob('RUNNING')], t0),
        flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
      }],
      ['session-cluster/edit, affected-jobs/stateful', 'keeps the plan of a session job whose own ConfigMap was deleted (H23, P01)', {
        configMaps: known([kept], t0),
        jobs: known([aJob('RUNNING')], t0),
        flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
      }],
      ['session-cluster/edit, affected-jobs/stateful', 'keeps pointers of a session job that Flink would not restore (H31, P01)', {
        configMaps: known([kept, { ...haConfigMap(), unusablePointers: ['checkpointID-0000000000000000007'] }], t0),
        jobs: known([aJob('RUNNING')], t0),
        flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
      }],
      ['session-cluster/edit, affected-jobs/unmanaged', 'keeps the plan alone of a job that nobody owns', {
        configMaps: known([kept], t0),
        jobs: known([aJob('RUNNING')], t0),
      }],
    ])('%s B09 the same high availability before and after is no proof by itself: it %s', (row, _title, change) => {
      expect(rowOf({ ...edited, configuration: ha, facts: runningSession(change) })).toBe(row)
    })

    test('B09 metadata that goes before the JobManager was touched: the attempt is dropped', () => {
      const given: GivenCluster = { ...edited, configuration: ha }
      const there = { jobs: known([aJob('RUNNING')], t0) }
      const begun = written(
        sessionLookedAndDecided(given, runningSession({ ...there, configMaps: known([flinkConfigMap(), kept, haConfigMap()], t0) })),
      )
        ?? expect.fail('no write')
      const under: GivenCluster = {
        ...given,
        recorded: { image: 'flink:next' },
        status: begun,
        reconciliation: begun.reconciliationStatus,
        record: begun.operatorRecord,
      }
      const actions = sessionLookedAndDecided(under, runningSession(there))
      expect(tags(actions)).not.toContain('PatchObject')
      expect(written(actions)?.operation).toBeNull()
    })

    test('session-cluster/never-deployed nobody knows where a cluster of which nothing is recorded keeps what', () => {
      expect(rowOf({ recorded: null, facts: down() })).toBe('session-cluster/never-deployed, affected-jobs/stateful')
    })

    test('a cluster that begins to read it would bring a job back that nobody names: it is told, and stays', () => {
      const given: GivenCluster = { ...edited, recordedConfiguration: {}, configuration: ha }
      const begun = written(sessionLookedAndDecided(given, runningSession())) ?? expect.fail('no write')
      const under: GivenCluster = {
        ...given,
        recorded: { image: 'flink:next' },
        recordedConfiguration: ha,
        status: begun,
        reconciliation: begun.reconciliationStatus,
        record: begun.operatorRecord,
      }
      const actions = sessionLookedAndDecided(under, goneSession({ configMaps: known([kept], t0) }))
      expect(tags(actions)).not.toContain('CreateObject')
      expect(written(actions)?.error).toContain(`holds high-availability metadata of job ${jobId}`)
      const named = goneSession({
        configMaps: known([kept, haConfigMap()], t0),
        flinkSessionJobs: known([aSessionJob('a', { jobId })], t0),
      })
      expect(tags(sessionLookedAndDecided(under, named))).toContain('CreateObject')
    })
  })

  test.each<[string, string, Parameters<typeof aSessionJob>[1]]>([
    ['session-cluster/edit, affected-jobs/stateful', 'with state', { state: null, submit: 'Empty' }],
    ['session-cluster/edit, affected-jobs/stateful', 'from a path, whatever its mode', {
      state: null,
      upgradeMode: 'stateless',
      submit: 'Path',
    }],
    ['session-cluster/edit, affected-jobs/none', 'without', { state: null, upgradeMode: 'stateless', submit: 'Empty' }],
  ])('%s a session job that is being submitted %s may come to run at any moment', (row, _title, job) => {
    expect(rowOf({ ...edited, facts: runningSession({ flinkSessionJobs: known([aSessionJob('a', job)], t0) }) })).toBe(row)
  })

  test('B28 a job that came after the intent was written, before the JobManager was touched: the attempt is dropped', () => {
    const begun = written(sessionLookedAndDecided(edited, world)) ?? expect.fail('no write')
    const given: GivenCluster = {
      ...edited,
      recorded: { image: 'flink:next' },
      status: begun,
      reconciliation: begun.reconciliationStatus,
      record: begun.operatorRecord,
    }
    const quiet = sessionLookedAndDecided(given, world)
    expect(quiet.find(action => action._tag === 'PatchObject')).toMatchObject({ patch: { spec: { replicas: 0 } } })
    const withJob = sessionLookedAndDecided(given, runningSession({ jobs: known([aJob('RUNNING')], t0) }))
    expect(withJob.some(action => action._tag === 'PatchObject')).toBe(false)
    expect(written(withJob)?.operation).toBeNull()
    expect(rowOf({ ...given, status: { ...begun, operation: null }, facts: runningSession({ jobs: known([aJob('RUNNING')], t0) }) })).toBe(
      'session-cluster/deploy-begun, affected-jobs/unmanaged',
    )
  })
})

describe('what is told of a JobManager', () => {
  test('P16 a JobManager that can not come up: nobody reads STABLE beside the error', () => {
    const crashing = aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff', 'back-off') })] })
    const facts = runningSession({
      deployment: known(aDeployment({ availableReplicas: 0 }), t0),
      jobs: unknown('Unreachable', 'x', t0),
      jobManagerPods: known([crashing], t0),
    })
    expect(written(sessionDecided({ facts }))).toMatchObject({
      jobManagerDeploymentStatus: 'ERROR',
      lifecycleState: 'DEPLOYED',
      error: expect.stringContaining('back-off') as string,
    })
  })

  test('READY is told by REST itself: an open port is no answer of a session cluster', () => {
    const given: GivenCluster = {
      status: { jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY' },
      facts: runningSession({ jobs: unknown('NotReady', '503', t0) }),
    }
    expect((written(sessionDecided(given)) ?? sessionStatus(given)).jobManagerDeploymentStatus).toBe('DEPLOYED_NOT_READY')
  })
})

describe('what needs no restart', () => {
  test('E-51 ingress-edit/to-query an edit of the ingress alone leaves the cluster as it is', () => {
    const given: GivenCluster = {
      ...edited,
      spec: { ingress: { template: '{{name}}.x.io' } },
      facts: runningSession({ ingress: absent(t0), jobs: known([aJob('RUNNING')], t0) }),
    }
    expect(rowOf(given)).toBe('ingress-edit/write')
    expect(tags(sessionDecided(given))).toContain('ApplyObject')
    expect(written(sessionDecided(given))?.operation ?? null).toBeNull()
  })

  const standalone = (replicas: number) => ({ mode: 'standalone', taskManager: { resource: { memory: '1g', cpu: 1 }, replicas } })
  const taskManagers = (wantedReplicas: number) => known(aDeployment({ name: 'app-taskmanager', uid: 'uid-tm', wantedReplicas }), t0)
  const scaled: GivenCluster = { spec: standalone(3), recorded: standalone(2), metadata: { generation: 2 } }

  test('session-cluster/scaling the number of TaskManagers of a standalone cluster: its Deployment is scaled, with jobs and all', () => {
    const facts = runningSession({ taskManagerDeployment: taskManagers(2), jobs: known([aJob('RUNNING')], t0) })
    expect(rowOf({ ...scaled, facts })).toBe('session-cluster/scaling, scale-taskmanagers/patch')
    expect(sessionDecided({ ...scaled, facts }).find(action => action._tag === 'PatchObject')).toMatchObject({
      target: { name: 'app-taskmanager' },
      patch: { metadata: { resourceVersion: aDeployment().resourceVersion }, spec: { replicas: 3 } },
    })
    const done = { ...facts, taskManagerDeployment: taskManagers(3) }
    expect(rowOf({ ...scaled, facts: done })).toBe('session-cluster/scaling, scale-taskmanagers/done')
    expect(written(sessionDecided({ ...scaled, facts: done }))).toMatchObject({
      observedGeneration: 2,
      taskManager: { replicas: 3 },
      reconciliationStatus: { state: 'DEPLOYED' },
    })
  })

  test('P03 W47 W64 the number is recorded before it is requested; a request of an edit that is taken back is taken back', () => {
    const sent = written(sessionDecided({ ...scaled, facts: runningSession({ taskManagerDeployment: taskManagers(2) }) }))
    const requestedScaling = { overrides: null, parallelism: null, taskManagers: 3, sentAt: t0 }
    expect(sent?.operatorRecord.requestedScaling).toEqual(requestedScaling)
    const after = (replicas: number, now = t0) => {
      const back: GivenCluster = {
        spec: standalone(2),
        recorded: standalone(2),
        metadata: { generation: 3 },
        record: { requestedScaling },
        now,
      }
      const facts = runningSession({ taskManagerDeployment: taskManagers(replicas) })
      const actions = sessionDecided({ ...back, facts })
      return { row: rowOf({ ...back, facts }), patch: actions.find(({ _tag }) => _tag === 'PatchObject'), status: written(actions) }
    }
    const shown = after(3)
    expect(shown).toMatchObject({ row: 'session-cluster/scaling, scale-taskmanagers/patch', patch: { patch: { spec: { replicas: 2 } } } })
    expect(shown.status?.operatorRecord.requestedScaling).toEqual(requestedScaling)
    const later = t0 + arrivalPatience
    expect(after(2).status?.operatorRecord.requestedScaling).not.toBe(null)
    expect(after(2, later).status?.operatorRecord.requestedScaling).toBe(null)
    const byOthers = after(5, later)
    expect(byOthers).toMatchObject({ row: 'session-cluster/scaling, scale-taskmanagers/done', patch: undefined })
    expect(byOthers.status?.operatorRecord.requestedScaling).toBe(null)
  })

  test('session-cluster/nothing an edit that changes nothing that matters is acknowledged (P09)', () => {
    const given: GivenCluster = {
      ...edited,
      spec: {},
      configuration: { 'kubernetes.operator.reconcile.interval': '1 m' },
      recordedConfiguration: {},
    }
    expect(written(sessionLookedAndDecided(given, runningSession()))?.observedGeneration).toBe(2)
  })
})

describe('E-2, B50 a JobManager that is lost', () => {
  const lost: GivenCluster = { status: { jobManagerDeploymentStatus: 'MISSING' } }

  test('jobmanager-lost with high availability it comes back with its jobs, whoever has state in it (B87: as the deploy makes it)', () => {
    const given = { ...lost, configuration: ha, facts: goneSession({ flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }) }
    expect(rowOf(given)).toBe('session-cluster-lost/recover')
    expect(operationOf(sessionDecided(given))).toMatchObject({ purpose: 'Recovery', source: { jobs: 'Kept' } })
    expect(eventsOf(sessionDecided(given)).map(({ reason }) => reason)).toContain('RecoverDeployment')
  })

  test('jobmanager-lost without, it comes back empty where it is seen that no session job had state', () => {
    expect(rowOf({ ...lost, facts: goneSession() })).toBe('session-cluster-lost/recover')
    expect(rowOf({ ...lost, facts: goneSession({ flinkSessionJobs: absent(t0) }) })).toBe('session-cluster-lost/recover')
    expect(rowOf({ ...lost, facts: goneSession({ flinkSessionJobs: known([aSessionJob('a', { jobId, upgradeMode: 'stateless' })], t0) }) }))
      .toBe('session-cluster-lost/recover')
  })

  test('session-cluster-lost/stateful-jobs else a person is told, by a condition, an event and the error; a new restartNonce goes on', () => {
    const facts = goneSession({ flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) })
    expect(rowOf({ ...lost, facts })).toBe('session-cluster-lost/stateful-jobs')
    const status = written(sessionDecided({ ...lost, facts }))
    expect(status?.error).toContain('had state there: a')
    expect(status?.conditions.find(({ type }) => type === 'Stalled')?.status).toBe('True')
    expect(status?.lifecycleState).not.toBe('STABLE')
    expect(rowOf({ ...lost, spec: { restartNonce: 2 }, metadata: { generation: 2 }, facts })).toBe(
      'session-cluster/edit, affected-jobs/jobmanager-down',
    )
  })

  test.each<[string, GivenCluster]>([
    ['lost/recovery-off', {
      ...lost,
      configuration: { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' },
      facts: goneSession(),
    }],
    ['lost/pod-left', { ...lost, facts: goneSession({ jobManagerPods: known([aPod({ deleting: true })], t0) }) }],
    ['session-cluster-lost/jobs-unseen', { ...lost, facts: goneSession({ flinkSessionJobs: unknown('Timeout', 'x', t0) }) }],
  ])('%s waits', (row, given) => {
    expect(rowOf(given)).toBe(row)
    expect(tags(sessionDecided(given))).not.toContain('CreateObject')
  })
})

describe('rollback by the stable spec (control-flow.md, section 4.9)', () => {
  const rollback = { 'kubernetes.operator.deployment.rollback.enabled': 'true', ...ha }
  const unstable: GivenCluster = {
    configuration: rollback,
    recorded: { image: 'flink:broken' },
    spec: { image: 'flink:broken' },
    status: { jobManagerDeploymentStatus: 'DEPLOYING' },
    reconciliation: { lastStableSpec: sessionRecord({}, rollback), reconciliationTimestamp: t0 - 600_000 },
  }
  const down = runningSession({
    jobs: unknown('NotReady', 'x', t0),
    deployment: known(aDeployment({ availableReplicas: 0 }), t0),
    jobManagerPods: known([aPod({ containers: [] })], t0),
  })

  test('session-cluster/rollback a spec whose REST does not answer in time is taken back', () => {
    expect(rowOf({ ...unstable, facts: down })).toBe('session-cluster/rollback, affected-jobs/kept-by-ha')
    const actions = sessionDecided({ ...unstable, facts: down })
    expect(operationOf(actions)).toMatchObject({ purpose: 'Rollback' })
    expect(written(actions)?.reconciliationStatus).toMatchObject({
      state: 'ROLLING_BACK',
      lastReconciledSpec: expect.stringContaining('flink:broken') as string,
    })
  })

  test('session-cluster/edit-taken-back in ROLLED_BACK the spec that runs is put back', () => {
    const given: GivenCluster = {
      ...unstable,
      spec: {},
      metadata: { generation: 2 },
      status: {},
      reconciliation: { ...unstable.reconciliation, state: 'ROLLED_BACK' },
      facts: runningSession(),
    }
    expect(rowOf(given)).toBe('session-cluster/edit-taken-back')
    expect(written(sessionDecided(given))).toMatchObject({ reconciliationStatus: { state: 'DEPLOYED' }, operation: null })
  })
})

describe('deletion (session clusters 1.3)', () => {
  const deleted: GivenCluster = { metadata: { deletionTimestamp: '2023-11-14T22:13:20Z' } }
  const messageOf = (actions: readonly FlinkDeploymentAction[]): string =>
    eventsOf(actions).find(({ reason }) => reason === 'CleanupFailed')?.message ?? ''

  test('E-4, B83 before the first deployment it is just done', () => {
    const actions = sessionLookedAndDecided({ ...deleted, recorded: null }, goneSession())
    expect(operationOf(actions)).toMatchObject({ kind: 'TearDown', purpose: 'Deletion' })
  })

  test.each([
    ['a FlinkSessionJob runs in it', { flinkSessionJobs: known([aSessionJob('wordcount', { jobId, state: 'RUNNING' })], t0) }],
    ['whose jobs nobody can tell', {}],
  ])('A11 its record is gone, and its JobManager is up, %s: it is held', (_title, change) => {
    const actions = sessionLookedAndDecided(
      { ...deleted, recorded: null },
      runningSession({ jobs: known([aJob('RUNNING')], t0), ...change }),
    )
    expect(written(actions)?.operation ?? null).toBe(null)
    expect(actions.filter(({ _tag }) => !['PersistStatus', 'EmitEvent', 'Requeue'].includes(_tag))).toEqual([])
  })

  test('it waits for session jobs, with the words of the reference operator', () => {
    const actions = sessionLookedAndDecided(deleted, runningSession({ flinkSessionJobs: known([aSessionJob('b'), aSessionJob('a')], t0) }))
    expect(messageOf(actions)).toBe('The session jobs [a, b] should be deleted first')
    expect(actions.every(({ _tag }) => _tag === 'PersistStatus' || _tag === 'EmitEvent' || _tag === 'Requeue')).toBe(true)
  })

  test('it waits for jobs that nobody manages', () => {
    const actions = sessionLookedAndDecided(deleted, runningSession({ jobs: known([aJob('RUNNING')], t0) }))
    expect(messageOf(actions)).toBe(`The session cluster has non terminated jobs [${jobId}] that should be cancelled first`)
  })

  test('a JobManager that was restarted lists nothing for a moment: what high availability keeps counts (P14)', () => {
    const kept = aConfigMap('app-cluster-config-map', { dataKeys: [`jobGraph-${jobId}`] })
    const actions = sessionLookedAndDecided(
      { ...deleted, configuration: ha },
      runningSession({ configMaps: known([flinkConfigMap(), kept], t0) }),
    )
    expect(messageOf(actions)).toContain(jobId)
  })

  test.each<[string, GivenCluster, Parameters<typeof runningSession>[0]]>([
    ['no job', deleted, {}],
    ['only jobs that have ended', deleted, { jobs: known([aJob('FINISHED')], t0) }],
    ['jobs, and block-on-unmanaged-jobs is off', {
      ...deleted,
      configuration: { 'kubernetes.operator.session.deletion.block-on-unmanaged-jobs': 'false' },
    }, { jobs: known([aJob('RUNNING')], t0) }],
    ['session jobs, and block-on-session-jobs is off', {
      ...deleted,
      configuration: { 'kubernetes.operator.session.deletion.block-on-session-jobs': 'false' },
    }, { flinkSessionJobs: known([aSessionJob('a')], t0) }],
    ['no JobManager', deleted, { deployment: absent(t0), jobManagerPods: known([], t0), jobs: unknown('Unreachable', 'x', t0) }],
  ])('%s: it goes', (_title, given, change) => {
    const actions = sessionLookedAndDecided(given, runningSession(change))
    expect(operationOf(actions)).toMatchObject({ kind: 'TearDown', purpose: 'Deletion', deleteHaMetadata: true })
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('Cleanup')
  })

  describe('E-3 jobs that can not be seen are no word that there are none', () => {
    const unobservable = runningSession({ jobs: unknown('Timeout', 'no answer', t0) })
    const since = (deletingSince: number | null, configuration = {}): GivenCluster => ({
      ...deleted,
      record: { deletingSince },
      configuration,
    })

    test('it waits, and counts from when it began to', () => {
      const actions = sessionLookedAndDecided(since(null), unobservable)
      expect(tags(actions)).toEqual(['PersistStatus', 'Requeue'])
      expect(written(actions)?.operatorRecord.deletingSince).toBe(t0)
      expect(requeueOf(actions)?.waitingFor).toContain('to list the jobs of the cluster')
    })

    test('past its bound that is told', () => {
      const actions = sessionLookedAndDecided(since(t0 - 3_600_000), unobservable)
      expect(messageOf(actions)).toContain('proceed-when-jobs-unknown')
      expect(written(actions)?.operation).toBeNull()
    })

    test('and it goes where the option says so', () => {
      const actions = sessionLookedAndDecided(
        since(t0 - 3_600_000, { 'kubernetes.operator.session.deletion.proceed-when-jobs-unknown': 'true' }),
        unobservable,
      )
      expect(operationOf(actions)).toMatchObject({ kind: 'TearDown' })
      expect(messageOf(actions)).toContain('deletes the cluster all the same')
    })
  })

  describe('B81 as long as its session jobs are waited for it is looked after: they can be ended by a JobManager alone', () => {
    const withJob = { flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }

    test('a JobManager that is lost comes back with its jobs', () => {
      const actions = sessionLookedAndDecided({ ...deleted, configuration: ha }, goneSession(withJob))
      expect(operationOf(actions)).toMatchObject({ kind: 'Deploy', purpose: 'Recovery', source: { jobs: 'Kept' } })
    })

    test('a deploy that is under way is finished; once nothing is waited for it is given up', () => {
      const lost = { ...deleted, configuration: ha }
      const begun = written(sessionLookedAndDecided(lost, goneSession(withJob))) ?? expect.fail('no write')
      const given: GivenCluster = { ...lost, status: begun, record: begun.operatorRecord }
      expect(tags(sessionLookedAndDecided(given, goneSession(withJob)))).toContain('CreateObject')
      const creating = sessionLookedAndDecided(given, prepared(begun.operation!.id!, goneSession(withJob)))
      expect(operationOf(sessionLookedAndDecided(given, goneSession()))).toMatchObject({ kind: 'TearDown' })
      const created = { ...given, status: written(creating) ?? expect.fail('no write') }
      expect(operationOf(sessionLookedAndDecided(created, goneSession()))).toMatchObject({ kind: 'Deploy', step: 'Abandon' })
    })

    test('how its JobManager is goes on to be told, which the session jobs go by', () => {
      const actions = sessionLookedAndDecided({ ...deleted, status: { jobManagerDeploymentStatus: 'DEPLOYING' } }, runningSession(withJob))
      expect(written(actions)?.jobManagerDeploymentStatus).toBe('READY')
    })
  })

  test('HA metadata goes with the cluster, that of every job', () => {
    const begun = written(sessionLookedAndDecided({ ...deleted, configuration: ha }, runningSession())) ?? expect.fail('no write')
    const given: GivenCluster = { ...deleted, configuration: ha, status: begun, record: begun.operatorRecord }
    const left = goneSession({ configMaps: known([aConfigMap(`app-${jobId}-config-map`), aConfigMap('app-cluster-config-map')], t0) })
    expect(sessionLookedAndDecided(given, left).find(action => action._tag === 'DeleteHaMetadata')).toMatchObject({
      configMaps: [{ name: `app-${jobId}-config-map` }, { name: 'app-cluster-config-map' }],
    })
    expect(tags(sessionLookedAndDecided(given, goneSession()))).toContain('RemoveFinalizer')
  })
})

describe('F21 a session cluster of the reference operator is taken over', () => {
  const adopted: GivenCluster = {
    record: { attempts: 0, deployedAttempt: null, deployedSource: null },
    status: { jobStatus: { ...initialFlinkDeploymentStatus.jobStatus, state: 'FINISHED' } },
  }
  const theirs = runningSession({
    deployment: known(aDeployment({ annotations: {} }), t0),
    configMaps: known([flinkConfigMap(null)], t0),
    services: known([restService(null)], t0),
  })

  test('no restart, no write that stalls it, no advice', () => {
    const actions = sessionLookedAndDecided(adopted, theirs)
    expect(actions.every(({ _tag }) => _tag === 'PersistStatus' || _tag === 'Requeue')).toBe(true)
    const status = written(actions)
    expect(status).toMatchObject({ lifecycleState: 'STABLE', error: null, operation: null })
    expect(status?.conditions.find(({ type }) => type === 'Ready')?.status).toBe('True')
  })

  test('L19 a session cluster has no job state: what the operator before wrote is taken off', () => {
    expect(written(sessionLookedAndDecided(adopted, theirs))?.jobStatus.state).toBeNull()
    const lost = goneSession({ flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) })
    expect(written(sessionLookedAndDecided({ status: { jobManagerDeploymentStatus: 'READY' } }, lost))?.jobStatus.state).toBeNull()
  })

  test('an edit of it is carried out', () => {
    expect(rowOf({ ...adopted, ...edited, facts: theirs })).toBe('session-cluster/edit, affected-jobs/none')
  })

  test('submitted-before an upgrade that it had submitted counts as that; one that it had not is deployed', () => {
    const upgrading: GivenCluster = {
      ...adopted,
      status: { jobManagerDeploymentStatus: 'MISSING' },
      reconciliation: { state: 'UPGRADING', lastStableSpec: null },
    }
    const generation = { 'flinkdeployment.flink.apache.org/generation': '1' }
    expect(rowOf({ ...upgrading, facts: { ...theirs, deployment: known(aDeployment({ annotations: generation }), t0) } })).toBe(
      'submitted-before',
    )
    expect(rowOf({ ...upgrading, facts: goneSession() })).toBe('session-cluster/deploy-begun, affected-jobs/jobmanager-down')
  })

  test('submit-unfinished L3 a submit that it did not finish is done again', () => {
    const stuck: GivenCluster = {
      ...adopted,
      status: { jobManagerDeploymentStatus: 'DEPLOYING' },
      reconciliation: { lastStableSpec: null },
    }
    const never = aDeployment({
      annotations: {},
      availableReplicas: 0,
      conditions: [{ type: 'Available', status: 'False', reason: '', message: '', lastTransitionTime: t0 - 600_000 }],
    })
    const facts = runningSession(
      {
        deployment: known(never, t0),
        jobs: undefined,
        jobManagerPods: known([aPod({ containers: [] })], t0),
        configMaps: known([], t0),
      } as never,
    )
    expect(rowOf({ ...stuck, facts })).toBe('submit-unfinished')
  })

  test.each([
    ['turned into an application', { job: specJson()['job'] }, 'Cannot switch from session to job cluster'],
    ['of another mode', { mode: 'standalone' }, 'Cannot switch from native kubernetes to standalone kubernetes cluster'],
  ])('%s: refused with the words of the reference operator, and what runs goes on', (_title, spec, words) => {
    const actions = sessionLookedAndDecided({ ...adopted, spec, metadata: { generation: 2 } } as GivenCluster, theirs)
    expect(written(actions)?.error).toContain(words)
    expect(written(actions)?.operation).toBeNull()
  })
})

test('a session job that ends, is suspended or goes wakes its cluster, whose edit or deletion may wait for just that', () => {
  expect(kind.watch).toContainEqual(
    expect.objectContaining({
      _tag: 'Referring',
      type: resourceTypes.FlinkSessionJob,
      at: ['spec', 'deploymentName'],
      values: expect.arrayContaining([{ path: ['status', 'jobStatus', 'state'], absent: '' }]) as unknown,
    }),
  )
})
