import { describe, expect, test } from 'vitest'
import {
  aCheckpoint,
  aDeployment,
  aJob,
  aPod,
  checkpointStatistics,
  flinkConfigMap,
  restService,
  runningCluster,
} from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { environment } from '../../../fixtures/environment.ts'
import { aResource, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, lookedAndDecided, requeueOf, roundOf, written } from '../../../fixtures/round.ts'
import { valueAt, withValue } from '../../../fixtures/raw-resource.ts'
import { initialOperatorRecord } from '../../crd/operator-record-fields.ts'
import { formatInstant } from '../../crd/instant.ts'
import { absent, known } from '../../contract/fact/fact.ts'
import type { Facts } from '../../contract/fact/facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Json } from '../../contract/resource/json.ts'
import { flinkDeploymentKind } from '../../kind/flink-deployment/flink-deployment-kind.ts'
import { clampFutureTimestamps, moments } from './moments.ts'

const day = 86_400_000
const year = 365 * day

const withMoment = (status: FlinkDeploymentStatus, path: string, value: Json): FlinkDeploymentStatus =>
  withValue(status as unknown as Json, path, value) as unknown as FlinkDeploymentStatus

const everyMoment: FlinkDeploymentStatus = runningStatus({
  operation: aDeploy({ abandonedAt: t0 }),
  conditions: [{ type: 'Ready', status: 'True', reason: 'Stable', message: '', lastTransitionTime: formatInstant(t0) }],
  job: {
    savepointInfo: {
      ...runningStatus().jobStatus.savepointInfo,
      triggerTimestamp: t0,
      lastSavepoint: { timeStamp: t0, location: 'a', triggerType: null, formatType: null, triggerNonce: null },
      savepointHistory: [{ timeStamp: t0, location: 'a', triggerType: null, formatType: null, triggerNonce: null }],
    },
  },
  record: { manualSavepoint: { nonce: 1, askedAt: t0, retryAt: t0 }, manualCheckpoint: { nonce: 1, askedAt: t0, retryAt: t0 } },
})

describe('F15: moments of a status that lie ahead of now', () => {
  test('the table names every moment that an operator writes', () => {
    const records = Object.keys(initialOperatorRecord).filter(key => /(Since|At|Trigger)$/u.test(key))
    const operations = [...Object.keys(aSuspend()), ...Object.keys(aDeploy())].filter(key => /At$/u.test(key))
    const named = moments.map(({ path }) => path)
    for (const key of records) expect(named).toContain(`operatorRecord.${key}`)
    for (const key of operations) expect(named).toContain(`operation.${key}`)
    expect(new Set(named).size).toBe(named.length)
  })

  const single = moments.filter(({ path }) => !path.includes('*') && !path.includes('lastCheckpoint'))

  test.each(single.flatMap(({ path, ahead }) => [day, year, 10 * year].map(shift => [path, shift, ahead !== null] as const)))(
    '%s, ahead by %d ms: read and written as now, or as a deadline that is set now, and told',
    (path, shift, isDeadline) => {
      const isText = path === 'jobStatus.updateTime'
      const status = withMoment(
        path.startsWith('operation.seen') ? { ...everyMoment, operation: aSuspend() } : everyMoment,
        path,
        isText ? String(t0 + shift) : t0 + shift,
      )
      const { desired, env } = roundOf({ status, facts: {} })
      const clamped = clampFutureTimestamps(desired, status, env)
      const at = Number(valueAt(clamped.status as unknown as Json, path))
      expect(at).toBeGreaterThanOrEqual(t0)
      expect(at).toBeLessThanOrEqual(isDeadline ? t0 + 3_600_000 : t0)
      expect(clamped.ahead).toEqual([`status.${path}`])
    },
  )

  test('each of a list, and a moment in text', () => {
    const status: FlinkDeploymentStatus = {
      ...everyMoment,
      conditions: [{ type: 'Ready', status: 'True', reason: '', message: '', lastTransitionTime: formatInstant(t0 + day) }],
      jobStatus: {
        ...everyMoment.jobStatus,
        savepointInfo: {
          ...everyMoment.jobStatus.savepointInfo,
          savepointHistory: [t0 - 5, t0 + day].map(timeStamp => ({
            timeStamp,
            location: 'a',
            triggerType: null,
            formatType: null,
            triggerNonce: null,
          })),
        },
      },
    }
    const { desired, env } = roundOf({ status, facts: {} })
    const { status: { conditions, jobStatus }, ahead } = clampFutureTimestamps(desired, status, env)
    expect([conditions[0]?.lastTransitionTime, jobStatus.savepointInfo.savepointHistory.map(({ timeStamp }) => timeStamp)]).toEqual([
      formatInstant(t0),
      [t0 - 5, t0],
    ])
    expect(ahead).toHaveLength(2)
  })

  test('P08 what lies ahead no more than right clocks differ stays; what does not: the very same status', () => {
    const near = withMoment(everyMoment, 'operatorRecord.terminalSince', t0 + 9_000)
    const { desired, env } = roundOf({ status: near, facts: {} })
    expect(clampFutureTimestamps(desired, near, env)).toEqual({ status: near, ahead: [] })
    expect(clampFutureTimestamps(desired, near, env).status).toBe(near)
  })

  test('it is written, with one event, and not told again in the next round', () => {
    const given: Given = { status: runningStatus({ record: { runningSince: t0 + day } }), facts: runningCluster() }
    const first = lookedAndDecided({ ...given, facts: {} }, runningCluster())
    expect(written(first)?.operatorRecord.runningSince).toBe(t0)
    expect(eventsOf(first)).toEqual([
      expect.objectContaining({
        type: 'Warning',
        reason: 'ClockSkew',
        message: expect.stringContaining('status.operatorRecord.runningSince'),
      }),
    ])
    expect(eventsOf(decided({ ...given, status: written(first)! }))).toEqual([])
  })
})

