import { describe, expect, test } from 'vitest'
import {
  aContainer,
  aDeployment,
  aPod,
  neverAvailable,
  notAvailable,
  terminated,
  waiting,
  clusterStart,
  deploymentUid,
} from '../../../fixtures/cluster-facts.ts'
import { runningStatus, neverSeenUp, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../fixtures/round.ts'
import type { DeploymentView } from '../../contract/fact/object-view.ts'
import type { ContainerView } from '../../contract/fact/pod-view.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { neverAvailable as isNeverAvailable, neverStarted, isRecordedUnstarted, unlessSeenUp } from './job-manager-start.ts'

describe('a Deployment that was never available (control-flow.md, section 5.6)', () => {
  const condition = { type: 'Available', status: 'False', reason: '', message: '', lastTransitionTime: 5 }

  test.each([
    ['never available since it was created', neverAvailable(), true],
    ['it was available before', notAvailable(), false],
    ['it is available', aDeployment(), false],
    ['nothing is said', notAvailable({ conditions: [] }), false],
    ['another condition', notAvailable({ creationTimestamp: 5, conditions: [{ ...condition, type: 'Progressing' }] }), false],
    [
      'the controller wrote its first condition in the next second, as real ones do',
      notAvailable({ creationTimestamp: 1_000, conditions: [{ ...condition, lastTransitionTime: 2_000 }] }),
      true,
    ],
    [
      'later: it may have been available for a moment',
      notAvailable({ creationTimestamp: 1_000, conditions: [{ ...condition, lastTransitionTime: 3_000 }] }),
      false,
    ],
    [
      'P01 one of two was never made: the Deployment was never available, and the other one may have led since then',
      neverAvailable({ wantedReplicas: 2, replicas: 2 }),
      false,
    ],
    ['before its creation', notAvailable({ creationTimestamp: 6, conditions: [condition] }), false],
    ['True at the moment of its creation', notAvailable({ creationTimestamp: 5, conditions: [{ ...condition, status: 'True' }] }), false],
  ])('%s', (_title, deployment, want) => {
    expect(isNeverAvailable(deployment)).toBe(want)
  })
})

describe('on busy controllers the first condition comes late; that it never became available is known all the same', () => {
  const late = { type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable', message: '', lastTransitionTime: 9_000 }
  const progressing = { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', message: '', lastTransitionTime: 2_000 }
  const waits = (change: Partial<DeploymentView> = {}): DeploymentView =>
    notAvailable({
      creationTimestamp: 1_000,
      wantedReplicas: 1,
      annotations: { 'deployment.kubernetes.io/revision': '1' },
      conditions: [late, progressing],
      ...change,
    })

  test.each<readonly [string, DeploymentView, boolean]>([
    ['its only template was never rolled out', waits(), true],
    [
      'it took too long, and still waits',
      waits({ conditions: [late, { ...progressing, status: 'False', reason: 'ProgressDeadlineExceeded' }] }),
      true,
    ],
    [
      'P01 it ran, somebody deleted its ReplicaSet, and the next one is the first again',
      waits({ conditions: [{ ...late, lastTransitionTime: 61_000 }, { ...progressing, reason: 'NewReplicaSetCreated' }] }),
      false,
    ],
    ['P01 it was rolled out once', waits({ conditions: [late, { ...progressing, reason: 'NewReplicaSetAvailable' }] }), false],
    [
      'P01 it is a later template: the one before may have run',
      waits({ annotations: { 'deployment.kubernetes.io/revision': '2' } }),
      false,
    ],
    ['P14 nothing tells which template it is', waits({ annotations: {} }), false],
    ['P14 nothing tells how its roll-out goes', waits({ conditions: [late] }), false],
    ['P01 with several replicas one may have been available', waits({ wantedReplicas: 2 }), false],
    [
      'it is paused, and nobody says how far it is',
      waits({ conditions: [late, { ...progressing, status: 'Unknown', reason: 'DeploymentPaused' }] }),
      false,
    ],
    ['it is available', waits({ conditions: [{ ...late, status: 'True' }, progressing] }), false],
    ['P01 it runs no more: scaled to nothing it is no longer what was created', waits({ wantedReplicas: 0 }), false],
  ])('%s', (_title, deployment, want) => {
    expect(isNeverAvailable(deployment)).toBe(want)
  })
})

const container = (name: string, more: object): SpecChange => ({ rest: { podTemplate: { spec: { containers: [{ name, ...more }] } } } })
const readinessProbe = { httpGet: { path: '/', port: 8081 } }
const probed = container('flink-main-container', { readinessProbe })
const startup = container('flink-main-container', { startupProbe: readinessProbe })
const elsewhere: SpecChange = { configuration: { 'rest.bind-port': '9999' } }
const onHost: SpecChange = { configuration: { 'kubernetes.hostnetwork.enabled': 'true' } }
const isNeverStarted = (facts: FlinkDeploymentFacts, spec: SpecChange = {}): boolean =>
  neverStarted(
    roundOf({
      spec,
      status: runningStatus({ ...neverSeenUp, recorded: { spec } }),
      facts: { deployment: known(neverAvailable(), t0), ...facts },
    }),
  )
const withContainer = (change: Partial<ContainerView>): FlinkDeploymentFacts => ({
  jobManagerPods: known([aPod({ containers: [aContainer(change)] })], t0),
})
const crashed = withContainer({ state: waiting('CrashLoopBackOff'), restartCount: 2, lastState: terminated('Error', 1) })
const two: SpecChange = { rest: { jobManager: { replicas: 2, resource: { memory: '1024m', cpu: 1 } } } }
const scaled = (wantedReplicas: number): FlinkDeploymentFacts => ({ deployment: known(neverAvailable({ wantedReplicas }), t0) })
const notRun = withContainer({ state: waiting('ImagePullBackOff') })

describe('what else is asked before a JobManager counts as never started (docs/adr/0009)', () => {
  test.each<readonly [string, FlinkDeploymentFacts, SpecChange, boolean]>([
    ['its pods were not looked at yet', {}, {}, true],
    ['it has no pod', { jobManagerPods: known([], t0) }, {}, true],
    ['its container waits for its image', notRun, {}, true],
    ['its container was up for a moment, without ever being ready', crashed, {}, true],
    ['its container runs, whatever its readiness says', withContainer({}), {}, false],
    [
      'a sidecar runs, and Flink does not',
      {
        jobManagerPods: known([
          aPod({ containers: [aContainer({ name: 'sidecar' }), aContainer({ state: waiting('ContainerCreating') })] }),
        ], t0),
      },
      {},
      true,
    ],
    ["P14 its pods can't be seen", { jobManagerPods: unknown('Unreachable', 'no', t0) }, {}, false],
    ['REST answers', { jobs: known([], t0) }, {}, false],
    ['P14 REST does not answer', { jobs: unknown('Unreachable', 'no', t0) }, {}, true],
    ['with a readiness probe: its container never ran', notRun, probed, true],
    ['with a readiness probe: its container ran before', crashed, probed, false],
    ['with a readiness probe: its container ended', withContainer({ state: terminated('Completed', 0) }), probed, false],
    ['U20 with a start-up probe of the user: its container ran before', crashed, startup, false],
    ['U20 with a start-up probe of the user: its container never ran', notRun, startup, true],
    ['U20 its REST server listens on another port than its Service: its container ran before', crashed, elsewhere, false],
    ['U20 on the network of its host: its container ran before', crashed, onHost, false],
    ['U20 on the network of its host: its container never ran', notRun, onHost, true],
    ['the readiness probe is of a sidecar', crashed, container('sidecar', { readinessProbe }), true],
    ['the Deployment was read from the cache', { deployment: known(neverAvailable(), t0, 'cache') }, {}, false],
    ['the Deployment was available', { deployment: known(notAvailable(), t0) }, {}, false],
    ['P01 two are deployed, and one was never made: the other one may have led', scaled(2), two, false],
    ['P01 two are deployed, and one of them was taken away a moment ago', scaled(1), two, false],
    ['P01 two are deployed, and both were taken away a moment ago', scaled(0), two, false],
    ['one is deployed, and was taken away', scaled(0), {}, true],
    ['P01 one is deployed, and somebody made it two', scaled(2), {}, false],
  ])('%s: %#', (_title, facts, spec, want) => {
    expect(isNeverStarted(facts, spec)).toBe(want)
  })
})

const withRecorded = (unstartedDeployment: string | null) => runningStatus({ ...neverSeenUp, record: { unstartedDeployment } })

describe('V01 which Deployment is recorded as one that nothing ran in', () => {
  test.each<readonly [string, FlinkDeploymentFacts, string | null]>([
    ['Flink answers', { jobs: known([], t0) }, null],
    ['a replica is available', { deployment: known(aDeployment(), t0) }, null],
    ['Flink does not answer', { jobs: unknown('Unreachable', 'no', t0), deployment: known(neverAvailable(), t0) }, deploymentUid],
    ['nothing was looked at', {}, deploymentUid],
  ])('what was seen up is no longer recorded so: %s', (_title, facts, want) => {
    expect(unlessSeenUp(withRecorded(deploymentUid), facts).operatorRecord.unstartedDeployment).toEqual(want)
  })
})

describe('V01 does the record say that nothing ran in this Deployment?', () => {
  const isUnstarted = (status: StatusChange, deployment: Partial<DeploymentView> = {}): boolean =>
    isRecordedUnstarted(
      runningStatus({
        ...neverSeenUp,
        ...status,
        job: { ...neverSeenUp.job, ...status.job },
        record: { ...neverSeenUp.record, ...status.record },
      }),
      neverAvailable(deployment),
    )
  const seenBefore = { startTime: String(clusterStart - 900_000), updateTime: String(clusterStart - 800_000) }
  const ofReference = { deployedAttempt: null, deployedSource: null, unstartedDeployment: null }
  const unmarked = { annotations: {} }

  test.each<readonly [string, StatusChange, Partial<DeploymentView>, boolean]>([
    ['it is the Deployment that the operator found', {}, {}, true],
    ['a job of an earlier deploy was seen: that says nothing of this one', { job: seenBefore }, {}, true],
    ['somebody made it anew', {}, { uid: 'uid-new' }, false],
    ['nothing is recorded', { record: { unstartedDeployment: null } }, {}, false],
    ['its job was seen since the deploy', { job: { updateTime: String(clusterStart + 1) } }, {}, false],
    ['a state is recorded that only Flink tells', { job: { state: 'RUNNING' } }, {}, false],
    ['the reference operator deployed it', { record: ofReference }, unmarked, true],
    ['the reference operator, and its job was seen since', { record: ofReference, job: { state: 'CREATED' } }, unmarked, false],
    [
      'the reference operator, and somebody made it anew later',
      { record: ofReference },
      { ...unmarked, creationTimestamp: clusterStart + 60_001 },
      false,
    ],
    ['the reference operator by the record, an attempt of ours by its mark', { record: ofReference }, {}, false],
    ['a record of ours that lost the attempt', { record: { unstartedDeployment: null, deployedAttempt: null } }, unmarked, false],
  ])('%s', (_title, status, deployment, want) => {
    expect(isUnstarted(status, deployment)).toBe(want)
  })
})
