import { describe, expect, test } from 'vitest'
import { edited, keptPlan as kept, withRollback as rolledBack, afterwards as after } from '../../../../fixtures/session-cluster-cases.ts'
import { aDeployment, aJob, aPod, attemptId, flinkConfigMap, haConfigMap, jobId } from '../../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { effectsOf, eventsOf, queriesOf, requeueOf, written } from '../../../../fixtures/round.ts'
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
  sessionRound,
} from '../../../../fixtures/session-cluster-round.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentAction } from '../flink-deployment-action.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { DeployOperation } from '../../../contract/resource/operation.ts'
import { deployHooks } from './session-deploy-hooks.ts'
import { recordDeployed } from './record.ts'

type Facts = FlinkDeploymentFacts

const withJob: Facts = { flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }
const operationOf = (actions: readonly FlinkDeploymentAction[]): DeployOperation => {
  const operation = written(actions)?.operation
  return operation?.kind === 'Deploy' ? operation : expect.fail('no deploy')
}
const theirs = { apiVersion: 'v1', kind: 'Service', name: 'app-rest', uid: 'u', deleting: false, annotations: {}, ownerUids: ['uid-other'] }
const unstable: GivenCluster = {
  configuration: rolledBack,
  recorded: { image: 'flink:broken' },
  spec: { image: 'flink:broken' },
  status: { jobManagerDeploymentStatus: 'DEPLOYING' },
  reconciliation: { lastStableSpec: sessionRecord({}, rolledBack), reconciliationTimestamp: t0 - 600_000 },
}
const down = runningSession({
  jobs: unknown('NotReady', 'late', t0),
  deployment: known(aDeployment({ availableReplicas: 0 }), t0),
  jobManagerPods: known([aPod({ containers: [] })], t0),
})

describe('F09 F13 B87 before a JobManager is taken away the names are looked at that its successor needs', () => {
  const of = ({ names, ...given }: GivenCluster & { readonly names?: Facts['names'] }): readonly FlinkDeploymentAction[] => {
    const facts = { ...(given.facts ?? runningSession()), names }
    return sessionDecided({ ...given, facts: names === undefined ? (({ names: _, ...rest }) => rest)(facts) : facts })
  }

  test.each<readonly [string, GivenCluster]>([['an edit', edited], ['a rollback', { ...unstable, facts: down }]])('%s', (_title, given) => {
    const asked = of(given).find(it => it._tag === 'Look')?.queries ?? []
    const names = asked.flatMap(it => (it._tag === 'ReadNames' ? it.objects : []))
    expect(names.map(({ kind, name }) => `${kind} ${name}`)).toContain('Service app-rest')
    expect(operationOf(of({ ...given, names: known([], t0) })).step).toBe('TearDown')
    const unobservable = of({ ...given, names: unknown('Timeout', 'late', t0) })
    expect(written(unobservable)?.operation ?? null).toBeNull()
    expect(requeueOf(unobservable)).toMatchObject({
      after: 10_000,
      waitingFor: 'the Kubernetes API to say whether the names that the deploy needs are free: late',
    })
    const nameConflicts = of({ ...given, names: known([theirs], t0) })
    expect(written(nameConflicts)).toMatchObject({
      operation: null,
      operatorRecord: { errorOwner: 'upgrade' },
      error: expect.stringContaining('Service app-rest blocks this resource') as string,
    })
    expect(requeueOf(nameConflicts)).toMatchObject({ after: 10_000, waitingFor: 'foreign Service app-rest to be deleted or renamed' })
  })

  test('they are asked for in the look for its jobs, each once, those of the stable spec too (a round has four looks)', () => {
    const given: GivenCluster = {
      ...edited,
      reconciliation: { lastStableSpec: sessionRecord({ ingress: { template: '{{name}}.x.io' } }) },
      facts: { ...runningSession(), flinkSessionJobs: undefined, names: undefined } as never,
    }
    const asked = sessionDecided(given).find(it => it._tag === 'Look')?.queries ?? []
    expect(asked.map(({ _tag }) => _tag)).toEqual(['ListFlinkSessionJobs', 'ReadNames'])
    const names = asked.flatMap(it => (it._tag === 'ReadNames' ? it.objects.map(({ kind, name }) => `${kind} ${name}`) : []))
    expect(names).toContain('Ingress app')
    expect(names).toContain('Deployment app')
    expect(names).toHaveLength(new Set(names).size)
  })

  test('a look for something else asks for none', () => {
    expect(queriesOf(sessionDecided({ facts: {} }))).toEqual(['ReadDeployment'])
  })
})

