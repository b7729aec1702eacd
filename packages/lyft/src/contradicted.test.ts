import { describe, expect, test } from 'vitest'
import { aCheckpoint, anApplication, ApplicationWorld } from '../fixtures/flink-application-world.ts'
import { type JsonObject, mintJobIdIn } from '@flink-operator/core/resource'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { initialApplicationStatus } from './status/flink-application-status-fields.ts'

const ha = { 'high-availability': 'zookeeper', 'high-availability.zookeeper.quorum': 'zk:2181', 'high-availability.storageDir': 's3://ha' }

/** Running with a checkpoint, and the statuses of before. */
const ran = (spec: JsonObject = {}): { readonly world: ApplicationWorld; readonly before: readonly FlinkApplicationStatus[] } => {
  const world = new ApplicationWorld(anApplication(spec))
  const before: FlinkApplicationStatus[] = []
  for (let i = 0; i < 30 && (i === 0 || world.phase !== 'Running'); i += 1) {
    world.rounds(1)
    if (world.phase !== 'Running') before.push(world.status)
  }
  world.rounds(3)
  for (const job of world.alive) [job.checkpoint, job.completed] = [aCheckpoint('s3://cp/5', world.now), 5]
  world.latest = 's3://cp/5'
  return { world, before }
}

const bothRun = (): ApplicationWorld => {
  const world = new ApplicationWorld(anApplication({ deploymentMode: 'BlueGreen' })).until('Running').rounds(3)
  world.most = 2
  return world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2' }).until('DualRunning').rounds(2)
}

describe('A03 P01 an early status that is put back is contradicted by the job that Flink lists', () => {
  test.each(['Dual', 'BlueGreen'])('%s: deleted: the job is stopped with a savepoint before the finalizer goes', deploymentMode => {
    for (const [at, status] of ran({ deploymentMode }).before.entries()) {
      const { world } = ran({ deploymentMode })
      world.withStatus(status).delete().rounds(40)
      expect([at, world.resource === null && world.alive.length > 0]).toEqual([at, false])
    }
  })

  test('Dual: put back after the job was stopped for an update: nothing is started from empty state', () => {
    for (const status of ran().before) {
      const { world } = ran()
      world.edit({ image: 'lyft/flink:2' }).until('Savepointing')
      while (world.alive.length > 0) world.rounds(1)
      world.withStatus(status).rounds(60)
      expect(world.alive).toEqual([])
    }
  })
})

test('A05 P02 BlueGreen: the status of the first moment is put back while version 2 runs alone: it is recorded as the live one', () => {
  const world = bothRun()
  const [first] = ran({ deploymentMode: 'BlueGreen' }).before
  const [before] = world.status.versionStatuses
  world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2', tearDownVersionHash: before?.versionHash ?? '' }).rounds(60)
  const [job] = world.alive
  world.most = 1
  if (first !== undefined) world.withStatus(first).rounds(100)
  expect([world.phase, world.alive]).toEqual(['Running', [job]])
})

test.each(['Running', 'Updating', 'ClusterStarting', 'Savepointing', ''])(
  'A07 P02 both versions run and phase is %j: it is DualRunning again, and an edit begins no third version',
  phase => {
    const world = bothRun().withStatus({ phase })
    world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:3' }).rounds(80)
    expect([world.phase, world.alive.length]).toEqual(['DualRunning', 2])
  },
)

describe('A07 P02 a whole status of before is put back while two versions run', () => {
  const statuses = (): readonly FlinkApplicationStatus[] => {
    const { world, before } = ran({ deploymentMode: 'BlueGreen' })
    world.most = 2
    world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2' })
    const all = [...before, world.status]
    for (let i = 0; i < 40 && world.phase !== 'DualRunning'; i += 1) {
      if (world.phase !== 'Running') all.push(world.status)
      world.rounds(1)
    }
    return all
  }

  test.each([['an edit begins no third version', { image: 'lyft/flink:7' }], ['nobody does anything', {}]])('%s', (_title, edit) => {
    for (const [at, status] of statuses().entries()) {
      const world = bothRun().withStatus(status)
      world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2', ...edit }).rounds(80)
      // of a status that names no live version nobody can say which of the two is: that is told
      const phase = status.deployHash === '' ? world.phase : 'DualRunning'
      expect([at, status.phase, world.phase, world.alive.length]).toEqual([at, status.phase, phase, 2])
      expect(['DeployFailed', 'DualRunning']).toContain(phase)
    }
  })
})

test('A03 P02 the record names the live job in a cluster of before, and the resource is deleted: the job is stopped where it runs', () => {
  const { world } = ran()
  const { deployHash: first } = world.status
  world.edit({ image: 'lyft/flink:2' }).until('Updating').until('Running').rounds(3)
  const { deployed } = world.status.operatorRecord
  if (deployed === null) throw new Error('it is live')
  world.withStatus({ operatorRecord: { ...world.status.operatorRecord, deployed: { ...deployed, hash: first } } }).delete().rounds(40)
  expect([world.resource, world.alive]).toEqual([null, []])
  expect(world.log.filter(line => line.startsWith('stop in'))).toHaveLength(2)
})

