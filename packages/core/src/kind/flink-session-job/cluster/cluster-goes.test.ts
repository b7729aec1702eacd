import { describe, expect, test } from 'vitest'
import { aSession, type SessionJobChange, SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'

const goes = (world: SessionWorld): SessionWorld => {
  const { session } = world
  if (session === null) throw new Error('there is no session cluster')
  world.session = { ...session, meta: { ...session.meta, deletionTimestamp: t0 } }
  return world
}

const lostWhileItGoes = (change: SessionJobChange): SessionWorld =>
  goes(new SessionWorld(change, aSession({ noHa: true })).rounds(20).restart()).rounds(30)

const oneWay = /session cluster app is being deleted: nothing is started there any more. Delete this resource, too\./u

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

  test('while the cluster stays the ways to start it there are told', () => {
    const { status: { error } } = new SessionWorld({}, aSession({ noHa: true })).rounds(20).restart().rounds(30)
    expect(error).toContain('savepointRedeployNonce')
    expect(error).not.toContain('being deleted')
  })
})
