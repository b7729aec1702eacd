import { describe, expect, test } from 'vitest'
import { aCheckpoint, anApplication, ApplicationWorld } from '../fixtures/flink-application-world.ts'
import type { JsonObject } from '@flink-operator/core/resource'
import { versionOf } from './status/version-slots.ts'

const blueGreen = { deploymentMode: 'BlueGreen' }
const two = { ...blueGreen, image: 'lyft/flink:2' }

const world = (spec: JsonObject = {}): ApplicationWorld => {
  const made = new ApplicationWorld(anApplication({ ...blueGreen, ...spec }))
  made.most = 2
  return made
}

const live = (spec: JsonObject = {}): ApplicationWorld => world(spec).until('Running')

/** Both versions run: green, which is live, and blue beside it. */
const both = (): ApplicationWorld => live().edit(two).until('DualRunning')

const phasesOf = (given: ApplicationWorld, rounds: number): readonly string[] => {
  const seen: string[] = []
  for (let i = 0; i < rounds; i += 1) seen.push(given.rounds(1).phase)
  return seen.filter((it, index) => seen[index - 1] !== it)
}

const jobOf = (given: ApplicationWorld, hash: string) => versionOf(given.status, hash)?.jobStatus.jobID ?? ''
const runs = (given: ApplicationWorld) => given.log.filter(it => it.startsWith('run'))

