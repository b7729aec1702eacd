import { describe, expect, test } from 'vitest'
import { aCheckpoint, checkpointStatistics, haConfigMap } from '../../../../fixtures/cluster-facts.ts'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import { initialFlinkSessionJobStatus } from '../flink-session-job-codec.ts'
import { mintJobIdIn } from '../../../contract/resource/mint-id.ts'
import { startedAnnotation } from '../../../contract/resource/annotations.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'

/** The resource as a version of the operator left it that wrote no mark. */
const withoutMark = { annotations: { [startedAnnotation]: '' } }

const putBack = (world: SessionWorld, change: (status: FlinkSessionJobStatus) => FlinkSessionJobStatus): SessionWorld => {
  world.resource = { ...world.resource, status: change(world.status) }
  return world
}

describe('somebody puts an older status.jobStatus back while the job is being stopped: the stop names its job (P25)', () => {
  const stopping = (upgradeMode: 'last-state' | 'savepoint') => {
    const world = new SessionWorld({ job: { upgradeMode } }).rounds(20)
    const older = mintJobIdIn(world.resource.meta, 0, 0)
    world.jobs = [listed(older, 'CANCELED', world.now - 100_000), ...world.jobs]
    world.checkpointsOf.set(older, checkpointStatistics({ completed: aCheckpoint(3) }))
    world.edit({ job: { parallelism: 4 } }).rounds(1)
    return { world, older, stopped: world.status.operation?.jobId ?? '' }
  }

  test.each([null, 'older'] as const)('cancelled for last-state, and the id is %s: restored from the newest checkpoint', put => {
    const { world, older, stopped } = stopping('last-state')
    expect(world.status.operation).toMatchObject({ kind: 'Suspend', mode: 'CANCEL' })
    const jobId = put === null ? null : older
    putBack(world, status => ({ ...status, jobStatus: { ...status.jobStatus, jobId } })).rounds(1)
    expect(world.status.jobStatus.jobId).toBe(stopped)
    world.rounds(30)
    expect(world.effects('RunJar').at(-1)).toMatchObject({ savepointPath: aCheckpoint(7).externalPath, parallelism: 4 })
    expect(world.alive.length).toBe(1)
  })

  test('the whole of jobStatus is an older one, of a job that ended: what it says of an end is not of this job', () => {
    const { world, older } = stopping('last-state')
    putBack(world, status => ({ ...status, jobStatus: { ...status.jobStatus, jobId: older, state: 'CANCELED', startTime: '1' } })).rounds(
      30,
    )
    expect(world.effects('RunJar').at(-1)).toMatchObject({ savepointPath: aCheckpoint(7).externalPath })
    expect(world.alive.length).toBe(1)
  })

  test('stopped with a savepoint: restored from it, and asked for once', () => {
    const { world, older } = stopping('savepoint')
    putBack(world, status => ({ ...status, jobStatus: { ...status.jobStatus, jobId: older } })).rounds(30)
    expect(world.effects('StopWithSavepoint').length).toBe(1)
    expect(world.effects('RunJar').at(-1)).toMatchObject({ savepointPath: expect.stringMatching(/^s3:\/\/b\/sp/u) as string })
    expect(world.alive.length).toBe(1)
  })
})

