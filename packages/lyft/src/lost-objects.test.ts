import { describe, expect, test } from 'vitest'
import type { JsonObject } from '@flink-operator/core/resource'
import { anApplication, type ApplicationWorld, running } from '../fixtures/flink-application-world.ts'

const conditionOf = (world: ApplicationWorld, type: string) => world.status.conditions.find(it => it.type === type)
const isReported = (world: ApplicationWorld): boolean => conditionOf(world, 'Stalled')?.status === 'True'

const lose = (world: ApplicationWorld, hash: string, role: 'jm' | 'tm'): void => {
  const gone = world.deployments.find(({ name }) => name.includes(hash) && name.endsWith(role)) ?? expect.fail('no such Deployment')
  world.deployments = world.deployments.filter(it => it !== gone)
  world.flinks.delete(gone.uid)
}
const loseService = (world: ApplicationWorld, hash: string): void => {
  world.services = world.services.filter(({ name }) => !name.endsWith(`-${hash}`))
}

describe('A14 P06 dual-running/object-missing, dual-running/object-not-ours while two versions run a Deployment is deleted', () => {
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
    expect([world.decided.row, isReported(world)]).toEqual(['dual-running/object-not-ours', true])
    expect(conditionOf(world, 'Stalled')?.message).toContain('tearDownVersionHash')
    world.edit({ ...both, tearDownVersionHash: deployHash }).rounds(40)
    expect([world.phase, world.alive.length]).toEqual(['Running', 1])
  })

  const ha = { flinkConfig: { 'high-availability': 'zookeeper' } }
  const dualInHa = (): ApplicationWorld => {
    const world = running({ ...ha, deploymentMode: 'BlueGreen' })
    world.most = 2
    return world.edit({ ...ha, ...both }).until('DualRunning').rounds(3)
  }

  test('W53 jm of the version before, with high availability: its job may be in HA metadata, so it comes back before it is torn down', () => {
    const world = dualInHa()
    const { deployHash } = world.status
    lose(world, deployHash, 'jm')
    const before = world.log.length
    world.edit({ ...ha, ...both, tearDownVersionHash: deployHash }).rounds(40)
    expect([world.phase, world.decided.row, isReported(world), world.log.slice(before)]).toEqual([
      'DualRunning',
      'dual-running/object-not-ours',
      true,
      [],
    ])
    expect(conditionOf(world, 'Stalled')?.message).toContain('HA metadata')
    world.edit({ ...ha, deploymentMode: 'BlueGreen', tearDownVersionHash: deployHash }).rounds(1)
    expect(world.log.slice(before)).toEqual([`create Deployment app-${deployHash}-green-jm`])
    world.rounds(60, 60_000)
    expect([world.phase, world.alive.length, world.status.deployHash === deployHash]).toEqual(['Running', 1, false])
  })

  test('W53 dual-running/left-in-ha-metadata the jm is deleted while its version is torn down: that waits until it is back', () => {
    const world = dualInHa()
    const { deployHash } = world.status
    world.edit({ ...ha, ...both, tearDownVersionHash: deployHash }).rounds(1)
    lose(world, deployHash, 'jm')
    expect(world.decided.row).toBe('dual-running/left-in-ha-metadata')
    world.rounds(20)
    expect([world.phase, world.decided.row, isReported(world)]).toEqual(['DualRunning', 'dual-running/object-not-ours', true])
  })
})

describe('A15 P06 rescaling/taskmanagers-missing, rescaling/jobmanager-missing while it is scaled in place a Deployment of the live cluster is deleted', () => {
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
    expect([world.phase, isReported(world)]).toEqual(['DeployFailed', true])
  })
})