describe('BlueGreen: versions come up beside each other', () => {
  test('FA65 LD22 the first version is green, the second one blue: names and Services have the colour', () => {
    const given = live()
    const { deployHash, deployVersion } = given.status
    expect([deployVersion, given.services.map(({ name }) => name).toSorted()]).toEqual([
      'green',
      ['app-green', `app-${deployHash}`].toSorted(),
    ])
    expect(given.deployments.map(({ name }) => name).toSorted()).toEqual([`app-${deployHash}-green-jm`, `app-${deployHash}-green-tm`])
    expect(given.events.length).toBeGreaterThan(0)
    given.edit(two).until('DualRunning')
    expect([given.status.deployVersion, given.status.updatingVersion]).toEqual(['green', 'blue'])
    expect(given.deployments.map(({ labels }) => labels['flink-application-version']).toSorted()).toEqual([
      'blue',
      'blue',
      'green',
      'green',
    ])
  })

  test('3.8 every event says of which colour it is', () => {
    const given = world().rounds(1)
    const messages = given.decided.actions.flatMap(action => (action._tag === 'EmitEvent' ? [action.message] : []))
    expect(messages).toEqual([expect.stringMatching(/ for version green$/u)])
  })

  test('LD22 P25 the colour of an attempt is that of its record, whatever becomes of the status beside it', () => {
    const given = live().edit(two).until('ClusterStarting')
    const { hash } = given.decided.round.desired
    expect(given.withStatus({ deployVersion: 'blue', updatingVersion: '' }).decided.round.desired).toMatchObject({ hash, colour: 'blue' })
  })

  test('LD08 cluster-starting/ready a slot that the reference left is empty when the new version needs it', () => {
    const given = live()
    const [first] = given.status.versionStatuses
    if (first === undefined) throw new Error('it is there')
    given.withStatus({ versionStatuses: [{ ...first, versionHash: 'stale', jobStatus: { ...first.jobStatus, jobID: '' } }, first] })
    given.edit(two).until('DualRunning')
    expect(given.status.versionStatuses.map(({ versionHash }) => versionHash).toSorted()).toEqual(
      [given.status.deployHash, given.status.updatingHash].toSorted(),
    )
  })

  test('LD22 a create that fails is tried again in the same colour', () => {
    const given = world().rounds(1)
    for (let i = 0; i < 3; i += 1) {
      given.failing = { at: 'CreateObject', happens: false, error: { applied: 'No', message: 'quota' } }
      given.rounds(1, 40_000)
      expect([given.status.operation?.version, given.status.updatingVersion]).toEqual(['green', 'green'])
    }
    expect(given.until('Running').status.deployVersion).toBe('green')
  })

  test('FA66 LD29 submitting/runs-beside P02 a full update: a savepoint of the live job, which runs on; then both run', () => {
    const given = live()
    const { deployHash } = given.status
    const old = given.alive[0]?.jobId
    expect(phasesOf(given.edit(two), 20)).toEqual(['Updating', 'ClusterStarting', 'Savepointing', 'SubmittingJob', 'DualRunning'])
    const { status } = given
    expect(status).toMatchObject({ deployHash, operation: null, savepointTriggerId: '', savepointPath: '', updatingVersion: 'blue' })
    expect(status.updatingHash).not.toBe(deployHash)
    expect(given.log).toContain(`savepoint in app-${deployHash}`)
    expect(given.alive.map(({ jobId }) => jobId)).toEqual([old, jobOf(given, status.updatingHash)])
    expect([jobOf(given, deployHash), status.jobStatus.jobID]).toEqual([old, jobOf(given, status.updatingHash)])
    expect(given.alive[1]?.from).toBe(given.latest)
    expect(status.versionStatuses.map(it => [it.versionHash, it.clusterStatus.health, it.jobStatus.health])).toEqual([
      [deployHash, 'Green', 'Green'],
      [status.updatingHash, 'Green', 'Green'],
    ])
    expect(status.operatorRecord.lastState).toMatchObject({ why: 'JobRuns' })
  })

  test('FA66 cluster-starting/ready slot and updatingHash are written as soon as the cluster is there', () => {
    const given = live().edit(two).until('Savepointing')
    expect(given.status.versionStatuses.map(({ appVersion }) => appVersion)).toEqual(['green', 'blue'])
    expect(given.status.updatingHash).toBe(given.status.operation?.hash)
  })

  test('FA67 cluster-starting/ready-to-submit savepointDisabled: no savepoint, the new version starts without state, as was asked', () => {
    const given = live()
    given.mayLose = true
    expect(phasesOf(given.edit({ ...two, savepointDisabled: true }), 20)).toEqual([
      'Updating',
      'ClusterStarting',
      'SubmittingJob',
      'DualRunning',
    ])
    expect(given.log.filter(it => it.startsWith('savepoint'))).toEqual([])
    expect(given.alive.map(({ from }) => from)).toEqual([null, null])
  })

  test('FA67 FA09 the first version of all starts from savepointPath, savepointDisabled or not', () => {
    expect(live({ savepointDisabled: true, savepointPath: 's3://first' }).alive[0]?.from).toBe('s3://first')
  })

  test('LD04 savepointing/complete a savepoint belongs to its attempt: the next one takes another', () => {
    const given = live().edit(two).until('SubmittingJob')
    const source = given.status.operation?.source
    expect(source).toMatchObject({ _tag: 'Path', seen: 'Stop' })
    given.edit({ ...two, forceRollback: true }).until('DeployFailed')
    expect([given.status.savepointPath, given.status.operation, given.alive.length]).toEqual(['', null, 1])
    given.edit({ ...blueGreen, image: 'lyft/flink:3' }).until('DualRunning')
    expect(given.log.filter(it => it.startsWith('savepoint')).length).toBe(2)
    expect(given.alive[1]?.from).not.toBe(source?._tag === 'Path' ? source.path : '')
  })

  test('submitting/finished LD11 a version that is FINISHED at once is beside the live one all the same', () => {
    const given = live().edit(two).until('SubmittingJob')
    given.jobsRun = false
    given.rounds(6)
    const [, job] = given.alive
    if (job !== undefined) given.end(job, 'FINISHED')
    expect(given.until('DualRunning').status.deployVersion).toBe('green')
  })
})

