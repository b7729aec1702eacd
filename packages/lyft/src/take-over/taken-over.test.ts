import { describe, expect, test } from 'vitest'
import { anApplication, ApplicationWorld, running } from '../../fixtures/flink-application-world.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { initialApplicationStatus } from '../status/flink-application-status-fields.ts'

/** As Lyft's operator would have written it: without anything of ours. */
const lyfts = (world: ApplicationWorld, change: Partial<FlinkApplicationStatus> = {}): ApplicationWorld =>
  world.withStatus({
    operation: null,
    operatorRecord: initialApplicationStatus.operatorRecord,
    conditions: [],
    observedGeneration: null,
    ...change,
  })

const two = { image: 'lyft/flink:2' }
const effects = (world: ApplicationWorld, word: string): readonly string[] => world.log.filter(it => it.startsWith(word))

describe("a status of Lyft's operator, or one that somebody changed, with the world that belongs to it (P25)", () => {
  test('Running: nothing is restarted; an edit then updates with a savepoint', () => {
    const world = lyfts(running())
    const before = world.log.length
    world.rounds(5)
    expect([world.phase, world.log.length]).toEqual(['Running', before])
    expect(world.edit(two).until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('Updating, ClusterStarting: it begins anew, and takes over what is there', () => {
    const world = running().edit(two).until('ClusterStarting')
    const { length } = effects(world, 'create')
    lyfts(world).until('Running')
    expect([effects(world, 'create').length, world.alive[0]?.from]).toEqual([length, world.latest])
  })

  test('Savepointing with a trigger id: that stop is the one', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2)
    lyfts(world).complete().until('Running')
    expect([effects(world, 'stop').length, world.alive[0]?.from]).toEqual([1, world.latest])
  })

  test('SubmittingJob with a job id: that job is watched, in whichever cluster it is', () => {
    const world = running().edit(two).until('SubmittingJob')
    world.jobsRun = false
    world.rounds(3)
    const [job] = world.alive
    lyfts(world, { jobStatus: { ...world.status.jobStatus, jobID: job?.jobId ?? '' } }).rounds(2)
    if (job !== undefined) job.tasks = { ...job.tasks, running: 4 }
    world.until('Running')
    expect([world.status.jobStatus.jobID, effects(world, 'run').length]).toEqual([job?.jobId, 2])
  })

  test('P01 half-way/submitting-with-job what it was submitted with is the spec, and not what Lyft recorded of the job before: a roll back later runs that', () => {
    const world = running().edit({ ...two, jarName: 'new.jar', programArgs: '--new' }).until('SubmittingJob')
    world.jobsRun = false
    world.rounds(3)
    const [job] = world.alive
    // Lyft's operator writes the definition only once the job is up (section 2.8)
    lyfts(world, { jobStatus: { ...world.status.jobStatus, jobID: job?.jobId ?? '', jarName: 'job.jar', programArgs: '--old' } }).rounds(2)
    if (job !== undefined) job.tasks = { ...job.tasks, running: 4 }
    expect(world.until('Running').status.jobStatus).toMatchObject({ jobID: job?.jobId, jarName: 'new.jar', programArgs: '--new' })
  })

  test('P01 half-way/submitting-with-job the spec was edited since: its cluster says what it was submitted with', () => {
    const world = running().edit({ ...two, jarName: 'new.jar', programArgs: '--of "new"\n--job' }).until('SubmittingJob')
    world.jobsRun = false
    world.rounds(3)
    const [job] = world.alive
    lyfts(world, { jobStatus: { ...world.status.jobStatus, jobID: job?.jobId ?? '', jarName: 'job.jar', programArgs: '--old' } })
    world.edit({ image: 'lyft/flink:3', jarName: 'third.jar' }).rounds(2)
    expect(world.status.operation?.submit?.definition).toMatchObject({
      jarName: 'new.jar',
      programArgs: '--of "new"\n--job',
      entryClass: 'com.lyft.Job',
      parallelism: 4,
    })
  })

  test('LD04 SubmittingJob without one: the path counts if no job is alive', () => {
    const world = running().edit(two).until('SubmittingJob')
    lyfts(world, { jobStatus: { ...world.status.jobStatus, jobID: '' } }).until('Running')
    expect([effects(world, 'run').length, world.alive[0]?.from]).toEqual([2, world.latest])
  })

  test('P07 submitting/state-unknown SubmittingJob without job and path: nothing is submitted; a person names what to go on from', () => {
    const world = running().edit(two).until('SubmittingJob')
    lyfts(world, { savepointPath: '', jobStatus: { ...world.status.jobStatus, jobID: '' } }).rounds(4)
    expect([world.decided.row, world.alive]).toEqual(['submitting/state-unknown', []])
  })

  test('Deleting: the stop that is recorded is the one', () => {
    const world = running()
    world.savepoints = 'pending'
    world.delete().rounds(2)
    expect(lyfts(world).complete().rounds(5).resource).toBe(null)
    expect(effects(world, 'stop').length).toBe(1)
  })

  test('P25 creating/status-lost the whole status is wiped, and one job is alive: it is the live one', () => {
    const world = running()
    const [hash, before] = [world.status.deployHash, world.log.length]
    world.withStatus(initialApplicationStatus).rounds(4)
    expect([world.phase, world.status.deployHash, world.log.length, world.status.jobStatus.jarName]).toEqual([
      'Running',
      hash,
      before,
      'job.jar',
    ])
  })

  test('P25 P07 our finalizer on an empty status proves that a job ran: it is not started without its state', () => {
    const world = new ApplicationWorld(anApplication({}, { finalizers: ['job.finalizers.flink.k8s.io'] }))
    world.rounds(40)
    expect([world.alive, world.phase]).toEqual([[], 'DeployFailed'])
  })

  test('P25 the phase alone was changed: that of the record counts', () => {
    const world = running().edit(two).until('SubmittingJob').withStatus({ phase: 'New' })
    expect(world.rounds(1).phase).toBe('New')
    expect(running().edit(two).until('SubmittingJob').withStatus({ phase: 'Running' }).until('Running').alive.length).toBe(1)
  })

  test('P25 P07 the operation alone was taken away in SubmittingJob: what the job left is not known any more', () => {
    const world = running().edit(two).until('SubmittingJob')
    world.jobsRun = false
    world.rounds(3)
    world.withStatus({ operation: null })
    world.jobsRun = true
    world.rounds(20)
    expect(world.alive.length).toBeLessThanOrEqual(1)
  })
})