describe('somebody takes the record away while the job is being submitted: the submit still tells of its job (P02, P25)', () => {
  const withoutRecord = (status: FlinkSessionJobStatus): FlinkSessionJobStatus => ({
    ...status,
    reconciliationStatus: initialFlinkSessionJobStatus.reconciliationStatus,
  })

  const sent = (upgradeMode: string, happens: boolean): SessionWorld => {
    const world = new SessionWorld({ job: { upgradeMode } }, aSession({ noHa: true }))
    world.failing = { at: 'RunJar', happens }
    for (let i = 0; i < 20 && world.failing !== null; i += 1) world.rounds(1)
    return putBack(world, withoutRecord)
  }

  test.each(['stateless', 'savepoint'])('starting %s, and it was sent: nothing is started beside it, and a person is told', upgradeMode => {
    const world = sent(upgradeMode, true)
    expect(world.situation.row).toBe('starting')
    world.rounds(20)
    expect(world.situation.row).toBe('record-lost/job-alive')
    expect([world.effects('RunJar').length, world.alive.length, world.jars]).toEqual([1, 1, []])
  })

  test('starting it did not arrive: a stateless job is started when it can not come any more', () => {
    const world = sent('stateless', false)
    const { now } = world
    for (let i = 0; i < 100 && world.effects('RunJar').length === 0; i += 1) world.rounds(1)
    expect([world.effects('RunJar').length, world.alive.length]).toEqual([1, 1])
    expect(world.now - now).toBeGreaterThan(10_000)
  })

  test('starting nothing was sent yet: given up, and begun anew', () => {
    const world = putBack(new SessionWorld().rounds(3), withoutRecord)
    expect(world.status.operation).toMatchObject({ step: 'Upload' })
    world.rounds(20)
    expect([world.effects('RunJar').length, world.alive.length, world.status.error]).toEqual([1, 1, null])
  })
})

describe('somebody takes the operation away while a stateless job is being submitted: it may have been sent (P02, P25)', () => {
  const upgrading = (happens: boolean): SessionWorld => {
    const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true })).rounds(20).edit({
      job: { parallelism: 4 },
    })
    world.failing = { at: 'RunJar', happens }
    for (let i = 0; i < 20 && world.failing !== null; i += 1) world.rounds(1)
    return putBack(world, status => ({ ...status, operation: null }))
  }

  test('unrecorded-job it came: cancelled before another one is submitted', () => {
    const world = upgrading(true)
    const [first] = world.alive
    expect(world.situation.row).toBe('unrecorded-job')
    for (let i = 0; i < 60 && world.effects('RunJar').length < 3; i += 1) {
      expect(world.alive.length).toBeLessThan(2)
      world.rounds(1)
    }
    world.rounds(20)
    expect(world.effects('CancelJob')).toContainEqual(expect.objectContaining({ jobId: first }))
    expect([world.alive.length, world.status.error]).toEqual([1, null])
  })

  test('started-before it is not listed: waited for until it can not come any more, and told', () => {
    const world = upgrading(false)
    const { now } = world
    world.rounds(10)
    expect([world.situation.row, world.effects('RunJar').length]).toEqual(['started-before', 1])
    expect(world.status.error).toContain('Flink does not list')
    for (let i = 0; i < 1_000 && world.effects('RunJar').length < 2; i += 1) world.rounds(1)
    expect(world.now - now).toBeGreaterThanOrEqual(600_000)
    world.rounds(20)
    expect([world.effects('RunJar').length, world.alive.length, world.status.error]).toEqual([2, 1, null])
  })

  test('started-before it comes late: cancelled, and never two', () => {
    const world = upgrading(false).rounds(10)
    world.jobs = [...world.jobs, listed(world.status.jobStatus.jobId ?? '')]
    world.rounds(30)
    expect([world.effects('RunJar').length, world.alive.length]).toEqual([2, 1])
  })
})

