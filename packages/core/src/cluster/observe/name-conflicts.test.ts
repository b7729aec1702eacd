import { describe, expect, test } from 'vitest'
import {
  aConfigMap,
  aDeployment,
  aPod,
  clusterConfigMap,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  jobId,
  ofNobody,
  prepared,
  restService,
  runningCluster,
} from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aTearDown, operationId, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { name, type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import {
  decided,
  effectsOf,
  errorMessageOf,
  eventsOf,
  type Given,
  lookedAndDecided,
  requeueOf,
  roundOf,
  written,
} from '../../../fixtures/round.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { explain } from '../../kind/flink-deployment/explain-deployment.ts'
import type { NamedObjectView } from '../../contract/fact/object-view.ts'

const other = 'c'.repeat(32)
const web = { ownerUids: ['uid-web'], owners: [{ kind: 'Deployment', name: 'web', uid: 'uid-web' }] }
const taken = (kind: string, object: string, apiVersion = 'v1'): NamedObjectView => ({
  apiVersion,
  kind,
  name: object,
  uid: `uid-of-${object}`,
  deleting: false,
  annotations: {},
  ...web,
})
const foreignDeployment = known(aDeployment({ uid: 'uid-web', annotations: {}, labels: { team: 'web' }, ...ofNobody }), t0)
const clean = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts => goneCluster(t0, { configMaps: known([], t0), ...change })
const edit: Given = { spec: { job: { parallelism: 3 } }, metadata: { generation: 2 } }
const deploying = (change: Parameters<typeof aDeploy>[0] = {}) =>
  suspendedStatus({ operation: aDeploy(change), reconciliation: { state: 'UPGRADING' } })
const reported = (given: Given, world: FlinkDeploymentFacts): string | null =>
  errorMessageOf(written(lookedAndDecided(given, world)) ?? runningStatus())

describe('P21 F09 what is seen of others under names of ours is no fact of ours', () => {
  const { observed } = roundOf({
    status: runningStatus(),
    facts: runningCluster(t0, {
      configMaps: known([
        flinkConfigMap(),
        haConfigMap(),
        haConfigMap(other),
        clusterConfigMap,
        aConfigMap(`${name}-routing-config-map`),
        aConfigMap(`pod-template-${name}`),
      ], t0),
      services: known([restService(), { ...restService(), name: `${name}-metrics` }], t0),
      jobManagerPods: known([{ ...aPod(), owners: [{ kind: 'StatefulSet', name: 'web', uid: 'x' }] }, aPod()], t0),
    }),
  })
  const names = (
    fact: { readonly _tag: string } | undefined,
  ) => (fact?._tag === 'Known' ? (fact as unknown as { value: readonly { name: string }[] }).value.map(it => it.name) : [])

  test('ConfigMaps and Services by owner or mark, HA metadata by its name, pods by who made them', () => {
    expect(names(observed.facts.configMaps)).toEqual([
      `flink-config-${name}`,
      `${name}-${jobId}-config-map`,
      `${name}-${other}-config-map`,
      `${name}-cluster-config-map`,
    ])
    expect(names(observed.facts.services)).toEqual([`${name}-rest`])
    expect(observed.facts.jobManagerPods).toMatchObject({ value: [aPod()] })
    expect(observed.others).toMatchObject([{ kind: 'ConfigMap', name: `pod-template-${name}`, ownership: 'Foreign' }])
  })

  test('a Deployment of somebody else is no JobManager of ours: absent, and as proved as the look was', () => {
    const facts = roundOf({ status: runningStatus(), facts: runningCluster(t0, { deployment: foreignDeployment }) }).observed.facts
    expect(facts.deployment).toEqual(absent(t0))
  })

  test('P14 a Deployment that could not be seen makes nothing foreign', () => {
    expect(roundOf({ status: runningStatus(), facts: runningCluster(t0, { deployment: unknown('Timeout', 'late', t0) }) }).observed.others)
      .toEqual([])
  })
})

const explained = (given: Given) => {
  const { desired, observed, env } = roundOf(given)
  return explain(desired, observed, env)
}

describe('F09 F13 a deploy: what is in the way is left as it is, told at once and waited for', () => {
  test.each<readonly [string, FlinkDeploymentFacts, RegExp]>([
    [
      'a Deployment',
      clean({ deployment: foreignDeployment }),
      /^Deployment app blocks this resource: it has no owner.*The operator does not change it.*The operator continues automatically/u,
    ],
    [
      'a Service with our labels',
      clean({ services: known([restService(null, web)], t0) }),
      /^Service app-rest blocks this resource: it belongs to Deployment web with uid uid-web/u,
    ],
    [
      'a ConfigMap with our labels',
      clean({ configMaps: known([flinkConfigMap(null, ofNobody)], t0) }),
      /^ConfigMap flink-config-app blocks this resource/u,
    ],
    [
      'HA metadata of another job',
      clean({ configMaps: known([haConfigMap(other)], t0) }),
      new RegExp(`^ConfigMap app-${other}-config-map blocks this resource: it holds high-availability metadata of job ${other}`, 'u'),
    ],
  ])('%s', (_title, facts, text) => {
    const actions = decided({ status: deploying(), facts })
    expect(effectsOf(actions)).toEqual([])
    expect(errorMessageOf(written(actions)!)).toMatch(text)
    expect(eventsOf(actions)).toMatchObject([{ type: 'Warning', reason: 'InTheWay', message: expect.stringMatching(text) as unknown }])
    expect(written(actions)!.conditions).toMatchObject([{}, { type: 'Ready', status: 'False' }, {}, { type: 'Stalled', status: 'True' }])
    expect(requeueOf(actions).waitingFor).toMatch(/^foreign .* to be deleted or renamed$/u)
    expect(explained({ status: deploying(), facts })).toMatchObject({
      obstacles: [{ object: text.source.replace(/^\^(.*) blocks this resource.*$/u, '$1'), isGoing: false }],
      unblockedBy: { who: 'person', what: expect.stringContaining('no longer blocks this resource') as unknown },
    })
    // and goes on by itself
    expect(effectsOf(decided({ status: written(actions)!, facts: prepared(operationId, clean()) }))).toEqual([
      'CreateObject JobManagerDeployment',
    ])
  })

  test('F13 a create that was refused: who has the name is looked for, whatever its labels', () => {
    const world = clean({ names: known([taken('Service', `${name}-rest`)], t0) })
    for (const step of ['TearDown', 'Create'] as const) {
      const given: Given = { status: deploying({ step }), failures: 1 }
      expect(effectsOf(lookedAndDecided(given, world))).toEqual([])
      expect(reported(given, world)).toMatch(/^Service app-rest blocks this resource: it belongs to Deployment web/u)
      expect(reported(given, clean({ names: unknown('Timeout', 'late', t0) }))).toBeNull()
      expect(effectsOf(lookedAndDecided(given, clean()))).toEqual(['CreateObject FlinkConfig', 'CreateObject RestService'])
    }
  })

  test('what garbage collection is about to take is told only once that takes too long', () => {
    const left = { ownerUids: ['uid-gone'], owners: [{ kind: 'Deployment', name, uid: 'uid-gone' }] }
    const facts = clean({ services: known([restService(null, left)], t0) })
    expect(written(decided({ status: deploying(), facts }))?.error ?? null).toBeNull()
    expect(effectsOf(decided({ status: deploying(), facts }))).toEqual([])
    expect(reported({ status: deploying({ giveUpAt: t0 - 1 }) }, facts)).toMatch(/^Service app-rest blocks this resource/u)
    expect(explained({ status: deploying(), facts })).toMatchObject({
      obstacles: [{ object: 'Service app-rest', isGoing: true }],
      unblockedBy: { who: 'cluster', what: 'Service app-rest is gone: it is being deleted' },
    })
  })

  test('P06 a Deployment that somebody orphaned is told at once, whatever its pods do: with what belongs to it, and before HA metadata that its job may write anew', () => {
    const orphan = aDeployment({ ...ofNobody, annotations: { [attemptAnnotation]: 'f'.repeat(32) } })
    const facts = runningCluster(t0, {
      deployment: known(orphan, t0),
      jobManagerPods: known([aPod({ owners: [{ kind: 'ReplicaSet', name: `${name}-6d9f7c`, uid: 'x' }] })], t0),
      configMaps: known([flinkConfigMap(), haConfigMap(other)], t0),
    })
    const text = reported({ status: deploying() }, facts)
    expect(text).toMatch(/^Deployment app blocks this resource: it has no owner.*delete Deployment app/u)
    expect(text).not.toMatch(/ConfigMap|Service/u)
    // once it is gone, its pods are waited for, and then HA metadata is told
    expect(
      requeueOf(
        lookedAndDecided({ status: deploying() }, {
          ...facts,
          deployment: absent(t0),
          configMaps: known([haConfigMap(other)], t0),
          services: known([], t0),
        }),
      ).waitingFor,
    ).toBe('JobManager pod app-1 to be gone')
    expect(reported({ status: deploying() }, clean({ configMaps: known([haConfigMap(other)], t0) }))).toMatch(/delete ConfigMap app-c/u)
  })

  test('P05 a JobManager pod that is older than the Deployment of somebody else may be ours: a deletion waits for it before HA metadata goes', () => {
    const foreign = aDeployment({ ...ofNobody, annotations: {}, creationTimestamp: t0 })
    const pod = (creationTimestamp: number) =>
      aPod({ creationTimestamp, deleting: true, owners: [{ kind: 'ReplicaSet', name: `${name}-6d9f7c`, uid: 'x' }] })
    const going: Given = {
      metadata: { deletionTimestamp: '2023-11-14T22:13:20Z' },
      status: runningStatus({ operation: aTearDown({ purpose: 'Deletion', deleteHaMetadata: true }) }),
    }
    const facts = (at: number) =>
      runningCluster(t0, {
        deployment: known(foreign, t0),
        jobManagerPods: known([pod(at)], t0),
        configMaps: known([clusterConfigMap], t0),
        services: known([], t0),
      })
    expect(requeueOf(lookedAndDecided(going, facts(t0 - 60_000))).waitingFor).toBe('JobManager pod app-1 to be gone')
    expect(effectsOf(lookedAndDecided(going, facts(t0 - 60_000)))).toEqual([])
    expect(requeueOf(lookedAndDecided(going, facts(t0 + 60_000))).waitingFor).not.toContain('JobManager pod')
  })

  test('what belongs to a FlinkDeployment of that name that is gone goes by itself, too', () => {
    const before = { ownerUids: ['uid-before'], owners: [{ kind: 'FlinkDeployment', name, uid: 'uid-before' }] }
    const facts = clean({ deployment: known(aDeployment(before), t0) })
    expect(written(decided({ status: deploying(), facts }))?.error ?? null).toBeNull()
    expect(reported({ status: deploying({ giveUpAt: t0 - 1 }) }, facts)).toMatch(/^Deployment app blocks this resource/u)
  })

  test("names that this cluster does not need are in nobody's way", () => {
    const facts = clean({ services: known([{ ...restService(null, web), name }], t0) })
    expect(effectsOf(decided({ status: deploying(), facts }))).toEqual(['CreateObject FlinkConfig', 'CreateObject RestService'])
  })

  test('P05 where the state to go on from is gone that is the news', () => {
    const lastState = deploying({ jobId, source: { _tag: 'LastState', restorePath: 'KUBERNETES_OPERATOR_LAST_STATE', reason: 'x' } })
    expect(reported({ status: lastState }, clean({ configMaps: known([haConfigMap(other)], t0) }))).toMatch(
      /^HA metadata is not available/u,
    )
  })
})

describe("F09 F13 an edit that needs a name which is somebody else's: found before anything is stopped", () => {
  const withIngress: SpecChange = { rest: { ingress: { template: '{{name}}.x.org' } }, job: { parallelism: 3 } }
  test.each<readonly [string, Given, FlinkDeploymentFacts]>([
    ['the REST Service was replaced', edit, { names: known([taken('Service', `${name}-rest`)], t0) }],
    ['the internal Service, which it did not need before', {
      ...edit,
      spec: { noHa: true, job: { parallelism: 3, upgradeMode: 'savepoint' } },
    }, { names: known([taken('Service', name)], t0) }],
    ['the ConfigMap of the pod template, which it did not have before', {
      ...edit,
      spec: { rest: { taskManager: { resource: { memory: '1g', cpu: 1 }, podTemplate: { metadata: { labels: { a: 'b' } } } } } },
    }, { names: known([taken('ConfigMap', `pod-template-${name}`)], t0) }],
    ['the Ingress, which comes with the edit', { ...edit, spec: withIngress }, {
      names: known([taken('Ingress', name, 'networking.k8s.io/v1')], t0),
    }],
    ['HA metadata of another job', edit, {
      configMaps: known([flinkConfigMap(), clusterConfigMap, haConfigMap(), haConfigMap(other)], t0),
    }],
  ])('%s', (_title, given, change) => {
    const it = { ...given, status: runningStatus() }
    const actions = lookedAndDecided(it, runningCluster(t0, { ingress: absent(t0), ...change }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({ operation: null, jobStatus: { state: 'RUNNING' } })
    expect(eventsOf(actions)).toMatchObject([{ reason: 'InTheWay' }])
    // and goes on by itself
    expect(effectsOf(lookedAndDecided({ ...it, status: written(actions)! }, runningCluster(t0, { ingress: absent(t0) })))).toEqual([
      'StopWithSavepoint',
    ])
  })

  test('P06 HA metadata of a cluster that the status does not know of goes only after it: a person who asks for another start is not told to delete it before', () => {
    const unknownCluster = runningCluster(t0, {
      deployment: known(aDeployment({ annotations: { [attemptAnnotation]: 'f'.repeat(32) } }), t0),
      configMaps: known([flinkConfigMap(), haConfigMap(other)], t0),
      services: known([], t0),
    })
    const stateless: Given = { ...edit, spec: { job: { parallelism: 3, upgradeMode: 'stateless' } }, status: runningStatus() }
    expect(errorMessageOf(written(lookedAndDecided({ ...edit, status: runningStatus() }, unknownCluster))!)).toMatch(
      /the status is older than the job/u,
    )
    expect(written(lookedAndDecided(stateless, unknownCluster))).toMatchObject({ operation: { kind: 'Suspend' }, error: null })
    const redeploy = deploying({ purpose: 'SavepointRedeploy' })
    expect(effectsOf(lookedAndDecided({ status: redeploy }, unknownCluster))).toEqual([`PatchObject Deployment ${name}`])
    expect(effectsOf(lookedAndDecided({ status: redeploy }, clean({ configMaps: known([haConfigMap(other)], t0) })))).toEqual([])
  })

  test('P14 names that could not be looked at: nothing is stopped', () => {
    const actions = lookedAndDecided({ ...edit, status: runningStatus() }, runningCluster(t0, { names: unknown('Forbidden', 'no', t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions).waitingFor).toMatch(/the Kubernetes API to say whether the names that the deploy needs are free/u)
  })

  test('a suspend needs no names', () => {
    expect(
      effectsOf(
        lookedAndDecided(
          { ...edit, spec: { job: { state: 'suspended' } }, status: runningStatus() },
          runningCluster(t0, { names: known([taken('Service', `${name}-rest`)], t0) }),
        ),
      ),
    ).toEqual(['StopWithSavepoint'])
  })
})

describe('F09 a deletion touches nothing that is not its own, and ends', () => {
  const deleted = { metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' } }
  const others = clean({
    deployment: foreignDeployment,
    services: known([restService(null, web)], t0),
    configMaps: known([flinkConfigMap(null, ofNobody), haConfigMap(other), aConfigMap(`${name}-routing-config-map`)], t0),
  })

  test('objects of others under its names are neither taken nor waited for', () => {
    const status = suspendedStatus({ operation: aTearDown({ purpose: 'Deletion', deleteHaMetadata: true }) })
    expect(effectsOf(lookedAndDecided({ ...deleted, status }, others))).toEqual(['RemoveFinalizer'])
  })

  test.each([false, true])(
    'P21 P05 HA metadata stays while a Deployment of the name, as one that was orphaned, may run the job by it (it is going: %s)',
    deleting => {
      const status = suspendedStatus({ operation: aTearDown({ purpose: 'Deletion', deleteHaMetadata: true }) })
      const facts = clean({
        deployment: known(aDeployment({ uid: 'uid-web', deleting, ...ofNobody, annotations: {} }), t0),
        configMaps: known([clusterConfigMap, haConfigMap(jobId)], t0),
      })
      expect(effectsOf(lookedAndDecided({ ...deleted, status }, facts))).toEqual(['RemoveFinalizer'])
      expect(effectsOf(lookedAndDecided({ ...deleted, status }, { ...facts, deployment: absent(t0) }))).toEqual(['DeleteHaMetadata'])
    },
  )

  test("pods of somebody else's Deployment that has the name are not waited for", () => {
    const status = suspendedStatus({ operation: aTearDown({ purpose: 'Deletion', deleteHaMetadata: true }) })
    const pod = aPod({ owners: [{ kind: 'ReplicaSet', name: `${name}-6d9f7c`, uid: 'x' }] })
    expect(effectsOf(lookedAndDecided({ ...deleted, status }, { ...others, jobManagerPods: known([pod], t0) }))).toEqual([
      'RemoveFinalizer',
    ])
    expect(
      requeueOf(lookedAndDecided({ ...deleted, status }, { ...others, deployment: absent(t0), jobManagerPods: known([pod], t0) }))
        .waitingFor,
    ).toBe('JobManager pod app-1 to be gone')
  })

  test("P01 a pod of nobody that carries the JobManager's labels may run Flink: it is waited for", () => {
    const status = suspendedStatus({ operation: aTearDown({ purpose: 'Deletion', deleteHaMetadata: true }) })
    const actions = lookedAndDecided({ ...deleted, status }, { ...others, jobManagerPods: known([{ ...aPod(), owners: [] }], t0) })
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions).waitingFor).toBe('JobManager pod app-1 to be gone')
  })
})

test('where dependents are orphaned ConfigMaps and Services go before the Deployment: afterwards nothing tells whose they are', () => {
  const operator = { 'kubernetes.operator.resource.deletion.propagation': 'ORPHAN' }
  const facts = runningCluster(t0, {
    deployment: known(aDeployment({ wantedReplicas: 0, replicas: 0, availableReplicas: 0 }), t0),
    jobManagerPods: known([], t0),
  })
  const status = suspendedStatus({ operation: aTearDown({ purpose: 'ShutdownTtl' }) })
  expect(effectsOf(decided({ status, facts, operator }))).toEqual([
    `DeleteObject ConfigMap flink-config-${name}`,
    `DeleteObject Service ${name}-rest`,
  ])
  expect(effectsOf(decided({ status, facts: { ...facts, configMaps: known([], t0), services: known([], t0) }, operator }))).toEqual([
    `DeleteObject Deployment ${name}`,
  ])
})
