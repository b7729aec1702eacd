import { describe, expect, test } from 'vitest'
import {
  aDeployment,
  aPod,
  aStartingPod,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  neverAvailable,
  notAvailable,
  ofResource,
  prepared,
  restService,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import {
  aDeploy,
  aSuspend,
  freshStatus,
  operationId,
  runningStatus,
  suspendedStatus,
  neverSeenUp,
} from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, type Given, requeueOf, written } from '../../../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from '../../flink-deployment-action.ts'
import { attemptAnnotation } from '../../../../contract/resource/annotations.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { DeployOperation } from '../../../../contract/resource/operation.ts'
import { lateArrivalLimit } from '../../../../contract/resource/operation.ts'

const newJob = 'b'.repeat(32)
const clean = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  goneCluster(t0, { configMaps: known([], t0), ingress: absent(t0), ...change })
const deploying = (change: Partial<DeployOperation>) =>
  suspendedStatus({ operation: aDeploy(change), reconciliation: { state: 'UPGRADING' }, job: { jobId: newJob, state: 'FINISHED' } })
const act = (of: ReturnType<typeof deploying>, facts: FlinkDeploymentFacts, rest: Given = {}): readonly FlinkDeploymentAction[] =>
  decided({ status: of, facts, ...rest })
const edited: Given = { spec: { job: { parallelism: 9 } } }
const there = aDeployment({ annotations: { [attemptAnnotation]: operationId } })

