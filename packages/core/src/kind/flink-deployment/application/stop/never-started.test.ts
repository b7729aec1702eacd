import { describe, expect, test } from 'vitest'
import {
  aDeployment,
  aPod,
  aStartingPod,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  neverAvailable,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus, neverSeenUp } from '../../../../../fixtures/deployment-status.ts'
import { name, namespace, type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { notLookedAt, seenRound } from '../../../../../fixtures/seen-round.ts'
import { decodeRecordedSpec } from '../../../../crd/recorded-spec.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { UpgradeMode } from '../../../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import type { LastState } from '../../../../contract/resource/last-state.ts'
import type { OperationPurpose, SuspendOperation } from '../../../../contract/resource/operation.ts'
import { events } from '../report/application-events.ts'
import { continueStopBy } from '../../../../job/stop/continue-stop.ts'
import { ownCluster } from '../../own-cluster.ts'
import { beginNeverStarted } from './never-started.ts'

const starting = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  notLookedAt(
    runningCluster(t0, { deployment: known(neverAvailable(), t0), jobManagerPods: known([aStartingPod()], t0), ...change }),
    'jobs',
  )
const gone = (change: FlinkDeploymentFacts = {}) => goneCluster(t0, { configMaps: known([], t0), ...change })
const coming = runningStatus({
  ...neverSeenUp,
  record: { ...neverSeenUp.record, retryAt: t0 - 1 },
})
const late = unknown<never>('Timeout', 'late', t0)
const deletion = {
  _tag: 'DeleteObject',
  target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name, uid: neverAvailable().uid },
  resourceVersion: neverAvailable().resourceVersion,
  propagation: 'Foreground',
  why: 'its JobManager never started',
}

describe('a JobManager that never started is taken away (control-flow.md, section 5.6/c; docs/adr/0009; B20, B36)', () => {
  const begin = (facts: FlinkDeploymentFacts) =>
    beginNeverStarted(seenRound({ status: coming, facts }), { restoreMode: 'savepoint', reason: 'why' }, 'Upgrade', [events.scaling])

  test('P05 its Deployment and pods are looked at live first; what it left once it is gone', () => {
    expect(begin(starting({ jobManagerPods: known([aStartingPod()], t0, 'cache') }))).toEqual({
      _tag: 'Look',
      why: 'did the JobManager ever start?',
      queries: [expect.objectContaining({ _tag: 'ListJobManagerPods' })],
    })
    expect(begin(notLookedAt(starting(), 'services', 'configMaps'))).toMatchObject({ effects: [deletion] })
  })

  test('it is written down what is begun, then its Deployment is deleted, only as it was seen', () => {
    expect(begin(starting())).toMatchObject({
      effects: [deletion],
      events: [events.scaling],
      reason: 'why',
      after: 1_000,
      waitingFor: 'the cluster that never started to be gone',
      status: {
        operation: {
          kind: 'Suspend',
          mode: 'NOOP',
          step: 'TearDown',
          restoreMode: 'savepoint',
          purpose: 'Upgrade',
          attempt: 4,
          redeploy: null,
        },
        operatorRecord: { attempts: 4, retryAt: null },
      },
    })
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['goes by itself', starting({ deployment: known(neverAvailable({ deleting: true }), t0) })],
    ['is gone already', starting({ deployment: absent(t0) })],
    ["can't be seen (P14)", starting({ deployment: late })],
  ])('nothing is deleted where its Deployment %s', (_title, facts) => {
    expect(begin(facts)).toMatchObject({ effects: [], status: { operation: { mode: 'NOOP' } } })
  })
})

const go = (facts: FlinkDeploymentFacts, change: Partial<SuspendOperation> = {}, recorded: SpecChange = {}) => {
  const operation = aSuspend({ mode: 'NOOP', step: 'TearDown', seenTerminalAt: t0, ...change })
  return continueStopBy(
    ownCluster,
    seenRound({
      spec: recorded,
      status: {
        ...runningStatus({ recorded: { spec: recorded } }),
        ...coming,
        reconciliationStatus: runningStatus({ recorded: { spec: recorded } }).reconciliationStatus,
        operation,
      },
      facts,
    }),
    operation,
  )
}