describe('somebody takes the operation away while the job is being submitted, and what it was left with at once (P02, P25)', () => {
  const withoutBoth = (status: FlinkSessionJobStatus): FlinkSessionJobStatus => ({
    ...status,
    operation: null,
    operatorRecord: { ...status.operatorRecord, lastState: initialFlinkSessionJobStatus.operatorRecord.lastState },
  })

  /** The first start, or that of an edit after a stop with savepoint. */
  const sent = (upgradeMode: string, of: 'first' | 'edit', happens: boolean): SessionWorld => {
    const world = new SessionWorld({ job: { upgradeMode } }, aSession({ noHa: true }))
    if (of === 'edit') world.rounds(20).edit({ job: { upgradeMode, parallelism: 4 } })
    world.failing = { at: 'RunJar', happens }
    for (let i = 0; i < 40 && world.failing !== null; i += 1) world.rounds(1)
    return putBack(world, withoutBoth)
  }

  test.each(
    [
      ['savepoint', 'first'],
      ['savepoint', 'edit'],
      ['last-state', 'first'],
      ['last-state', 'edit'],
    ] as const,
  )('%s, %s: the run that was sent is not ended for an older state, and a person is told', (upgradeMode, of) => {
    const world = sent(upgradeMode, of, true)
    const before = [world.effects('RunJar').length, world.effects('CancelJob').length]
    world.rounds(40)
    expect([world.effects('RunJar').length, world.effects('CancelJob').length]).toEqual(before)
    expect([world.alive.length, world.status.error]).toEqual([1, expect.stringContaining('savepointRedeployNonce')])
  })

  test.each(
    [
      ['first', 'its id'],
      ['edit', 'its id'],
      ['first', 'no id'],
      ['edit', 'no id'],
    ] as const,
  )('savepoint, %s, and %s is left: it is not listed: nothing is started beside it, and a person is told', (of, left) => {
    const world = sent('savepoint', of, false)
    if (left === 'no id') putBack(world, status => ({ ...status, jobStatus: { ...status.jobStatus, jobId: null } }))
    const before = world.effects('RunJar').length
    world.rounds(60)
    expect([world.effects('RunJar').length, world.status.error]).toEqual([before, expect.stringContaining('savepointRedeployNonce')])
  })

  test('stateless: it is not listed: started when it can not come any more, and not before', () => {
    const world = sent('stateless', 'first', false)
    const { now } = world
    for (let i = 0; i < 400 && world.alive.length === 0; i += 1) world.rounds(1)
    expect(world.alive.length).toBe(1)
    expect(world.now - now).toBeGreaterThan(500_000)
  })
})

describe('somebody takes the record away while the JobManager recovers its jobs, and lists none yet (P02, P14, P25)', () => {
  const recovering = (upgradeMode: string) => {
    const world = new SessionWorld({ job: { upgradeMode } }).rounds(20)
    const { jobs, alive } = world
    world.configMaps = [haConfigMap(alive[0] ?? '')]
    world.jobs = []
    putBack(world, () => ({ ...initialFlinkSessionJobStatus, jobStatus: { ...world.status.jobStatus, jobId: null } })).rounds(10)
    return { world, jobs }
  }

  test.each(['stateless', 'savepoint'])(
    'record-lost/held-by-ha %s: HA metadata brings its job back: nothing is started beside it',
    upgradeMode => {
      const { world, jobs } = recovering(upgradeMode)
      expect([world.situation.row, world.effects('RunJar').length]).toEqual(['record-lost/held-by-ha', 1])
      world.edit({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 } }).rounds(10)
      expect(world.effects('RunJar').length).toBe(1)
      world.jobs = jobs
      world.rounds(10)
      expect([world.situation.row, world.effects('RunJar').length, world.alive.length]).toEqual(['record-lost/job-alive', 1, 1])
    },
  )

  test('record-lost/held-by-ha what a person is told leads out: it has ended, and its ConfigMap goes', () => {
    const { world } = recovering('stateless')
    expect(world.status.error).toContain('If it has ended, delete ConfigMap app-')
    world.configMaps = []
    world.rounds(30)
    expect([world.effects('RunJar').length, world.alive.length, world.status.error]).toEqual([2, 1, null])
  })
})

test('P02 P25 somebody takes the job id out of a submit that was sent: the stateless job that came of it is stopped before another is run', () => {
  const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true }))
  world.failing = { at: 'RunJar', happens: true }
  for (let round = 0; round < 20 && world.effects('RunJar').length === 0; round += 1) world.rounds(1)
  expect([world.status.operation?.kind, world.alive.length]).toEqual(['Submit', 1])
  putBack(
    world,
    ({ operation, ...status }) => ({ ...status, operation: operation === null ? null : { ...operation, jobId: null } as never }),
  )
  world.rounds(60)
  expect(world.alive.length).toBe(1)
})