describe('BlueGreen: an update that fails', () => {
  test('FA68 rolling-back/live-job-untouched a submit that is refused for good: RollingBackJob, DeployFailed; the old job is not touched, the new cluster goes', () => {
    const given = live()
    const [old] = given.alive
    const { deployHash } = given.status
    given.edit(two).until('SubmittingJob')
    given.failing = { at: 'RunJar', happens: false, error: { applied: 'No', httpStatus: 400, _tag: 'Invalid', message: 'bad jar' } }
    expect(phasesOf(given, 12)).toEqual(['SubmittingJob', 'RollingBackJob', 'DeployFailed'])
    expect([jobOf(given, deployHash), given.alive]).toEqual([old?.jobId, [old]])
    given.rounds(10)
    expect([given.deployments.length, given.status.versionStatuses[1]?.versionHash]).toEqual([2, ''])
    expect(given.status.operatorRecord.givenUp?.reason).toMatch(/bad jar/u)
    expect(given.rounds(5).phase).toBe('DeployFailed')
  })

  test('FA68 rolling-back/new-job-alive LD19 a new job that does not come up is cancelled in its own cluster before its version is given up', () => {
    const given = live().edit(two).until('SubmittingJob')
    const { hash = '' } = given.status.operation ?? {}
    given.jobsRun = false
    given.rounds(6).wait(181_000).until('DeployFailed')
    expect(given.log).toContain(`cancel in app-${hash}`)
    expect(given.alive.map(({ jobId }) => jobId)).toEqual([jobOf(given, given.status.deployHash)])
    expect(given.rounds(10).deployments.length).toBe(2)
  })

  test('rolling-back/live-job-untouched P06 a new job that went with its JobManager, and can not be told to be over: the old one runs on, nothing is waited for', () => {
    const given = live().edit(two).until('SubmittingJob')
    const { hash = '' } = given.status.operation ?? {}
    given.rounds(1)
    expect(given.alive.length).toBe(2)
    given.restart(hash).wait(301_000).until('RollingBackJob')
    expect(given.next.row).toBe('rolling-back/live-job-untouched')
    given.until('DeployFailed')
    expect([given.alive.map(({ jobId }) => jobId), given.rounds(10).deployments.length]).toEqual([
      [jobOf(given, given.status.deployHash)],
      2,
    ])
  })

  test('submitting/failed a new job that failed is given up, also one that completed a checkpoint: the live one has the state', () => {
    const given = live().edit(two).until('SubmittingJob')
    given.jobsRun = false
    given.rounds(6)
    const [, job] = given.alive
    if (job !== undefined) {
      ;[job.checkpoint, job.completed] = [aCheckpoint('s3://new', given.now), 1]
      job.tasks = { ...job.tasks, failed: 1 }
    }
    expect(given.decided.row).toBe('submitting/failed')
  })

  test('FA72 LD03 LD04 a failed update, then a new one: a savepoint of its own', () => {
    const given = live().edit(two).until('SubmittingJob')
    given.failing = { at: 'RunJar', happens: false, error: { applied: 'No', httpStatus: 400, _tag: 'Invalid', message: 'bad jar' } }
    given.until('DeployFailed').edit({ ...blueGreen, jarName: 'good.jar' }).until('DualRunning')
    expect(given.log.filter(it => it.startsWith('savepoint')).length).toBe(2)
    expect(given.alive.map(({ from }) => from)).toEqual([null, given.latest])
  })

  test('running/failed-version-alive LD08 P02 what the reference left of a version that was given up: its job is cancelled, then its objects and its slot go', () => {
    const given = both()
    const { updatingHash } = given.status
    const versionStatuses = given.status.versionStatuses.map(it =>
      it.versionHash === updatingHash ? { ...it, jobStatus: { ...it.jobStatus, jobID: '' } } : it
    )
    given.withStatus({ phase: 'DeployFailed', failedDeployHash: updatingHash, versionStatuses })
    expect(given.next).toEqual({ row: 'running/failed-version-alive', effects: ['CancelJob'] })
    given.rounds(10)
    expect([given.alive.length, given.deployments.length, given.phase]).toEqual([1, 2, 'DeployFailed'])
  })

  test('LD21 P01 running/leftovers a version that has a job on record is not the one that did not come up, whatever failedDeployHash says', () => {
    const given = both()
    given.withStatus({ phase: 'DeployFailed', failedDeployHash: given.status.updatingHash }).rounds(5)
    expect([given.alive.length, given.deployments.length]).toEqual([2, 4])
  })

  test('running/leftovers P01 a version beside the live one that nobody gave up is never cleaned up', () => {
    const given = both().withStatus({ phase: 'Running' })
    const [, job] = given.alive
    if (job !== undefined) given.end(job, 'FAILED')
    given.rounds(5)
    expect([given.alive.length, given.deployments.length]).toEqual([1, 4])
    // both are live again, whatever the state said: that one lost its job is told (A07)
    expect([given.phase, given.status.conditions.find(({ type }) => type === 'Stalled')?.status]).toEqual(['DualRunning', 'True'])
  })

  test('FA72 LD14 recovering/checkpoint-of-live-job no savepoint: the checkpoint of the live version is taken, and it runs on', () => {
    const given = live()
    const [old] = given.alive
    if (old !== undefined) [old.checkpoint, old.completed] = [aCheckpoint('s3://cp', given.now), 1]
    given.savepoints = 'failed'
    given.edit(two).until('DualRunning')
    expect(given.alive.map(({ from }) => from)).toEqual([null, 's3://cp'])
    expect(given.events).toContain('Normal RestoringExternalizedCheckpoint')
  })

  test('P05 submitting/submit that checkpoint is looked at again before the submit: a newer one has taken its place, and Flink discards the older', () => {
    const given = live()
    const [old] = given.alive
    if (old === undefined) throw new Error('it runs')
    const checkpoint = (path: string): void => {
      ;[old.checkpoint, old.completed] = [aCheckpoint(path, given.now), old.completed + 1]
    }
    checkpoint('s3://cp/1')
    given.savepoints = 'failed'
    given.edit(two).until('SubmittingJob')
    expect(given.status.operation?.source).toMatchObject({ path: 's3://cp/1' })
    checkpoint('s3://cp/2')
    while (given.decided.row !== 'submitting/submit') given.rounds(1)
    given.rounds(1)
    expect(given.status.operation).toMatchObject({ source: { path: 's3://cp/2' }, submit: { source: { path: 's3://cp/2' } } })
    // what was sent stays what it is sent again with
    checkpoint('s3://cp/3')
    expect(given.until('DualRunning').alive[1]?.from).toBe('s3://cp/2')
  })

  test('P14 submitting/submit the checkpoints can not be seen then: the one that was written down is what it begins from', () => {
    const given = live()
    const [old] = given.alive
    if (old !== undefined) [old.checkpoint, old.completed] = [aCheckpoint('s3://cp', given.now), 1]
    given.savepoints = 'failed'
    given.edit(two).until('SubmittingJob')
    given.unobservable = ['GetCheckpoints']
    while (given.decided.row !== 'submitting/submit') given.rounds(1)
    expect(given.rounds(1).status.operation?.submit?.source).toMatchObject({ path: 's3://cp' })
  })

  test('LD14 P07 recovering/no-checkpoint neither savepoint nor checkpoint: given up, never without state', () => {
    const given = live()
    given.savepoints = 'failed'
    given.edit(two).until('DeployFailed')
    expect([given.alive.length, runs(given).length]).toEqual([1, 1])
  })

  test('LD14 recovering/without-state fallbackWithoutState: the new version starts without state, as was asked', () => {
    const given = live()
    given.savepoints = 'failed'
    given.mayLose = true
    expect(given.edit({ ...two, fallbackWithoutState: true }).until('DualRunning').alive.map(({ from }) => from)).toEqual([null, null])
  })

  test('LD10 savepointing/rollback-and-running forceRollback while the savepoint is under way: given up, the live job is not touched', () => {
    const given = live()
    given.savepoints = 'pending'
    given.edit(two).until('Savepointing').rounds(2).edit({ ...two, forceRollback: true })
    expect(given.decided.row).toBe('savepointing/rollback-and-running')
    given.until('DeployFailed')
    expect([given.alive.length, given.status.operation]).toEqual([1, null])
  })

  test('FA26 a savepoint that takes too long: the last checkpoint of the live job', () => {
    const given = live()
    const [old] = given.alive
    if (old !== undefined) [old.checkpoint, old.completed] = [aCheckpoint('s3://cp', given.now + 200_000), 1]
    given.savepoints = 'pending'
    given.edit(two).until('Savepointing').rounds(2).wait(301_000).until('DualRunning')
    expect(given.alive[1]?.from).toBe('s3://cp')
  })

  test('FA64 InPlace has no effect: a version of its own, and it is told', () => {
    const given = live({ scaleMode: 'InPlace' }).edit({ ...blueGreen, scaleMode: 'InPlace', parallelism: 6 })
    given.rounds(1)
    expect([given.phase, given.events.slice(-2)]).toEqual(['Updating', ['Warning NotScalingInPlace', 'Warning SpecWarning']])
    expect(given.until('DualRunning').alive.length).toBe(2)
  })

  test('LD07 the spec is put back while the new cluster starts: Running again, and that cluster goes', () => {
    const given = live()
    given.comesUp = false
    given.edit(two).until('ClusterStarting').edit(blueGreen).up().until('Running').rounds(10)
    expect([given.alive.length, given.deployments.length, given.status.failedDeployHash]).toEqual([1, 2, ''])
  })

  test('LD07 LD08 the spec is put back when the new version has its slot already: that is empty again, and its cluster goes', () => {
    const given = live().edit(two).until('Savepointing').edit(blueGreen).until('Running').rounds(10)
    expect([given.alive.length, given.deployments.length, given.status.versionStatuses[1]?.versionHash]).toEqual([1, 2, ''])
  })

  test('LD07 an edit while the new cluster starts: begun anew in the same colour', () => {
    const given = live().edit(two).until('ClusterStarting').edit({ ...blueGreen, image: 'lyft/flink:3' }).until('DualRunning')
    expect([given.status.updatingVersion, given.alive.length]).toEqual(['blue', 2])
  })
})