describe('while it goes (control-flow.md, section 5.6/c)', () => {
  test.each<readonly [string, FlinkDeploymentFacts, object]>([
    ['P05 every object is looked at', notLookedAt(gone(), 'services'), {
      _tag: 'Look',
      why: 'is the cluster that never started gone?',
      queries: [{ _tag: 'ListServices' }],
    }],
    ["P14 its pods can't be seen: it may run", starting({ jobManagerPods: late }), {
      effects: [],
      after: 1_000,
      waitingFor: 'the Kubernetes API to list the pods of the JobManager',
      status: { operation: { kind: 'Suspend' } },
    }],
    ['its Deployment is still there, as it was: deleted, as it is seen now', starting(), {
      effects: [deletion],
      after: 1_000,
      reason: 'the JobManager never started: its Deployment is deleted',
    }],
    [
      'P01 it started after all: how it is stopped is decided anew',
      starting({ deployment: known(aDeployment(), t0), jobManagerPods: known([aPod()], t0) }),
      { effects: [], reason: 'the JobManager started after all', status: { operation: null } },
    ],
    ['its Deployment goes', starting({ deployment: known(neverAvailable({ deleting: true }), t0), jobManagerPods: known([], t0) }), {
      effects: [],
      after: 1_000,
      waitingFor: `Deployment ${name} to be gone`,
    }],
    ['its pod goes', gone({ jobManagerPods: known([aStartingPod()], t0) }), {
      effects: [],
      after: 1_000,
      waitingFor: `JobManager pod ${name}-1 to be gone`,
    }],
    ["P14 its Services can't be seen", gone({ services: late }), {
      effects: [],
      after: 1_000,
      waitingFor: 'the Kubernetes API to return the objects of the cluster: late',
    }],
    ["P14 its Deployment can't be seen", gone({ deployment: late }), {
      effects: [],
      after: 1_000,
      waitingFor: 'the Kubernetes API to return the objects of the cluster: late',
    }],
    ['its ConfigMaps are left', gone({ configMaps: known([flinkConfigMap()], t0) }), {
      effects: [{ _tag: 'DeleteObject', target: { kind: 'ConfigMap', name: `flink-config-${name}` } }],
      after: 1_000,
      reason: `the operator deletes the cluster, and waits for ConfigMap flink-config-${name} to be gone`,
    }],
  ])('%s', (_title, facts, want) => {
    expect(go(facts)).toMatchObject(want)
  })
})

describe('once it is gone, by what it left (control-flow.md, section 5.6/c; P01)', () => {
  const recordedMode = ({ reconciliationStatus }: FlinkDeploymentStatus): UpgradeMode | undefined => {
    const read = decodeRecordedSpec(reconciliationStatus.lastReconciledSpec ?? '')
    return read._tag === 'Left' ? expect.fail('no record') : read.right.spec.job?.upgradeMode
  }
  const left = gone({ configMaps: known([haConfigMap()], t0) })
  const again = 'the cluster that never started is gone: the job is submitted again'
  const stopped = 'the job is stopped (NOOP); it is restored next'
  test.each<readonly [string, OperationPurpose, UpgradeMode, FlinkDeploymentFacts, UpgradeMode, LastState['_tag'], string]>([
    ['nothing: it began empty, and ran nothing', 'Upgrade', 'savepoint', gone(), 'stateless', 'None', stopped],
    ['nothing, stateless', 'Upgrade', 'stateless', gone(), 'stateless', 'None', stopped],
    ['P01 HA metadata of its job: it ran, its state is there', 'Upgrade', 'savepoint', left, 'last-state', 'InHighAvailability', stopped],
    ['P01 HA metadata, last-state', 'Upgrade', 'last-state', left, 'last-state', 'InHighAvailability', stopped],
    ['HA metadata of a job that is stateless: nobody wants it', 'Upgrade', 'stateless', left, 'stateless', 'None', stopped],
    ['L3 a submit of the operator before that left nothing', 'Recovery', 'savepoint', gone(), 'savepoint', 'None', again],
    ['L3 a submit that left nothing, stateless', 'Recovery', 'stateless', gone(), 'stateless', 'None', again],
    ['L3 a submit whose job ran after all', 'Recovery', 'savepoint', left, 'last-state', 'InHighAvailability', again],
    ['L3 a stateless submit whose job ran after all', 'Recovery', 'stateless', left, 'last-state', 'InHighAvailability', again],
  ])('%s', (_title, purpose, restoreMode, facts, mode, left, reason) => {
    const done = go(facts, { purpose, restoreMode })
    if (done._tag === 'Look') throw new Error(done.why)
    expect(done).toMatchObject({
      reason,
      effects: [],
      status: {
        operation: null,
        jobManagerDeploymentStatus: 'MISSING',
        reconciliationStatus: { state: 'UPGRADING' },
        operatorRecord: { lastState: { _tag: left } },
      },
    })
    expect(recordedMode(done.status)).toBe(mode)
  })

  test('H-D09 F11 what another HA service keeps can be read by nobody else: a JobManager that ran nothing wrote nothing', () => {
    expect(
      go(gone(), {}, { noHa: true, configuration: { 'high-availability.type': 'zookeeper', 'high-availability.storageDir': 's3://b/ha' } }),
    ).toMatchObject({ effects: [], status: { operation: null } })
  })
})
