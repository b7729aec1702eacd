import { describe, expect, test } from 'vitest'
import { aConfigMap, aDeployment, aJob, aPod, aContainer, notAvailable, terminated, up, waiting } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import type { DeploymentView } from '../../contract/fact/object-view.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { PodView } from '../../contract/fact/pod-view.ts'
import type { JobManagerDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { lastingTroubleMillis, observeJobManager } from './observe-job-manager.ts'
import { jobManagerFailure } from './pod-failure.ts'

const available = known(aDeployment(), t0)
const unavailable = known(notAvailable(), t0)
const noRest = unknown<never>('Unreachable', 'connection refused', t0)
const notReady = unknown<never>('NotReady', 'leader election', t0)
const jobs = known([aJob('RUNNING')], t0)
const healthy = known([aPod()], t0)
const crashing = known([aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff', 'back-off 10s') })] })], t0)

const seen = (before: JobManagerDeploymentStatus, facts: FlinkDeploymentFacts, podTroubleSince: number | null = null, now = t0) =>
  observeJobManager(
    runningStatus({
      jobManagerDeploymentStatus: before,
      job: { state: before === 'READY' ? 'RUNNING' : 'RECONCILING' },
      record: { podTroubleSince },
    }),
    facts,
    now,
  )
const stateOf = (before: JobManagerDeploymentStatus, facts: FlinkDeploymentFacts): JobManagerDeploymentStatus =>
  seen(before, facts).jobManagerDeploymentStatus

describe('JobManager Deployment state machine (control-flow.md, section 3.4; the transitions of its diagram)', () => {
  test.each<readonly [string, JobManagerDeploymentStatus, FlinkDeploymentFacts, JobManagerDeploymentStatus]>([
    [
      'MISSING → DEPLOYING: it is there, no replica is available',
      'MISSING',
      { deployment: unavailable, jobManagerPods: healthy },
      'DEPLOYING',
    ],
    ['DEPLOYING → DEPLOYED_NOT_READY: a replica is available, REST does not answer', 'DEPLOYING', {
      deployment: available,
      jobManagerPods: healthy,
      jobs: noRest,
    }, 'DEPLOYED_NOT_READY'],
    ['DEPLOYED_NOT_READY → READY: REST answers', 'DEPLOYED_NOT_READY', { deployment: available, jobs }, 'READY'],
    ['READY → READY', 'READY', { deployment: available, jobs }, 'READY'],
    ['READY → DEPLOYED_NOT_READY: Flink says that it is not ready', 'READY', {
      deployment: available,
      jobManagerPods: healthy,
      jobs: notReady,
    }, 'DEPLOYED_NOT_READY'],
    [
      'READY → DEPLOYING: no replica is available any more',
      'READY',
      { deployment: unavailable, jobManagerPods: healthy, jobs: noRest },
      'DEPLOYING',
    ],
    ['READY → ERROR: its pod fails', 'READY', { deployment: unavailable, jobManagerPods: crashing, jobs: noRest }, 'ERROR'],
    ['READY → MISSING: it is gone', 'READY', { deployment: absent(t0), jobs: noRest }, 'MISSING'],
    ['ERROR → ERROR: its pod still fails', 'ERROR', { deployment: unavailable, jobManagerPods: crashing }, 'ERROR'],
    ['ERROR → DEPLOYING: the failure is gone', 'ERROR', { deployment: unavailable, jobManagerPods: healthy }, 'DEPLOYING'],
    ['ERROR → DEPLOYED_NOT_READY: the failure is gone and a replica is available', 'ERROR', {
      deployment: available,
      jobManagerPods: healthy,
      jobs: noRest,
    }, 'DEPLOYED_NOT_READY'],
    ['ERROR → MISSING', 'ERROR', { deployment: absent(t0) }, 'MISSING'],
    ['DEPLOYING → DEPLOYING', 'DEPLOYING', { deployment: unavailable, jobManagerPods: healthy }, 'DEPLOYING'],
    ['DEPLOYING → ERROR', 'DEPLOYING', { deployment: unavailable, jobManagerPods: crashing }, 'ERROR'],
    ['DEPLOYING → MISSING', 'DEPLOYING', { deployment: absent(t0) }, 'MISSING'],
    ['MISSING → MISSING', 'MISSING', { deployment: absent(t0) }, 'MISSING'],
    ['ERROR → READY: REST answers, so it is up', 'ERROR', { deployment: available, jobManagerPods: crashing, jobs }, 'READY'],
    [
      'DEPLOYED_NOT_READY stays while its replica is available and REST was not asked',
      'DEPLOYED_NOT_READY',
      { deployment: available },
      'DEPLOYED_NOT_READY',
    ],
    [
      'DEPLOYED_NOT_READY → DEPLOYING: its replica is not available any more',
      'DEPLOYED_NOT_READY',
      { deployment: unavailable },
      'DEPLOYING',
    ],
    ['B55 one available replica of three is enough', 'DEPLOYING', {
      deployment: known(aDeployment({ replicas: 3, availableReplicas: 1, wantedReplicas: 3 }), t0),
      jobManagerPods: healthy,
      jobs: noRest,
    }, 'DEPLOYED_NOT_READY'],
  ])('%s', (_title, before, facts, want) => {
    expect(stateOf(before, facts)).toBe(want)
  })

  test.each<readonly [string, JobManagerDeploymentStatus, FlinkDeploymentFacts]>([
    ['P14 nothing was looked at', 'DEPLOYING', {}],
    ['P14 it could not be seen', 'DEPLOYING', { deployment: unknown('Timeout', 'late', t0) }],
    ['P14 it could not be seen and REST does not answer', 'DEPLOYED_NOT_READY', {
      deployment: unknown('Forbidden', 'no', t0),
      jobs: noRest,
    }],
    ['B62 a cache that does not have it says nothing', 'DEPLOYING', { deployment: absent(t0, 'cache') }],
    ['B62 a READY JobManager stays so while only a cache was asked', 'READY', { deployment: known(notAvailable(), t0, 'cache') }],
    ['D-22 ERROR stays until the pods were looked at', 'ERROR', { deployment: unavailable }],
    ['D-22 ERROR stays until the pods were seen', 'ERROR', { deployment: unavailable, jobManagerPods: unknown('Timeout', 'late', t0) }],
  ])('%s: nothing changes', (_title, before, facts) => {
    expect(stateOf(before, facts)).toBe(before)
  })
})

describe('what is known of the job when its JobManager is not READY', () => {
  const jobAfter = (state: 'RUNNING' | 'FINISHED' | 'CREATED', facts: FlinkDeploymentFacts) =>
    observeJobManager(runningStatus({ job: { state } }), facts, t0).jobStatus.state

  test.each<readonly [string, 'RUNNING' | 'FINISHED' | 'CREATED', FlinkDeploymentFacts, string]>([
    ['MISSING: nobody knows', 'CREATED', { deployment: absent(t0), jobs: noRest }, 'RECONCILING'],
    ['ERROR: nobody knows', 'CREATED', { deployment: unavailable, jobManagerPods: crashing, jobs: noRest }, 'RECONCILING'],
    ['3.5/4 Flink says that it is not ready and the job was RUNNING: nobody knows', 'RUNNING', {
      deployment: available,
      jobManagerPods: healthy,
      jobs: notReady,
    }, 'RECONCILING'],
    ['3.5/4 no replica is available and REST does not answer: nobody knows', 'RUNNING', {
      deployment: unavailable,
      jobManagerPods: healthy,
      jobs: noRest,
    }, 'RECONCILING'],
    [
      '3.5/5 REST does not answer: another state is kept',
      'CREATED',
      { deployment: available, jobManagerPods: healthy, jobs: noRest },
      'CREATED',
    ],
    ['P13 B54 a job that was seen terminal stays terminal', 'FINISHED', { deployment: absent(t0), jobs: noRest }, 'FINISHED'],
    ['REST was not asked: kept', 'RUNNING', { deployment: available }, 'RUNNING'],
  ])('%s', (_title, state, facts, want) => {
    expect(jobAfter(state, facts)).toBe(want)
  })
})

test('F20 a READY JobManager that could not be asked stays READY, and its job RUNNING', () => {
  const before = runningStatus({ jobManagerDeploymentStatus: 'READY', job: { state: 'RUNNING' } })
  expect(observeJobManager(before, { deployment: available, jobs: unknown('Timeout', 'no answer within 10000 ms', t0) }, t0)).toEqual(
    before,
  )
})

describe('F20 P14 a look at Flink that failed on its way is no news of it', () => {
  test.each((['Unreachable', 'Timeout', 'Forbidden', 'NotSynced', 'Undecodable'] as const).flatMap(reason => [
    [reason, 'an available JobManager', { deployment: available, jobManagerPods: healthy }] as const,
    [reason, 'one that a cache tells of', { deployment: known(aDeployment(), t0, 'cache') }] as const,
    [reason, 'one that could not be seen either', { deployment: unknown<never>('Forbidden', 'no', t0) }] as const,
  ]))('%s: of %s nothing changes, nor of its job', (reason, _title, facts) => {
    const before = runningStatus({ jobManagerDeploymentStatus: 'READY', job: { state: 'RUNNING' } })
    expect(observeJobManager(before, { ...facts, jobs: unknown(reason, 'getaddrinfo ENOTFOUND', t0) }, t0)).toEqual(before)
  })
})

describe('L4 a mount that is late by a moment is no failure', () => {
  const late = known([aPod({ failedMount: 'MountVolume.SetUp failed' })], t0)
  const facts = { deployment: unavailable, jobManagerPods: late }

  test('the first sight of it is remembered, and nothing else', () => {
    const got = seen('DEPLOYING', facts)
    expect(got.jobManagerDeploymentStatus).toBe('DEPLOYING')
    expect(got.operatorRecord.podTroubleSince).toBe(t0)
  })

  test.each(
    [
      [lastingTroubleMillis, 'DEPLOYING'],
      [lastingTroubleMillis + 1, 'ERROR'],
    ] as const,
  )('seen for %d ms: %s', (lasted, want) => {
    const got = seen('DEPLOYING', facts, t0 - lasted)
    expect(got.jobManagerDeploymentStatus).toBe(want)
    expect(got.operatorRecord.podTroubleSince).toBe(t0 - lasted)
  })

  test('it is over when the pods were seen without it', () => {
    expect(seen('DEPLOYING', { deployment: unavailable, jobManagerPods: healthy }, t0 - 5).operatorRecord.podTroubleSince).toBeNull()
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['the pods were not looked at', { deployment: unavailable }],
    ['the Deployment could not be seen', { deployment: unknown('Timeout', 'late', t0), jobManagerPods: healthy }],
  ])('it is not over where %s', (_title, unobservable) => {
    expect(seen('DEPLOYING', unobservable, t0 - 5).operatorRecord.podTroubleSince).toBe(t0 - 5)
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['REST answers', { deployment: unavailable, jobManagerPods: late, jobs }],
    ['it is MISSING', { deployment: absent(t0) }],
  ])('it is over when %s', (_title, over) => {
    expect(seen('DEPLOYING', over, t0 - 5).operatorRecord.podTroubleSince).toBeNull()
  })
})

const failureOf = (change: Partial<PodView>, deployment: Partial<DeploymentView> = {}) =>
  jobManagerFailure(notAvailable(deployment), [aPod(change)])
const container = (...args: Parameters<typeof aContainer>): Partial<PodView> => ({ containers: [aContainer(...args)] })

describe('several JobManagers: one of them fails (control-flow.md, section 3.4)', () => {
  const failing = aPod({ uid: 'a', containers: [aContainer({ state: waiting('CrashLoopBackOff', 'text') })] })
  const well = aPod({ uid: 'b' })

  test.each<readonly [string, number, readonly PodView[], string | null]>([
    ['the other one leads, or will', 2, [failing, well], null],
    ['whichever comes first', 2, [well, failing], null],
    ['both fail', 2, [failing, { ...failing, uid: 'b' }], 'CrashLoopBackOff'],
    ['the other one is about to go', 2, [failing, { ...well, deleting: true }], 'CrashLoopBackOff'],
    ['it is the only one yet', 2, [failing], 'CrashLoopBackOff'],
    ['one is wanted: the other one is of a template before', 1, [well, failing], 'CrashLoopBackOff'],
  ])('%s', (_title, wantedReplicas, pods, want) => {
    expect(jobManagerFailure(notAvailable({ wantedReplicas }), pods)?.reason ?? null).toBe(want)
  })
})

describe('failure search (control-flow.md, section 3.4, rows a to c; D-22, B59, B60)', () => {
  const quota = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota', lastTransitionTime: t0 }

  test.each<readonly [string, Partial<PodView>, Partial<DeploymentView>, string | null, string]>([
    ['a: quota or admission', {}, { conditions: [quota] }, 'FailedCreate', 'exceeded quota'],
    ['a comes before b', container({ state: waiting('ErrImagePull') }), { conditions: [quota] }, 'FailedCreate', 'exceeded quota'],
    ['a: a standby can not be made, the JobManager is up', {}, { availableReplicas: 1, replicas: 2, conditions: [quota] }, null, ''],
    ['a: over', {}, { conditions: [{ ...quota, status: 'False' }] }, null, ''],
    ['a: another reason', {}, { conditions: [{ ...quota, reason: 'Other' }] }, null, ''],
    ['a: another condition', {}, { conditions: [{ ...quota, type: 'Progressing' }] }, null, ''],
    ...[
      'CrashLoopBackOff',
      'ImagePullBackOff',
      'ErrImagePull',
      'InvalidImageName',
      'RunContainerError',
      'CreateContainerConfigError',
      'OOMKilled',
    ].map(reason =>
      [`b: waiting with ${reason}`, container({ state: waiting(reason, 'text') }), {}, reason, '[flink-main-container] text'] as const
    ),
    ['b: waiting for something harmless', container({ state: waiting('ContainerCreating', 'text') }), {}, null, ''],
    [
      'b: CrashLoopBackOff says what it died of',
      container({ state: waiting('CrashLoopBackOff', 'back-off'), lastState: terminated('Error', 1, 'no class') }),
      {},
      'CrashLoopBackOff',
      '[flink-main-container] CrashLoop - no class',
    ],
    [
      'b: another reason keeps its own message',
      container({ state: waiting('ErrImagePull', 'not found'), lastState: terminated('Error', 1, 'no class') }),
      {},
      'ErrImagePull',
      '[flink-main-container] not found',
    ],
    [
      'D-22 OOMKilled is told where it is: the last state',
      container({ state: waiting('CrashLoopBackOff', 'back-off'), lastState: terminated('OOMKilled', 137) }),
      {},
      'OOMKilled',
      '[flink-main-container] back-off',
    ],
    [
      'D-22 terminated by OOM',
      container({ state: terminated('OOMKilled', 137) }),
      {},
      'OOMKilled',
      '[flink-main-container] terminated: OOMKilled',
    ],
    [
      'D-22 terminated by OOM with exit code 0',
      container({ state: terminated('OOMKilled', 0) }),
      {},
      'OOMKilled',
      '[flink-main-container] terminated: OOMKilled',
    ],
    [
      'D-22 terminated with an error',
      container({ state: terminated('Error', 2, 'boom') }),
      {},
      'CrashLoopBackOff',
      '[flink-main-container] terminated: Error boom',
    ],
    ['terminated without an error', container({ state: terminated('Completed', 0) }), {}, null, ''],
    [
      'B60 up again for a moment between two crashes',
      container({ state: up, restartCount: 2, lastState: terminated('OOMKilled', 137) }),
      {},
      'OOMKilled',
      '[flink-main-container] restarted 2 times, last after OOMKilled',
    ],
    ['B60 the first restart alone is no loop', container({ state: up, restartCount: 1, lastState: terminated('Error', 1) }), {}, null, ''],
    [
      'restarted, but the last run ended well',
      container({ state: up, restartCount: 5, lastState: terminated('Completed', 0) }),
      {},
      null,
      '',
    ],
    ['c: FailedMount', { failedMount: 'no such ConfigMap' }, {}, 'FailedMount', 'no such ConfigMap'],
    [
      'c: comes after b',
      { ...container({ state: waiting('ErrImagePull', 'x') }), failedMount: 'no such ConfigMap' },
      {},
      'ErrImagePull',
      '[flink-main-container] x',
    ],
    ['a pod that is going is not looked at', { deleting: true, ...container({ state: waiting('CrashLoopBackOff') }) }, {}, null, ''],
    ['healthy', {}, {}, null, ''],
    ['a container that says nothing', container({ state: null }), {}, null, ''],
  ])('%s', (_title, pod, deployment, reason, text) => {
    const got = failureOf(pod, deployment)
    expect(got?.reason ?? null).toBe(reason)
    expect(got?.message ?? '').toBe(text)
    expect(got?.onlyIfLasting ?? false).toBe(reason === 'FailedMount')
  })

  test('any container of any pod counts', () => {
    const second = aPod({ name: 'app-2', containers: [aContainer(), aContainer({ name: 'sidecar', state: waiting('ErrImagePull', 'x') })] })
    expect(jobManagerFailure(notAvailable(), [aPod(), second])).toMatchObject({ reason: 'ErrImagePull', message: '[sidecar] x' })
  })
})

test('B32 ConfigMaps say nothing about the JobManager', () => {
  expect(stateOf('DEPLOYING', { configMaps: known([aConfigMap('x')], t0) })).toBe('DEPLOYING')
})
