import { describe, expect, test } from 'vitest'
import { ApplicationWorld, running } from '../fixtures/flink-application-world.ts'

const effects = (world: ApplicationWorld, word: string): readonly string[] => world.log.filter(it => it.startsWith(word))
const two = { image: 'lyft/flink:2' }
const late = 301_000

describe('Deleting, Dual', () => {
  test('FA73 flink-application/deletion-requested a deletionTimestamp: Deleting, one write, nothing else', () => {
    const world = running()
    const [writes, log] = [world.writes, world.log.length]
    world.delete().round()
    expect([world.phase, world.writes, world.log.length]).toEqual(['Deleting', writes + 1, log])
  })

  test('FA74 P03 P08 application-deletion/stop, application-deletion/savepoint-in-progress, application-deletion/savepoint-complete, application-deletion/ended: the trigger id is written before the call, in progress writes nothing, other finalizers stay', () => {
    const world = running()
    world.savepoints = 'pending'
    world.delete().rounds(2)
    const stop = world.status.operation?.stop
    expect([stop?.how, world.status.savepointTriggerId, effects(world, 'stop').length]).toEqual(['Savepoint', stop?.triggerId, 1])
    const { writes } = world
    expect([world.rounds(3).writes, world.decided.row]).toEqual([writes, 'application-deletion/savepoint-in-progress'])
    expect(world.complete().decided.actions).toContainEqual({ _tag: 'RemoveFinalizer', finalizer: 'job.finalizers.flink.k8s.io' })
    expect(world.rounds(2).resource).toBe(null)
  })

  test('V01 application-deletion/without-stop a last state that was put back to never started does not make a live job one that never ran', () => {
    const world = running()
    const { operatorRecord } = world.status
    world.withStatus({ operatorRecord: { ...operatorRecord, lastState: { _tag: 'NeverStarted' } } }).delete().rounds(3)
    expect(effects(world, 'stop')).toHaveLength(1)
  })

  test('FA74 LD03 LD23 application-deletion/savepoint-failed a savepoint that failed: its id is void, another one is minted later', () => {
    const world = running()
    world.savepoints = 'failed'
    world.delete().rounds(2)
    const first = world.status.operation?.stop?.triggerId
    world.rounds(1)
    expect(world.status.lastSeenError?.method).toBe('CancelJobWithSavepoint')
    world.savepoints = 'done'
    world.rounds(1)
    expect(world.status.operation?.stop?.triggerId).not.toBe(first)
    expect(world.rounds(5).resource).toBe(null)
  })

  test('LD23 application-deletion/stop-too-late it fails until the limit is over: told, and the job is cancelled', () => {
    const world = running()
    world.savepoints = 'failed'
    world.delete().rounds(4).wait(late)
    expect(world.rounds(6).resource).toBe(null)
    expect([effects(world, 'cancel').length, world.events.includes('Warning SavepointFailed')]).toEqual([1, true])
  })

  test('LD23 P05 application-deletion/not-stoppable a job that never gets RUNNING is waited for until the limit, then cancelled', () => {
    const world = running()
    const [job] = world.alive
    if (job !== undefined) job.state = 'RESTARTING'
    world.delete().rounds(3)
    expect(world.next).toEqual({ row: 'application-deletion/not-stoppable', effects: [] })
    world.wait(late)
    expect(world.next).toEqual({ row: 'application-deletion/stop-too-late', effects: ['CancelJob'] })
  })

  test('FA75 LD23 application-deletion/cancel, application-deletion/cancel-in-progress, application-deletion/ended ForceCancel: cancelled, waited for, then the finalizer', () => {
    const world = running({ deleteMode: 'ForceCancel' }).delete().rounds(1)
    expect(world.next).toEqual({ row: 'application-deletion/cancel', effects: ['CancelJob'] })
    const [job] = world.alive
    if (job !== undefined) job.state = 'CANCELLING'
    expect(world.next).toEqual({ row: 'application-deletion/cancel-in-progress', effects: [] })
    if (job !== undefined) world.end(job, 'CANCELED')
    expect(world.next).toEqual({ row: 'application-deletion/ended', effects: ['RemoveFinalizer'] })
  })

  test('FA76 application-deletion/without-stop None: no call at all', () => {
    const world = running({ deleteMode: 'None' }).delete().rounds(3)
    expect([world.resource, effects(world, 'stop'), effects(world, 'cancel')]).toEqual([null, [], []])
  })

  test('FA76 P25 application-deletion/without-stop no job ever ran, which is on record: the finalizer goes', () => {
    const world = new ApplicationWorld().until('ClusterStarting').delete()
    expect(world.rounds(3).resource).toBe(null)
  })

  test('P25 a status that somebody wiped proves nothing: the job that runs is stopped with a savepoint', () => {
    const world = running()
    world.withStatus(new ApplicationWorld().status).delete()
    expect(world.rounds(6).resource).toBe(null)
    expect(effects(world, 'stop').length).toBe(1)
  })

  test('FA77 2.5.1 errors of before do not count: it is handled, with error and count zeroed', () => {
    const world = running().edit(two).until('Savepointing')
    world.withStatus({
      retryCount: 22,
      lastSeenError: {
        appError: 'x',
        method: 'CancelJobWithSavepoint',
        errorCode: '500',
        isRetryable: true,
        isFailFast: false,
        maxRetries: 5,
        lastErrorUpdateTime: world.now,
      },
    })
    world.delete().rounds(1)
    expect([world.phase, world.status.retryCount, world.status.lastSeenError]).toEqual(['Deleting', 0, null])
    expect(world.rounds(5).resource).toBe(null)
  })

  test.each(['CANCELED', 'FAILED', 'FINISHED'] as const)(
    'FA79 LD23 application-deletion/ended the job is %s already, and there is no savepoint: it goes',
    state => {
      const world = running()
      const [job] = world.alive
      if (job !== undefined) world.end(job, state)
      expect(world.delete().rounds(3).resource).toBe(null)
      expect(effects(world, 'stop')).toEqual([])
    },
  )

  test('FA79 LD23 application-deletion/ended the JobManager was replaced, and the job is gone with it: it goes after a second look', () => {
    const world = running()
    world.restart(world.status.deployHash)
    world.delete().rounds(2)
    expect(world.decided.row).toBe('application-deletion/unobservable')
    expect(world.rounds(8).resource).toBe(null)
  })

  test('LD23 application-deletion/state-unknown-too-late P14 nobody tells what became of the job: it is tried until the limit, then told what may be lost', () => {
    const world = running()
    world.unobservable = ['GetJobsOverview']
    world.delete().rounds(5)
    expect([world.phase, world.decided.row]).toEqual(['Deleting', 'application-deletion/unobservable'])
    const { writes } = world
    expect(world.rounds(5).writes).toBe(writes)
    world.wait(late).rounds(1)
    expect([world.resource, world.events.includes('Warning SavepointFailed')]).toEqual([null, true])
  })

  test('W12 P01 LD23 the id of an earlier job was put back: past the limit, the job that is observed is stopped with its state all the same', () => {
    const world = running({ flinkConfig: { 'high-availability': 'zookeeper' } })
    const [{ jobId } = { jobId: '' }] = world.alive
    const earlier = `${jobId.slice(0, 16)}00000${jobId.slice(21)}`
    world.withStatus({ jobStatus: { ...world.status.jobStatus, jobID: earlier } }).delete().rounds(3).wait(late)
    expect(world.rounds(6).resource).toBe(null)
    expect(effects(world, 'stop')).toHaveLength(1)
  })

  test('LD23 deletion during SubmittingJob of an update: the new job is asked at the new cluster', () => {
    const world = running().edit(two).until('SubmittingJob')
    world.jobsRun = false
    world.rounds(3)
    const hash = world.status.operation?.hash ?? ''
    world.delete().rounds(6)
    expect([world.resource, effects(world, 'stop').at(-1), world.alive]).toEqual([null, `stop in app-${hash}`, []])
  })

  test('LD23 P02 a submit without an answer may still come: the finalizer waits for it', () => {
    const world = running().edit(two).until('SubmittingJob').rounds(1)
    world.failing = { at: 'RunJar', happens: false }
    world.rounds(1).delete().rounds(3)
    expect([world.phase, world.decided.row]).toEqual(['Deleting', 'application-deletion/unobservable'])
    expect(world.rounds(20, 31_000).resource).toBe(null)
  })

  test('LD23 deletion while the job is being stopped: that stop is the one', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2)
    const id = world.status.operation?.stop?.triggerId
    world.delete().rounds(2)
    expect([world.status.operation?.stop?.triggerId, effects(world, 'stop').length]).toEqual([id, 1])
    expect(world.complete().rounds(3).resource).toBe(null)
  })

  test('LD04 a path of before is no savepoint of this stop', () => {
    const world = running().withStatus({ savepointPath: 's3://stale' }).delete().rounds(6)
    expect([world.resource, effects(world, 'stop').length]).toEqual([null, 1])
  })

  test('LD23 an unknown deleteMode is Savepoint', () => {
    const world = running().edit({ deleteMode: 'Later' })
    expect(world.delete().rounds(6).resource).toBe(null)
    expect(effects(world, 'stop').length).toBe(1)
  })
})

test.each([['it kept its owner references', false], ['it lost them', true]])(
  'W27 P06 deleted: a cluster that Kubernetes does not delete with the resource is told: %s',
  (_title, isStripped) => {
    const world = running()
    if (isStripped) world.deployments = world.deployments.map(it => ({ ...it, ownerUids: [] }))
    world.delete().wait(late).rounds(40)
    world.wait(late).rounds(40)
    expect([world.resource, world.events.includes('Warning ClusterLeft')]).toEqual([null, isStripped])
  },
)
