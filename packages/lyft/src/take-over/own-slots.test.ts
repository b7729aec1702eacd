import { describe, expect, test } from 'vitest'
import { anApplication, ApplicationWorld } from '../../fixtures/flink-application-world.ts'

const blueGreen = { deploymentMode: 'BlueGreen' }
const two = { ...blueGreen, image: 'lyft/flink:2' }

const live = (): ApplicationWorld => {
  const world = new ApplicationWorld(anApplication(blueGreen))
  world.most = 2
  return world.until('Running')
}

describe('W33 P06 P25 BlueGreen: the slots of the versions were removed', () => {
  test('while one version runs: its slot has its job again', () => {
    const world = live()
    const { versionStatuses: [slot] } = world.status
    world.withStatus({ versionStatuses: [] }).rounds(2)
    expect(world.status.versionStatuses[0]).toMatchObject({ versionHash: slot?.versionHash, appVersion: slot?.appVersion })
    expect(world.status.versionStatuses[0]?.jobStatus.jobID).toBe(slot?.jobStatus.jobID)
  })

  test('without our record, too: the only live job of its cluster counts', () => {
    const world = live()
    const { versionStatuses: [slot], operatorRecord } = world.status
    world.withStatus({ versionStatuses: [], operatorRecord: { ...operatorRecord, deployed: null } }).rounds(2)
    expect(world.status.versionStatuses[0]?.jobStatus.jobID).toBe(slot?.jobStatus.jobID)
  })

  test('while one of two is torn down: the other one is still known, so the teardown ends', () => {
    const world = live().edit(two).until('DualRunning').rounds(2)
    const { deployHash, updatingHash } = world.status
    world.edit({ ...two, tearDownVersionHash: deployHash }).rounds(3).withStatus({ versionStatuses: [] }).until('Running').rounds(5)
    expect([world.status.deployHash, world.alive.length]).toEqual([updatingHash, 1])
    expect(world.deployments.map(({ labels }) => labels['flink-app-hash'])).toEqual([updatingHash, updatingHash])
  })
})

test('W35 P01 P03 P25 BlueGreen: the operation of an update was put back during the deletion: its savepoint stopped no job', () => {
  const world = live().edit(two).until('Savepointing').rounds(2)
  const { operation } = world.status
  expect(operation?.stop?.how).toBe('Savepoint')
  world.until('DualRunning').delete().rounds(1)
  const before = world.log.length
  world.withStatus({ operation }).rounds(20)
  expect([world.resource, world.alive]).toEqual([null, []])
  expect(world.log.slice(before).filter(it => it.startsWith('stop'))).toHaveLength(2)
})