describe('every object was created, so it may have run (P01)', () => {
  test('the answer of the API server is recorded once the Deployment was created, not before', () => {
    const actions = act(deploying({ step: 'TearDown' }), prepared(operationId, clean()))
    const writes = actions.filter(it => it._tag === 'PersistStatus')
    expect(writes.map(({ status }) => status.operation)).toMatchObject([{ step: 'Create', id: operationId }, {
      step: 'Created',
      id: operationId,
    }])
    expect(actions.findLastIndex(({ _tag }) => _tag === 'CreateObject')).toBeLessThan(actions.lastIndexOf(writes[1]!))
  })

  test('P15 they are so whatever the spec is by now: recorded over an edit that came meanwhile, the intent only on the version that was read', () => {
    const [intent, answered] = act(deploying({ step: 'TearDown' }), prepared(operationId, clean())).filter(it =>
      it._tag === 'PersistStatus'
    )
    expect([intent?.over, answered?.over]).toEqual([undefined, intent?.status])
  })

  test('created, and gone when it is looked for: lost like any other, never put up again from where it began', () => {
    const actions = act(deploying({ step: 'Created' }), clean())
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'DEPLOYED' },
      operatorRecord: { deployedAttempt: operationId },
    })
  })

  test.each<readonly [string, Partial<DeployOperation>, object]>([
    ['before anything of it was sent: another one takes its place, from the same source', { step: 'TearDown' }, {
      _tag: 'Path',
      path: 's3://b/sp/1',
    }],
    ['it may still arrive', { step: 'TearDown', abandonedAt: t0 }, { why: 'Contradicted' }],
    ['its objects are being created', { step: 'Create' }, { why: 'Contradicted' }],
    ['they are created', { step: 'Created' }, { why: 'Contradicted' }],
    ['it is being given up', { step: 'Abandon', abandonedAt: t0 }, { why: 'Contradicted' }],
  ])('P08 P25 an attempt whose job id somebody took away, %s', (_title, change, lastState) => {
    const actions = act(deploying({ ...change, jobId: null }), clean({ deployment: known(there, t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({ operation: null, operatorRecord: { lastState } })
  })

  test.each<readonly [string, Partial<DeployOperation>, FlinkDeploymentFacts]>([
    ['it is there, and incomplete', { step: 'Created' }, clean({ deployment: known(there, t0), names: known([], t0) })],
    ['it arrived without an answer, and is incomplete', { step: 'Create' }, clean({ deployment: known(there, t0), names: known([], t0) })],
  ])('%s: its objects are created', (_title, change, facts) => {
    expect(effectsOf(act(deploying(change), facts)).some(it => it.startsWith('CreateObject'))).toBe(true)
  })

  test('P14 it could not be seen: wait', () => {
    const actions = act(deploying({ step: 'Created' }), clean({ deployment: unknown('Timeout', 'late', t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect((written(actions) ?? deploying({ step: 'Created' })).operation).toMatchObject({ step: 'Created' })
  })

  test('B02 what of this very attempt is there already stays: the rest is created beside it', () => {
    const actions = act(
      deploying({ step: 'Create' }),
      clean({
        deployment: known(there, t0),
        names: known([], t0),
        configMaps: known([flinkConfigMap(operationId, ofResource)], t0),
      }),
    )
    expect(effectsOf(actions)).toContain('CreateObject RestService')
    expect(effectsOf(actions)).not.toContain('CreateObject FlinkConfig')
    expect(effectsOf(actions)).not.toContain('CreateObject JobManagerDeployment')
  })

  test('standalone: TaskManagers of the attempt count, of another or going they do not', () => {
    const rest = { rest: { mode: 'standalone' } }
    const status = suspendedStatus({
      operation: aDeploy({ step: 'Create' }),
      reconciliation: { state: 'UPGRADING' },
      recorded: { state: 'suspended', spec: rest },
    })
    const facts = (taskManagerDeployment: NonNullable<FlinkDeploymentFacts['taskManagerDeployment']>) =>
      clean({
        deployment: known(there, t0),
        configMaps: known([flinkConfigMap(operationId)], t0),
        services: known([restService(operationId), { ...restService(operationId), name: 'app' }], t0),
        taskManagerDeployment,
      })
    const own = { ...there, name: 'app-taskmanager' }
    const created = (fact: Parameters<typeof facts>[0]) => effectsOf(act(status, facts(fact), { spec: rest }))
    expect(created(absent(t0))).toEqual(['CreateObject TaskManagerDeployment'])
    expect(created(known({ ...own, deleting: true }, t0))).toEqual(['CreateObject TaskManagerDeployment'])
    expect(created(known({ ...own, annotations: {} }, t0))).toEqual(['CreateObject TaskManagerDeployment'])
    expect(created(known(own, t0))).toEqual([])
    expect(created(unknown('Timeout', 'late', t0))).toEqual([])
  })
})

describe('an attempt that was sent and had to make room', () => {
  const made = deploying({ step: 'TearDown', abandonedAt: t0 - 5 })

  test('an edit now abandons it, it is not forgotten at once', () => {
    expect(written(act(made, clean(), edited))).toMatchObject({ operation: { step: 'Abandon', abandonedAt: t0, id: operationId } })
    expect(written(act(deploying({ step: 'TearDown' }), clean(), edited))).toMatchObject({ operation: null })
  })

  test('P01 its very job has left HA metadata: it ran, and is recovered, not started again from where it began', () => {
    const facts = clean({ configMaps: known([haConfigMap(newJob)], t0) })
    expect(written(act(made, facts))).toMatchObject({ operation: null, reconciliationStatus: { state: 'DEPLOYED' } })
    expect(effectsOf(act(deploying({ step: 'TearDown' }), facts))).toEqual(['DeleteHaMetadata'])
    expect(effectsOf(act(made, clean({ configMaps: known([haConfigMap('c'.repeat(32))], t0) })))).toEqual([])
  })

  test('P14 while the resource is deleted nothing waits for a look at the Deployment for ever', () => {
    const actions = act(
      deploying({ step: 'Abandon', abandonedAt: t0 - lateArrivalLimit }),
      clean({ deployment: unknown('Timeout', 'late', t0) }),
      { metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' } },
    )
    expect(written(actions)).toMatchObject({ operation: null })
  })
})

test.each<readonly [string, Given, string]>([
  ['a path', { status: suspendedStatus(), facts: clean() }, 'the job was suspended with this state: deploy from s3://b/sp/1'],
  [
    'HA metadata',
    { status: suspendedStatus({ recorded: { state: 'suspended', used: 'last-state' } }), facts: goneCluster() },
    'HA metadata holds the last checkpoint: deploy from HA metadata',
  ],
  [
    'nothing',
    { status: freshStatus, facts: clean() },
    'first deployment: deploy from empty state; the operator creates the objects that the Deployment of the attempt needs',
  ],
])('P07 the record of a deploy says where it starts from: %s', (_title, given, reason) => {
  expect(decided(given).find(it => it._tag === 'PersistStatus')).toMatchObject({ reason })
})

describe('a JobManager that was never available goes only as it was seen (5.6/c, B20, B36)', () => {
  const noHa = { noHa: true } as const
  const noRest = unknown<never>('Unreachable', 'no', t0)
  const spec = { ...noHa, job: { parallelism: 3 } }
  const before = runningStatus({
    ...neverSeenUp,
    job: { ...neverSeenUp.job, upgradeSavepointPath: 's3://b/sp/1' },
    recorded: { spec: noHa },
    stable: null,
    record: { ...neverSeenUp.record, deployedSource: { _tag: 'Path', path: 's3://b/sp/1', reason: '' } },
  })
  const facts = (change: FlinkDeploymentFacts = {}) =>
    runningCluster(t0, {
      deployment: known(neverAvailable(), t0),
      jobManagerPods: known([aStartingPod()], t0),
      jobs: noRest,
      configMaps: known([], t0),
      ...change,
    })
  const under = { ...before, operation: aSuspend({ mode: 'NOOP', step: 'TearDown', seenTerminalAt: t0 }) }
  const deletion = (actions: readonly FlinkDeploymentAction[]) => actions.find(it => it._tag === 'DeleteObject')

  test('begin: recorded, then deleted with its resourceVersion, which changes when it becomes available', () => {
    const actions = decided({ status: before, spec, facts: facts() })
    expect(written(actions)).toMatchObject({ operation: { kind: 'Suspend', mode: 'NOOP', step: 'TearDown', attempt: 4 } })
    expect(deletion(actions)).toMatchObject({ target: { kind: 'Deployment', uid: 'uid-deployment' }, resourceVersion: '10' })
  })

  test("P14 pods that can't be seen may run it: wait", () => {
    const actions = decided({ status: under, spec, facts: facts({ jobManagerPods: unknown('Timeout', 'late', t0) }) })
    expect(effectsOf(actions)).toEqual([])
    expect((written(actions) ?? under).operation).toEqual(under.operation)
    expect(actions.at(-1)).toMatchObject({ waitingFor: 'the Kubernetes API to list the pods of the JobManager' })
  })

  test('it is there still and never started: deleted again', () => {
    expect(deletion(decided({ status: under, spec, facts: facts() }))).toMatchObject({ resourceVersion: '10' })
  })

  test('it started after all: left alone, and decided anew', () => {
    for (
      const started of [{ deployment: known(aDeployment(), t0) }, { deployment: known(notAvailable(), t0) }, {
        jobManagerPods: known([aPod()], t0),
      }]
    ) {
      const actions = decided({ status: under, spec, facts: facts(started) })
      expect(effectsOf(actions)).toEqual([])
      expect(written(actions)).toMatchObject({ operation: null })
    }
  })

  test('it is going: waited for', () => {
    const actions = decided({
      status: under,
      spec,
      facts: facts({ deployment: known(neverAvailable({ deleting: true, wantedReplicas: 0 }), t0) }),
    })
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions).after).toBe(1_000)
  })

  test('P14 it could not be seen: nothing', () => {
    expect(effectsOf(decided({ status: under, spec, facts: facts({ deployment: unknown('Timeout', 'late', t0) }) }))).toEqual([])
  })

  test('P01 gone, and nobody saw that it ran nothing: it is lost like any other', () => {
    const unseen = { ...before, operation: aSuspend({ mode: 'NOOP', step: 'TearDown' }) }
    expect(written(decided({ status: unseen, spec, facts: clean({ jobs: noRest }) }))).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'DEPLOYED' },
    })
    expect(
      written(
        decided({ status: unseen, spec, facts: facts({ deployment: known(neverAvailable({ deleting: true, wantedReplicas: 0 }), t0) }) }),
      ),
    ).toMatchObject({ operation: { seenTerminalAt: t0 } })
  })

  test('gone, and nothing ran: on from what is recorded', () => {
    const actions = decided({ status: under, spec, facts: clean({ jobs: noRest }) })
    expect(written(actions)).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'UPGRADING' },
      jobStatus: { upgradeSavepointPath: 's3://b/sp/1' },
    })
  })
})
