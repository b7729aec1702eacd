import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  aDeployment,
  aJob,
  aPod,
  attemptId,
  clusterConfigMap,
  deploymentUid,
  flinkConfigMap,
  notAvailable,
  restService,
} from '../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, errorMessageOf, eventsOf, type Given, lookedAndDecided, requeueOf, written } from '../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from '../../kind/flink-deployment/flink-deployment-action.ts'
import { renderManifest } from '../../manifest/render-manifest.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { Facts } from '../../contract/fact/facts.ts'
import type { ServiceView } from '../../contract/fact/object-view.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'

const noHa = { noHa: true as const }
const limit = 300_000

const seen = (now: number, change: Facts = {}): Facts => ({
  deployment: known(aDeployment(), now),
  jobManagerPods: known([aPod()], now),
  configMaps: known([flinkConfigMap(), clusterConfigMap], now),
  services: known([], now),
  jobs: unknown('Unreachable', 'getaddrinfo ENOTFOUND app-rest.ns', now),
  checkpoints: unknown('Unreachable', 'x', now),
  stopOperation: unknown('Unreachable', 'x', now),
  exceptions: unknown('Unreachable', 'x', now),
  ingress: absent(now),
  clusterOverview: unknown('Unreachable', 'x', now),
  snapshots: known([], now),
  ...change,
})

interface Hooks {
  readonly status: FlinkDeploymentStatus
  readonly actions: readonly FlinkDeploymentAction[]
  readonly last: readonly FlinkDeploymentAction[]
}

/** Rounds from `t0`, each when it is due, for so long. */
const hooks = (given: Given, worldAt: (now: number) => Facts, millis: number): Hooks => {
  let status = given.status!
  const actions: FlinkDeploymentAction[] = []
  let last: readonly FlinkDeploymentAction[] = []
  for (let now = t0; now <= t0 + millis; now += Math.max(1_000, requeueOf(last).after)) {
    last = lookedAndDecided({ ...given, status, now, facts: {} }, worldAt(now))
    status = written(last) ?? status
    actions.push(...last)
  }
  return { status, actions, last }
}

const running: Given = { spec: noHa, status: runningStatus({ recorded: { spec: noHa } }) }
const edited: Given = { ...running, spec: { ...noHa, job: { parallelism: 3 } }, metadata: { generation: 2 } }
const conditionOf = ({ conditions }: FlinkDeploymentStatus, type: string) => conditions.find(it => it.type === type)

