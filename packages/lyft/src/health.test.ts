import { describe, expect, test } from 'vitest'
import { aCheckpoint, type ApplicationWorld, running } from '../fixtures/flink-application-world.ts'

const withTasks = (world: ApplicationWorld, running: number, state: 'RUNNING' | 'FAILING' | 'CREATED' = 'RUNNING'): ApplicationWorld => {
  const [job] = world.alive
  if (job !== undefined) {
    job.tasks = { total: 7, running, finished: 0, failed: 0 }
    job.state = state
  }
  return world.rounds(1)
}

describe('health (section 2.11)', () => {
  test('FA80 LD35 all TaskManagers are heard of: Green, slots and URL are set; nothing changed: no write', () => {
    const world = running({}, { 'kubernetes.operator.flink-application.ingress-url-format': '{{$jobCluster}}.lyft.net' }).rounds(2)
    expect(world.status.clusterStatus).toEqual({
      clusterOverviewURL: 'app.lyft.net/#/overview',
      health: 'Green',
      numberOfTaskManagers: 2,
      healthyTaskManagers: 2,
      numberOfTaskSlots: 4,
      availableTaskSlots: 0,
    })
    const { writes } = world
    expect(world.rounds(3).writes).toBe(writes)
  })

  test('FA80 the last heartbeat is a day old: none is healthy, Yellow', () => {
    const world = running()
    world.heard = -86_400_000
    expect(world.rounds(1).status.clusterStatus).toMatchObject({ health: 'Yellow', healthyTaskManagers: 0 })
  })

  test('LD35 Flink does not tell of the cluster, or its Deployment is gone: Red, and it is written', () => {
    const world = running()
    world.unobservable = ['GetClusterOverview']
    expect(world.rounds(1).status.clusterStatus.health).toBe('Red')
  })

  test('FA81 2 of 7 tasks run: Yellow, counters and times are copied', () => {
    const world = running()
    const [job] = world.alive
    if (job !== undefined) [job.checkpoint, job.completed] = [aCheckpoint('s3://cp', world.now), 3]
    expect(withTasks(world, 2).status.jobStatus).toMatchObject({
      health: 'Yellow',
      state: 'RUNNING',
      runningTasks: 2,
      totalTasks: 7,
      completedCheckpointCount: 3,
      lastCheckpoint: 's3://cp',
      startTime: job?.startTime,
    })
  })

  test('FA81 FAILING 10 s ago and RUNNING now: Red; a minute later Green again', () => {
    const world = withTasks(running(), 0, 'FAILING')
    expect(world.status.jobStatus.health).toBe('Red')
    expect(withTasks(world.wait(9_000), 7).status.jobStatus.health).toBe('Red')
    expect(withTasks(world.wait(60_000), 7).status.jobStatus.health).toBe('Green')
  })

  test('LD12 the last checkpoint is older than ten minutes: Yellow', () => {
    const world = running()
    const [job] = world.alive
    if (job !== undefined) [job.checkpoint, job.completed] = [aCheckpoint('s3://cp', world.now), 1]
    expect(world.rounds(1).status.jobStatus.health).toBe('Green')
    expect(world.wait(601_000).rounds(1).status.jobStatus.health).toBe('Yellow')
  })

  test('its cluster is gone, with its pods: Red; a job that came to its end by itself is well', () => {
    const gone = running().rounds(1)
    gone.deployments = gone.deployments.filter(({ name }) => !name.endsWith('-jm'))
    expect(gone.rounds(1).status.jobStatus).toMatchObject({ health: 'Red', state: '', runningTasks: 0 })
    const done = running()
    for (const job of done.alive) [job.state, job.endTime] = ['FINISHED', done.now]
    expect(done.rounds(1).status.jobStatus.health).toBe('Green')
  })

  test('kstatus: Ready while it runs, Stalled with the reason where a person has to do something', () => {
    const world = running().rounds(1)
    const of = (type: string) => world.status.conditions.find(it => it.type === type)?.status
    expect([of('Ready'), of('Reconciling'), of('Stalled')]).toEqual(['True', 'False', 'False'])
    world.edit({ image: 'lyft/flink:2' }).rounds(2)
    expect([of('Ready'), of('Reconciling'), of('Stalled')]).toEqual(['False', 'True', 'False'])
  })
})
