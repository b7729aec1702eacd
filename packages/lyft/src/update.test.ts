import { describe, expect, test } from 'vitest'
import { aCheckpoint, type ApplicationWorld, running } from '../fixtures/flink-application-world.ts'

const trace = (world: ApplicationWorld, rounds = 40): readonly string[] => {
  const seen: string[] = []
  for (let i = 0; i < rounds; i += 1) {
    seen.push(`${world.phase} ${world.decided.row}`)
    world.rounds(1)
  }
  return seen.filter((it, index) => seen[index - 1] !== it)
}

const effects = (world: ApplicationWorld, word: string): readonly string[] => world.log.filter(it => it.startsWith(word))
const two = { image: 'lyft/flink:2' }
const badJar = { at: 'RunJar', happens: false, error: { applied: 'No', httpStatus: 400, _tag: 'Invalid', message: 'bad jar' } } as const

/** The job of before has a checkpoint. */
const withCheckpoint = (world: ApplicationWorld, at = world.now): ApplicationWorld => {
  const [job] = world.alive
  if (job !== undefined) [job.checkpoint, job.completed] = [aCheckpoint('s3://cp', at), 1]
  return world
}

describe('an update with a savepoint, Dual', () => {
  test('FA19 FA27 FA28 running/spec-changed to running/steady: a second cluster, stop with savepoint, submit there, the first cluster goes', () => {
    const world = running()
    const [before] = world.alive
    const old = world.status.deployHash
    expect(trace(world.edit(two))).toEqual([
      'Running running/spec-changed',
      'Updating creating/object-missing',
      'Updating creating/complete',
      'ClusterStarting cluster-starting/ready',
      'Savepointing savepointing/request',
      'Savepointing savepointing/complete-and-ended',
      'SubmittingJob submitting/service-to-switch',
      'SubmittingJob submitting/submit',
      'SubmittingJob submitting/runs-alone',
      'Running running/leftovers',
      'Running running/steady',
    ])
    const hash = world.status.deployHash
    expect([hash === old, world.alive[0]?.jobId === before?.jobId, world.alive[0]?.from]).toEqual([false, false, world.latest])
    expect(world.deployments.map(({ name }) => name)).toEqual([`app-${hash}-jm`, `app-${hash}-tm`])
    expect(world.services.map(({ name }) => name)).toEqual(['app', `app-${hash}`])
    expect(effects(world, 'stop')).toEqual([`stop in app-${old}`])
  })

  test('FA19 P08 running/steady nothing changed: nothing is written', () => {
    const world = running().rounds(5)
    const { writes } = world
    expect([world.rounds(5, 60_000).writes, world.decided.row]).toEqual([writes, 'running/steady'])
  })

  test('FA21 FA22 LD03 P03 savepointing/request, savepointing/in-progress: the trigger id is minted and written before the call; in progress writes nothing', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing')
    const [write] = world.decided.actions
    const call = world.decided.actions.find(({ _tag }) => _tag === 'StopWithSavepoint')
    expect(write).toMatchObject({
      _tag: 'PersistStatus',
      status: { operation: { stop: { triggerId: call !== undefined && 'triggerId' in call ? call.triggerId : '' } } },
    })
    world.rounds(1)
    expect(world.status.savepointTriggerId).toBe(world.status.operation?.stop?.triggerId)
    const { writes } = world
    expect([world.rounds(3).writes, world.decided.row]).toEqual([writes, 'savepointing/in-progress'])
    world.complete().rounds(1)
    expect([world.phase, world.status.savepointPath]).toEqual(['SubmittingJob', world.latest])
    expect(world.until('Running').status).toMatchObject({ savepointPath: '', savepointTriggerId: '', operation: null })
  })

  test('LD19 savepointing/complete-and-not-ended the savepoint is complete, and the job has not ended: its path is written down, and nothing is submitted', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2)
    const [job] = world.alive
    world.complete()
    if (job !== undefined) job.state = 'RUNNING'
    world.rounds(2)
    expect([world.decided.row, world.status.savepointPath]).toEqual(['savepointing/complete-and-not-ended', world.latest])
    if (job !== undefined) world.end(job, 'FINISHED')
    expect(world.until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('FA29 LD17c running/leftovers objects of other hashes go once the new job is alive, one a round; the generic Service stays', () => {
    const world = running().edit(two).until('Running')
    const gone = []
    for (let i = 0; i < 4; i += 1) {
      gone.push(world.next.effects)
      world.rounds(1)
    }
    expect(gone).toEqual([['DeleteObject'], ['DeleteObject'], ['DeleteObject'], []])
    expect(world.services.map(({ name }) => name)).toContain('app')
  })

  test.each(['GetJobsOverview', 'ListLabelledObjects', 'ListJobManagerPods', 'GetSavepointOperation'])(
    'P14 %s is not answered: an update waits, and nothing is done on what was not seen',
    query => {
      const world = running().edit(two)
      world.savepoints = 'pending'
      world.until('Savepointing').rounds(2)
      const before = world.log.length
      world.unobservable = [query]
      world.complete().rounds(3)
      expect(effects(world, 'run').length).toBe(1)
      expect(world.log.slice(before).filter(it => !it.startsWith('lead'))).toEqual([])
      world.unobservable = []
      expect(world.until('Running').alive[0]?.from).toBe(world.latest)
    },
  )

  test('LD07 cluster-starting/spec-changed, savepointing/spec-changed an edit before the old job is touched begins anew for it; the hash that was never tried is not failed', () => {
    const world = running().edit(two).until('ClusterStarting').edit({ image: 'lyft/flink:3' })
    expect(world.decided.row).toBe('cluster-starting/spec-changed')
    world.until('Running').rounds(8)
    expect([world.status.failedDeployHash, world.deployments.length, effects(world, 'stop').length]).toEqual(['', 2, 1])
  })

  test('LD07 an edit after the old job was told to stop waits until the update is over', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2)
    const target = world.status.operation?.hash
    world.edit({ image: 'lyft/flink:3' }).complete()
    expect(world.until('Running').status.deployHash).toBe(target)
    world.savepoints = 'done'
    expect(world.rounds(3).phase).not.toBe('Running')
    expect(world.until('Running').status.deployHash).toBe(world.decided.round.desired.hash)
  })

  test('LD07 LD16 creating/spec-taken-back taken back before the old job is touched: Running, and the second cluster goes', () => {
    const world = running().edit(two).until('ClusterStarting').edit({})
    expect(world.decided.row).toBe('creating/spec-taken-back')
    world.rounds(2)
    expect(world.phase).toBe('Running')
    expect(world.rounds(6).deployments.length).toBe(2)
    expect([effects(world, 'stop'), world.alive.length]).toEqual([[], 1])
  })

  test('FA23 LD03 savepointing/failed a savepoint that completes without a path, or fails: its id is forgotten, Recovering', () => {
    const world = running().edit(two)
    world.savepoints = 'failed'
    world.until('Recovering')
    expect([world.status.savepointPath, world.status.operation?.stop]).toEqual(['', null])
    expect(world.events).toContain('Warning SavepointFailed')
  })

  test('FA24 LD06 V4 savepointing/given-up the trigger call fails until retries are used up: Recovering, without error and count', () => {
    const world = running().edit(two).until('Savepointing')
    const counts: number[] = []
    for (let i = 0; i < 20 && world.phase === 'Savepointing'; i += 1) {
      world.failing = { at: 'StopWithSavepoint', happens: false, error: { applied: 'No', _tag: 'Unavailable', httpStatus: 503 } }
      world.rounds(1, 31_000)
      counts.push(world.status.retryCount)
    }
    expect(counts.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5])
    expect([world.phase, world.status.retryCount, world.status.lastSeenError]).toEqual(['Recovering', 0, null])
  })

  test('FA25 savepointing/unobservable, savepointing/given-up the savepoint is not told until retries are used up: Recovering; the stop stays recorded', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2)
    world.unobservable = ['GetSavepointOperation']
    world.until('Recovering', 20, 31_000)
    expect(world.status.operation?.stop).not.toBe(null)
  })

  test('FA26 LD10 a savepoint in progress for more than five minutes: Recovering, where its end is still waited for', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2).wait(301_000).rounds(1)
    expect([world.phase, world.rounds(2).decided.row]).toEqual(['Recovering', 'recovering/stop-in-progress'])
    expect(world.complete().until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('LD26 P15 P03 somebody else wrote the status meanwhile: nothing of that round is done, and the next one reads anew', () => {
    const world = running().edit(two).until('Savepointing')
    world.failing = {
      at: 'PersistStatus',
      happens: false,
      error: { _tag: 'Conflict', applied: 'No', httpStatus: 409, message: 'modified' },
    }
    world.rounds(1)
    expect([world.status.operation?.stop, world.log.filter(it => it.startsWith('stop'))]).toEqual([null, []])
    world.rounds(1)
    expect(world.status.operation?.stop?.triggerId).toMatch(/^[0-9a-f]{32}$/u)
    expect(world.until('Running').log.filter(it => it.startsWith('stop')).length).toBe(1)
  })

  test('LD34 P02 the answer of the submit is lost: the job is found by its id, and none is run a second time', () => {
    const world = running().edit(two).until('SubmittingJob')
    world.failing = { at: 'RunJar', happens: true }
    world.until('Running')
    expect(effects(world, 'run').length).toBe(2)
  })

  test('LD34 P02 the submit never arrived: the same id is sent again', () => {
    const world = running().edit(two).until('SubmittingJob').rounds(1)
    world.failing = { at: 'RunJar', happens: false }
    world.rounds(1)
    const id = world.status.operation?.submit?.jobId
    world.until('Running')
    expect(world.status.jobStatus.jobID).toBe(id)
  })

  test('P01 P07 submitting/maybe-ran-before sent to another life of the JobManager, and not listed: blocked; forceRollback is the way out', () => {
    const world = running().edit(two).until('SubmittingJob').rounds(1)
    world.jobsRun = false
    world.rounds(1)
    const hash = world.status.operation?.hash ?? ''
    world.restart(hash)
    world.jobsRun = true
    expect(world.rounds(3).decided.row).toBe('submitting/maybe-ran-before')
    expect([world.alive, world.status.reason]).toMatchObject([[], expect.stringMatching(/that no longer exists, and is not listed/u)])
    world.edit({ ...two, forceRollback: true }).until('DeployFailed')
    expect([world.alive.length, world.alive[0]?.from]).toEqual([1, world.latest])
  })

  test('P02 savepointing/send-again the stop never arrived: the same id is sent again', () => {
    const world = running().edit(two).until('Savepointing')
    world.failing = { at: 'StopWithSavepoint', happens: false }
    world.rounds(1)
    const id = world.status.operation?.stop?.triggerId
    expect(world.wait(2_000).decided.row).toBe('savepointing/send-again')
    world.savepoints = 'pending'
    world.rounds(1)
    expect(world.status.operation?.stop?.triggerId).toBe(id)
    expect(world.complete().until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('LD03 savepointing/request-again the JobManager was replaced during the stop, and the job runs again: a new id', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2)
    const old = world.flinkOf(world.status.deployHash)
    const id = world.status.operation?.stop?.triggerId
    const [job] = old.jobs
    world.restart(world.status.deployHash)
    if (job !== undefined) old.jobs.push({ ...job, startTime: world.now })
    expect(world.decided.row).toBe('savepointing/request-again')
    world.savepoints = 'done'
    world.rounds(2)
    expect(world.status.operation?.stop?.triggerId).not.toBe(id)
    expect(world.until('Running').alive[0]?.from).toBe(world.latest)
  })
})