describe('BlueGreen: somebody took away which version is live (P25)', () => {
  test.each(['Savepointing', 'SubmittingJob'])(
    'P06 half-way/live-version-missing in %s of an update: our record puts it back, and both run',
    phase => {
      const given = live().edit(two).until(phase).rounds(2)
      const { deployHash, deployVersion } = given.status
      given.withStatus({ deployHash: '', deployVersion: '' }).until('DualRunning')
      expect(given.status).toMatchObject({ deployHash, deployVersion, updatingVersion: 'blue' })
      expect(given.alive.length).toBe(2)
    },
  )

  test('P06 half-way/live-version-missing in Running: put back, and nothing is deployed', () => {
    const given = live()
    const { log, status: { deployHash, deployVersion } } = given
    const before = log.length
    given.withStatus({ deployHash: '', deployVersion: '' }).rounds(4)
    expect([given.phase, given.status.deployHash, given.status.deployVersion, given.log.length]).toEqual([
      'Running',
      deployHash,
      deployVersion,
      before,
    ])
  })

  test('half-way/live-version-missing P01 of an older version: the one whose slot and record agree is live', () => {
    const given = live().edit(two).until('SubmittingJob')
    const { deployHash } = given.status
    given.withStatus({ deployHash: '0123abcd' }).until('DualRunning')
    expect([given.status.deployHash, given.alive.length]).toEqual([deployHash, 2])
  })

  test('P01 half-way/live-version-missing in a deletion: the job is stopped with its savepoint all the same', () => {
    const given = live()
    const { deployHash } = given.status
    given.delete().rounds(1)
    given.withStatus({ deployHash: '' }).rounds(20)
    expect(given.log).toContain(`stop in app-${deployHash}`)
  })
})

