import { describe, expect, test } from 'vitest'
import type { ApplicationOperation, FlinkApplicationStatus } from '@flink-operator/lyft'
import { applicationWorlds } from '../kind/flink-application/application-worlds.ts'
import { simulatedKinds } from '../kinds.ts'
import type { FlinkJob } from '../flink/job-manager-process.ts'
import { changePod } from '../flink/end-job.ts'
import { resourcesOf, withResources } from '../world/resources.ts'
import type { World } from '../world/world.ts'
import { canonicalHash } from './canonical-hash.ts'
import { checkerEnv } from './checker-env.ts'
import { decisionMemo } from './decision-memo.ts'
import type { Application } from './hash-applications.ts'
import { hashState } from './hash-state.ts'
import { startState } from './start-state.ts'

const world = applicationWorlds.find(({ name }) => name === 'applications/dual/in-place/no-fault')!
const kind = simulatedKinds.find(({ name }) => name === 'FlinkApplication')!
const start = startState({
  kinds: simulatedKinds,
  env: checkerEnv,
  tick: 10_000,
  desiredOf: (it, resource, env): unknown => it.rules.validate(resource, env),
  memo: decisionMemo(canonicalHash()),
  onDecision: () => undefined,
  breachesOfReading: () => [],
}, world)!
const served = start.world
const { now } = served

const applicationIn = (it: World): Application => (resourcesOf(it, 'FlinkApplication') as readonly Application[])[0]!
const withStatus = (change: Partial<FlinkApplicationStatus>): World => {
  const application = applicationIn(served)
  return withResources(served, 'FlinkApplication', [{ ...application, status: { ...application.status, ...change } }])
}
const { status } = applicationIn(served)
const operation: ApplicationOperation = {
  id: 'a'.repeat(32),
  attempt: 1,
  mintedAt: now - 400_000,
  kind: 'Deploy',
  phase: 'SubmittingJob',
  progressAt: now,
  targetGeneration: 1,
  hash: 'bbbbbbbb',
  version: '',
  colourlessHash: '',
  definition: null,
  isStateless: false,
  isForcedBefore: false,
  replicasBefore: null,
  source: null,
  stop: null,
  submit: null,
}
const stop = {
  how: 'Savepoint',
  hash: 'aaaaaaaa',
  jobId: '1'.repeat(32),
  triggerId: '2'.repeat(32),
  askedAt: now,
  incarnation: null,
  path: '',
  endedAt: null,
} as const
const under = (change: Partial<ApplicationOperation>): World => withStatus({ operation: { ...operation, ...change } })
const withJob = (it: World, change: Partial<FlinkJob>): World =>
  it.pods.reduce(
    (world, { uid }) =>
      changePod(world, uid, pod =>
        pod.process === null ? pod
          : { ...pod, process: { ...pod.process, jobs: pod.process.jobs.map(job => ({ ...job, ...change })) } }),
    it,
  )
const job = served.pods[0]!.process!.jobs[0]!
const shown = (time: number) => ({ ...job.statistics.completed!, time })

const canonical = canonicalHash(world.horizons)
const seen = (it: World): string => {
  kind.hashSeen!(canonical, it, applicationIn(it))
  return `${String(canonical.first())} ${String(canonical.second())}`
}
const stateOf = (it: World): string => {
  hashState(canonical, { ...start, world: it }, false)
  return `${String(canonical.first())} ${String(canonical.second())}`
}

describe('what the checker tells apart of a FlinkApplication', () => {
  test.each<readonly [string, World, World, World]>([
    ['no progress for too long', under({}), under({ progressAt: now - 300_000 }), under({ progressAt: now - 300_001 })],
    [
      'a deletion that waits for too long',
      withStatus({ operatorRecord: { ...status.operatorRecord, deletingSince: now } }),
      withStatus({ operatorRecord: { ...status.operatorRecord, deletingSince: now - 300_000 } }),
      withStatus({ operatorRecord: { ...status.operatorRecord, deletingSince: now - 300_001 } }),
    ],
    [
      'a job that is not up in time',
      withJob(served, { startTime: now }),
      withJob(served, { startTime: now - 179_999 }),
      withJob(served, { startTime: now - 180_000 }),
    ],
    [
      'a last checkpoint that is old to its health',
      withStatus({ jobStatus: { ...status.jobStatus, lastCheckpointTime: now } }),
      withStatus({ jobStatus: { ...status.jobStatus, lastCheckpointTime: now - 600_000 } }),
      withStatus({ jobStatus: { ...status.jobStatus, lastCheckpointTime: now - 600_001 } }),
    ],
    [
      'a checkpoint that is too old to go on from',
      withJob(served, { statistics: { ...job.statistics, completed: shown(now - 700_000) } }),
      withJob(served, { statistics: { ...job.statistics, completed: shown(now - 3_600_000) } }),
      withJob(served, { statistics: { ...job.statistics, completed: shown(now - 3_600_001) } }),
    ],
  ])('its memory of quiet rounds: %s', (_what, young, atLast, over) => {
    expect(seen(young)).toBe(seen(atLast))
    expect(seen(over)).not.toBe(seen(young))
  })

  const savepoint = shown(now - 50_000)
  test.each<readonly [string, World, World]>([
    [
      'the time for which Flink may hide the last checkpoint of a job that has ended',
      withJob(served, { state: 'CANCELED', endTime: now - 3_499 }),
      withJob(served, { state: 'CANCELED', endTime: now - 3_500 }),
    ],
    [
      'a savepoint from before the stop was asked for',
      withJob(under({ stop: { ...stop, askedAt: now - 40_000 } }), { statistics: { ...job.statistics, savepoint } }),
      withJob(under({ stop: { ...stop, askedAt: now - 40_000 } }), {
        statistics: { ...job.statistics, savepoint: shown(now - 40_000) },
      }),
    ],
    [
      'an attempt that was given up in a later state, and one before it',
      withStatus({
        operation,
        operatorRecord: { ...status.operatorRecord, givenUp: { hash: '', generation: 1, reason: '', at: operation.mintedAt - 1 } },
      }),
      withStatus({
        operation,
        operatorRecord: { ...status.operatorRecord, givenUp: { hash: '', generation: 1, reason: '', at: operation.mintedAt } },
      }),
    ],
  ])('states: %s', (_what, one, other) => {
    expect(stateOf(one)).not.toBe(stateOf(other))
  })

  test('states: not the name of a pod, nor the value by which its pods are told', () => {
    const renamed: World = JSON.parse(
      JSON.stringify(served).replaceAll(served.deployments[0]!.selector!['pod-deployment-selector']!, 'otherone').replaceAll(
        served.pods[0]!.name,
        `${served.deployments[0]!.name}-v000000999`,
      ),
    )
    expect(renamed.pods[0]!.name).not.toBe(served.pods[0]!.name)
    expect(stateOf({ ...renamed, resources: served.resources })).toBe(stateOf({ ...served }))
  })
})
