import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'

const goes = (world: SessionWorld): SessionWorld => {
  const { session } = world
  if (session === null) throw new Error('there is no session cluster')
  world.session = { ...session, meta: { ...session.meta, deletionTimestamp: t0 } }
  return world
}

const lostWhileItGoes = (change: SessionJobChange): SessionWorld =>
  goes(new SessionWorld(change, aSession({ noHa: true })).rounds(20).restart()).rounds(30)

const oneWay = /session cluster app is being deleted: the operator starts nothing there any more\. .*[Dd]elete this resource, too\./u

describe('what a person is told of a job that went, while its session cluster is being deleted (P06)', () => {
  test('a stateless job: its deletion is the one way on', () => {
    const { status: { error } } = lostWhileItGoes({ job: { upgradeMode: 'stateless' } })
    expect(error).toMatch(oneWay)
    expect(error).not.toMatch(/restartNonce|savepointRedeployNonce|initialSavepointPath/u)
  })

  test('one with state: the same, and where another one would start from', () => {
    const { status: { error } } = lostWhileItGoes({})
    expect(error).toMatch(oneWay)
    expect(error).toMatch(/initialSavepointPath/u)
    expect(error).not.toMatch(/savepointRedeployNonce/u)
  })

  test('one that was not sent yet: the same', () => {
    const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true }))
    world.failing = { at: 'UploadJar', happens: false }
    world.rounds(2)
    expect(world.status.operation).toMatchObject({ kind: 'Submit', step: 'Upload' })
    expect(goes(world).rounds(5).status.error).toMatch(oneWay)
    expect(world.effects('RunJar')).toEqual([])
  })

  test('W05 one that is not being submitted yet: the same', () => {
    const world = goes(new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true }))).rounds(5)
    expect(world.status.error).toMatch(oneWay)
    expect(world.effects('UploadJar')).toEqual([])
  })

  test('while the cluster stays the ways to start it there are told', () => {
    const { status: { error } } = new SessionWorld({}, aSession({ noHa: true })).rounds(20).restart().rounds(30)
    expect(error).toContain('savepointRedeployNonce')
    expect(error).not.toContain('being deleted')
  })

  test('where high availability may bring it back, only if it does not come back (P14)', () => {
    const world = new SessionWorld().rounds(20)
    world.pod = 'uid-next'
    world.jobs = []
    const { situation, status: { error } } = goes(world).rounds(30)
    expect(situation.row).toBe('lost/ha-recovers-it')
    expect(error).toMatch(oneWay)
    expect(error).toContain('If it does not come back, delete this resource, too.')
  })

  test('one that was sent, and is not listed: it may still come to run, and nobody is told that it was not submitted (P14)', () => {
    const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true }))
    while (world.status.operation?.kind !== 'Submit' || world.status.operation.step !== 'Run') {
      world.failing = { at: 'RunJar', happens: false }
      world.rounds(1)
    }
    const { error } = goes(world).rounds(3).status
    expect(error).toMatch(oneWay)
    expect(error).not.toContain('was not submitted')
    expect(error).toContain('If it does not start, delete this resource, too.')
  })
})