describe('what begins a deploy is told, and recorded', () => {
  test.each<readonly [string, GivenCluster, readonly string[]]>([
    ['session-cluster/edit an edit', { ...edited, facts: runningSession() }, ['SpecChanged']],
    ['session-cluster/deploy-begun one that was told when it was begun', {
      ...edited,
      recorded: { image: 'flink:next' },
      reconciliation: { state: 'UPGRADING' },
      facts: runningSession(),
    }, []],
    ['session-cluster/rollback a rollback', { ...unstable, facts: down }, ['Rollback']],
    ['jobmanager-lost a recovery', { status: { jobManagerDeploymentStatus: 'MISSING' }, facts: goneSession() }, ['RecoverDeployment']],
  ])('%s', (_title, given, want) => {
    expect(eventsOf(sessionDecided(given)).map(({ reason }) => reason)).toEqual(want)
  })

  test('submit-unfinished L3 a submit that was not finished is made again, with the jobs that high availability keeps', () => {
    const never = aDeployment({
      annotations: {},
      availableReplicas: 0,
      conditions: [{ type: 'Available', status: 'False', reason: '', message: '', lastTransitionTime: t0 - 600_000 }],
    })
    const actions = sessionDecided({
      record: { attempts: 0, deployedAttempt: null, deployedSource: null },
      status: { jobManagerDeploymentStatus: 'DEPLOYING' },
      reconciliation: { lastStableSpec: null },
      facts: { ...down, deployment: known(never, t0), configMaps: known([], t0) },
    })
    expect(operationOf(actions)).toMatchObject({ purpose: 'Recovery', source: { jobs: 'Kept' } })
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('RecoverDeployment')
  })

  test.each<readonly [string, GivenCluster, boolean]>([
    ['the first deployment', { recorded: null, facts: goneSession() }, true],
    ['an edit', { ...edited, facts: runningSession() }, false],
  ])('%s is recorded as such', (_title, given, isFirst) => {
    expect(JSON.parse(written(sessionDecided(given))?.reconciliationStatus.lastReconciledSpec ?? '')).toMatchObject({
      resource_metadata: { firstDeployment: isFirst },
    })
  })

  test('jobmanager-lost a recovery leaves the record as it is', () => {
    const given: GivenCluster = { status: { jobManagerDeploymentStatus: 'MISSING' }, facts: goneSession() }
    expect(written(sessionDecided(given))?.reconciliationStatus).toMatchObject({
      state: 'DEPLOYED',
      reconciliationTimestamp: t0 - 600_000,
    })
  })

  test.each<readonly [string, string, string]>([['session-cluster/edit, affected-jobs/kept-by-ha', 'Kept', 's3://b/ha'], [
    'session-cluster/edit, affected-jobs/none',
    'Gone',
    's3://b/other',
  ]])(
    '%s whether its jobs are %s is recorded with the deploy',
    (row, jobs, storageDir) => {
      const configuration = { ...ha, 'high-availability.storageDir': storageDir }
      const given: GivenCluster = { ...edited, recordedConfiguration: ha, configuration, facts: runningSession() }
      expect(sessionExplained(given).row).toBe(row)
      expect(operationOf(sessionDecided(given)).source).toMatchObject({ jobs })
    },
  )

  test('submitted-before B34 a submit that did happen counts as deployed, and comes up', () => {
    const generation = { 'flinkdeployment.flink.apache.org/generation': '1' }
    const actions = sessionDecided({
      record: { attempts: 0, deployedAttempt: null, deployedSource: null },
      status: { jobManagerDeploymentStatus: 'MISSING' },
      reconciliation: { state: 'UPGRADING', lastStableSpec: null },
      facts: runningSession({
        deployment: known(aDeployment({ annotations: generation }), t0),
        configMaps: known([flinkConfigMap(null)], t0),
      }),
    })
    expect(written(actions)).toMatchObject({ jobManagerDeploymentStatus: 'DEPLOYING', reconciliationStatus: { state: 'DEPLOYED' } })
    expect(requeueOf(actions).after).toBe(1_000)
  })

  test.each<readonly [string, Partial<GivenCluster>]>([
    ['this operator began it', { record: {} }],
    ['its JobManager was seen', { status: { jobManagerDeploymentStatus: 'DEPLOYING' } }],
  ])('session-cluster/deploy-begun it is no submit of the operator before: %s', (_title, change) => {
    const generation = { 'flinkdeployment.flink.apache.org/generation': '1' }
    const given: GivenCluster = {
      record: { attempts: 0, deployedAttempt: null, deployedSource: null },
      status: { jobManagerDeploymentStatus: 'MISSING' },
      reconciliation: { state: 'UPGRADING', lastStableSpec: null },
      facts: runningSession({
        deployment: known(aDeployment({ annotations: generation }), t0),
        configMaps: known([flinkConfigMap(null)], t0),
      }),
      ...change,
    }
    expect(sessionExplained(given).row).toBe('session-cluster/deploy-begun, affected-jobs/none')
  })
})

