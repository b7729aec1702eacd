import { describe, expect, test } from 'vitest'
import type { RunJar } from '../../action/run-jar.ts'
import { aSession, SessionWorld } from '../../../fixtures/session-job-round.ts'
import type { JsonObject } from '../../resource/json.ts'
import { contradictedState } from '../../resource/last-state.ts'

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
    expect([world.situation.row, runs(world)]).toEqual(['R3', []])
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
