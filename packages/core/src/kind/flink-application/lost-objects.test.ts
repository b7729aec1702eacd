import { describe, expect, test } from 'vitest'
import { anApplication, type ApplicationWorld, running } from '../../../fixtures/flink-application-world.ts'

const conditionOf = (world: ApplicationWorld, type: string) => world.status.conditions.find(it => it.type === type)
const isTold = (world: ApplicationWorld): boolean => conditionOf(world, 'Stalled')?.status === 'True'

const lose = (world: ApplicationWorld, hash: string, role: 'jm' | 'tm'): void => {
  const gone = world.deployments.find(({ name }) => name.includes(hash) && name.endsWith(role)) ?? expect.fail('no such Deployment')
  world.deployments = world.deployments.filter(it => it !== gone)
  world.flinks.delete(gone.uid)
}
const loseService = (world: ApplicationWorld, hash: string): void => {
  world.services = world.services.filter(({ name }) => !name.endsWith(`-${hash}`))
}

describe('A14 P06 D3a D3b while two versions run a Deployment is deleted', () => {
  const both = { deploymentMode: 'BlueGreen', image: 'lyft/flink:2' }
  const dual = (): ApplicationWorld => {
    const world = running({ deploymentMode: 'BlueGreen' })
    world.most = 2
    return world.edit(both).until('DualRunning').rounds(3)
  }

  test.each(['jm', 'tm'] as const)('%s of the version of the present spec: it is created again', role => {
    const world = dual()
    lose(world, world.status.updatingHash, role)
    world.rounds(20)
    expect(world.deployments).toHaveLength(4)
    expect(world.phase).toBe('DualRunning')
  })

  test.each(['jm', 'tm'] as const)('%s of the version before: it is told, and the way that is told leads out', role => {
    const world = dual()
    const { deployHash } = world.status
    lose(world, deployHash, role)
    world.rounds(20)
    expect([world.decided.row, isTold(world)]).toEqual(['D3b', true])
    expect(conditionOf(world, 'Stalled')?.message).toContain('tearDownVersionHash')
    world.edit({ ...both, tearDownVersionHash: deployHash }).rounds(40)
    expect([world.phase, world.alive.length]).toEqual(['Running', 1])
  })
})

describe('A15 P06 S2a S2b while it is scaled in place a Deployment of the live cluster is deleted', () => {
  const inPlace = { scaleMode: 'InPlace' }
  const scaling = (): ApplicationWorld => {
    const world = running(inPlace)
    world.comesUp = false
    world.edit({ ...inPlace, parallelism: 8 }).until('Rescaling').rounds(1)
    world.comesUp = true
    return world
  }

  test('that of the TaskManagers is created again', () => {
    const world = scaling()
    lose(world, world.status.deployHash, 'tm')
    world.rounds(1)
    expect(world.log.at(-1)).toMatch(/create Deployment .*-tm/u)
  })

  test('with that of the JobManager the job is gone: it is given up and told', () => {
    const world = scaling()
    world.most = 0
    lose(world, world.status.deployHash, 'jm')
    world.rounds(20)
    expect([world.phase, isTold(world)]).toEqual(['DeployFailed', true])
  })
})

describe('A16 P06 G6 the Service by which Flink is asked is deleted', () => {
  test('while the new job is submitted: it is created again, and the update comes to its end', () => {
    const world = running()
    world.jobsRun = false
    world.edit({ image: 'lyft/flink:2' }).until('SubmittingJob').rounds(3)
    loseService(world, world.status.operation?.hash ?? '')
    world.jobsRun = true
    for (const job of world.alive) job.tasks.running = job.tasks.total
    world.rounds(20)
    expect([world.phase, world.alive.length]).toEqual(['Running', 1])
  })

  test('while a savepoint is taken: its path is read', () => {
    const world = running()
    world.savepoints = 'pending'
    world.edit({ image: 'lyft/flink:2' }).until('Savepointing').rounds(3)
    loseService(world, world.status.deployHash)
    world.complete()
    world.rounds(20)
    expect([world.phase, world.alive.map(({ from }) => from)]).toEqual(['Running', [world.latest]])
  })

  test('while the resource is deleted: the job is stopped all the same', () => {
    const world = running().delete().rounds(1)
    loseService(world, world.status.deployHash)
    world.rounds(20)
    expect([world.resource, world.alive]).toEqual([null, []])
  })
})

describe('A17 P07 X9a the owner references of the live cluster are stripped', () => {
  test.each(['deployments', 'services'] as const)('of its %s: it is told whose they are not, and nothing is created', what => {
    const world = running()
    const before = world.log.length
    world[what] = (world[what] as readonly object[]).map(it => ({ ...it, ownerUids: [] })) as never
    world.rounds(20)
    expect([isTold(world), world.decided.row, world.log.slice(before)]).toEqual([true, 'X9a', []])
    const { meta: { uid } } = anApplication()
    expect(conditionOf(world, 'Stalled')?.message).toContain(uid)
    world[what] = (world[what] as readonly object[]).map(it => ({ ...it, ownerUids: [uid] })) as never
    world.rounds(5)
    expect(isTold(world)).toBe(false)
  })

  test.each(['deployments', 'services'] as const)('of its %s, and the resource is deleted: its job is stopped first', what => {
    const world = running()
    world[what] = (world[what] as readonly object[]).map(it => ({ ...it, ownerUids: [] })) as never
    world.delete().rounds(40)
    expect([world.resource, world.alive]).toEqual([null, []])
  })
})
