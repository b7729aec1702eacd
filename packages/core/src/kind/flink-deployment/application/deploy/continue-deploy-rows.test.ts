import { describe, expect, test } from 'vitest'
import {
  aConfigMap,
  aDeployment,
  aPod,
  aStartingPod,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  neverAvailable,
  notAvailable,
  ofNobody,
  ofResource,
  podTemplateMap,
  prepared,
  restService,
} from '../../../../../fixtures/cluster-facts.ts'
import { aDeploy, operationId, suspendedStatus } from '../../../../../fixtures/deployment-status.ts'
import { name, namespace, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../../../fixtures/round.ts'
import { attemptAnnotation, deployAnnotation } from '../../../../contract/resource/annotations.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import { upgradeErrors } from '../../../../job/upgrade/upgrade-answer.ts'
import type { DeployOperation, RestoreSource } from '../../../../contract/resource/operation.ts'
import { pollMillis } from '../../../../contract/round/decision.ts'
import { continueDeploy } from './begin-application-deploy.ts'
import type { FlinkDeploymentDesired, JobAct, Round } from '../application-round.ts'

const clean = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts => goneCluster(t0, { configMaps: known([], t0), ...change })
const round = (
  operation: DeployOperation,
  facts: FlinkDeploymentFacts,
  desired: (it: FlinkDeploymentDesired) => Partial<FlinkDeploymentDesired> = () => ({}),
  now = t0,
): Round => {
  const it = roundOf({ status: suspendedStatus({ operation, reconciliation: { state: 'UPGRADING' } }), facts, now })
  return { ...it, desired: { ...it.desired, ...desired(it.desired) } }
}
const acted = (it: Round, operation: DeployOperation): JobAct => {
  const decision = continueDeploy(it, operation)
  return decision._tag === 'Act' ? decision : expect.fail(`it looks: ${decision.why}`)
}
const clearing = (change: Partial<DeployOperation> = {}): DeployOperation => aDeploy({ step: 'TearDown', ...change })
const creating = (change: Partial<DeployOperation> = {}): DeployOperation => aDeploy({ step: 'Create', ...change })
const noAttempt = () => ({ attempt: null })
const noVersion = ({ attempt }: FlinkDeploymentDesired) => ({
  attempt: attempt === null ? null : { ...attempt, target: { ...attempt.target, spec: { ...attempt.target.spec, flinkVersion: null } } },
})
const late = { annotations: { [attemptAnnotation]: 'e'.repeat(31) } }
const there = aDeployment({ annotations: { [attemptAnnotation]: operationId } })
const parts = ({ effects }: JobAct): readonly string[] =>
  effects.map(effect => (effect._tag === 'CreateObject' && effect.manifest._tag === 'ClusterManifest' ? effect.manifest.part : effect._tag))

describe('TearDown: what was there before goes first', () => {
  test.each<readonly [string, Partial<DeployOperation>, object]>([
    ['nothing was sent: the attempt is over at once', {}, {
      effects: [],
      after: 0,
      problem: null,
      reason: 'the spec changed before the attempt was sent',
      status: { operation: null },
    }],
    ['something was sent: it may still arrive', { abandonedAt: t0 - 5 }, {
      effects: [],
      status: { operation: { step: 'Abandon', abandonedAt: t0 } },
    }],
  ])("B41 the record of the attempt can't be read; %s", (_title, change, want) => {
    const operation = clearing(change)
    expect(acted(round(operation, clean(), noAttempt), operation)).toMatchObject(want)
  })

  test("P14 what can't be read is not gone: nothing is done, and it says what it waits for", () => {
    const operation = clearing()
    const why = 'the Kubernetes API to return the objects of the cluster: late'
    expect(acted(round(operation, clean({ services: unknown('Timeout', 'late', t0) })), operation)).toMatchObject({
      effects: [],
      after: pollMillis,
      waitingFor: why,
      reason: `the operator waits for ${why}`,
      problem: null,
    })
  })

  const operation = clearing()
  const stillThere = {
    owner: 'operation',
    type: 'ReconciliationException',
    message: expect.stringMatching(/^The previous cluster is still being deleted: waiting for .+ to be gone\. /u) as unknown,
    reason: 'CleanupFailed',
  }
  test.each<readonly [string, number, object | null]>([
    ['until the time that it was given is over nobody is told', operation.giveUpAt, null],
    ['after that people are told, and it is waited for all the same', operation.giveUpAt + 1, stillThere],
  ])('P16 something is still there: %s', (_title, now, problem) => {
    const going: FlinkDeploymentFacts = { ...clean({ deployment: known(aDeployment({ deleting: true, wantedReplicas: 0 }), now) }) }
    expect(acted(round(operation, going, undefined, now), operation)).toMatchObject({
      waitingFor: `Deployment ${name} to be gone`,
      after: pollMillis,
      problem,
    })
    const stays: FlinkDeploymentFacts = clean({ deployment: known(aDeployment({ wantedReplicas: 0 }), now) })
    expect(acted(round(operation, stays, undefined, now), operation)).toMatchObject({ effects: [{ _tag: 'DeleteObject' }], problem })
    const ha: FlinkDeploymentFacts = clean({ configMaps: known([{ ...haConfigMap(), deleting: true }], now) })
    expect(acted(round(operation, ha, undefined, now), operation)).toMatchObject({
      waitingFor: 'HA metadata of the last job to be gone',
      problem,
    })
  })

  const fromHa: RestoreSource = { _tag: 'LastState', restorePath: 'KUBERNETES_OPERATOR_LAST_STATE', reason: 'test' }
  test('B09 P01 a last-state start without HA metadata is not begun: how to restore is decided anew, and people are told', () => {
    const last = clearing({ source: fromHa })
    expect(acted(round(last, clean()), last)).toMatchObject({
      effects: [],
      after: pollMillis,
      reason: 'HA metadata is gone',
      status: { operation: null },
      problem: { owner: 'upgrade', type: 'UpgradeFailureException', message: upgradeErrors.E3, reason: 'RestoreFailed' },
    })
  })

  test('P14 B24 HA metadata that no list showed is not known to be gone: nothing is started', () => {
    expect(acted(round(operation, clean({ configMaps: absent(t0) })), operation)).toMatchObject({
      effects: [],
      after: pollMillis,
      waitingFor: 'HA metadata to become readable',
    })
  })

  test('all is gone: what the Deployment needs is created, in order; then it is sent, and Created counts only when that was answered', () => {
    const first = acted(round(operation, clean()), operation)
    expect(parts(first)).toEqual(['FlinkConfig', 'RestService'])
    expect(first).toMatchObject({ status: { operation: { step: 'TearDown' } }, events: [{ reason: 'Submit' }] })
    const got = acted(round(operation, prepared(operationId, clean())), operation)
    expect(parts(got)).toEqual(['JobManagerDeployment'])
    expect(got).toMatchObject({
      status: { operation: { step: 'Create' } },
      then: { status: { operation: { step: 'Created' } } },
      events: [],
    })
  })

  test("an attempt that can't be rendered creates nothing and waits for an edit", () => {
    expect(acted(round(operation, clean(), noVersion), operation)).toMatchObject({
      effects: [],
      waitingFor: "an edit: the cluster can't be rendered",
      problem: { message: 'spec.flinkVersion is not set' },
      status: { operation: { step: 'TearDown' } },
    })
  })
})

describe('Create: what is missing of the attempt', () => {
  const operation = creating()

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['its Deployment is there', clean({ deployment: known(there, t0) })],
    ['its Deployment is not there', clean()],
  ])("what can't be rendered goes back to TearDown and waits for an edit, and people read why: %s", (_title, facts) => {
    const it = round(operation, facts, noVersion)
    expect(acted(it, operation)).toMatchObject({
      effects: [],
      events: [],
      after: it.env.options.reconcileInterval,
      waitingFor: "an edit: the cluster can't be rendered",
      status: { operation: { step: 'TearDown' } },
      problem: { owner: 'operation', type: 'ReconciliationException', message: 'spec.flinkVersion is not set', reason: 'Error' },
    })
  })
  test("A19 P01 what was sent and can't be rendered any more makes room for a new attempt, which is counted, and the state is what it was", () => {
    const sent = creating({ deployId: operationId })
    expect(acted(round(sent, clean(), noVersion), sent).status).toMatchObject({
      operation: { step: 'TearDown', attempt: sent.attempt + 1 },
      operatorRecord: { attempts: sent.attempt + 1, lastState: { _tag: 'Path' } },
    })
  })
  test("B41 its Deployment is there, and its record can't be read: it is not completed on a guess", () => {
    expect(acted(round(operation, clean({ deployment: known(there, t0) }), noAttempt), operation)).toMatchObject({
      effects: [],
      problem: { message: "the record of the attempt can't be read" },
      status: { operation: { step: 'TearDown' } },
    })
  })

  const nameless = { names: known([], t0) }
  const ofThisDeploy = flinkConfigMap(operationId, {
    ...ofResource,
    annotations: { [attemptAnnotation]: operationId, [deployAnnotation]: operationId },
  })

  test.each<readonly [string, FlinkDeploymentFacts, readonly string[]]>([
    ['nothing else: what the next one needs is created', clean(nameless), ['FlinkConfig', 'RestService']],
    [
      'lists that are absent: nothing is done on a guess',
      clean({ ...nameless, jobManagerPods: absent(t0), configMaps: absent(t0), services: absent(t0) }),
      [],
    ],
    ['HA metadata of another start: it goes first', clean({ ...nameless, configMaps: known([haConfigMap()], t0) }), ['DeleteHaMetadata']],
    ['a pod of another attempt (B50, P02): it is waited for', clean({ ...nameless, jobManagerPods: known([aPod()], t0) }), []],
    [
      'a ConfigMap of another deploy (B50): it goes first',
      clean({ ...nameless, configMaps: known([flinkConfigMap('other', ofResource)], t0) }),
      ['DeleteObject'],
    ],
    [
      "its own ConfigMap: that is the next one's",
      clean({ ...nameless, configMaps: known([ofThisDeploy], t0) }),
      ['RestService'],
    ],
  ])('A19 P06 its Deployment was sent and is not there, beside %s; the attempt stays on record until then', (_title, facts, effects) => {
    const got = acted(round(operation, facts), operation)
    expect(parts(got)).toEqual(effects)
    expect(got.status.operation).toEqual(operation)
  })

  test('A19 P06 its Deployment was sent and is not there, beside all that it needs: one of a new attempt is sent, from the same state', () => {
    const got = acted(round(operation, prepared(operationId, clean(nameless))), operation)
    expect(parts(got)).toEqual(['JobManagerDeployment'])
    expect(got.status).toMatchObject({
      operation: {
        id: expect.not.stringContaining(operationId) as string,
        attempt: operation.attempt + 1,
        deployId: operationId,
        jobId: operation.jobId,
        source: operation.source,
        step: 'Create',
        abandonedAt: null,
      },
      operatorRecord: { attempts: operation.attempt + 1 },
    })
  })

  test('B34 what belongs to the attempt goes with its Deployment: owner references, only where one is missing', () => {
    const facts: FlinkDeploymentFacts = clean({
      deployment: known(there, t0),
      configMaps: known([
        flinkConfigMap(operationId, ofResource),
        podTemplateMap(operationId),
        aConfigMap('of-a-person', { ownerUids: [] }),
      ], t0),
      services: known([restService(operationId, ofNobody), restService(operationId, { name, uid: 'uid-internal' })], t0),
    })
    const got = acted(round(operation, facts), operation)
    const why = 'owner reference to the Deployment'
    expect(got.effects).toMatchObject([
      {
        _tag: 'PatchObject',
        target: { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: `flink-config-${name}` },
        why: `${why}, whose pods may start now`,
      },
      { _tag: 'PatchObject', target: { apiVersion: 'v1', kind: 'Service', namespace, name: `${name}-rest` }, why },
    ])
  })

  test('V01 A19 a Deployment whose pods may have started before is not recorded as one that nothing ran in', () => {
    const sent = { ...operation, step: 'Created' as const }
    const whole: FlinkDeploymentFacts = clean({
      deployment: known(there, t0),
      configMaps: known([flinkConfigMap(operationId), podTemplateMap(operationId)], t0),
      services: known([restService(operationId, ofNobody)], t0),
    })
    expect(acted(round(sent, whole), sent).status.operatorRecord.unstartedDeployment).toBeNull()
  })

  test('A19 P01 ours was there and another one has its place now: lost like any other, and not begun again', () => {
    const sent = { ...operation, step: 'Created' as const }
    const other = aDeployment({ uid: 'created-since', annotations: { [attemptAnnotation]: 'other' } })
    expect(acted(round(sent, clean({ deployment: known(other, t0) })), sent)).toMatchObject({
      effects: [],
      status: { operation: null, operatorRecord: { deployedAttempt: operationId } },
    })
  })

  test('W09 P25 the Deployment from before the attempt was never deleted, so ours never existed: it is deleted first', () => {
    const before = aDeployment({ annotations: { [attemptAnnotation]: 'before' } })
    const sent = {
      ...operation,
      step: 'Created' as const,
      incarnation: { deploymentUid: before.uid, podUid: null, restartCount: null, jobStartTime: null },
    }
    expect(acted(round(sent, clean({ deployment: known(before, t0) })), sent)).toMatchObject({
      effects: [],
      status: { operation: { id: operationId, step: 'TearDown' } },
    })
  })

  test.each<readonly [string, FlinkDeploymentFacts, isVetoed: boolean]>([
    ['no container of it was ever started', { jobManagerPods: known([aStartingPod()], t0) }, false],
    ['its container runs', { jobManagerPods: known([aPod()], t0) }, true],
    ['it was available before', { deployment: known(notAvailable(late), t0) }, true],
    ['its pods can not be seen (P14)', { jobManagerPods: unknown('Timeout', 'no answer', t0) }, true],
  ])('A19 P25 a Deployment that the status does not know of is in the way: %s', (_title, facts, isVetoed) => {
    const before = { ...operation, step: 'TearDown' as const }
    const got = acted(round(before, clean({ deployment: known(neverAvailable(late), t0), ...facts })), before)
    expect(got.status.operation === null).toBe(isVetoed)
    expect(got.effects.map(({ _tag }) => _tag)).toEqual(isVetoed ? [] : ['DeleteObject'])
  })

  test('P25 V01 no attempt was let go before the first one: a Deployment that the status does not know of is spared, though it never ran', () => {
    const first = { ...operation, attempt: 1, step: 'TearDown' as const }
    const facts = clean({ deployment: known(neverAvailable(late), t0), jobManagerPods: known([aStartingPod()], t0) })
    const got = acted(round(first, facts), first)
    expect(got.effects).toEqual([])
    expect(got.status).toMatchObject({ operation: null, operatorRecord: { lastState: { _tag: 'Unknown' } } })
  })

  test.each([['Create'], ['Created']] as const)(
    'A19 its pods may start only by the ConfigMap that was seen, once its Deployment was, and that is recorded (step %s)',
    step => {
      const sent = { ...operation, step }
      const facts: FlinkDeploymentFacts = clean({
        deployment: known(there, t0),
        configMaps: known([flinkConfigMap(operationId, ofResource), podTemplateMap(operationId)], t0),
        services: known([restService(operationId), restService(operationId, { name, uid: 'uid-internal' })], t0),
      })
      const got = acted(round(sent, facts), sent)
      expect(got).toMatchObject({
        // V01: nothing ran in this very Deployment so far
        status: { operation: { id: operationId, step: 'Created' }, operatorRecord: { unstartedDeployment: there.uid } },
        effects: [{
          target: { kind: 'ConfigMap', name: `flink-config-${name}`, uid: `uid-flink-config-${name}` },
          patch: { data: { [`attempt-${operationId}`]: '' }, metadata: { ownerReferences: [{ uid: there.uid }] } },
        }],
      })
      expect(got.effects).toHaveLength(1)
    },
  )

  const seen = unknown<never>('Timeout', 'late', t0)
  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['the Deployment', clean({ deployment: seen })],
    ['its pods', clean({ jobManagerPods: seen })],
    ['ConfigMaps', clean({ configMaps: seen })],
    ['Services', clean({ services: seen })],
  ])("P14 %s can't be seen: nothing is created or taken away", (_title, facts) => {
    expect(acted(round(operation, facts), operation)).toMatchObject({
      effects: [],
      after: pollMillis,
      waitingFor: 'the Kubernetes API to return the objects of the attempt',
    })
  })
})
