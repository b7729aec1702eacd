import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession } from '../../../../fixtures/a-session-job.ts'

const withoutRecord = (world: SessionWorld): SessionWorld => {
  const { session } = world
  if (session === null) throw new Error('there is no session cluster')
  const { status, status: { reconciliationStatus } } = session
  world.session = {
    ...session,
    status: { ...status, reconciliationStatus: { ...reconciliationStatus, lastReconciledSpec: null, lastStableSpec: null } },
  }
  return world
}

describe('W25 P06 P25 the status of a session cluster that answers no longer records what is deployed', () => {
  test('a job that runs there is observed, and is stopped with a savepoint once it is suspended', () => {
    const world = withoutRecord(new SessionWorld({ job: { upgradeMode: 'savepoint' } }).rounds(20)).rounds(3)
    expect(world.status.jobStatus.state).toBe('RUNNING')
    world.edit({ job: { upgradeMode: 'savepoint', state: 'suspended' } }).rounds(20)
    expect(world.alive).toEqual([])
    expect(world.effects('StopWithSavepoint')).toHaveLength(1)
  })

  test('a job that was not submitted yet is not started, and its error says what to do', () => {
    const world = withoutRecord(new SessionWorld({}, aSession({ noHa: true }))).rounds(5)
    expect(world.effects('UploadJar', 'RunJar')).toEqual([])
    expect(world.status.error).toMatch(/does not record what is deployed there.*Suspend or delete these session jobs/u)
  })
})

test('W38 P06 U09 the status of a session cluster was put back to the middle of an upgrade: nothing starts there, and the error says what to do', () => {
  const world = new SessionWorld({}, aSession({ noHa: true }))
  const { session } = world
  if (session === null) return expect.fail('there is no session cluster')
  const { status, status: { reconciliationStatus } } = session
  world.session = { ...session, status: { ...status, reconciliationStatus: { ...reconciliationStatus, state: 'UPGRADING' } } }
  world.rounds(5)
  expect(world.effects('UploadJar', 'RunJar')).toEqual([])
  expect(world.status.error).toMatch(/says that an upgrade was begun.*Suspend or delete these session jobs/u)
})
