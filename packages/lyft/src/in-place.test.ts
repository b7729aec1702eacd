import { describe, expect, test } from 'vitest'
import { type ApplicationWorld, running } from '../fixtures/flink-application-world.ts'
import { hashLabel } from './objects/flink-application-labels.ts'
import { isScaledUp } from './observe/edit.ts'

const inPlace = { scaleMode: 'InPlace' }
const more = { ...inPlace, parallelism: 6 }
const labels = (world: ApplicationWorld): readonly (string | undefined)[] => world.deployments.map(it => it.labels[hashLabel])

describe('scaling in place', () => {
  test.each([
    [{ parallelism: 150 }, true],
    [{ parallelism: 90 }, false],
    [{ parallelism: 150, restartNonce: 'x' }, false],
  ])('FA59 LD17d 100 → %j: only more parallelism, and nothing else, of the live spec: %s', (spec, isUp) => {
    const world = running({ ...inPlace, parallelism: 100 }).edit({ ...inPlace, ...spec })
    expect(isScaledUp(world.decided.round)).toBe(isUp)
  })

  test('FA60 rescaling/labels-missing, rescaling/ready, submitting/runs-alone labels, replicas and a Service; stop with savepoint; the same Deployments; an image change then deploys normally', () => {
    const world = running(inPlace)
    const [old, names] = [world.status.deployHash, world.deployments.map(({ name }) => name)]
    world.edit(more).until('Running')
    const hash = world.status.deployHash
    expect([world.deployments.map(({ name }) => name), world.deployments[1]?.wantedReplicas, labels(world)]).toEqual([names, 3, [
      hash,
      hash,
    ]])
    expect([world.status.inPlaceUpdatedFromHash, world.alive[0]?.from, world.status.jobStatus.parallelism]).toEqual([old, world.latest, 6])
    world.edit({ ...more, image: 'lyft/flink:2' }).until('Running').rounds(8)
    expect([world.deployments.length, world.alive[0]?.from, world.status.inPlaceUpdatedFromHash]).toEqual([2, world.latest, ''])
  })

  test('FA61 LD17b rescaling/not-ready, rescaling/undo, rescaling/given-up TaskManagers do not come: it waits; after five minutes labels and replicas are put back, and it is not tried again', () => {
    const world = running(inPlace)
    const hash = world.status.deployHash
    world.comesUp = false
    world.edit(more).until('Rescaling').rounds(5)
    expect(world.decided.row).toBe('rescaling/not-ready')
    world.wait(301_000)
    expect(world.next).toEqual({ row: 'rescaling/undo', effects: ['PatchObject'] })
    world.until('DeployFailed')
    expect([labels(world), world.deployments[1]?.wantedReplicas, world.alive.length]).toEqual([[hash, hash], 2, 1])
    expect(world.events).toContain('Warning ClusterScaleUpFailed')
    world.comesUp = true
    expect(world.up().rounds(6).phase).toBe('DeployFailed')
    expect([world.services.length, world.alive.length]).toEqual([2, 1])
  })

  test('LD07 rescaling/spec-changed another edit while it grows: put back, Running, then that one', () => {
    const world = running(inPlace)
    world.comesUp = false
    world.edit(more).until('Rescaling').rounds(4)
    world.comesUp = true
    world.up().edit({ ...inPlace, image: 'lyft/flink:2' })
    expect(world.decided.row).toBe('rescaling/undo')
    world.rounds(4)
    expect(world.phase).not.toBe('Rescaling')
    expect(world.until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('FA62 creating/names-still-used back to the parallelism of before: the cluster has the names of that hash, and restartNonce is the advice', () => {
    const world = running(inPlace).edit(more).until('Running').rounds(2).edit(inPlace).until('DeployFailed')
    expect([world.alive.length, world.status.operatorRecord.givenUp?.reason]).toEqual([1, expect.stringMatching(/restartNonce/u)])
  })

  test('FA63 LD17c two in a row: the Service that the pods were made with is kept', () => {
    const world = running(inPlace)
    const first = world.status.deployHash
    world.edit(more).until('Running').rounds(3).edit({ ...inPlace, parallelism: 8 }).until('Running').rounds(6)
    expect(world.services.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['app', `app-${first}`, `app-${world.status.deployHash}`]),
    )
    expect([world.services.length, world.alive.length]).toEqual([3, 1])
  })

  test('FA63 LD17a rolling-back/scaled-in-place the job does not come up after one: labels and replicas are put back, and the old job runs as before', () => {
    const world = running(inPlace)
    const hash = world.status.deployHash
    world.edit(more).until('SubmittingJob').jobsRun = false
    world.rounds(2)
    const [job] = world.alive
    if (job !== undefined) job.tasks = { total: 6, running: 0, finished: 0, failed: 1 }
    world.jobsRun = true
    world.until('DeployFailed')
    expect([labels(world), world.deployments[1]?.wantedReplicas, world.alive.length, world.alive[0]?.from]).toEqual([
      [hash, hash],
      2,
      1,
      world.latest,
    ])
    expect(world.log.filter(it => it.startsWith('run')).at(-1)).toMatch(/^run job.jar x4/u)
  })

  test.each([
    ['another edit, back to the spec of before', {}, inPlace, 'Running'],
    ['another edit', {}, { ...inPlace, image: 'lyft/flink:2' }, 'Running'],
    ['forceRollback', {}, { ...more, forceRollback: true }, 'DeployFailed'],
    ['the same, savepointDisabled', { savepointDisabled: true }, { ...inPlace, savepointDisabled: true }, 'Running'],
  ])(
    'LD17b savepointing/scaled-in-place-and-changed, cancelling/scaled-in-place-and-changed %s before the job was told to stop: labels and replicas are put back first',
    (_, first, spec, phase) => {
      const world = running({ ...inPlace, ...first })
      world.mayLose = true
      const hash = world.status.deployHash
      const [job] = world.alive
      world.edit({ ...more, ...first }).until('savepointDisabled' in first ? 'Cancelling' : 'Savepointing').edit(spec)
      world.rounds(1)
      expect(world.phase).toBe('Rescaling')
      world.rounds(3)
      expect([labels(world), world.deployments[1]?.wantedReplicas, world.alive]).toEqual([[hash, hash], 2, [job]])
      world.until(phase).rounds(5)
      expect([world.phase, world.alive.length, world.deployments.length]).toEqual([phase, 1, 2])
    },
  )

  test('LD17b recovering/no-checkpoint-in-place P07 neither savepoint nor checkpoint: labels and replicas are put back, then FAIL; the job runs on', () => {
    const world = running(inPlace)
    const hash = world.status.deployHash
    const [job] = world.alive
    world.savepoints = 'failed'
    world.edit(more).until('DeployFailed').rounds(5)
    expect([labels(world), world.deployments[1]?.wantedReplicas, world.alive, world.decided.row]).toEqual([
      [hash, hash],
      2,
      [job],
      'running/steady',
    ])
    expect(world.status.operatorRecord.givenUp?.reason).toMatch(/no usable checkpoint/u)
  })

  test('LD17b recovering/rollback-in-place forceRollback in Recovering: the same', () => {
    const world = running(inPlace)
    const hash = world.status.deployHash
    world.savepoints = 'failed'
    world.edit(more).until('Recovering').edit({ ...more, forceRollback: true }).until('DeployFailed').rounds(5)
    expect([labels(world), world.alive.length, world.decided.row]).toEqual([[hash, hash], 1, 'running/steady'])
  })

  test('LD17b rolling-back/scaled-in-place cancel retries are used up, and the old job runs: labels and replicas are put back before it is over', () => {
    const world = running({ ...inPlace, savepointDisabled: true })
    const hash = world.status.deployHash
    world.edit({ ...more, savepointDisabled: true }).until('Cancelling')
    for (let i = 0; i < 40 && world.phase === 'Cancelling'; i += 1) {
      world.failing = { at: 'CancelJob', happens: false, error: { applied: 'No', message: 'no' } }
      world.rounds(1, 40_000)
    }
    world.failing = null
    world.until('DeployFailed').rounds(5)
    expect([labels(world), world.deployments[1]?.wantedReplicas, world.alive.length, world.decided.row]).toEqual([
      [hash, hash],
      2,
      1,
      'running/steady',
    ])
  })

  test('rescaling/ready-without-savepoint savepointDisabled: Cancelling; rescaling/objects-unobservable P14 what is not seen is not changed', () => {
    const world = running(inPlace)
    world.mayLose = true
    world.edit({ ...more, savepointDisabled: true }).until('Rescaling')
    world.unobservable = ['ListLabelledObjects']
    expect(world.next).toEqual({ row: 'rescaling/objects-unobservable', effects: [] })
    world.unobservable = []
    expect(world.until('Cancelling').until('Running').alive[0]?.from).toBe(null)
  })
})