const noHa = { noHa: true as const }
const world = (now: number, state: Parameters<typeof aJob>[0]): Facts => ({
  deployment: known(aDeployment(), now),
  jobManagerPods: known([aPod()], now),
  configMaps: known([flinkConfigMap()], now),
  services: known([restService()], now),
  names: known([], now),
  jobs: known([aJob(state)], now),
  checkpoints: known(checkpointStatistics({ completed: aCheckpoint(9), completedCount: 9 }), now),
  exceptions: known([], now),
  ingress: absent(now),
  clusterOverview: absent(now),
  snapshots: known([], now),
})

/** How long it takes until something is done to the world. */
const untilEffect = (given: Given, worldAt: (now: number) => Facts): number => {
  let [status, now] = [given.status!, t0]
  while (now < t0 + 2 * day) {
    const actions = lookedAndDecided({ ...given, status, now, facts: {} }, worldAt(now))
    if (effectsOf(actions).length > 0 || (written(actions)?.operation ?? null) !== null && status.operation === null) return now - t0
    status = written(actions) ?? status
    now += Math.max(1_000, requeueOf(actions).after)
  }
  return now - t0
}

describe('F15: nothing waits a day because a clock was a day ahead', () => {
  test.each<readonly [string, Given, (now: number) => Facts, number]>([
    [
      'an edit whose last attempt failed',
      {
        spec: { ...noHa, job: { parallelism: 3 } },
        metadata: { generation: 2 },
        status: runningStatus({ recorded: { spec: noHa }, record: { retryAt: t0 + day } }),
      },
      now => world(now, 'RUNNING'),
      3_700_000,
    ],
    [
      'a job that was cancelled for an upgrade',
      {
        spec: { ...noHa, job: { parallelism: 3, upgradeMode: 'last-state' } },
        metadata: { generation: 2 },
        status: runningStatus({
          recorded: { spec: noHa },
          job: { state: 'CANCELED' },
          record: { terminalSince: t0 + day },
          reconciliation: { state: 'UPGRADING' },
          operation: aSuspend({ mode: 'CANCEL', mintedAt: t0 + day - 1000, giveUpAt: t0 + day + 600_000 }),
        }),
      },
      now => world(now, 'CANCELED'),
      60_000,
    ],
    [
      'an attempt that was given up',
      {
        spec: { ...noHa, job: { parallelism: 3 } },
        metadata: { generation: 3 },
        status: suspendedStatus({
          recorded: { spec: noHa },
          reconciliation: { state: 'UPGRADING' },
          operation: aDeploy({ step: 'Abandon', abandonedAt: t0 + day }),
        }),
      },
      now => ({
        ...world(now, 'FINISHED'),
        deployment: absent(now),
        jobManagerPods: known([], now),
        configMaps: known([], now),
        services: known([], now),
      }),
      180_000,
    ],
    [
      'a deletion that waits for a savepoint',
      {
        spec: { configuration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } },
        metadata: { deletionTimestamp: formatInstant(t0 + day) },
        status: runningStatus({
          recorded: { spec: { configuration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } } },
          record: { deletingSince: t0 + day },
        }),
      },
      now => world(now, 'CREATED'),
      400_000,
    ],
  ])('%s', (_title, given, worldAt, limit) => {
    expect(untilEffect(given, worldAt)).toBeLessThanOrEqual(limit)
  })
})