describe('B28 while the JobManager before is up, its jobs are asked for once more', () => {
  const begin = (given: GivenCluster, facts: Facts = runningSession()): GivenCluster => ({
    ...after(given, sessionLookedAndDecided(given, facts)),
    recorded: { image: 'flink:next' },
  })

  test.each<readonly [string, Facts, string]>([
    ['its jobs are all seen, and there is none', {}, 'PatchObject Deployment app'],
    ['one came', { jobs: known([aJob('RUNNING')], t0) }, 'given up'],
    ['P14 they can not be seen any more', { flinkSessionJobs: unknown('Timeout', 'late', t0) }, 'given up'],
    [
      'it is being deleted already',
      { jobs: known([aJob('RUNNING')], t0), deployment: known(aDeployment({ deleting: true }), t0) },
      'goes on',
    ],
    ['it was told to stop already', {
      jobs: known([aJob('RUNNING')], t0),
      deployment: known(aDeployment({ wantedReplicas: 0 }), t0),
    }, 'goes on'],
  ])('%s', (_title, change, want) => {
    const actions = sessionLookedAndDecided(begin(edited), runningSession(change))
    const status = written(actions)
    expect(status !== null && status.operation === null ? 'given up' : (effectsOf(actions)[0] ?? 'goes on')).toBe(want)
  })

  test('P14 its jobs are looked at, before anything is done', () => {
    const facts = { ...runningSession(), jobs: undefined } as never
    expect(queriesOf(sessionDecided({ ...begin(edited), facts }))).toContain('GetJobsOverview')
  })

  test('affected-jobs/kept-by-ha a cluster whose high availability keeps them is not held up by them', () => {
    const facts = runningSession({ jobs: known([aJob('RUNNING')], t0), configMaps: known([flinkConfigMap(), kept, haConfigMap()], t0) })
    const given = begin({ ...edited, configuration: ha }, facts)
    expect(effectsOf(sessionLookedAndDecided(given, facts))).toEqual(['PatchObject Deployment app'])
  })

  test('affected-jobs/none that the new one looks at the same place does not keep jobs whose cluster was begun without any', () => {
    const other = { ...ha, 'high-availability.storageDir': 's3://b/other' }
    const given = begin({ ...edited, recordedConfiguration: ha, configuration: other })
    const facts = runningSession({ jobs: known([aJob('RUNNING')], t0), configMaps: known([flinkConfigMap(), kept, haConfigMap()], t0) })
    expect(written(sessionLookedAndDecided(given, facts))?.operation).toBeNull()
  })

  describe('P02 F09 the jobs that a new one would bring back are those of its FlinkSessionJobs', () => {
    const given = begin({ ...edited, recordedConfiguration: {}, configuration: ha })
    const left = goneSession({ configMaps: known([kept], t0) })

    test('P14 whose they are is looked at', () => {
      const facts = (({ flinkSessionJobs: _, ...rest }) => rest)(left)
      const actions = sessionDecided({ ...given, recordedConfiguration: ha, facts })
      expect(queriesOf(actions)).toEqual(['ListFlinkSessionJobs'])
      const unseen = sessionDecided({
        ...given,
        recordedConfiguration: ha,
        facts: { ...facts, flinkSessionJobs: unknown('Timeout', 'late', t0) },
      })
      expect(effectsOf(unseen)).toEqual([])
      expect(requeueOf(unseen)).toMatchObject({ after: 1_000, waitingFor: 'the Kubernetes API to list the FlinkSessionJobs: late' })
    })

    test('what is of nobody stays, and how to go on is told', () => {
      const it = sessionExplained({ ...given, recordedConfiguration: ha, facts: left })
      expect(it.obstacles).toMatchObject([{
        object: 'ConfigMap app-cluster-config-map',
        remedy: expect.stringContaining('kubectl delete configmap app-cluster-config-map -n ns') as string,
      }])
    })

    test('nothing is in the way of a cluster that does not read it', () => {
      const plain = begin(edited)
      expect(sessionExplained({ ...plain, facts: left }).obstacles).toEqual([])
    })
  })
})

