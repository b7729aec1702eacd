import { describe, expect, test } from 'vitest'
import { initialApplicationStatus, noApplicationJob, noClusterStatus } from '../status/flink-application-status-fields.ts'
import type { ApplicationOperation } from '../status/application-operation.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { isAtRest, phases, wordOf } from '../state/state-row.ts'
import { halfWay, halfWayRows } from './half-way.ts'

const t0 = 1_700_000_000_000

/** A status of Lyft's operator: nothing of it is ours. */
const lyfts = (phase: string, rest: Partial<FlinkApplicationStatus> = {}): FlinkApplicationStatus => ({
  ...initialApplicationStatus,
  phase,
  deploymentMode: 'Dual',
  deployHash: 'old',
  lastUpdatedAt: t0,
  jobStatus: { ...noApplicationJob, jobID: 'job-1', jarName: 'a.jar', parallelism: 2 },
  ...rest,
})

const operation = (rest: Partial<ApplicationOperation> = {}): ApplicationOperation => ({
  id: '0'.repeat(32),
  attempt: 3,
  mintedAt: t0,
  kind: 'Deploy',
  phase: 'Savepointing',
  progressAt: t0,
  targetGeneration: 2,
  hash: 'new',
  version: '',
  colourlessHash: '',
  definition: null,
  isStateless: false,
  isForcedBefore: false,
  replicasBefore: null,
  source: null,
  stop: null,
  submit: null,
  ...rest,
})

/** Written by this operator. */
const ours = (phase: string, under: ApplicationOperation | null, attempts = 3): FlinkApplicationStatus => ({
  ...lyfts(phase),
  operation: under,
  operatorRecord: { ...initialApplicationStatus.operatorRecord, attempts },
})

const adopted = { _tag: 'Path', path: 's3://sp', seen: 'Adopted' } as const