describe("F15: what looks long past is waited for by the process that goes by it, where something that can't be undone follows", () => {
  const observedWith = (status: FlinkDeploymentStatus, steadySince: number, now = t0): FlinkDeploymentStatus => {
    const resource = aResource({ status })
    const env = { ...environment(now), steadySince }
    const desired = flinkDeploymentKind.validate(resource, env)
    return flinkDeploymentKind.observe(desired, resource, {}, env).status
  }

  test.each<readonly [string, FlinkDeploymentStatus, (status: FlinkDeploymentStatus) => number | null]>([
    [
      'a create that may still arrive',
      suspendedStatus({ operation: aDeploy({ step: 'Abandon', abandonedAt: t0 - year }) }),
      ({ operation }) => (operation?.kind === 'Deploy' ? operation.abandonedAt : null),
    ],
    [
      'the last checkpoint of a job that ended',
      runningStatus({ job: { state: 'CANCELED', updateTime: String(t0 - year) }, record: { terminalSince: t0 - year } }),
      ({ operatorRecord }) => operatorRecord.terminalSince,
    ],
    [
      'a job that is missed',
      runningStatus({ record: { jobMissedSince: t0 - year } }),
      ({ operatorRecord }) => operatorRecord.jobMissedSince,
    ],
  ])('%s', (_title, status, moment) => {
    expect(moment(observedWith(status, t0 - 1_000))).toBe(t0 - 1_000)
    // a process that has looked for longer than the record says changes nothing
    expect(moment(observedWith(status, t0 - 2 * year))).toBe(t0 - year)
  })

  test('a stop with a savepoint gets its whole patience again', () => {
    const status = runningStatus({ operation: aSuspend({ purpose: 'Deletion', mintedAt: t0 - year, giveUpAt: t0 - year + 600_000 }) })
    expect(observedWith(status, t0 - 1_000).operation).toMatchObject({ giveUpAt: t0 - 1_000 + 600_000 })
    expect(observedWith(status, t0 - 700_000).operation).toMatchObject({ giveUpAt: t0 - 100_000 })
  })

  test('a cancel of a deletion whose operator died before it was sent: waited for once, and nothing is written meanwhile (P08)', () => {
    const [mintedAt, since] = [t0 - 1_400, t0]
    let status = runningStatus({
      operation: aSuspend({ purpose: 'Deletion', mode: 'STATELESS', mintedAt, giveUpAt: mintedAt + 60_000 }),
      record: { deletingSince: mintedAt },
    })
    const written: number[] = []
    let now = t0
    for (; now < t0 + 120_000; now += 1_000) {
      const resource = aResource({ status, metadata: { deletionTimestamp: formatInstant(mintedAt), generation: 2 } })
      const env = { ...environment(now), steadySince: since }
      const desired = flinkDeploymentKind.validate(resource, env)
      const actions = flinkDeploymentKind.reconcile(
        desired,
        flinkDeploymentKind.observe(desired, resource, world(now, 'RUNNING'), env),
        env,
      )
      const next = actions.flatMap(it => (it._tag === 'PersistStatus' ? [it.status] : []))[0]
      if (next?.operation?.kind === 'Suspend' && next.operation.step === 'TearDown') break
      if (next !== undefined) written.push(now - t0)
      status = next ?? status
    }
    expect(now - since).toBeGreaterThanOrEqual(60_000)
    expect(now - since).toBeLessThanOrEqual(61_000)
    // the first round tells that it is deleted
    expect(written.filter(at => at > 0)).toEqual([])
  })

  test('a last state that is definite needs no second wait', () => {
    expect(observedWith(suspendedStatus(), t0).operatorRecord.terminalSince).toBe(t0 - 60_000)
  })
})