describe('a status of before is put back over a job that ran (P01, P25)', () => {
  test('W41 P01 the first status, while it is suspended, without high availability: the mark on the resource says that a job ran', () => {
    const world = new SessionWorld({}, aSession({ noHa: true })).rounds(1)
    const first = world.status
    world.rounds(24).edit({ job: { state: 'suspended' } }).rounds(15)
    world.jobs = []
    putBack(world, () => first).edit({ job: { state: 'running' } }).rounds(25)
    expect(world.effects('RunJar')).toHaveLength(1)
    expect(world.status.error).toContain('the resource is marked with attempt')
    world.edit({ job: { state: 'running', initialSavepointPath: 's3://b/sp/mine', savepointRedeployNonce: 3 } }).rounds(25)
    expect(world.effects('RunJar').at(-1)).toMatchObject({ savepointPath: 's3://b/sp/mine' })
  })

  test('W63 P02 its status of before the first submit is put back, and it is deleted while a restarted JobManager lists nothing yet', () => {
    const first = new SessionWorld({}, null).rounds(2).status
    const world = new SessionWorld({}, aSession()).rounds(24)
    const [alive] = world.jobs.filter(({ state }) => state === 'RUNNING')
    world.jobs = []
    world.configMaps = [haConfigMap(alive!.jobId)]
    putBack(world, () => first).edit({ metadata: { deletionTimestamp: '2023-11-14T23:30:00Z' } }).rounds(10)
    expect(world.isGone).toBe(false)
    world.jobs = [alive!]
    world.rounds(5)
    world.configMaps = []
    world.rounds(10)
    expect([world.isGone, world.alive]).toEqual([true, []])
  })

  test('W52 P02 its status of the stop before is put back, and it is deleted while a restarted JobManager lists nothing yet', () => {
    const world = new SessionWorld({}, aSession()).rounds(24).edit({ job: { parallelism: 3 } })
    for (let round = 0; round < 40 && world.status.operation?.kind !== 'Submit'; round += 1) world.rounds(1)
    const { operation: _submit, ...stopped } = world.status
    world.rounds(20)
    const [alive] = world.jobs.filter(({ state }) => state === 'RUNNING')
    world.jobs = []
    world.configMaps = [haConfigMap(alive!.jobId)]
    putBack(world, () => ({ ...stopped, operation: null, operatorRecord: { ...stopped.operatorRecord, attempts: 1 } }))
      .edit({ job: { parallelism: 3 }, metadata: { deletionTimestamp: '2023-11-14T23:30:00Z' } }).rounds(10)
    expect(world.isGone).toBe(false)
    world.jobs = [alive!]
    world.rounds(5)
    world.configMaps = []
    world.rounds(10)
    expect([world.isGone, world.alive]).toEqual([true, []])
  })

  test('A18 the first status, while it is suspended: what Flink lists of it says that it was submitted', () => {
    const world = new SessionWorld({ metadata: { creationTimestamp: '2023-01-01T00:00:00Z' } }, aSession({ noHa: true })).rounds(1)
    const first = world.status
    world.rounds(24).edit({ job: { state: 'suspended' } }).rounds(15)
    putBack(world, () => first).edit({ job: { state: 'running' }, metadata: withoutMark }).rounds(25)
    expect(world.effects('RunJar')).toHaveLength(1)
    expect(world.status.error).toContain('as ended')
    world.edit({ job: { state: 'running', initialSavepointPath: 's3://b/sp/mine', savepointRedeployNonce: 3 } }).rounds(25)
    expect(world.effects('RunJar').at(-1)).toMatchObject({ savepointPath: 's3://b/sp/mine' })
    expect(world.alive).toHaveLength(1)
  })

  const places: readonly (readonly (keyof FlinkSessionJobStatus)[])[] = [
    ['jobStatus', 'operatorRecord'],
    ['reconciliationStatus', 'operatorRecord', 'jobStatus'],
  ]
  test.each(
    ['savepoint', 'last-state', 'stateless'].flatMap(upgradeMode => places.map(put => [upgradeMode, put] as const)),
  )('A12 of %s, %j as it was while it was suspended: the very run that is recorded is left as it is', (upgradeMode, put) => {
    const world = new SessionWorld({ job: { upgradeMode } }, aSession({ noHa: true })).rounds(20)
    world.edit({ job: { state: 'suspended' } }).rounds(15)
    const backup = world.status
    world.edit({ job: { state: 'running' } }).rounds(20)
    const { alive } = world
    const of = Object.fromEntries(put.map(field => [field, backup[field]]))
    const { jobId, startTime } = world.status.jobStatus
    putBack(world, status => ({ ...status, ...of })).rounds(0)
    putBack(world, status => ({ ...status, jobStatus: { ...status.jobStatus, jobId, startTime } })).rounds(40)
    expect([world.alive, world.effects('RunJar').length]).toEqual([alive, 2])
  })
})