describe('B33 an edit while a lost JobManager is brought back', () => {
  const lost: GivenCluster = { configuration: ha, status: { jobManagerDeploymentStatus: 'MISSING' } }
  const facts = goneSession({ ...withJob, configMaps: known([kept, haConfigMap()], t0) })
  const recovering = after(lost, sessionDecided({ ...lost, facts }))
  const off: GivenCluster = { ...recovering, recordedConfiguration: ha, configuration: {}, ...edited }

  test('one that would cost jobs their state is held: the JobManager comes back as it was', () => {
    expect(operationOf(sessionDecided({ ...lost, facts })).purpose).toBe('Recovery')
    expect(effectsOf(sessionDecided({ ...off, facts })).some(it => it.startsWith('CreateObject'))).toBe(true)
  })

  test('P14 also where it can not be seen what it would cost', () => {
    const unobservable = { ...facts, flinkSessionJobs: unknown('Timeout', 'late', t0) }
    const hooks = deployHooks(sessionRound({ ...off, facts: unobservable }), operationOf(sessionDecided({ ...lost, facts })))
    expect(hooks.isEditHeld).toBe(true)
  })

  test('P14 what it would cost is looked at', () => {
    const unasked = (({ flinkSessionJobs: _, ...rest }) => rest)(facts)
    expect(queriesOf(sessionDecided({ ...off, facts: unasked }))).toContain('ListFlinkSessionJobs')
  })

  test.each<readonly [string, GivenCluster, boolean]>([
    ['that costs nothing', { ...off, configuration: ha }, false],
    ['of a deploy that is no recovery', {
      ...off,
      status: { operation: operationOf(sessionDecided({ ...edited, facts: runningSession() })) },
    }, false],
    ['that is none', recovering, false],
    ['that costs a job its state', off, true],
  ])('it is held: one %s', (_title, given, want) => {
    const round = sessionRound({ ...given, facts })
    const { operation } = round.observed.status
    expect(operation?.kind === 'Deploy' && deployHooks(round, operation).isEditHeld).toBe(want)
  })

  test('one that costs nothing takes its place', () => {
    expect(written(sessionDecided({ ...off, configuration: ha, facts }))?.operation).toBeNull()
  })
})

describe('V02 a lost JobManager, and an edit that needs a name that somebody else has', () => {
  const lost: GivenCluster = {
    recordedConfiguration: ha,
    configuration: ha,
    ...edited,
    status: { jobManagerDeploymentStatus: 'MISSING' },
  }
  const facts = goneSession({ ...withJob, configMaps: known([kept, haConfigMap()], t0), names: known([theirs], t0) })

  test('it is brought back as it is deployed, and the edit waits', () => {
    expect(operationOf(sessionLookedAndDecided(lost, facts))).toMatchObject({ kind: 'Deploy', purpose: 'Recovery' })
  })

  test('P14 also where the names can not be seen', () => {
    const unobservable = { ...facts, names: unknown<never>('Timeout', 'late', t0) }
    expect(operationOf(sessionLookedAndDecided(lost, unobservable))).toMatchObject({ kind: 'Deploy', purpose: 'Recovery' })
  })

  test('between a stop and the next deploy nothing is brought back', () => {
    const between = { ...lost, reconciliation: { state: 'UPGRADING' as const } }
    expect(written(sessionLookedAndDecided(between, facts))?.operation ?? null).toBeNull()
  })
})