describe('Recovering', () => {
  const failing = (spec: object = {}, world = running()): ApplicationWorld => {
    world.savepoints = 'failed'
    return world.edit({ ...two, ...spec })
  }

  test('FA30 FA35 LD19 recovering/cancel-first, recovering/checkpoint-of-ended-job a retained checkpoint: the job is cancelled, seen over, and the new one goes on from it', () => {
    const world = failing({}, withCheckpoint(running()))
    expect(trace(world)).toEqual(
      expect.arrayContaining([
        'Recovering recovering/cancel-first',
        'Recovering recovering/unobservable',
        'Recovering recovering/checkpoint-of-ended-job',
      ]),
    )
    expect([world.phase, world.alive[0]?.from]).toEqual(['Running', 's3://cp'])
    expect(world.events).toContain('Normal RestoringExternalizedCheckpoint')
  })

  test('FA31 P01 P07 recovering/last-observed-checkpoint the job is gone: the checkpoint that was seen last only with an explicit limit of its age', () => {
    const gone = (limit: object): ApplicationWorld => {
      const world = withCheckpoint(running()).rounds(2)
      world.restart(world.status.deployHash)
      world.latest = 's3://cp'
      return world.edit({ ...two, ...limit })
    }
    expect(gone({ maxCheckpointRestoreAgeSeconds: 600 }).until('Running').alive[0]?.from).toBe('s3://cp')
    expect(gone({}).until('DeployFailed').alive).toEqual([])
  })

  test.each([[700_000, 'DeployFailed'], [100_000, 'Running']])('FA32 LD13 a checkpoint %i ms old, limit 600 s: %s', (age, phase) => {
    const world = running().wait(800_000)
    expect(failing({ maxCheckpointRestoreAgeSeconds: 600 }, withCheckpoint(world, world.now - age)).until(phase).alive.length).toBe(1)
  })

  test('FA33 FA36 recovering/without-state no checkpoint, fallbackWithoutState: the new job starts without state, as was asked', () => {
    const world = failing({ fallbackWithoutState: true }).until('Running')
    expect(world.alive[0]?.from).toBe(null)
    expect(world.events).toContain('Warning RestoringWithoutExternalizedCheckpoint')
  })

  test('FA34 recovering/no-checkpoint no checkpoint, no fallback: DeployFailed, the old job runs on under its id', () => {
    const world = running()
    const [job] = world.alive
    failing({}, world).until('DeployFailed')
    expect([world.alive.map(({ jobId }) => jobId), world.status.jobStatus.jobID]).toEqual([[job?.jobId], job?.jobId])
  })

  test('P14 recovering/cancel-first, recovering/unobservable a stop of which nobody tells anything is not undercut by a cancel', () => {
    const world = withCheckpoint(running()).edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2)
    world.unobservable = ['GetSavepointOperation']
    world.until('Recovering', 20, 31_000).rounds(3)
    expect([world.decided.row, effects(world, 'cancel')]).toEqual(['recovering/unobservable', []])
    world.unobservable = []
    expect(world.complete().until('Running').alive[0]?.from).toBe(world.latest)
  })

  test('FA37 LD03 a failed savepoint ended in DeployFailed: the next update triggers a new one', () => {
    const world = failing().until('DeployFailed')
    world.savepoints = 'done'
    expect(world.edit({ image: 'lyft/flink:3' }).until('Running').alive[0]?.from).toBe(world.latest)
    expect(effects(world, 'stop').length).toBe(2)
  })

  test('P14 checkpoints that nobody tells are not none: it waits, and is given up with the old job running', () => {
    const world = failing({ fallbackWithoutState: true })
    world.until('Recovering')
    world.unobservable = ['GetCheckpoints']
    expect(world.rounds(3).decided.row).toBe('recovering/unobservable')
    world.wait(301_000).rounds(1)
    expect([world.phase, world.alive.length, effects(world, 'cancel')]).toEqual(['DeployFailed', 1, []])
  })

  test('LD10 recovering/rollback-and-running forceRollback, and the old job runs: it is kept', () => {
    const world = failing({}, withCheckpoint(running())).until('Recovering').edit({ ...two, forceRollback: true })
    expect([world.decided.row, world.rounds(1).phase, world.alive.length]).toEqual(['recovering/rollback-and-running', 'DeployFailed', 1])
  })

  test('LD10 P01 recovering/rollback-and-ended forceRollback while the stop is under way: its end is awaited, then the old job is put back from its savepoint', () => {
    const world = running().edit(two)
    world.savepoints = 'pending'
    world.until('Savepointing').rounds(2).edit({ ...two, forceRollback: true })
    world.rounds(2)
    expect(world.decided.row).toBe('recovering/stop-in-progress')
    world.complete().until('DeployFailed')
    expect([world.alive.length, world.alive[0]?.from, world.status.operation]).toEqual([1, world.latest, null])
  })
})

