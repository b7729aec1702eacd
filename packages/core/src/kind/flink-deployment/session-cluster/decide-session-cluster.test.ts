import { describe, expect, test } from 'vitest'
import { noReplica } from '../../../../fixtures/session-cluster-cases.ts'
import { aContainer, aDeployment, aPod, aStartingPod, waiting } from '../../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { errorMessageOf, requeueOf, written } from '../../../../fixtures/round.ts'
import {
  type GivenCluster,
  runningSession,
  sessionDecided,
  sessionExplained,
  sessionStatus,
} from '../../../../fixtures/session-cluster-round.ts'
import { known, unknown } from '../../../contract/fact/fact.ts'

const noAnswer = unknown('NotReady', 'no answer', t0)
const crashing = known([aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff', 'back-off') })] })], t0)
const comingUp = runningSession({ jobs: noAnswer, deployment: noReplica, jobManagerPods: known([aStartingPod()], t0) })
const often = { 'kubernetes.operator.reconcile.interval': '500 ms' }

describe('when a session cluster is looked at again, and for what', () => {
  test.each<[string, GivenCluster, { readonly after: number; readonly atTheLatest?: number; readonly waitingFor: string }]>([
    ['it answers', { facts: runningSession() }, { after: 60_000, waitingFor: 'a change' }],
    [
      'it answers, whatever Kubernetes tells of its replicas',
      { facts: runningSession({ deployment: noReplica }) },
      { after: 60_000, waitingFor: 'a change' },
    ],
    [
      'it answers no more, and Kubernetes tells nothing else (F16)',
      { facts: runningSession({ jobs: unknown('Timeout', 'no answer', t0) }) },
      { after: 10_000, waitingFor: 'Flink to answer (Timeout: no answer)' },
    ],
    [
      'it is up and says that it is not ready',
      { status: { jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY' }, facts: runningSession({ jobs: noAnswer }) },
      { after: 1_000, waitingFor: 'the JobManager to come up' },
    ],
    [
      'it comes up: watches tell of its pods',
      { status: { jobManagerDeploymentStatus: 'DEPLOYING' }, facts: comingUp },
      { after: 1_000, atTheLatest: 30_000, waitingFor: 'the JobManager to come up' },
    ],
    [
      'it comes up, and its pods could not be seen: nobody wakes the round',
      { status: { jobManagerDeploymentStatus: 'DEPLOYING' }, facts: { ...comingUp, jobManagerPods: unknown('Timeout', 'late', t0) } },
      { after: 1_000, waitingFor: 'the JobManager to come up' },
    ],
    [
      'it can not come up',
      { facts: runningSession({ jobs: noAnswer, deployment: noReplica, jobManagerPods: crashing }) },
      { after: 10_000, atTheLatest: 30_000, waitingFor: 'the JobManager' },
    ],
    [
      'it is to be looked at more often than that',
      { operator: often, status: { jobManagerDeploymentStatus: 'DEPLOYING' }, facts: comingUp },
      { after: 500, atTheLatest: 30_000, waitingFor: 'the JobManager to come up' },
    ],
  ])('%s', (_title, given, want) => {
    expect(sessionExplained(given).row).toBe('session-cluster/nothing')
    const { _tag: _, ...requeue } = requeueOf(sessionDecided(given)) as {
      readonly _tag?: string
      readonly after: number
      readonly waitingFor: string
    }
    expect(requeue).toEqual(want)
  })

  test.each<[string, GivenCluster, number]>([
    ['P09 an edit that changes nothing that matters is acknowledged', {
      configuration: { 'kubernetes.operator.reconcile.interval': '1 m' },
      recordedConfiguration: {},
    }, 2],
    ['P10 an invalid one is not', { spec: { jobManager: { replicas: 0 } } }, 1],
    ['E-1 nor one that has to wait', {
      spec: { image: 'flink:next' },
      facts: runningSession({ flinkSessionJobs: unknown('Timeout', 'late', t0) }),
    }, 1],
  ])('%s', (_title, given, want) => {
    const all: GivenCluster = { facts: runningSession(), ...given, metadata: { generation: 2 } }
    expect((written(sessionDecided(all)) ?? sessionStatus(all)).observedGeneration).toBe(want)
  })

  test('P06 a person who scaled its JobManager away is told so', () => {
    const facts = runningSession({
      jobs: noAnswer,
      deployment: known(aDeployment({ availableReplicas: 0, wantedReplicas: 0 }), t0),
      jobManagerPods: known([], t0),
    })
    expect(errorMessageOf(written(sessionDecided({ facts }))!)).toContain('Deployment app is scaled to 0 replicas')
  })

  test('P10 what is wrong with an invalid spec is told, beside whatever else', () => {
    const given: GivenCluster = { spec: { jobManager: { replicas: 0 } }, metadata: { generation: 2 }, facts: runningSession() }
    expect(errorMessageOf(written(sessionDecided(given))!)).toContain('spec.jobManager.resource.memory')
  })

  test('P16 the pause after a failure is over as soon as nothing is to be done', () => {
    expect(written(sessionDecided({ record: { retryAt: t0 - 1 }, facts: runningSession() }))?.operatorRecord.retryAt).toBeNull()
  })
})