describe('A04 P01 an edit turns high availability off while the JobManager of before, which has it, lists nothing yet', () => {
  const elected = (): ApplicationWorld => {
    const { world } = ran({ flinkConfig: ha, fallbackWithoutState: true })
    const flink = world.flinkOf(world.status.deployHash)
    if (flink === null || flink === undefined) throw new Error('it runs')
    flink.jobs = []
    flink.savepoints.clear()
    flink.restarts += 1
    return world
  }

  test('the job is waited for as long as with high availability', () => {
    const world = elected().edit({ fallbackWithoutState: true, image: 'lyft/flink:2' }).rounds(30)
    expect([world.phase, world.alive]).toEqual(['Savepointing', []])
  })

  test('deleted: the finalizer stays', () => {
    const world = elected().edit({ fallbackWithoutState: true }).delete().rounds(15)
    expect(world.resource).not.toBe(null)
  })
})

test.each(['FAILED', 'FINISHED'] as const)(
  'A06 P01 after its savepoint the job is brought back, goes on, and is %s: not from that path',
  state => {
    const world = new ApplicationWorld(anApplication({ flinkConfig: ha })).until('Running').rounds(3)
    const [job] = world.alive
    const flink = world.flinkOf(world.status.deployHash)
    if (job === undefined) throw new Error('it runs')
    world.savepoints = 'pending'
    world.edit({ image: 'lyft/flink:2', flinkConfig: ha }).rounds(12)
    for (const savepoint of flink.savepoints.values()) savepoint.path = 's3://sp/stop'
    world.rounds(2)
    flink.restarts += 1
    flink.savepoints.clear()
    job.startTime = world.now
    ;[job.checkpoint, job.completed] = [aCheckpoint('s3://cp/99', world.now, 99), 99]
    world.end(job, state)
    world.rounds(60)
    expect(world.alive.map(({ from }) => from)).not.toContain('s3://sp/stop')
  },
)

test('W23 P02 BlueGreen: the colour of the first attempt was removed: it is the one of its slot, and the next version gets the other one', () => {
  const world = new ApplicationWorld(anApplication({ deploymentMode: 'BlueGreen' })).until('SubmittingJob')
  const { operation } = world.status
  const colour = operation?.version
  world.withStatus({ operation: { ...operation ?? expect.fail('no operation'), version: '' } }).until('Running')
  expect(world.status.deployVersion).toBe(colour)
  world.most = 2
  world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2' }).until('DualRunning')
  expect(new Set(world.status.versionStatuses.map(({ appVersion }) => appVersion)).size).toBe(2)
})

test('W11 P02 BlueGreen: the operation of the first deploy was put back during an update: the new version keeps the other colour', () => {
  const world = new ApplicationWorld(anApplication({ deploymentMode: 'BlueGreen' })).until('ClusterStarting')
  const { operation } = world.status
  world.until('Running')
  world.most = 2
  world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2' }).until('Updating')
  world.withStatus({ operation }).until('DualRunning')
  expect(new Set(world.status.versionStatuses.map(({ appVersion }) => appVersion)).size).toBe(2)
})

test('W15 P06 BlueGreen: the slots of the versions were put back while both run: the second one is recorded again, and can be torn down', () => {
  const world = new ApplicationWorld(anApplication({ deploymentMode: 'BlueGreen' })).until('Running')
  world.rounds(3)
  const { versionStatuses } = world.status
  world.most = 2
  world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2' }).until('DualRunning')
  const { deployHash, operatorRecord: { beside } } = world.status
  world.withStatus({ versionStatuses }).rounds(1)
  expect([world.status.versionStatuses.map(({ versionHash }) => versionHash), world.status.operatorRecord.beside]).toEqual([
    [deployHash, beside?.hash],
    beside,
  ])
  world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2', tearDownVersionHash: deployHash }).until('Running')
  expect(world.alive.map(({ jobId }) => jobId)).toEqual([beside?.jobId])
})

test('W29 P02 BlueGreen: the colour of the live version was put back into the attempt: the new version gets the other one', () => {
  const world = new ApplicationWorld(anApplication({ deploymentMode: 'BlueGreen' })).until('Running')
  world.rounds(3)
  world.most = 2
  world.edit({ deploymentMode: 'BlueGreen', image: 'lyft/flink:2' }).until('Updating')
  const { operation, deployVersion } = world.status
  world.withStatus({ operation: operation === null ? null : { ...operation, version: deployVersion } }).until('DualRunning')
  expect(new Set(world.status.versionStatuses.map(({ appVersion }) => appVersion)).size).toBe(2)
})

test('W30 P01 the id of an earlier job was put back into the stop: the stop is of the live job of our record', () => {
  const { world } = ran()
  world.savepoints = 'pending'
  world.edit({ image: 'lyft/flink:2' }).until('Savepointing').rounds(2)
  const { operation } = world.status
  const stop = operation?.stop ?? expect.fail('no stop')
  const earlier = mintJobIdIn(world.resource?.meta ?? expect.fail('it is gone'), 0, 1)
  world.withStatus({ operation: operation === null ? null : { ...operation, stop: { ...stop, jobId: earlier } } }).complete()
  expect(world.until('SubmittingJob').status.operation?.stop).toMatchObject({
    jobId: stop.jobId,
    path: expect.stringContaining('s3') as string,
  })
})

test('W36 P14 P25 the first status was put back, and the jobs of the cluster that is up are unknown: no second cluster is created', () => {
  const world = ran().world.withStatus(initialApplicationStatus).edit({ image: 'lyft/flink:2' })
  world.unobservable = ['GetJobsOverview']
  world.rounds(10)
  expect(world.deployments.filter(({ name }) => name.endsWith('-jm'))).toHaveLength(1)
  expect(world.status.lastSeenError?.appError).toMatch(/jobs of cluster/u)
  world.unobservable = []
  expect(world.until('Running').alive).toHaveLength(1)
})