describe("a status of Lyft's operator, left in the middle of something", () => {
  test('P25 a new resource is nothing to take over, and a word that is no state is not touched (G1)', () => {
    expect(halfWay(initialApplicationStatus)).toBe(null)
    expect(halfWay(lyfts('RollingBack'))).toBe(null)
  })

  test.each(['Updating', 'ClusterStarting'])('%s: the old job was not touched, it begins anew', phase => {
    expect(halfWay(lyfts(phase))).toMatchObject({ row: 'half-way/creating', phase: 'Updating', operation: null })
  })

  test('Rescaling: towards no hash that a spec has, so that labels and replicas are put back first (LD17b)', () => {
    expect(halfWay(lyfts('Rescaling'))).toMatchObject({
      row: 'half-way/rescaling',
      phase: 'Rescaling',
      operation: { kind: 'Rescale', hash: '' },
    })
  })

  test('LD03 LD04 Savepointing: the trigger is asked for, and a path that lies there is none of this stop', () => {
    const found = halfWay(lyfts('Savepointing', { savepointTriggerId: 'tr', savepointPath: 's3://sp' }))
    expect(found).toMatchObject({
      row: 'half-way/savepointing',
      lastState: null,
      operation: { stop: { how: 'Savepoint', hash: 'old', jobId: 'job-1', triggerId: 'tr', askedAt: t0, path: '', endedAt: null } },
    })
    expect(halfWay(lyfts('Savepointing'))?.operation).toMatchObject({ stop: null })
  })

  test('LD19 Cancelling: the old job may have been told, and is not taken for ended', () => {
    expect(halfWay(lyfts('Cancelling'))?.operation?.stop).toMatchObject({ how: 'Cancel', jobId: 'job-1', triggerId: '', endedAt: null })
  })

  test('LD10 Recovering: a stop may be under way', () => {
    expect(halfWay(lyfts('Recovering', { savepointTriggerId: 'tr' }))?.operation?.stop).toMatchObject({ triggerId: 'tr', endedAt: null })
  })

  test('P02 SubmittingJob with a job id: that job is watched, and nothing is submitted beside it', () => {
    expect(halfWay(lyfts('SubmittingJob', { savepointPath: 's3://sp' }))).toMatchObject({
      row: 'half-way/submitting-with-job',
      lastState: adopted,
      operation: { submit: { jobId: 'job-1', source: adopted, sentAt: t0 } },
    })
  })

  test('P25 SubmittingJob without a path is no permission to start empty', () => {
    const found = halfWay(lyfts('SubmittingJob', { jobStatus: noApplicationJob }))
    expect(found).toMatchObject({ row: 'half-way/submitting', lastState: null, operation: { submit: null } })
    expect(initialApplicationStatus.operatorRecord.lastState._tag).toBe('Unknown')
  })

  test('LD04 half-way/submitting-beside BlueGreen: the live version ran on, so a path that lies there may be of an attempt before: a savepoint is taken anew', () => {
    const beside = {
      deploymentMode: 'BlueGreen',
      jobStatus: noApplicationJob,
      updatingHash: 'new',
      updatingVersion: 'blue',
      savepointPath: 's3://x',
    }
    expect(halfWay(lyfts('SubmittingJob', beside))).toMatchObject({
      row: 'half-way/submitting-beside',
      phase: 'Savepointing',
      lastState: null,
      operation: { hash: 'new', version: 'blue', stop: null, submit: null },
    })
    expect(halfWay(lyfts('SubmittingJob', { ...beside, deployHash: '' }))).toMatchObject({
      row: 'half-way/submitting',
      lastState: { path: 's3://x' },
    })
    expect(halfWay(lyfts('DeployFailed', beside))).toMatchObject({ row: 'half-way/no-operation' })
  })

  test('LD21 half-way/failed-teardown BlueGreen: DeployFailed with two jobs is a tear-down that failed: neither version is taken away for it', () => {
    const slot = (versionHash: string, jobID: string) => ({
      appVersion: 'green',
      versionHash,
      clusterStatus: initialApplicationStatus.clusterStatus,
      jobStatus: { ...noApplicationJob, jobID },
    })
    const found = (...jobs: readonly string[]) =>
      halfWay(lyfts('DeployFailed', { deploymentMode: 'BlueGreen', versionStatuses: jobs.map((job, at) => slot(`h${String(at)}`, job)) }))
    expect(found('a', 'b')).toMatchObject({ row: 'half-way/failed-teardown', phase: 'DualRunning', operation: null })
    expect(found('a', '')).toMatchObject({ row: 'half-way/no-operation' })
  })

  test('P02 RollingBackJob: the job id that is recorded may be alive', () => {
    expect(halfWay(lyfts('RollingBackJob'))?.operation?.submit).toMatchObject({ jobId: 'job-1' })
  })

  test('LD14 BlueGreen: the job that is stopped is that of the live hash, the one that is watched that of the other slot', () => {
    const slot = (versionHash: string, jobID: string) => ({
      appVersion: 'green',
      versionHash,
      clusterStatus: initialApplicationStatus.clusterStatus,
      jobStatus: { ...noApplicationJob, jobID },
    })
    const both = {
      deploymentMode: 'BlueGreen',
      updatingHash: 'new',
      updatingVersion: 'blue',
      versionStatuses: [slot('old', 'a'), slot('new', 'b')],
    }
    expect(halfWay(lyfts('Recovering', { ...both, savepointTriggerId: 'tr' }))?.operation?.stop).toMatchObject({ hash: 'old', jobId: 'a' })
    expect(halfWay(lyfts('SubmittingJob', both))?.operation).toMatchObject({
      hash: 'new',
      version: 'blue',
      submit: { hash: 'new', jobId: 'b' },
    })
  })

  test('LD04 DeployFailed with a path: it counts if no job is alive; Running: how the job ends is still to come', () => {
    expect(halfWay(lyfts('DeployFailed', { savepointPath: 's3://sp' }))).toMatchObject({
      row: 'half-way/failed-with-path',
      lastState: adopted,
    })
    for (const phase of ['Running', 'DeployFailed', 'DualRunning'])
      expect(halfWay(lyfts(phase))).toMatchObject({
        row: 'half-way/no-operation',
        operation: null,
        lastState: { _tag: 'Unknown', why: 'JobRuns' },
      })
  })

  test('LD23 Deleting: the stop that is recorded is gone on with; a path proves nothing', () => {
    expect(halfWay(lyfts('Deleting', { savepointTriggerId: 'tr', savepointPath: 's3://sp' }))).toMatchObject({
      row: 'half-way/deleting',
      lastState: null,
      operation: { kind: 'Delete', stop: { triggerId: 'tr', path: '' } },
    })
  })

  test.each(phases.filter(phase => phase !== 'New'))('P25 %s has a meaning', phase => {
    expect(halfWay(lyfts(wordOf(phase)))).not.toBe(null)
    expect(halfWay(lyfts(wordOf(phase)))?.phase).toBe(phase === 'ClusterStarting' ? 'Updating' : phase)
  })
})