test('W17 P01 the record and the operation of the first minutes beside a live job: it is reported, and left as it is', () => {
  const world = new SessionWorld({ job: { upgradeMode: 'last-state' } }, aSession()).rounds(1)
  const { operation, operatorRecord } = world.status
  while (world.alive.length === 0) world.rounds(1)
  const { alive } = world
  const sent = world.status
  putBack(world, status => ({
    ...status,
    operation: operation === null ? null : { ...operation, ...(sent.operation === null ? {} : { jobId: sent.operation.jobId }) } as never,
    operatorRecord: { ...operatorRecord, lastState: { _tag: 'NeverStarted' } },
    jobStatus: { ...status.jobStatus, state: null },
  })).rounds(40)
  expect([world.alive, world.effects('CancelJob')]).toEqual([alive, []])
})

test('A12 P02 stateless, and only what was reconciled last is as it was while it was suspended: nothing is run beside the job', () => {
  const world = new SessionWorld({ job: { upgradeMode: 'stateless' } }, aSession({ noHa: true })).rounds(20)
  world.edit({ job: { state: 'suspended' } }).rounds(15)
  const { lastReconciledSpec } = world.status.reconciliationStatus
  world.edit({ job: { state: 'running' } }).rounds(20)
  const { alive } = world
  putBack(world, status => ({
    ...status,
    reconciliationStatus: { ...status.reconciliationStatus, lastReconciledSpec, state: 'UPGRADING' },
  })).rounds(40)
  expect([world.alive, world.effects('RunJar').length, world.situation.row]).toEqual([alive, 2, 'unrecorded-job'])
  expect(world.status.error).toContain('the status is older than the job')
})

test('A08 P02 its savepoint is complete, and the job is FAILING: nothing is submitted before it has ended', () => {
  const world = new SessionWorld({}, aSession({ noHa: true })).rounds(20)
  world.isStopSlow = true
  world.edit({ job: { parallelism: 3 } }).rounds(4)
  const [id = ''] = [...world.stops.keys()]
  const [job = ''] = world.alive
  world.stops.set(id, {
    _tag: 'Failed',
    causes: [{ type: 'StopWithSavepointStoppingException', message: 'A savepoint has been created' }],
    savepointPath: 's3://b/sp/stop',
  })
  world.setState(job, 'FAILING')
  world.rounds(10)
  expect([world.effects('RunJar').length, world.alive]).toEqual([1, [job]])
  world.setState(job, 'FAILED')
  world.rounds(10)
  expect(world.effects('RunJar').at(-1)).toMatchObject({ savepointPath: 's3://b/sp/stop', parallelism: 3 })
  expect(world.alive).toHaveLength(1)
})
