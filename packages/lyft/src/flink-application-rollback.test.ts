import { describe, expect, test } from 'vitest'
import { aCheckpoint, type ApplicationWorld, running } from '../fixtures/flink-application-world.ts'

const effects = (world: ApplicationWorld, word: string): readonly string[] => world.log.filter(it => it.startsWith(word))
const two = { image: 'lyft/flink:2' }
const badJar = { at: 'RunJar', happens: false, error: { applied: 'No', httpStatus: 400, _tag: 'Invalid', message: 'bad jar' } } as const

/** The job of an update was submitted, and does not come up. */
const submitted = (spec: object = two, from: object = {}): ApplicationWorld => {
  const world = running(from as never)
  world.edit({ ...from, ...spec }).until('SubmittingJob').jobsRun = false
  world.rounds(3)
  return world
}

const fails = (world: ApplicationWorld): ApplicationWorld => {
  const [job] = world.alive
  if (job !== undefined) job.tasks = { total: 4, running: 1, finished: 0, failed: 1 }
  world.jobsRun = true
  return world
}

describe('roll back', () => {
  test('FA15 FA42 LD19 P01 submitting/failed, rolling-back/new-job-alive, rolling-back/submit, rolling-back/old-job-runs: the new job is seen over, the old definition is submitted with the savepoint, DeployFailed', () => {
    const world = fails(submitted({ ...two, jarName: 'new.jar' }))
    const old = world.status.deployHash
    const target = world.status.operation?.hash
    expect(world.decided.row).toBe('submitting/failed')
    world.rounds(1)
    expect([world.phase, world.status.lastSeenError?.method, world.next]).toEqual([
      'RollingBackJob',
      'UnknownMethod',
      { row: 'rolling-back/new-job-alive', effects: ['CancelJob'] },
    ])
    world.until('DeployFailed')
    expect(world.log.at(-1)).toBe(`run job.jar x4 in app-${old} from ${world.latest ?? ''}`)
    expect(world.status).toMatchObject({
      deployHash: old,
      failedDeployHash: target,
      rollbackHash: old,
      savepointPath: '',
      savepointTriggerId: '',
      operation: null,
      jobStatus: { jobID: world.alive[0]?.jobId, jarName: 'job.jar' },
    })
    expect(world.events).toEqual(expect.arrayContaining(['Warning JobMonitoringFailed', 'Normal RollbackSucceeded']))
  })

  test('FA43 FA46 submitting/refused, submitting/given-up a submit that is refused for good: one failing pass; the old job goes on from the savepoint, and it can roll forward', () => {
    const world = running().edit(two).until('SubmittingJob')
    world.failing = badJar
    world.until('RollingBackJob')
    expect([world.status.lastSeenError, world.status.retryCount]).toEqual([null, 0])
    expect(world.until('DeployFailed').alive[0]?.from).toBe(world.latest)
    expect(world.edit({ image: 'lyft/flink:3' }).until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('FA43 P02 rolling-back/job-ending main threw, and Flink leaves open whether it submitted: what it did is listed by then, so the old job goes on soon', () => {
    const world = running().edit(two).until('SubmittingJob')
    const message = 'org.apache.flink.client.program.ProgramInvocationException: main'
    world.failing = { at: 'RunJar', happens: false, error: { applied: 'Maybe', httpStatus: 400, _tag: 'Invalid', message } }
    world.until('RollingBackJob')
    const begun = world.now
    expect([world.until('DeployFailed').alive[0]?.from, world.now - begun < 30_000]).toEqual([world.latest, true])
    expect(effects(world, 'run').length).toBe(2)
  })

  test('FA43 P02 main had submitted it before it threw: the new job is taken away before the old one goes on', () => {
    const world = running().edit(two).until('SubmittingJob')
    const message = 'org.apache.flink.client.program.ProgramInvocationException: main'
    world.failing = { at: 'RunJar', happens: true, error: { applied: 'Maybe', httpStatus: 400, _tag: 'Invalid', message } }
    expect(['Running', 'DeployFailed']).toContain(world.rounds(40).phase)
    expect(world.alive.length).toBe(1)
  })

  test('P02 rolling-back/job-ending the same answer to a submit that is sent again says nothing of the first one: that may still come', () => {
    const world = running().edit(two).until('SubmittingJob')
    const message = 'org.apache.flink.client.program.ProgramInvocationException: main'
    while (world.decided.row !== 'submitting/submit') world.rounds(1)
    world.failing = { at: 'RunJar', happens: false, error: { applied: 'Maybe', httpStatus: null, _tag: 'Timeout', message: 'timeout' } }
    world.rounds(1).wait(11_000)
    while (!world.next.effects.includes('RunJar')) world.rounds(1)
    world.failing = { at: 'RunJar', happens: false, error: { applied: 'Maybe', httpStatus: 400, _tag: 'Invalid', message } }
    world.until('RollingBackJob').wait(30_000)
    expect(world.next).toEqual({ row: 'rolling-back/job-ending', effects: [] })
  })

  test.each([
    [
      'its own submit was not answered in time',
      'ProgramInvocationException: main\nCaused by: java.util.concurrent.TimeoutException: submitJob',
    ],
    ['causes are cut off', `ProgramInvocationException: main${'\nCaused by: x'.repeat(11)}`],
    ['its words are cut off', 'ProgramInvocationException: main…'],
  ])('P02 rolling-back/job-ending main threw, and %s: what it asked for may still come', (_title, words) => {
    const world = running().edit(two).until('SubmittingJob')
    const message = `org.apache.flink.client.program.${words}`
    world.failing = { at: 'RunJar', happens: false, error: { applied: 'Maybe', httpStatus: 400, _tag: 'Invalid', message } }
    world.until('RollingBackJob').wait(30_000)
    expect(world.next).toEqual({ row: 'rolling-back/job-ending', effects: [] })
  })

  test('FA44 submitting/given-up forceRollback in SubmittingJob: the new job is cancelled, the old one put back', () => {
    const world = submitted()
    world.jobsRun = true
    world.edit({ ...two, forceRollback: true })
    expect(world.decided.row).toBe('submitting/given-up')
    world.until('DeployFailed')
    expect([world.status.rollbackHash, world.alive.length, world.alive[0]?.from]).toEqual([world.status.deployHash, 1, world.latest])
  })

  test('FA45 LD36 forceRollback in ClusterStarting: DeployFailed, the old job untouched; set back, a mended spec deploys', () => {
    const world = running()
    const [job] = world.alive
    world.comesUp = false
    world.edit(two).until('ClusterStarting').edit({ ...two, forceRollback: true })
    expect([world.decided.row, world.rounds(1).phase, world.alive[0]?.jobId]).toEqual([
      'cluster-starting/given-up',
      'DeployFailed',
      job?.jobId,
    ])
    world.comesUp = true
    world.edit({ image: 'lyft/flink:3', forceRollback: true }).rounds(2)
    expect([world.phase, world.decided.row]).toEqual(['DeployFailed', 'running/rollback-without-update'])
    expect(world.edit({ image: 'lyft/flink:3' }).until('Running').alive.length).toBe(1)
  })

  test('FA47 LD05 rolling-back/not-ready the parallelism was raised by the update that failed: the old cluster is ready for the old one', () => {
    const world = fails(submitted({ ...two, parallelism: 8 }))
    world.until('DeployFailed')
    expect(world.log.filter(it => it.startsWith('run')).at(-1)).toMatch(/^run job.jar x4/u)
  })

  test('FA47 rolling-back/given-up, savepointing/state-recorded P01 the old cluster is not ready for five minutes: RollbackFailed; what the job left stays recorded, and an edit goes on from it', () => {
    const world = fails(submitted()).until('RollingBackJob')
    world.deployments = world.deployments.map(it => it.name === `app-${world.status.deployHash}-tm` ? { ...it, availableReplicas: 0 } : it)
    world.rounds(6)
    expect(world.decided.row).toBe('rolling-back/not-ready')
    world.wait(301_000).rounds(1)
    expect([world.phase, world.alive, world.status.operatorRecord.lastState]).toMatchObject(['DeployFailed', [], {
      _tag: 'Path',
      path: world.latest,
    }])
    expect(world.events).toContain('Warning RollbackFailed')
    // it was stopped, and nothing runs: not the Green of a job that came to its end
    expect(world.rounds(1).status.jobStatus).toMatchObject({ state: 'FINISHED', health: 'Red' })
    expect(world.edit({ image: 'lyft/flink:3' }).until('Savepointing').decided.row).toBe('savepointing/state-recorded')
    expect(world.until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('P01 submitting/ran-before a new job that completed a checkpoint is not rolled back', () => {
    const world = submitted()
    const [job] = world.alive
    if (job !== undefined) {
      job.checkpoint = aCheckpoint('s3://of-the-new', world.now)
      job.completed = 1
    }
    fails(world).rounds(1)
    expect([world.phase, effects(world, 'cancel')]).toEqual(['Running', []])
  })

  test('P01 rolling-back/new-job-runs it completed one after the roll back began: the same', () => {
    const world = fails(submitted()).until('RollingBackJob')
    const [job] = world.alive
    if (job !== undefined) {
      job.checkpoint = aCheckpoint('s3://of-the-new', world.now)
      job.completed = 1
    }
    expect([world.decided.row, world.rounds(1).phase]).toEqual(['rolling-back/new-job-runs', 'Running'])
  })

  test('P14 rolling-back/state-unknown whether the new job completed a checkpoint is not known: nothing is submitted, unless a person forces it', () => {
    const world = fails(submitted()).until('RollingBackJob')
    world.unobservable = ['GetCheckpoints']
    world.rounds(4)
    expect([world.decided.row, world.alive]).toEqual(['rolling-back/state-unknown', []])
    expect(world.edit({ ...two, forceRollback: true }).until('DeployFailed').alive[0]?.from).toBe(world.latest)
  })

  test('LD19 rolling-back/job-ending a new job that is CANCELLING is waited for', () => {
    const world = fails(submitted()).until('RollingBackJob')
    const [job] = world.alive
    if (job !== undefined) job.state = 'CANCELLING'
    expect(world.next).toEqual({ row: 'rolling-back/job-ending', effects: [] })
  })

  test('LD11 rolling-back/old-job-finished a finite old job that is FINISHED by itself is not submitted again', () => {
    const world = running()
    const [job] = world.alive
    if (job !== undefined) world.end(job, 'FINISHED')
    world.edit({ ...two, savepointDisabled: true }).until('SubmittingJob')
    world.failing = badJar
    world.until('DeployFailed')
    expect(world.alive).toEqual([])
  })

  test('P02 rolling-back/jobs-unobservable the jobs of a cluster could not be seen: nothing is submitted', () => {
    const world = fails(submitted()).until('RollingBackJob')
    world.unobservable = ['GetJobsOverview']
    expect(world.next).toEqual({ row: 'rolling-back/jobs-unobservable', effects: [] })
  })

  test('LD10 savepointing/rollback-and-running forceRollback before the stop: the old job is kept', () => {
    const world = running().edit(two).until('Savepointing').edit({ ...two, forceRollback: true })
    expect([world.decided.row, world.rounds(1).phase, world.alive.length, effects(world, 'stop')]).toEqual([
      'savepointing/rollback-and-running',
      'DeployFailed',
      1,
      [],
    ])
  })
})

describe('DeployFailed and Running', () => {
  const failed = (): ApplicationWorld => fails(submitted()).until('DeployFailed')

  test('FA48 LD15 the same hash is not tried again, and it is told which field to change; another one is', () => {
    const world = failed().rounds(8)
    expect([world.phase, world.decided.row, world.status.reason]).toEqual([
      'DeployFailed',
      'running/steady',
      expect.stringMatching(/restartNonce/u),
    ])
    expect(world.edit({ ...two, restartNonce: 'again' }).rounds(1).phase).toBe('Updating')
    expect(world.until('Running').status.failedDeployHash).toBe('')
  })

  test('FA49 the objects of the hash that failed go, those of the live one stay', () => {
    const world = failed().rounds(8)
    const hash = world.status.deployHash
    expect([world.deployments, world.services].map(it => it.map(({ name }) => name))).toEqual([
      [`app-${hash}-jm`, `app-${hash}-tm`],
      ['app', `app-${hash}`],
    ])
  })

  test('LD16 running/spec-taken-back back to the live spec, and its job runs: Running', () => {
    expect(failed().edit({}).until('Running').alive.length).toBe(1)
  })

  test('FA50 running/job-unobservable the job could not be seen: told, nothing is kept of it, nothing is cleaned up', () => {
    const world = running().edit(two).until('Running')
    world.unobservable = ['GetJobsOverview']
    world.rounds(2)
    expect([world.decided.row, world.status.retryCount, world.status.lastSeenError, world.deployments.length]).toEqual([
      'running/job-unobservable',
      0,
      null,
      4,
    ])
  })

  test('running/unobservable P14 the Deployments could not be seen: nothing is done', () => {
    const world = running().edit(two)
    world.unobservable = ['ListLabelledObjects']
    expect(world.next).toEqual({ row: 'running/unobservable', effects: [] })
  })

  test('running/invalid P10 a spec that is not valid: told, what runs is cared for', () => {
    const world = running().edit({ jarName: '' }).rounds(2)
    expect([world.phase, world.decided.row, world.alive.length]).toEqual(['Running', 'running/invalid', 1])
    expect(world.status.conditions.find(({ type }) => type === 'Stalled')?.reason).toBe('ValidationError')
  })

  test('FA71 LD24 running/mode-changed another mode beside another edit: DeployFailed with UnsupportedChange; the mode alone is only told', () => {
    const alone = running().edit({ deploymentMode: 'BlueGreen' }).rounds(2)
    expect([alone.phase, alone.decided.row, alone.status.deploymentMode]).toEqual(['Running', 'running/invalid', 'Dual'])
    const world = running().edit({ ...two, deploymentMode: 'BlueGreen' }).rounds(3)
    expect([world.phase, world.events.filter(it => it === 'Warning UnsupportedChange').length, world.alive.length]).toEqual([
      'DeployFailed',
      1,
      1,
    ])
    expect(world.edit({}).until('Running').alive.length).toBe(1)
  })

  test('LD37 running/object-missing an object of the live cluster is taken away: it is created again, and nothing else happens', () => {
    const world = running()
    world.services = world.services.filter(({ name }) => name !== 'app')
    expect(world.next).toEqual({ row: 'running/object-missing', effects: ['CreateObject'] })
    world.rounds(2)
    expect([world.services.length, world.phase, world.alive.length]).toEqual([2, 'Running', 1])
    world.deployments = world.deployments.filter(({ name }) => !name.endsWith('-tm'))
    expect([world.rounds(2).deployments.length, world.phase]).toEqual([2, 'Running'])
  })

  test('P06 running/jobs-unobservable a cluster of another hash tells nothing, because its Service was never made: it is made, seen empty, and the cluster goes', () => {
    const world = running().edit({ image: 'lyft/flink:2' }).rounds(2)
    const { hash = '' } = world.status.operation ?? {}
    expect(world.services.map(({ name }) => name)).not.toContain(`app-${hash}`)
    expect(world.edit({}).until('Running').next).toEqual({ row: 'running/jobs-unobservable', effects: ['CreateObject'] })
    world.rounds(8)
    expect([world.deployments.length, world.services.length, world.alive.length]).toEqual([2, 2, 1])
  })

  test('P06 submitting/other-job-not-ended two quick edits: the Service of the first one was never made; it is made, so that the new job is submitted beside nothing', () => {
    const world = running().edit({ image: 'lyft/flink:2' }).rounds(2)
    const { hash = '' } = world.status.operation ?? {}
    expect(world.services.map(({ name }) => name)).not.toContain(`app-${hash}`)
    world.edit({ image: 'lyft/flink:3' }).until('SubmittingJob').until('Running').rounds(10)
    expect([world.phase, world.alive.length, world.most, world.deployments.length]).toEqual(['Running', 1, 1, 2])
  })

  test('P06 rolling-back/job-ending the same, rolled back before the new job is submitted: the Service is made, and the job of before runs again', () => {
    const world = running().edit({ image: 'lyft/flink:2' }).rounds(2)
    world.edit({ image: 'lyft/flink:3' }).until('SubmittingJob')
    world.edit({ image: 'lyft/flink:3', forceRollback: true }).until('DeployFailed').rounds(10)
    expect([world.alive.length, world.most, world.deployments.length]).toEqual([1, 1, 2])
  })

  test('P06 running/steady the live job is gone with its JobManager, or nothing is recorded of it: told, Red, and it stays told', () => {
    const world = running()
    world.restart(world.status.deployHash).rounds(5, 30_000)
    expect([world.phase, world.decided.row, world.status.jobStatus.health]).toEqual(['Running', 'running/steady', 'Red'])
    expect(world.status.conditions.find(({ type }) => type === 'Stalled')).toMatchObject({ status: 'True', reason: 'JobMonitoringFailed' })
    expect(world.status.reason).toMatch(/no longer lists job/u)
    const { writes } = world
    expect(world.rounds(3).writes).toBe(writes)
    world.withStatus({ jobStatus: { ...world.status.jobStatus, jobID: '' } }).rounds(1)
    expect(world.status.reason).toMatch(/records no job for the live version/u)
  })

  test('P02 running/leftovers a cluster of another hash in which a job is alive is not deleted', () => {
    const world = running().edit(two).until('Running')
    const old = [...world.flinks.values()][0]
    world.most = 2
    const [job] = old?.jobs ?? []
    if (job !== undefined) job.state = 'RUNNING'
    world.rounds(6)
    expect(world.deployments.length).toBe(4)
  })

  test('flink-application/paused A8 paused: nothing is begun; flink-application/retry-later LD25 an error is tried again when its time comes, and nothing is written meanwhile', () => {
    const world = running().edit(two, { annotations: { 'flinkdeployment.flink.apache.org/pause': 'true' } }).rounds(3)
    expect([world.phase, world.decided.row]).toEqual(['Running', 'flink-application/paused'])
    expect(world.status.conditions.find(({ type }) => type === 'Ready')).toMatchObject({ status: 'True', reason: 'Paused' })
    world.edit(two, { annotations: {} }).until('Savepointing')
    world.failing = { at: 'StopWithSavepoint', happens: false, error: { applied: 'No', httpStatus: 503 } }
    world.round()
    const { writes } = world
    expect([world.decided.row, world.round().writes]).toEqual(['flink-application/retry-later', writes])
  })

  test('FA57 G1 a word that names no state: nothing is done, and nothing is written', () => {
    const world = running().withStatus({ phase: 'RollingBack' })
    const { writes } = world
    expect([world.rounds(3).writes, world.phase]).toEqual([writes, 'RollingBack'])
  })
})