describe('BlueGreen: both run', () => {
  test('FA69 dual-running/steady P08 an obsolete tearDownVersionHash, or an edit: both run on, and nothing is written', () => {
    const given = both().rounds(2).edit({ ...two, tearDownVersionHash: 'deadbeef', forceRollback: true, parallelism: 8 }).rounds(1)
    const { writes } = given
    given.rounds(5)
    expect([given.phase, given.decided.row, given.alive.length, given.writes]).toEqual(['DualRunning', 'dual-running/steady', 2, writes])
  })

  test('FA70 dual-running/torn-down the old version is torn down: its job, then its objects; the new one is live', () => {
    const given = both()
    const { deployHash: old, updatingHash } = given.status
    const survivor = jobOf(given, updatingHash)
    const from = given.log.length
    given.edit({ ...two, tearDownVersionHash: old }).until('Running')
    expect(given.log.slice(from)).toEqual([
      `cancel in app-${old}`,
      `delete app-${old}-green-jm`,
      `delete app-${old}-green-tm`,
      `delete app-${old}`,
    ])
    expect(given.status).toMatchObject({
      deployHash: updatingHash,
      deployVersion: 'blue',
      updatingHash: '',
      updatingVersion: '',
      operation: null,
      jobStatus: { jobID: survivor },
      operatorRecord: { deployed: { hash: updatingHash, jobId: survivor }, beside: null, lastState: { why: 'JobRuns' } },
    })
    expect(given.status.teardownHash).toBe(given.decided.round.desired.colourlessHash)
    expect(given.status.versionStatuses.map(({ versionHash }) => versionHash)).toEqual([updatingHash, ''])
    expect(given.services.map(({ name }) => name)).toContain('app-green')
    expect([given.rounds(5).phase, given.alive.map(({ jobId }) => jobId)]).toEqual(['Running', [survivor]])
  })

  test('FA70 LD21 the new version is torn down: the old one remains, and is not deployed again', () => {
    const given = both()
    const { deployHash: old, updatingHash } = given.status
    given.edit({ ...two, tearDownVersionHash: updatingHash }).until('Running').rounds(10)
    expect(given.status).toMatchObject({ phase: 'Running', deployHash: old, deployVersion: 'green' })
    expect([given.alive.map(({ jobId }) => jobId), given.deployments.length]).toEqual([[jobOf(given, old)], 2])
    expect(given.edit({ ...blueGreen, image: 'lyft/flink:3' }).until('DualRunning').status.updatingVersion).toBe('blue')
  })

  test.each(['deployHash', 'updatingHash'] as const)(
    'W54 P06 dual-running/delete-objects the JobManager of %s lost its job: after some seconds the version is torn down',
    of => {
      const given = both()
      const named = given.status[of]
      given.restart(named).edit({ ...two, tearDownVersionHash: named }).rounds(30, 5_000)
      expect([given.phase, given.alive.length, given.status.deployHash === named]).toEqual(['Running', 1, false])
    },
  )

  test('FA65 after a tear-down the third version is green again', () => {
    const given = both()
    given.edit({ ...two, tearDownVersionHash: given.status.deployHash }).until('Running')
    given.edit({ ...blueGreen, image: 'lyft/flink:3' }).until('Updating')
    expect([given.status.teardownHash, given.status.updatingVersion]).toEqual(['', 'green'])
    expect(given.until('DualRunning').status.updatingVersion).toBe('green')
  })

  test('LD21 an edit while both run is deployed after the tear-down', () => {
    const given = both().edit({ ...blueGreen, image: 'lyft/flink:3' }).rounds(2)
    const { deployHash: old } = given.status
    given.edit({ ...blueGreen, image: 'lyft/flink:3', tearDownVersionHash: old }).until('Updating')
    expect(given.until('DualRunning').alive.length).toBe(2)
    expect(given.deployments.length).toBe(4)
  })

  test.each(['CancelJob', 'DeleteObject'] as const)(
    'FA72 LD21 dual-running/unobservable %s fails: it is tried again, and only the named version goes',
    at => {
      const given = both()
      const { deployHash: old, updatingHash } = given.status
      given.edit({ ...two, tearDownVersionHash: old })
      given.failing = { at, happens: false, error: { applied: 'No', message: 'no' } }
      given.until('Running')
      expect(given.events).toContain('Warning TeardownFailed')
      expect([given.status.deployHash, given.alive.map(({ jobId }) => jobId)]).toEqual([updatingHash, [jobOf(given, updatingHash)]])
    },
  )

  test('LD21 P14 dual-running/unobservable the jobs of the version can not be seen: nothing of it is deleted', () => {
    const given = both()
    given.edit({ ...two, tearDownVersionHash: given.status.deployHash }).rounds(1)
    given.unobservable = ['GetJobsOverview']
    const before = given.log.length
    given.rounds(8, 40_000)
    expect([given.phase, given.log.length, given.alive.length]).toEqual(['DualRunning', before, 2])
    expect(given.status.lastSeenError?.method).toBe('GetJobs')
    const { writes } = given
    expect(given.rounds(4).writes).toBe(writes)
    given.unobservable = []
    expect(given.until('Running').alive.length).toBe(1)
  })

  test('FA69 P10 dual-running/steady a version without a job, the only version, or a spec that is not valid: nothing is torn down', () => {
    const given = both()
    const { updatingHash, versionStatuses } = given.status
    const asked = { ...two, tearDownVersionHash: updatingHash }
    given.edit({ ...asked, jarName: '' })
    expect(given.decided.row).toBe('dual-running/steady')
    given.edit(asked)
    expect(given.decided.row).toBe('dual-running/tear-down')
    const [first, second] = versionStatuses
    if (first === undefined || second === undefined) throw new Error('there are two')
    const operatorRecord = { ...given.status.operatorRecord, deployed: null, beside: null }
    given.withStatus({ operatorRecord, versionStatuses: [first, { ...second, jobStatus: { ...second.jobStatus, jobID: '' } }] })
    expect(given.decided.row).toBe('dual-running/steady')
    given.withStatus({ versionStatuses: [second] }).unobservable = ['GetJobsOverview']
    expect(given.decided.row).toBe('dual-running/steady')
  })

  test('LD21 P03 P14 dual-running/delete-objects that the job is over is on record: the rest goes though nobody tells of it any more; dual-running/torn-down only once its pods are seen gone', () => {
    const given = both()
    const { deployHash: old } = given.status
    given.edit({ ...two, tearDownVersionHash: old })
    for (let i = 0; i < 10 && !given.log.includes(`delete app-${old}-green-jm`); i += 1) given.rounds(1)
    expect(given.status.operation?.stop?.endedAt).not.toBe(null)
    given.unobservable = ['ListJobManagerPods']
    given.rounds(5)
    expect(given.log.slice(-2)).toEqual([`delete app-${old}-green-tm`, `delete app-${old}`])
    expect([given.phase, given.decided.row]).toEqual(['DualRunning', 'dual-running/unobservable'])
    given.unobservable = []
    expect(given.rounds(1).phase).toBe('Running')
  })

  test('P02 dual-running/cancel a job that nobody recorded runs in the cluster that goes: it is cancelled, too, before anything is deleted', () => {
    const given = both()
    given.most = 3
    const { deployHash: old } = given.status
    const [job] = given.flinkOf(old).jobs
    if (job !== undefined) given.flinkOf(old).jobs.push({ ...job, jobId: 'e'.repeat(32) })
    const from = given.log.length
    given.edit({ ...two, tearDownVersionHash: old }).until('Running')
    expect(given.log.slice(from, from + 3)).toEqual([`cancel in app-${old}`, `cancel in app-${old}`, `delete app-${old}-green-jm`])
  })

  test('P05 dual-running/unobservable Deployments that are about to go: the Service where they are asked stays until they are gone', () => {
    const given = both()
    const { deployHash: old } = given.status
    given.edit({ ...two, tearDownVersionHash: old })
    for (let i = 0; i < 10 && given.decided.row !== 'dual-running/delete-objects'; i += 1) given.rounds(1)
    given.deployments = given.deployments.map(it => (it.labels['flink-app-hash'] === old ? { ...it, deleting: true } : it))
    expect(given.next).toEqual({ row: 'dual-running/unobservable', effects: [] })
  })

  test('P25 LD21 what came up is not on record: an edit since is deployed after the tear-down all the same', () => {
    const given = both()
    const { deployHash: old, operatorRecord } = given.status
    given.withStatus({ operatorRecord: { ...operatorRecord, beside: null } })
    given.edit({ ...blueGreen, image: 'lyft/flink:3', tearDownVersionHash: old }).until('Updating')
    expect(given.status.deployVersion).toBe('blue')
  })

  test('P06 dual-running/steady a version whose job FAILED is told of, until a person names it', () => {
    const given = both()
    const [, job] = given.alive
    if (job !== undefined) given.end(job, 'FAILED')
    given.rounds(1)
    expect(given.status.conditions.find(({ type }) => type === 'Stalled')).toMatchObject({ status: 'True', reason: 'JobMonitoringFailed' })
    expect(given.edit({ ...two, tearDownVersionHash: given.status.updatingHash }).until('Running').alive.length).toBe(1)
  })

  test('dual-running/tear-down the colour of what is under way stays told until the tear-down is over', () => {
    const given = both()
    given.edit({ ...two, tearDownVersionHash: given.status.deployHash }).rounds(1)
    expect([given.status.operation?.kind, given.status.updatingVersion]).toEqual(['Teardown', 'blue'])
  })

  test('LD29 each version has the health of its own cluster', () => {
    const given = both()
    const { deployHash, updatingHash } = given.status
    given.deployments = given.deployments.map(it =>
      it.labels['flink-app-hash'] === updatingHash && it.name.endsWith('-tm') ? { ...it, availableReplicas: 0 } : it
    )
    given.rounds(1)
    expect([deployHash, updatingHash].map(hash => versionOf(given.status, hash)?.clusterStatus.health)).toEqual(['Green', 'Yellow'])
  })
})