describe("F16: Flink's REST can't be reached, and Kubernetes shows a JobManager that is available", () => {
  test('for less than the limit nobody is told, and nothing is done', () => {
    const { status, actions } = hooks(running, seen, limit - 1_000)
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions)).toEqual([])
    expect([status.error, status.lifecycleState, status.jobStatus.state, status.jobManagerDeploymentStatus]).toEqual([
      null,
      'STABLE',
      'RUNNING',
      'READY',
    ])
  })

  test('for longer: Ready is Unknown with its reason, an event once, not STABLE; what was seen of the job stays (F20)', () => {
    const { status, actions } = hooks(running, now => seen(now, { services: known([restService()], now) }), 3 * 3_600_000)
    expect(conditionOf(status, 'Ready')).toMatchObject({ status: 'Unknown', reason: 'RestUnreachable' })
    expect(conditionOf(status, 'Stalled')).toMatchObject({ status: 'True' })
    expect(errorMessageOf(status)).toContain("can't be reached at Service app-rest")
    expect(eventsOf(actions).map(({ type, reason }) => [type, reason])).toEqual([['Warning', 'RestUnreachable']])
    expect([status.lifecycleState, status.jobStatus.state]).toEqual(['DEPLOYED', 'RUNNING'])
    // P08: one write when it begins, one when it is told
    expect(actions.filter(({ _tag }) => _tag === 'PersistStatus')).toHaveLength(2)
    // the Service is there: whosever it is, nothing is done to it
    expect(effectsOf(actions)).toEqual([])
  })

  test('its Service is missing: made again, marked with the attempt, given to the Deployment', () => {
    const { actions } = hooks(running, seen, limit + 60_000)
    const create = actions.find(action => action._tag === 'CreateObject')
    if (create?._tag !== 'CreateObject') return expect.fail('it is not made again')
    const rendered = renderManifest(create.manifest)
    expect(isRight(rendered) ? rendered.right : rendered.left).toMatchObject({
      kind: 'Service',
      metadata: {
        name: 'app-rest',
        annotations: { 'flinkdeployment.flink.apache.org/attempt': attemptId },
        ownerReferences: [{ kind: 'Deployment', uid: deploymentUid }],
      },
    })
  })

  test('P06: a job that was not listed while REST still answered is not said to be missing: nobody can ask', () => {
    const { operatorRecord, jobStatus } = running.status!
    const status = {
      ...running.status!,
      jobStatus: { ...jobStatus, state: 'RECONCILING' as const },
      operatorRecord: { ...operatorRecord, jobMissedSince: t0 - 3_600_000 },
    }
    expect(
      errorMessageOf(hooks({ ...running, status }, now => seen(now, { services: known([restService()], now) }), limit + 60_000).status),
    ).toContain("can't be reached at Service app-rest")
  })

  test('P21: a Service of somebody else has its name: it is told whose it is and what helps, and not made again and again beside it', () => {
    const other = { ...restService(), uid: 'other', annotations: {}, owners: [], ownerUids: ['somebody-else'] }
    const { status, actions } = hooks(running, now => seen(now, { services: known([other], now) }), limit + 600_000)
    expect(effectsOf(actions)).toEqual([])
    expect(errorMessageOf(status)).toMatch(
      /can't be reached at Service app-rest.* Service app-rest blocks this resource: it belongs to the owner with uid somebody-else.* delete Service app-rest/,
    )
  })

  test('F17 its Service is there by the watch: no request; missing by the watch: looked at live', () => {
    const now = t0 + limit + 120_000
    const { status } = hooks(running, at => seen(at, { services: known([restService()], at) }), limit + 60_000)
    const byTheWatch = (services: readonly ServiceView[]): readonly FlinkDeploymentAction[] =>
      decided({ ...running, status, now, facts: seen(now, { services: known(services, now, 'cache') }) })
    expect(byTheWatch([restService()]).map(({ _tag }) => _tag)).toEqual(['Requeue'])
    expect(byTheWatch([])).toMatchObject([{ _tag: 'Look', queries: [{ _tag: 'ListServices' }] }])
  })

  test('it answers again: the error is over, Ready is True', () => {
    const reported = hooks(running, seen, limit + 60_000).status
    const { status } = hooks(
      { ...running, status: reported },
      now => seen(now, { jobs: known([aJob('RUNNING')], now), services: known([restService()], now) }),
      60_000,
    )
    expect([status.error, status.lifecycleState, conditionOf(status, 'Ready')?.status, status.operatorRecord.restMissedSince]).toEqual([
      null,
      'STABLE',
      'True',
      null,
    ])
  })

  test('one answer in between keeps it from being told: it does not flap', () => {
    const flapping = (now: number): Facts =>
      seen(now, {
        services: known([restService()], now),
        ...((now - t0) % 240_000 < 61_000 ? { jobs: known([aJob('RUNNING')], now) } : {}),
      })
    expect(eventsOf(hooks(running, flapping, 3_600_000).actions)).toEqual([])
  })

  test('an edit says what it waits for', () => {
    const { status, last } = hooks(edited, now => seen(now, { services: known([restService()], now) }), limit + 60_000)
    expect(conditionOf(status, 'Ready')).toMatchObject({
      status: 'Unknown',
      message: "Generation 2 waits for Flink's REST API to answer at Service app-rest",
    })
    expect(requeueOf(last).waitingFor).toMatch(/^Flink's REST API to answer at Service app-rest, for /)
  })

  test('a stop that is under way, too, gets its Service back', () => {
    const given: Given = {
      ...edited,
      status: runningStatus({ recorded: { spec: noHa }, operation: aSuspend({ giveUpAt: t0 + 86_400_000 }) }),
    }
    expect(effectsOf(hooks(given, seen, limit + 3_000).actions)).toContain('CreateObject RestService')
  })

  test.each<readonly [string, Facts]>([
    ['a JobManager that is not up', { deployment: known(notAvailable(), t0) }],
    ['Flink that says that it is not ready', { jobs: unknown('NotReady', '503', t0) }],
    ["a Deployment that can't be seen", { deployment: unknown('Timeout', 'late', t0) }],
  ])('%s is another matter', (_title, change) => {
    expect(hooks(running, now => seen(now, change), limit + 60_000).status.operatorRecord.restMissedSince).toBeNull()
  })
})