describe('every object of an attempt is there (control-flow.md, section 1.3)', () => {
  const finished = (given: GivenCluster, change: Partial<DeployOperation> = {}): FlinkDeploymentStatus => {
    const round = sessionRound({ ...given, facts: {} })
    const { operation } = round.observed.status
    if (operation?.kind !== 'Deploy') return expect.fail('no deploy')
    const decision = deployHooks(round, { ...operation, ...change }).finished()
    expect(decision).toMatchObject({ _tag: 'Act', after: 1_000, waitingFor: 'the JobManager to come up' })
    return decision._tag === 'Act' ? decision.status : expect.fail('a look')
  }
  const begun = after(edited, sessionDecided({ ...edited, facts: runningSession() }))
  const lost: GivenCluster = { status: { jobManagerDeploymentStatus: 'MISSING' } }

  test('an upgrade: what was recorded before is what runs, and where its jobs were from', () => {
    const given: GivenCluster = {
      ...begun,
      recorded: { image: 'flink:next' },
      status: { ...begun.status, clusterInfo: { 'flink-version': '1.20.1', ClusterHealthInfo: '{}' } },
    }
    expect(finished(given)).toMatchObject({
      operation: null,
      jobManagerDeploymentStatus: 'DEPLOYING',
      observedGeneration: 2,
      clusterInfo: { 'flink-version': '1.20.1' },
      reconciliationStatus: { state: 'DEPLOYED', reconciliationTimestamp: t0 },
      operatorRecord: { deployedSource: { _tag: 'NoJob', jobs: 'Gone' }, retryAt: null },
    })
    expect(finished(given).clusterInfo).not.toHaveProperty('ClusterHealthInfo')
  })

  test.each([[false, 'an upgrade'], [true, 'the first deployment']])('whether it was the first is recorded: %s, %s', (isFirst, _title) => {
    const given: GivenCluster = isFirst ? { recorded: null } : edited
    const actions = sessionDecided({ ...given, facts: isFirst ? goneSession() : runningSession() })
    const status = finished(after(given, actions))
    expect(JSON.parse(status.reconciliationStatus.lastReconciledSpec ?? '')).toMatchObject({
      resource_metadata: { firstDeployment: isFirst },
    })
  })

  test.each<readonly [string, GivenCluster, string]>([
    ['a recovery', after(lost, sessionDecided({ ...lost, facts: goneSession() })), 'DEPLOYED'],
    ['a rollback', after(unstable, sessionDecided({ ...unstable, facts: down })), 'ROLLED_BACK'],
  ])('%s leaves the record of the spec', (_title, given, state) => {
    const before = given.reconciliation?.lastReconciledSpec
    expect(finished(given)).toMatchObject({
      operation: null,
      jobManagerDeploymentStatus: 'DEPLOYING',
      reconciliationStatus: { state, lastReconciledSpec: before, reconciliationTimestamp: t0 },
    })
  })

  test('a record of the attempt that is gone: the attempt is dropped', () => {
    const round = sessionRound({
      recorded: null,
      status: { operation: operationOf(sessionDecided({ ...edited, facts: runningSession() })) },
    })
    const { operation } = round.observed.status
    if (operation?.kind !== 'Deploy') return expect.fail('no deploy')
    expect(deployHooks(round, operation).finished()).toMatchObject({ status: { operation: null } })
  })

  test.each<readonly [string, object, object]>([
    ['native', {}, { labelSelector: 'component=taskmanager,app=app', replicas: 0 }],
    ['standalone', { mode: 'standalone', taskManager: { resource: { memory: '1g', cpu: 1 }, replicas: 3 } }, {
      labelSelector: 'component=taskmanager,app=app',
      replicas: 3,
    }],
    ['standalone, of whose number nothing is said', { mode: 'standalone' }, {
      labelSelector: 'component=taskmanager,app=app',
      replicas: 1,
    }],
  ])('status.taskManager, %s: Flink itself starts them in native mode', (_title, spec, want) => {
    const round = sessionRound({ spec: spec as never, recorded: spec as never })
    const target = round.desired.wanted ?? expect.fail('invalid')
    expect(recordDeployed(round.observed.status, { desired: round.desired, target, now: t0 }, { id: attemptId, generation: 1 }).taskManager)
      .toEqual(want)
  })
})
