import { describe, expect, test } from 'vitest'
import { aCheckpoint, anApplication, ApplicationWorld } from '../fixtures/flink-application-world.ts'
import { hashLabel } from './objects/flink-application-labels.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { initialApplicationStatus } from './status/flink-application-status-fields.ts'

const inPlace = { scaleMode: 'InPlace' }

/** Scaled in place, running with a checkpoint; and its status in each state of its first deploy. */
const scaled = (): { readonly world: ApplicationWorld; readonly before: Readonly<Record<string, FlinkApplicationStatus>> } => {
  const world = new ApplicationWorld(anApplication(inPlace))
  const before = Object.fromEntries(['New', 'ClusterStarting', 'Savepointing', 'Running'].map(phase => {
    world.until(phase === 'New' ? '' : phase)
    return [phase, world.status] as const
  }))
  world.edit({ ...inPlace, parallelism: 8 }).until('Rescaling').until('Running').rounds(3)
  for (const job of world.alive) [job.checkpoint, job.completed] = [aCheckpoint('s3://cp/5', world.now), 5]
  world.latest = 's3://cp/5'
  return { world, before }
}

describe('W22 P01 P02 a cluster was scaled in place, and an older status is put back: no second JobManager of its hash is created', () => {
  test.each(['New', 'ClusterStarting', 'Savepointing', 'Running'])('the whole status of %s: its job runs on', phase => {
    const { world, before } = scaled()
    const { alive } = world
    world.withStatus(before[phase] ?? expect.fail('no such status')).rounds(60)
    expect(world.deployments.filter(({ name }) => name.endsWith('-jm'))).toHaveLength(1)
    expect(world.alive).toEqual(alive)
  })

  test('the hash of before, and then it is deleted: its job is stopped with a savepoint before the finalizer goes', () => {
    const { world } = scaled()
    const { inPlaceUpdatedFromHash: deployHash } = world.status
    world.withStatus({ deployHash, operatorRecord: initialApplicationStatus.operatorRecord }).rounds(60)
    expect(world.alive).toHaveLength(1)
    const stops = world.log.length
    world.delete().rounds(60)
    expect([world.resource, world.alive]).toEqual([null, []])
    expect(world.log.slice(stops)[0]).toMatch(/stop/u)
  })
})

describe('W34 P01 deleted in the middle of a rescale in place: its REST Service has the name of the earlier hash', () => {
  test.each(['the id of its job', 'the whole status'])('%s was removed before: the job is stopped with a savepoint', what => {
    const world = new ApplicationWorld(anApplication(inPlace)).until('Running').edit({ ...inPlace, parallelism: 8 }).until('Rescaling')
    for (let i = 0; i < 10 && world.deployments.some(({ labels }) => labels[hashLabel] === world.status.deployHash); i += 1) world.round()
    const { jobStatus, deployHash } = world.status
    world.withStatus(what === 'the whole status' ? initialApplicationStatus : { jobStatus: { ...jobStatus, jobID: '' } })
    world.delete().rounds(20)
    expect(world.log.filter(it => it.startsWith('stop'))).toEqual([`stop in app-${deployHash}`])
    expect([world.resource, world.alive]).toEqual([null, []])
  })
})