describe('BlueGreen: deleted', () => {
  test('FA78 application-deletion/both-ended both versions: the live job is stopped with a savepoint first, then the other one, then the finalizer', () => {
    const given = both()
    const { deployHash, updatingHash } = given.status
    const from = given.log.length
    given.delete().rounds(12)
    expect(given.log.slice(from)).toEqual([`stop in app-${deployHash}`, `stop in app-${updatingHash}`, 'gone'])
  })

  test('FA79 LD09 application-deletion/cancel ForceCancel: the own job of each version, in its own cluster', () => {
    const given = both().edit({ ...two, deleteMode: 'ForceCancel' })
    const { deployHash, updatingHash } = given.status
    const from = given.log.length
    given.delete().rounds(12)
    expect(given.log.slice(from)).toEqual([`cancel in app-${deployHash}`, `cancel in app-${updatingHash}`, 'gone'])
  })

  test.each(['Savepointing', 'SubmittingJob'])('FA78 P02 deleted in %s: no job is left', phase => {
    const given = live().edit(two).until(phase).delete().rounds(15)
    expect([given.resource, given.alive]).toEqual([null, []])
  })

  test('FA78 P01 deleted while a savepoint beside the live job is under way: that ends nothing, so it is stopped with another one', () => {
    const given = live()
    given.savepoints = 'pending'
    given.edit(two).until('Savepointing').rounds(2).complete()
    given.savepoints = 'done'
    given.delete().rounds(8)
    expect([given.resource, given.alive, given.log.filter(it => it.startsWith('stop')).length]).toEqual([null, [], 1])
    expect(given.log.filter(it => it.startsWith('cancel'))).toEqual([])
  })

  test('P25 creating/status-lost the whole status is wiped, and one version runs: it is the live one, in its slot', () => {
    const given = live()
    const { deployHash, jobStatus: { jobID } } = given.status
    if (given.resource !== null) given.resource = { ...given.resource, status: anApplication().status }
    given.until('Running').rounds(2)
    expect([given.status.deployHash, given.status.deployVersion, jobOf(given, deployHash)]).toEqual([deployHash, 'green', jobID])
    expect([given.decided.row, given.status.conditions[0]?.status]).toEqual(['running/steady', 'True'])
  })

  test('FA78 LD23 P02 the cluster of the version beside is down: its job may come back, and is waited for until the limit', () => {
    const given = both()
    const { updatingHash } = given.status
    given.deployments = given.deployments.map(it =>
      it.labels['flink-app-hash'] === updatingHash && it.name.endsWith('-jm') ? { ...it, availableReplicas: 0 } : it
    )
    given.delete().rounds(8)
    expect([given.phase, given.decided.row]).toEqual(['Deleting', 'application-deletion/unobservable'])
  })

  test('FA79 one version alone is deleted as in Dual', () => {
    const given = live().delete().rounds(8)
    expect([given.resource, given.alive]).toEqual([null, []])
  })
})