describe('A16 P06 flink-application/rest-service-missing the Service by which Flink is asked is deleted', () => {
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

describe('A17 P07 running/object-not-ours the owner references of the live cluster are stripped', () => {
  test.each(['deployments', 'services'] as const)('of its %s: it is told whose they are not, and nothing is created', what => {
    const world = running()
    const before = world.log.length
    world[what] = (world[what] as readonly object[]).map(it => ({ ...it, ownerUids: [] })) as never
    world.rounds(20)
    expect([isReported(world), world.decided.row, world.log.slice(before)]).toEqual([true, 'running/object-not-ours', []])
    const { meta: { uid } } = anApplication()
    expect(conditionOf(world, 'Stalled')?.message).toContain(uid)
    world[what] = (world[what] as readonly object[]).map(it => ({ ...it, ownerUids: [uid] })) as never
    world.rounds(5)
    expect(isReported(world)).toBe(false)
  })

  test.each(['deployments', 'services'] as const)('of its %s, and the resource is deleted: its job is stopped first', what => {
    const world = running()
    world[what] = (world[what] as readonly object[]).map(it => ({ ...it, ownerUids: [] })) as never
    world.delete().rounds(40)
    expect([world.resource, world.alive]).toEqual([null, []])
  })
})

describe('A19 P02 P01 the JobManager Deployment of the live version is deleted during an update', () => {
  const ha = { flinkConfig: { 'high-availability': 'zookeeper' } }
  const lost = (spec: JsonObject, change: JsonObject, phase: string): ApplicationWorld => {
    const world = running(spec).edit({ ...spec, ...change, image: 'lyft/flink:2' }).until(phase)
    world.most = 0
    lose(world, world.status.deployHash, 'jm')
    return world
  }

  test.each([
    ['savepointing/left-in-ha-metadata', {}, 'Savepointing'],
    ['savepointing/left-in-ha-metadata', { maxCheckpointRestoreAgeSeconds: 3600 }, 'ClusterStarting'],
    ['cancelling/left-in-ha-metadata', { savepointDisabled: true }, 'Cancelling'],
    ['recovering/left-in-ha-metadata', {}, 'Recovering'],
  ])('%s with high availability the next JobManager of its hash runs its job again: nothing is started beside it', (row, change, phase) => {
    const world = lost(ha, change, phase === 'Recovering' ? 'Savepointing' : phase)
    if (phase === 'Recovering') world.withStatus({ phase, operation: { ...world.status.operation!, phase: 'Recovering' } })
    if (phase === 'ClusterStarting') world.until('Savepointing')
    expect(world.decided.row).toBe(row)
    const before = world.log.length
    world.rounds(20)
    expect([world.phase, world.decided.row, isReported(world)]).toEqual(['DeployFailed', 'running/object-not-ours', true])
    expect(world.log.slice(before)).toEqual([])
    expect(conditionOf(world, 'Stalled')?.message).toContain('set the spec back to that version')
    world.edit(ha).rounds(1)
    expect(world.log.slice(before)).toEqual([`create Deployment app-${world.status.deployHash}-jm`])
  })

  test('without it the job is over: a stateless update goes on', () => {
    const world = lost({}, { savepointDisabled: true }, 'Cancelling')
    expect(world.rounds(20).phase).toBe('Running')
  })
})

describe('W19 P02 P06 running/steady a cluster belongs to no version', () => {
  const stray = 'app-5tray000-jm'
  const withStray = (selector: string): ApplicationWorld => {
    const world = running()
    const jm = world.deployments.find(({ name }) => name.endsWith('jm')) ?? expect.fail('it runs')
    const matchLabels = { ...jm.matchLabels, ...(selector === '' ? {} : { 'pod-deployment-selector': selector }) }
    const labels = { ...jm.labels, 'flink-app-hash': '5tray000' }
    world.deployments = [...world.deployments, { ...jm, name: stray, uid: 'stray', labels, matchLabels }]
    return world
  }
  const told = (world: ApplicationWorld): string => conditionOf(world, 'Stalled')?.message ?? ''

  test.each([
    ['its JobManager does not answer', 'other', "the operator can't see whether a job runs there"],
    ['a job runs there', '', 'runs there'],
  ])('%s: it stays, and the error says what to do', (_title, selector, what) => {
    const world = withStray(selector).wait(301_000).rounds(3)
    expect(world.deployments.map(({ name }) => name)).toContain(stray)
    expect(told(world)).toContain(what)
    expect(told(world)).toContain(`delete Deployment ${stray}`)
  })

  test('a new one is not reported: its JobManager may come up', () => {
    const world = withStray('other')
    world.deployments = world.deployments.map(it => (it.uid === 'stray' ? { ...it, creationTimestamp: world.now } : it))
    expect(told(world.rounds(3))).not.toContain('5tray000')
  })
})
