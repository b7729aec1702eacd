import { describe, expect, test } from 'vitest'
import { anApplication, ApplicationWorld, running } from '../fixtures/flink-application-world.ts'
import type { JobState } from '@flink-operator/core/resource'

const two = { image: 'lyft/flink:2' }
const three = { image: 'lyft/flink:3' }
const stateless = { ...two, savepointDisabled: true }
const blueGreen = { deploymentMode: 'BlueGreen' }

const updated = (spec: object, phase: string): ApplicationWorld => running().edit({ ...spec }).until(phase)
const inState = (world: ApplicationWorld, state: JobState): ApplicationWorld => {
  const [job] = world.alive
  if (job !== undefined) job.state = state
  return world
}
const unobservable = (world: ApplicationWorld, ...queries: readonly string[]): ApplicationWorld => {
  world.unobservable = queries
  return world
}
const rowOf = (world: ApplicationWorld): string => world.decided.row

describe('rows that no other title names', () => {
  test('flink-application/unreadable P14 something of the status can not be read: told, and nothing is done', () => {
    const world = running()
    const { resource } = world
    if (resource === null) throw new Error('it is there')
    world.resource = { ...resource, unread: [{ path: 'status.operation', expected: 'an object', found: 'garbage' }] }
    expect([rowOf(world), world.next.effects]).toEqual(['flink-application/unreadable', []])
  })

  test('creating/failed-before LD15 the spec was given up before: it is not tried again', () => {
    const world = updated(two, 'Updating')
    world.withStatus({ failedDeployHash: world.status.operation?.hash ?? '' })
    expect(rowOf(world)).toBe('creating/failed-before')
    expect(world.rounds(1).status.operation).toBe(null)
  })

  test('creating/given-up the objects of the new cluster can not be made in time: given up; the old job was not touched', () => {
    const world = updated(two, 'Updating')
    const [job] = world.alive
    world.wait(301_000)
    expect(rowOf(world)).toBe('creating/given-up')
    expect([world.rounds(1).phase, world.alive]).toEqual(['DeployFailed', [job]])
  })

  test('cluster-starting/object-missing an object of the new cluster is taken away while it starts: it is made again', () => {
    const world = running()
    world.comesUp = false
    world.edit(two).until('ClusterStarting')
    world.deployments = world.deployments.slice(0, -1)
    expect(rowOf(world)).toBe('cluster-starting/object-missing')
    expect(world.rounds(3).deployments.length).toBe(4)
  })

  test('cluster-starting/ready-to-cancel savepointDisabled: the old job is cancelled next', () => {
    expect(rowOf(updated(stateless, 'ClusterStarting'))).toBe('cluster-starting/ready-to-cancel')
  })

  test('savepointing/rollback-and-stopped LD10 forceRollback once the job was stopped with its savepoint: the path is written down first', () => {
    const world = updated(two, 'Savepointing').rounds(1).edit({ ...two, forceRollback: true })
    expect(rowOf(world)).toBe('savepointing/rollback-and-stopped')
    expect(world.until('DeployFailed').alive[0]?.from).toBe(world.latest)
  })

  test('savepointing/not-stoppable a job that is RESTARTING is not told to stop yet', () => {
    const world = inState(updated(two, 'Savepointing'), 'RESTARTING')
    expect(world.next).toEqual({ row: 'savepointing/not-stoppable', effects: [] })
  })

  test('cancelling/spec-changed LD07 another edit before the cancel: begun anew for that one', () => {
    const world = updated(stateless, 'Cancelling').edit({ ...three, savepointDisabled: true })
    expect(world.next).toEqual({ row: 'cancelling/spec-changed', effects: [] })
  })

  test('cancelling/unobservable P14 the job can not be seen: nothing is cancelled', () => {
    expect(unobservable(updated(stateless, 'Cancelling'), 'GetJobsOverview').next).toEqual({ row: 'cancelling/unobservable', effects: [] })
  })

  test('recovering/savepoint-after-all the savepoint completes after it was given up: it is the one', () => {
    const world = running()
    world.savepoints = 'pending'
    world.edit(two).until('Savepointing').rounds(2).wait(301_000).until('Recovering').complete()
    expect(rowOf(world)).toBe('recovering/savepoint-after-all')
    expect(world.until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('recovering/cancel-in-progress LD19 the old job is being cancelled: its end is waited for', () => {
    const world = running()
    world.savepoints = 'failed'
    const recovering = inState(world.edit(two).until('Recovering'), 'CANCELLING')
    expect(recovering.next).toEqual({ row: 'recovering/cancel-in-progress', effects: [] })
  })

  test('submitting/service-to-switch LD28 the generic Service is led to the new cluster before the submit', () => {
    expect(updated(two, 'SubmittingJob').next).toEqual({ row: 'submitting/service-to-switch', effects: ['PatchObject'] })
  })

  test('rolling-back/objects-unobservable P14 the Service of the old cluster is gone: the error is kept, and nothing is submitted', () => {
    const world = updated(two, 'SubmittingJob')
    world.failing = { at: 'RunJar', happens: false, error: { applied: 'No', httpStatus: 400, _tag: 'Invalid', message: 'bad jar' } }
    world.until('RollingBackJob').wait(10_000)
    world.services = world.services.filter(({ name }) => name !== 'app')
    expect(world.next).toEqual({ row: 'rolling-back/objects-unobservable', effects: [] })
  })

  test('rolling-back/refused the submit of the roll back was refused: it is sent again after a look', () => {
    const world = updated(two, 'SubmittingJob')
    const refused = {
      at: 'RunJar',
      happens: false,
      error: { applied: 'No', httpStatus: 503, _tag: 'Unavailable', message: 'busy' },
    } as const
    world.failing = { ...refused, error: { ...refused.error, httpStatus: 400 } }
    world.until('RollingBackJob')
    while (!world.next.effects.includes('RunJar')) world.rounds(1)
    world.failing = refused
    world.rounds(1)
    expect(world.next).toEqual({ row: 'rolling-back/refused', effects: [] })
    expect(world.until('DeployFailed').alive[0]?.from).toBe(world.latest)
  })

  test('dual-running/cancel-in-progress LD21 the job of the version that goes is being cancelled: its end is waited for', () => {
    const world = new ApplicationWorld(anApplication(blueGreen))
    world.most = 2
    world.until('Running').edit({ ...blueGreen, ...two }).until('DualRunning')
    world.edit({ ...blueGreen, ...two, tearDownVersionHash: world.status.deployHash }).rounds(1)
    expect(inState(world, 'CANCELLING').next).toEqual({ row: 'dual-running/cancel-in-progress', effects: [] })
  })

  test('application-deletion/no-job no job is recorded, and none is alive: the resource goes', () => {
    const world = running()
    for (const flink of world.flinks.values()) flink.jobs = []
    world.withStatus({ jobStatus: { ...world.status.jobStatus, jobID: '' } }).delete().rounds(1)
    expect(world.next).toEqual({ row: 'application-deletion/no-job', effects: ['RemoveFinalizer'] })
  })
})
