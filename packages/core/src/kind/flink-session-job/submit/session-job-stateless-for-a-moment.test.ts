import { describe, expect, test } from 'vitest'
import type { RunJar } from '../../../contract/action/run-jar.ts'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession } from '../../../../fixtures/a-session-job.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'
import { initialFlinkSessionJobStatus } from '../flink-session-job-codec.ts'
import type { JobSpec } from '../../../contract/resource/flink-deployment-spec.ts'
import { contradictedState, type LastState } from '../../../contract/resource/last-state.ts'

const suspended = (): SessionWorld => new SessionWorld().rounds(40).edit({ job: { state: 'suspended' } }).rounds(20)
const runs = ({ done }: SessionWorld): readonly (string | null)[] =>
  done.filter((it): it is RunJar => it._tag === 'RunJar').slice(1).map(({ savepointPath }) => savepointPath)
const back = { upgradeMode: 'savepoint' }
const resumedStateless = (world: SessionWorld, rounds: number, job: JsonObject = {}): SessionWorld =>
  world.edit({ job: { state: 'running', upgradeMode: 'stateless', ...job } }).rounds(rounds)

describe('a job that was stopped with its state is resumed stateless, and the edit is taken back before anything of it ran (P01, B29)', () => {
  test.each<readonly [string, number, JsonObject]>([
    ['by its mode alone', 1, back],
    ['by its mode alone, its jar is there', 2, back],
    ['by another mode', 2, { upgradeMode: 'last-state' }],
    ['with another edit', 1, { ...back, parallelism: 7 }],
    ['with another edit, its jar is there', 2, { ...back, parallelism: 7 }],
  ])('%s (%s rounds): it goes on from its savepoint', (_title, rounds, job) => {
    const world = resumedStateless(suspended(), rounds)
    const path = world.status.jobStatus.upgradeSavepointPath
    world.edit({ job }).rounds(20)
    expect([path, ...runs(world)]).toEqual([expect.stringMatching(/^s3:/u), path])
  })

  test('Flink refused it: it goes on from its savepoint', () => {
    const world = suspended()
    world.throwing = 'a.Broken'
    resumedStateless(world, 20, { entryClass: 'a.Broken' })
    expect(world.refusals.length).toBeGreaterThan(0)
    const path = world.status.jobStatus.upgradeSavepointPath
    world.edit({ job: { ...back, entryClass: 'a.Mended' } }).rounds(40)
    expect([world.alive.length, runs(world).at(-1)]).toEqual([1, path])
  })

  test('P25 what it was left with was not known: a person is asked again', () => {
    const world = suspended()
    const { operatorRecord } = world.status
    world.resource = {
      ...world.resource,
      status: { ...world.status, operatorRecord: { ...operatorRecord, lastState: contradictedState('x') } },
    }
    resumedStateless(world, 2).edit({ job: back }).rounds(20)
    expect([world.situation.row, runs(world)]).toEqual(['restore/user-decides', []])
  })
})

describe('the record of a job is lost, a person says stateless, and takes it back before anything of that start ran (P01, F02, P25)', () => {
  const { reconciliationStatus, operatorRecord, jobStatus } = initialFlinkSessionJobStatus
  /** It ran, and all that the status said of it is gone; `lastState`: but for that. */
  const wiped = (lastState: LastState = operatorRecord.lastState, old = true): SessionWorld => {
    const world = new SessionWorld().rounds(40)
    const { resource } = world
    world.jobs = []
    world.resource = {
      ...resource,
      meta: { ...resource.meta, ...(old ? { creationTimestamp: 0 } : {}) },
      status: { ...initialFlinkSessionJobStatus, reconciliationStatus, jobStatus, operatorRecord: { ...operatorRecord, lastState } },
    }
    return world
  }
  const started = (world: SessionWorld): SessionWorld => {
    world.done = []
    return world
  }
  const sent = ({ done }: SessionWorld): readonly (string | null)[] =>
    done.filter((it): it is RunJar => it._tag === 'RunJar').map(({ savepointPath }) => savepointPath)

  test.each<readonly [string, LastState, number, JsonObject]>([
    ['by its mode alone', operatorRecord.lastState, 1, back],
    ['by its mode alone, its jar is there', operatorRecord.lastState, 2, back],
    ['by another mode', operatorRecord.lastState, 2, { upgradeMode: 'last-state' }],
    ['with another edit', operatorRecord.lastState, 1, { ...back, parallelism: 7 }],
    ['suspended, and then to run', operatorRecord.lastState, 1, { state: 'suspended' }],
    ['a person had been told', contradictedState('x', 1), 1, back],
    ['a path was recorded, of which nobody knows whether it is the newest', { _tag: 'Path', path: 's3://b/x', seen: 'Stop' }, 1, back],
  ])('%s: nothing is started, and a person is asked again', (_title, lastState, rounds, job) => {
    const world = started(wiped(lastState)).edit({ job: { upgradeMode: 'stateless' } }).rounds(rounds)
    world.edit({ job }).rounds(20)
    if (job['state'] === 'suspended') world.edit({ job: { ...back, state: 'running' } }).rounds(20)
    expect([world.situation.row, sent(world)]).toEqual(['restore/user-decides', []])
    world.edit({ job: { initialSavepointPath: 's3://b/mine', savepointRedeployNonce: 9 } }).rounds(20)
    expect(sent(world)).toEqual(['s3://b/mine'])
  })

  test('B29 he says so still: it starts from nothing, also after another edit, and what runs is recorded without it', () => {
    const world = started(wiped()).edit({ job: { upgradeMode: 'stateless' } }).rounds(2).edit({ job: { parallelism: 3 } }).rounds(20)
    expect([sent(world), world.alive.length, world.status.operatorRecord.deployedSource]).toEqual([
      [null],
      1,
      { _tag: 'Empty', reason: 'the job is stateless' },
    ])
  })

  test('new a new resource, of which the operator before had only put its finalizer on, has nothing to lose', () => {
    const world = started(wiped(operatorRecord.lastState, false))
    world.resource = {
      ...world.resource,
      meta: { ...world.resource.meta, creationTimestamp: world.now - 1_000 },
      spec: { ...world.resource.spec, job: { ...(world.resource.spec.job as JobSpec), upgradeMode: 'stateless' } },
    }
    expect([world.situation.row, world.rounds(2).edit({ job: back }).rounds(20).alive.length, sent(world)]).toEqual(['new', 1, [null]])
  })
})

test('B29 a job that is resumed stateless starts from nothing, also where the next edit is refused', () => {
  const world = resumedStateless(suspended(), 2).edit({ job: { upgradeMode: 'savepoint', parallelism: -1 } }).rounds(20)
  expect(runs(world)).toEqual([null])
})

test('a job that has nothing to go on from is not begun again and again', () => {
  const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true })).rounds(20)
  world.edit({ job: { parallelism: 3 } }).rounds(3).edit({ job: { upgradeMode: 'savepoint' } }).rounds(20)
  expect([runs(world), world.alive.length]).toEqual([[null], 1])
})
