import { describe, expect, test } from 'vitest'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'
import type { RunJar } from '../../../contract/action/run-jar.ts'
import { encodeRecordOf } from '../../../crd/recorded-spec.ts'

const runs = ({ done }: SessionWorld): readonly RunJar[] => done.filter((it): it is RunJar => it._tag === 'RunJar')
const running = (change: SessionJobChange = {}, noHa = true): SessionWorld =>
  new SessionWorld(change, aSession(noHa ? { noHa: true } : {})).rounds(20)
const stateless = { job: { upgradeMode: 'stateless' } }

describe('a ready JobManager does not list the job (session-snapshot-bluegreen.md, section 2.4)', () => {
  test('for a moment that is nothing', () => {
    const world = running()
    world.jobs = []
    expect(world.situation.row).not.toMatch(/^L/u)
  })

  test('lost/ha-recovers-it with high availability it brings the job back under its id: waited for, told, and nothing is run (B50)', () => {
    const world = running({}, false)
    const { jobs } = world
    world.pod = 'uid-next'
    world.jobs = []
    world.rounds(30)
    expect(world.situation).toMatchObject({ row: 'lost/ha-recovers-it' })
    expect(world.status.error).toContain('Job Not Found')
    world.jobs = jobs
    world.rounds(5)
    expect(world.status).toMatchObject({ error: null, jobStatus: { state: 'RUNNING', jobId: jobs[0]?.jobId } })
    expect(runs(world).length).toBe(1)
  })

  test('lost/forgotten in the same JobManager the job ended, and was forgotten: it is not run again by itself (F05)', () => {
    const world = running(stateless)
    world.jobs = []
    world.rounds(30)
    expect(world.situation.row).toBe('lost/forgotten')
    expect(runs(world).length).toBe(1)
  })

  test('lost/stateless a stateless job that is lost is submitted again, under an id of its own (E-10, E-56)', () => {
    const world = running(stateless).restart().rounds(20)
    expect(world.status).toMatchObject({ error: null, jobStatus: { state: 'RUNNING' } })
    expect(new Set(runs(world).map(({ jobId }) => jobId)).size).toBe(2)
    expect(runs(world).at(-1)?.savepointPath).toBeNull()
  })

  test('lost/job-state-unknown a stateful job whose newest state nobody knows: a person, who names it (E-10, P01)', () => {
    const world = running().restart().rounds(30)
    expect(world.situation).toMatchObject({ row: 'lost/job-state-unknown', unblockedBy: { who: 'person' } })
    expect(world.status.error).toContain('savepointRedeployNonce')
    expect(runs(world).length).toBe(1)
    world.edit({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 } }).rounds(20)
    expect(runs(world).at(-1)).toMatchObject({ savepointPath: 's3://b/named' })
    expect(world.alive.length).toBe(1)
    expect(world.status.error).toBeNull()
  })

  test('lost/job-state-unknown or who gives the state up', () => {
    const world = running().restart().rounds(30).edit({ job: { upgradeMode: 'stateless' } }).rounds(30)
    expect(runs(world).length).toBe(2)
    expect(runs(world).at(-1)?.savepointPath).toBeNull()
    expect(world.status.error).toBeNull()
  })

  test('lost/job-state-unknown the status has lost which job it was: nothing brings that back, and a person is told', () => {
    const world = running(stateless, false)
    const { status } = world
    world.jobs = []
    world.resource = { ...world.resource, status: { ...status, jobStatus: new SessionWorld().status.jobStatus } }
    world.rounds(200)
    expect(world.situation.row).toBe('lost/job-state-unknown')
    world.edit({ rest: { restartNonce: 1 } }).rounds(20)
    expect(world.alive.length).toBe(1)
    expect(world.status.error).toBeNull()
  })

  test('P13 a job that ended and is listed no more stays ended', () => {
    const world = running()
    world.setState(world.alive[0] ?? '', 'FAILED')
    world.rounds(4)
    world.jobs = []
    world.rounds(20)
    expect(world.status.jobStatus.state).toBe('FAILED')
    expect(runs(world).length).toBe(1)
  })
})

describe('what the operator before left', () => {
  test('E-11 a job that the operator before was upgrading is listed: it may be the old one, and is upgraded with its state', () => {
    const world = running()
    const { status, spec } = world.resource
    const recorded = encodeRecordOf('FlinkSessionJob', { spec, firstDeployment: false })
    world.resource = {
      ...world.resource,
      status: {
        ...status,
        operatorRecord: new SessionWorld().status.operatorRecord,
        reconciliationStatus: { ...status.reconciliationStatus, state: 'UPGRADING', lastReconciledSpec: recorded },
      },
    }
    world.rounds(30)
    expect(world.effects('StopWithSavepoint').length).toBe(1)
    expect(runs(world).at(-1)?.savepointPath).toMatch(/^s3:\/\/b\/sp/u)
    expect(world.alive.length).toBe(1)
  })
})
