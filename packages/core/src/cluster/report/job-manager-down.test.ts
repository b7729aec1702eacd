import { describe, expect, test } from 'vitest'
import { aContainer, aDeployment, aJob, aPod, notAvailable, restService, waiting } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { errorMessageOf, eventsOf, type Given, lookedAndDecided, requeueOf, written } from '../../../fixtures/round.ts'
import { runningSession, sessionDecided } from '../../../fixtures/session-cluster-round.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import type { Facts } from '../../contract/fact/facts.ts'
import type { FlinkDeploymentAction } from '../../kind/flink-deployment/flink-deployment-action.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { pauseWhileDown } from './job-manager-down.ts'

const hours = 3_600_000
const limit = 300_000
const seen = (now: number, change: Facts): Facts => ({
  deployment: known(aDeployment(), now),
  jobManagerPods: known([aPod()], now),
  configMaps: known([], now),
  services: known([restService()], now),
  jobs: unknown('NotReady', '503', now),
  ...change,
})
const pendingPod = aPod({
  phase: 'Pending',
  containers: [],
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' }],
})
const pending = (now: number): Facts => seen(now, { deployment: known(notAvailable(), now), jobManagerPods: known([pendingPod], now) })
const creating = aPod({ phase: 'Pending', conditions: [], containers: [aContainer({ state: waiting('ContainerCreating') })] })
const notReady = (now: number): Facts => seen(now, {})

interface Hooks {
  readonly status: FlinkDeploymentStatus
  readonly actions: readonly FlinkDeploymentAction[]
  readonly rounds: number
  readonly pauses: readonly number[]
}

const hooks = (status: FlinkDeploymentStatus, worldAt: (now: number) => Facts, millis: number, given: Given = {}): Hooks => {
  let it = status
  const actions: FlinkDeploymentAction[] = []
  const pauses: number[] = []
  for (let now = t0; now <= t0 + millis; now += pauses.at(-1) ?? 1) {
    const list = lookedAndDecided({ spec: { noHa: true }, ...given, status: it, now, facts: {} }, worldAt(now))
    it = written(list) ?? it
    actions.push(...list)
    pauses.push(requeueOf(list).after)
  }
  return { status: it, actions, rounds: pauses.length, pauses }
}
const ready = ({ conditions }: FlinkDeploymentStatus) => conditions.find(({ type }) => type === 'Ready')
const stable = runningStatus({ recorded: { spec: { noHa: true } } })
const deployed = runningStatus({
  recorded: { spec: { noHa: true } },
  stable: null,
  jobManagerDeploymentStatus: 'DEPLOYING',
  lifecycleState: 'DEPLOYED',
  job: { state: 'RECONCILING', startTime: null },
})