describe('P25 our own record, and somebody wrote into the status', () => {
  test.each(phases.filter(phase => !isAtRest(phase) && phase !== 'New' && phase !== 'DualRunning'))(
    '%s with its operation is whole',
    phase => {
      const kind = phase === 'Rescaling' ? 'Rescale' : phase === 'Deleting' ? 'Delete' : 'Deploy'
      expect(halfWay(ours(wordOf(phase), operation({ phase, kind })))).toBe(null)
    },
  )

  test.each(['', 'Running', 'SubmittingJob'])(
    'half-way/other-state the state was changed to "%s": what is under way says where it is',
    phase => {
      expect(halfWay(ours(phase, operation()))).toMatchObject({
        row: 'half-way/other-state',
        phase: 'Savepointing',
        operation: { hash: 'new' },
      })
    },
  )

  test("the operation was taken away, or an older one put back: as if Lyft's operator had written it", () => {
    expect(halfWay(ours('Savepointing', null))?.row).toBe('half-way/savepointing')
    expect(halfWay(ours('Savepointing', operation({ attempt: 2 })))?.row).toBe('half-way/savepointing')
  })

  test('half-way/state-lost the state was taken away: a version is live, so nothing is New', () => {
    expect(halfWay(ours('', null))).toMatchObject({ row: 'half-way/state-lost', phase: 'Running' })
    expect(halfWay(lyfts(''))).toMatchObject({ row: 'half-way/state-lost', lastState: { why: 'JobRuns' } })
  })

  test('half-way/live-version-missing deployHash was taken away, or an older one put back: the record and the job of before say which version is live', () => {
    const deployed = { hash: 'old', generation: 1, jobId: 'job-1', savepointPath: '', colourlessHash: '', highlyAvailable: null }
    const status = ours('Running', null)
    const recorded = { ...status, operatorRecord: { ...status.operatorRecord, deployed } }
    expect(halfWay(recorded)).toBe(null)
    for (const deployHash of ['', 'older'])
      expect(halfWay({ ...recorded, deployHash })).toMatchObject({
        row: 'half-way/live-version-missing',
        phase: 'Running',
        putBack: { deployHash: 'old' },
      })
    // a job that is another one than the recorded: the record is the older of the two
    expect(halfWay({ ...recorded, deployHash: 'newer', jobStatus: { ...status.jobStatus, jobID: 'job-2' } })).toBe(null)
  })

  test("what was proved of the job's last state is kept", () => {
    const status = { ...lyfts('SubmittingJob', { savepointPath: 's3://older' }) }
    const proved = {
      ...status,
      operatorRecord: { ...status.operatorRecord, lastState: { _tag: 'Path', path: 's3://newer', seen: 'Stop' } as const },
    }
    expect(halfWay(proved)?.lastState).toBe(null)
  })

  test('each row is asked for', () => {
    expect(halfWayRows.map(({ id }) => id)).toEqual([
      'half-way/live-version-missing',
      'half-way/both-versions-run',
      'half-way/other-state',
      'half-way/state-lost',
      'half-way/creating',
      'half-way/rescaling',
      'half-way/savepointing',
      'half-way/cancelling',
      'half-way/recovering',
      'half-way/submitting-with-job',
      'half-way/submitting-beside',
      'half-way/submitting',
      'half-way/rolling-back',
      'half-way/deleting',
      'half-way/failed-with-path',
      'half-way/failed-teardown',
      'half-way/no-operation',
    ])
  })
})

test('W24 P03 P25 Deleting, and the state or the kind of its operation was put back: the recorded stop is still in progress', () => {
  const stop = {
    how: 'Savepoint',
    hash: 'old',
    jobId: 'job-1',
    triggerId: 'c'.repeat(32),
    askedAt: t0,
    incarnation: null,
    path: '',
    endedAt: null,
  } as const
  const found = ([{ phase: 'Updating' }, { kind: 'Deploy' }] as const).map(it =>
    halfWay(ours('Deleting', operation({ kind: 'Delete', phase: 'Deleting', stop, ...it })))?.operation
  )
  expect(found).toMatchObject([{ kind: 'Delete', stop }, { kind: 'Delete', stop }])
})

describe('W31 P19 P25 an older operation beside an older deployHash: one write restores the live version and drops the operation', () => {
  const deployed = { hash: 'old', generation: 1, jobId: 'job-1', savepointPath: '', colourlessHash: '', highlyAvailable: null }

  test.each(['', 'older'])('deployHash %j in Running: no operation is left', deployHash => {
    const status = { ...ours('Running', operation({ attempt: 1, hash: 'older' })), deployHash }
    const meaning = halfWay({ ...status, operatorRecord: { ...status.operatorRecord, deployed } })
    expect(meaning).toMatchObject({
      row: 'half-way/live-version-missing',
      phase: 'Running',
      operation: null,
      putBack: { deployHash: 'old' },
    })
  })
})

describe('W32 P06 P25 BlueGreen: deployVersion was put back', () => {
  const slot = { appVersion: 'green', versionHash: 'old', clusterStatus: noClusterStatus }

  test.each(['', 'blue'])('to %j: the live version has the colour of its slot', deployVersion => {
    const versionStatuses = [{ ...slot, jobStatus: { ...noApplicationJob, jobID: 'job-1' } }]
    const status: FlinkApplicationStatus = { ...ours('Running', null), deploymentMode: 'BlueGreen', deployVersion, versionStatuses }
    expect(halfWay(status)).toMatchObject({ putBack: { deployHash: 'old', deployVersion: 'green' } })
  })
})