describe('savepointDisabled', () => {
  const disabled = { ...two, savepointDisabled: true }

  test('FA38 LD19 cancelling/request, cancelling/ended: cancel, written down before; submitted only once the job is terminal', () => {
    const world = running().edit(disabled)
    world.mayLose = true
    expect(trace(world)).toEqual(
      expect.arrayContaining([
        'ClusterStarting cluster-starting/ready-to-cancel',
        'Cancelling cancelling/request',
        'Cancelling cancelling/ended',
      ]),
    )
    expect([effects(world, 'cancel').length, world.alive[0]?.from]).toEqual([1, null])
  })

  test('LD20 cancelling/in-progress CANCELLING is waited for', () => {
    const world = running().edit(disabled).until('Cancelling')
    const [job] = world.alive
    if (job !== undefined) job.state = 'CANCELLING'
    expect(world.next).toEqual({ row: 'cancelling/in-progress', effects: [] })
  })

  test('FA39 cancelling/given-up cancel retries are used up: no further cancel, RollingBackJob; the old job, which runs, is kept', () => {
    const world = running().edit(disabled).until('Cancelling')
    for (let i = 0; i < 40 && world.phase === 'Cancelling'; i += 1) {
      world.failing = { at: 'CancelJob', happens: false, error: { applied: 'No', _tag: 'Unavailable', httpStatus: 503 } }
      world.rounds(1, 31_000)
    }
    world.failing = null
    expect(world.phase).toBe('RollingBackJob')
    expect([world.until('DeployFailed').alive.length, effects(world, 'cancel')]).toEqual([1, []])
  })

  test.each(['CANCELED', 'FINISHED', 'FAILED'] as const)('FA40 LD20 cancelling/ended the old job is %s already: no cancel', state => {
    const world = running()
    const [job] = world.alive
    if (job !== undefined) world.end(job, state)
    world.edit(disabled).until('Running')
    expect([effects(world, 'cancel'), world.alive[0]?.from]).toEqual([[], null])
  })

  test('FA41 a bad jar: the old job is put back with a new id and without state, deployHash stays; a mended spec deploys', () => {
    const world = running()
    const [[before], hash] = [world.alive, world.status.deployHash]
    world.edit(disabled).until('SubmittingJob').failing = badJar
    world.until('DeployFailed')
    expect([world.alive.length, world.alive[0]?.jobId === before?.jobId, world.alive[0]?.from, world.status.deployHash]).toEqual([
      1,
      false,
      null,
      hash,
    ])
    expect(world.edit({ ...disabled, jarName: 'mended.jar' }).until('Running').status.failedDeployHash).toBe('')
  })
})
