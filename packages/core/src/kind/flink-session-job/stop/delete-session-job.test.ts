import { describe, expect, test } from 'vitest'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, type SessionJobChange } from '../../../../fixtures/a-session-job.ts'

const deletionTimestamp = '2023-11-14T22:30:00Z'
const deleted = (world: SessionWorld): SessionWorld => world.edit({ metadata: { deletionTimestamp } })
const running = (change: SessionJobChange = {}, noHa = false): SessionWorld =>
  new SessionWorld(change, aSession(noHa ? { noHa: true } : {})).rounds(20)
const notReady = (world: SessionWorld, noHa = false): SessionWorld => {
  world.session = aSession(noHa ? { noHa: true } : {}, { jobManagerDeploymentStatus: 'DEPLOYING' })
  return world
}
const withSavepoint = { rest: { flinkConfiguration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } } }

describe('the deletion of a session job (session-snapshot-bluegreen.md, section 2.7)', () => {
  test('session-job-deletion/never-submitted nothing was ever submitted: it goes', () => {
    expect(deleted(new SessionWorld({}, null).rounds(2)).rounds(3).isGone).toBe(true)
  })

  describe.each([[false, 'cancelled'], [true, 'stopped with a savepoint']])('A09 A10 savepoint-on-deletion: %s', (isAsked, what) => {
    const blank = new SessionWorld().status
    test.each<readonly [string, (status: FlinkSessionJobStatus) => FlinkSessionJobStatus]>([
      ['the whole status', () => blank],
      ['jobStatus', status => ({ ...status, jobStatus: blank.jobStatus })],
      ['jobStatus.jobId', status => ({ ...status, jobStatus: { ...status.jobStatus, jobId: null } })],
      ['lastReconciledSpec', status => ({
        ...status,
        reconciliationStatus: { ...status.reconciliationStatus, lastReconciledSpec: null },
      })],
      ['our record', status => ({ ...status, operatorRecord: blank.operatorRecord, operation: null })],
      ['all but that nothing was ever submitted', () => ({
        ...blank,
        operatorRecord: { ...blank.operatorRecord, lastState: { _tag: 'NeverStarted' } },
      })],
    ])(`%s is taken away, and the resource is being deleted: its job is ${what}`, (_what, without) => {
      for (const between of [0, 15]) {
        const world = running(isAsked ? withSavepoint : {}, true)
        world.resource = { ...world.resource, status: without(world.status) }
        deleted(world.rounds(between)).rounds(60)
        expect([world.isGone, world.alive]).toEqual([true, []])
        if (isAsked) expect([world.effects('StopWithSavepoint').length > 0, world.effects('CancelJob')]).toEqual([true, []])
      }
    })
  })

  test('A09 session-job-deletion/cluster-unread a record that is missing is none that says so: the cluster has to be seen before the resource goes', () => {
    const world = new SessionWorld({ metadata: { finalizers: ['flinksessionjobs.flink.apache.org/finalizer'] } })
    world.unobservable = ['ReadFlinkDeployment']
    expect(deleted(world).rounds(10).isGone).toBe(false)
  })

  test('session-job-deletion/job-alive its job is cancelled, and seen to have ended, before it goes', () => {
    const world = deleted(running()).rounds(6)
    expect(world.isGone).toBe(true)
    expect(world.alive).toEqual([])
    expect(world.effects('CancelJob').length).toBe(1)
    expect(world.effects('RemoveFinalizer', 'CancelJob').map(({ _tag }) => _tag)).toEqual(['CancelJob', 'RemoveFinalizer'])
  })

  test('session-job-deletion/job-alive with a savepoint, where that is asked for', () => {
    const world = deleted(running(withSavepoint)).rounds(8)
    expect(world.isGone).toBe(true)
    expect(world.effects('StopWithSavepoint').length).toBe(1)
    expect(world.effects('CancelJob')).toEqual([])
  })

  test('E-14 a savepoint that can not be had is waited for, and then done without', () => {
    const world = running(withSavepoint)
    world.setState(world.alive[0] ?? '', 'RESTARTING')
    deleted(world).rounds(5)
    expect(world.isGone).toBe(false)
    expect(world.effects('CancelJob')).toEqual([])
    world.rounds(60)
    expect(world.isGone).toBe(true)
    expect(world.effects('CancelJob').length).toBe(1)
  })

  test('session-job-deletion/job-alive a stop that is given up is not asked for a second time, wherever the operator dies (P03, E-14)', () => {
    const world = running(withSavepoint)
    world.isStopSlow = true
    deleted(world).rounds(1)
    while (!world.next.some(({ _tag }) => _tag === 'CancelJob')) world.rounds(1)
    world.crash(1).rounds(5)
    expect(world.isGone).toBe(true)
    expect(world.effects('StopWithSavepoint', 'CancelJob').map(({ _tag }) => _tag)).toEqual(['StopWithSavepoint', 'CancelJob'])
  })

  test('session-job-deletion/cluster-gone its cluster is gone, Deployment and all: it goes', () => {
    const world = running()
    world.session = null
    expect(deleted(world).rounds(3).isGone).toBe(true)
  })

  test('session-job-deletion/cluster-gone a JobManager that was left behind may still run the job: waited for (P02)', () => {
    const world = running()
    world.session = null
    world.isOrphaned = true
    expect(deleted(world).rounds(50).isGone).toBe(false)
    world.isOrphaned = false
    expect(world.rounds(3).isGone).toBe(true)
  })

  test('session-job-deletion/cluster-not-ready B81 the cluster is being deleted, and not ready: it comes back for as long as it has session jobs, and is waited for', () => {
    const world = running()
    world.session = aSession({}, { jobManagerDeploymentStatus: 'MISSING' })
    world.session = { ...world.session, meta: { ...world.session.meta, deletionTimestamp: world.now } }
    expect(deleted(world).rounds(3).isGone).toBe(false)
    world.session = aSession()
    expect(world.rounds(8).isGone).toBe(true)
  })

  test('a cluster that is deleted at the same moment, and ready: the job is cancelled first (B81)', () => {
    const world = running()
    const session = aSession()
    world.session = { ...session, meta: { ...session.meta, deletionTimestamp: world.now } }
    expect(deleted(world).rounds(6).isGone).toBe(true)
    expect(world.effects('CancelJob').length).toBe(1)
  })

  test('session-job-deletion/jobmanager-gone without high availability, and the JobManager of the job is gone: it goes; as long as it lives it is waited for', () => {
    const world = deleted(notReady(running({}, true), true)).rounds(30)
    expect(world.isGone).toBe(false)
    world.restart()
    expect(world.rounds(3).isGone).toBe(true)
  })

  test('E-13 with high availability a cluster that is not ready is waited for: the job comes back with it, and is cancelled', () => {
    const world = deleted(notReady(running())).rounds(40)
    expect(world.isGone).toBe(false)
    world.session = aSession()
    world.rounds(8)
    expect(world.isGone).toBe(true)
    expect(world.alive).toEqual([])
  })

  test('E-13 the option lets it go, and people are told what may be left', () => {
    const option = { rest: { flinkConfiguration: { 'kubernetes.operator.session.deletion.proceed-when-jobs-unknown': 'true' } } }
    const world = deleted(notReady(running(option))).rounds(60)
    expect(world.isGone).toBe(true)
  })

  test('P14 Flink does not answer: it is waited for', () => {
    const world = deleted(running())
    world.rest = 'connect ECONNREFUSED'
    expect(world.rounds(40).isGone).toBe(false)
    world.rest = null
    expect(world.rounds(8).isGone).toBe(true)
    expect(world.alive).toEqual([])
  })

  test('session-job-deletion/submit-abandoned a submit whose answer was lost is not let alone: the job that came of it is cancelled (B02)', () => {
    const world = new SessionWorld()
    world.failing = { at: 'RunJar', happens: true }
    for (let i = 0; i < 10 && world.failing !== null; i += 1) world.rounds(1)
    deleted(world).rounds(12)
    expect(world.isGone).toBe(true)
    expect(world.alive).toEqual([])
  })

  test('session-job-deletion/submit-abandoned one that never came is waited for, for as long as it may come', () => {
    const world = new SessionWorld()
    world.failing = { at: 'RunJar', happens: false }
    for (let i = 0; i < 10 && world.failing !== null; i += 1) world.rounds(1)
    expect(deleted(world).rounds(10).isGone).toBe(false)
    expect(world.rounds(100).isGone).toBe(true)
  })

  test('session-job-deletion/job-gone a JobManager that lists nothing for a moment is no end of the job (P14)', () => {
    const world = running()
    const { jobs } = world
    world.jobs = []
    deleted(world).rounds(2)
    expect(world.isGone).toBe(false)
    world.jobs = jobs
    world.rounds(6)
    expect(world.isGone).toBe(true)
    expect(world.alive).toEqual([])
  })
})