describe('V05: the JobManager of a job is not ready', () => {
  test.each<readonly [string, FlinkDeploymentStatus, (now: number) => Facts, string, string]>([
    ['a stable job, its pod can not be scheduled', stable, pending, 'Unschedulable', '0/3 nodes are available'],
    ['just deployed, its pod can not be scheduled', deployed, pending, 'Unschedulable', '0/3 nodes are available'],
    ['a stable job, REST answers 503', stable, notReady, 'JobManagerNotReady', '503'],
    ['just deployed, REST answers 503', deployed, notReady, 'JobManagerNotReady', '503'],
    [
      'a stable job, its container is being made',
      stable,
      now => seen(now, { deployment: known(notAvailable(), now), jobManagerPods: known([creating], now) }),
      'JobManagerNotReady',
      'ContainerCreating',
    ],
    [
      'a stable job, it has no pod',
      stable,
      now => seen(now, { deployment: known(notAvailable(), now), jobManagerPods: known([], now) }),
      'JobManagerNotReady',
      'it has no pod',
    ],
  ])('%s, for two hours: Ready is False with the cause, one event, and the looks become rare', (_title, status, world, reason, cause) => {
    const after = hooks(status, world, 2 * hours)
    expect(ready(after.status)).toMatchObject({ status: 'False', message: expect.stringContaining(cause) })
    expect(errorMessageOf(after.status)).toContain(cause)
    expect(after.status.lifecycleState).toBe('DEPLOYED')
    expect(eventsOf(after.actions).filter(({ type }) => type === 'Warning').map(it => it.reason)).toEqual([reason])
    expect(after.rounds).toBeLessThan(200)
    expect(Math.max(...after.pauses)).toBeLessThanOrEqual(60_000)
    expect(after.pauses.toSorted((a, b) => a - b)).toEqual(after.pauses)
  })

  test.each<readonly [string, (now: number) => Facts]>([['pending', pending], ['503', notReady]])(
    'of a stable job Ready is not True after the first look: %s',
    (_title, world) => {
      const { status, actions } = hooks(stable, world, 0)
      expect(ready(status)).toMatchObject({ status: 'False', reason: 'JobManagerNotReady' })
      expect(eventsOf(actions).filter(({ type }) => type === 'Warning')).toEqual([])
    },
  )

  test('P16 it answers again: the error is over, Ready is True', () => {
    const { status } = hooks(hooks(stable, notReady, limit + 60_000).status, now => seen(now, { jobs: known([aJob('RUNNING')], now) }), 0)
    expect([status.error, ready(status)?.status, status.operatorRecord.jobManagerDownSince]).toEqual([null, 'True', null])
  })

  test('a JobManager that is pulled in vain: told as before, and looked at less and less often', () => {
    const failing = aPod({ containers: [aContainer({ state: waiting('ImagePullBackOff', 'no such image') })] })
    const after = hooks(
      stable,
      now => seen(now, { deployment: known(notAvailable(), now), jobManagerPods: known([failing], now) }),
      2 * hours,
    )
    expect(ready(after.status)).toMatchObject({ status: 'False', message: expect.stringContaining('no such image') })
    expect(after.rounds).toBeLessThan(200)
  })

  test('P17 the pause grows from a second to the reconcile interval', () => {
    expect([null, t0, t0 - 80_000, t0 - 10 * hours].map(since => pauseWhileDown(since, t0, 60_000))).toEqual([
      1_000,
      1_000,
      10_000,
      60_000,
    ])
  })
})

describe("U11: the certificate of Flink's REST API is not accepted", () => {
  const words = 'the certificate is signed by no CA that the operator knows'
  const untrusted = (now: number): Facts => seen(now, { jobs: unknown('Untrusted', words, now) })

  test('just deployed: the condition says so after the first look, and one event once that has lasted', () => {
    expect(ready(hooks(deployed, untrusted, 0).status)).toMatchObject({ status: 'False', message: expect.stringContaining(words) })
    const after = hooks(deployed, untrusted, 2 * hours)
    expect(errorMessageOf(after.status)).toContain(words)
    expect(eventsOf(after.actions).filter(({ type }) => type === 'Warning')).toHaveLength(1)
  })

  test('a stable job: it stays READY, and after a while one event and the error say so', () => {
    const after = hooks(stable, untrusted, 2 * hours)
    expect(after.status.jobManagerDeploymentStatus).toBe('READY')
    expect(errorMessageOf(after.status)).toContain(words)
    expect(eventsOf(after.actions).filter(({ type }) => type === 'Warning')).toHaveLength(1)
  })
})

describe('V06: a session cluster answers 503, without high availability, and is edited', () => {
  test('the condition says what the edit waits for and what helps; one event; the looks become rare', () => {
    let given: Parameters<typeof sessionDecided>[0] = { spec: { image: 'flink:next' }, metadata: { generation: 2 } }
    const actions: FlinkDeploymentAction[] = []
    let rounds = 0
    let pause = 0
    for (let now = t0; now <= t0 + 2 * hours; now += pause) {
      const list = sessionDecided({
        ...given,
        now,
        facts: runningSession({
          jobs: unknown('NotReady', '503', now),
          clusterOverview: unknown('NotReady', '503', now),
          flinkSessionJobs: known([], now),
        }),
      })
      const status = written(list)
      if (status !== null) given = { ...given, status, reconciliation: status.reconciliationStatus, record: status.operatorRecord }
      actions.push(...list)
      pause = requeueOf(list).after
      rounds += 1
    }
    const reported = ready({ conditions: given.status?.conditions ?? [] } as FlinkDeploymentStatus)
    expect(reported).toMatchObject({ status: 'False', message: expect.stringContaining('503') })
    expect(reported?.message).toContain('An edit waits for it')
    expect(reported?.message).toContain('kubernetes.operator.session.upgrade.block-on-stateful-jobs: false')
    expect(eventsOf(actions).filter(({ type }) => type === 'Warning').map(({ reason }) => reason)).toEqual(['JobManagerNotReady'])
    expect(rounds).toBeLessThan(200)
    expect(given.status?.lifecycleState).toBe('DEPLOYED')
  })
})
