import { describe, expect, test } from 'vitest'
import { upgradeInputs as given } from '../../../../../fixtures/upgrade-inputs.ts'
import { jobStates } from '../../../../contract/resource/job-status.ts'
import { availableUpgradeMode } from './available-upgrade-mode.ts'
import { baseAnswer, cancelUse, recordedPathUse } from '../../../../job/upgrade/base-upgrade-mode.ts'
import { stateOfRunningJob } from '../../../../contract/resource/last-state.ts'
import { answers, upgradeErrors } from '../../../../job/upgrade/upgrade-answer.ts'
import { isCancellable, type UpgradeInputs } from '../../../../job/upgrade/upgrade-inputs.ts'

const path = { _tag: 'Path', path: 's3://b/sp', seen: 'Stop' } as const
const notKnown = stateOfRunningJob
const inHa = { _tag: 'InHighAvailability', jobId: 'a' } as const
const brief = (it: UpgradeInputs): string => {
  const answer = availableUpgradeMode(it)
  switch (answer._tag) {
    case 'Available':
      return `${answer.row}: ${answer.suspend} ${answer.restoreMode} (${answer.reason})`
    case 'NotAvailable':
      return `${answer.row}: wait fallback=${answer.allowFallback} other=${answer.allowOther} (${answer.reason})`
    case 'Blocked':
      return `${answer.row}: ${answer.eventReason} ${answer.error === upgradeErrors.E1 ? 'E1' : 'E2'}`
    case 'LookFirst':
      return `${answer.row}: look ${answer.at} (${answer.reason})`
  }
}

const inShort = (i: UpgradeInputs): string => {
  const answer = availableUpgradeMode(i)
  switch (answer._tag) {
    case 'Available':
      return `${answer.suspend} ${answer.restoreMode}${answer.neverStarted ? ' never-started' : ''}`
    case 'NotAvailable':
      return `wait${answer.allowFallback ? ' fallback' : ''}${answer.allowOther ? ' other' : ''}`
    case 'Blocked':
      return answer.error.startsWith('Job is in') ? 'E1' : 'E2'
    case 'LookFirst':
      return `look ${answer.at}`
  }
}

describe('each row answers with its number and its reason (control-flow.md, sections 5.2 to 5.6; P07)', () => {
  test.each<readonly [string, Partial<UpgradeInputs>, string]>([
    [
      '5.2/1 stateless, terminal',
      { requested: 'stateless', job: 'FAILED' },
      'upgrade-mode/stateless: NOOP stateless (the job is stateless)',
    ],
    ['–', { requested: 'stateless' }, 'upgrade-mode/stateless: STATELESS stateless (the job is stateless)'],
    [
      '–',
      { job: 'FAILED', jobManager: 'DEPLOYING', haMetadata: 'NotLooked' },
      'upgrade-mode/recorded-path-unseen: look HaMetadata (does HA metadata of the job exist?)',
    ],
    [
      '–',
      { job: 'FAILED', jobManager: 'DEPLOYING', haMetadata: 'Unknown' },
      'upgrade-mode/recorded-path-unseen: wait fallback=false other=true (HA metadata could not be read)',
    ],
    [
      'B01 terminal, last checkpoint not read yet: wait',
      { job: 'FAILED', lastState: notKnown },
      'upgrade-mode/last-checkpoint-unread: wait fallback=false other=true (the job ended; its last checkpoint is being read)',
    ],
    [
      '–',
      { job: 'FAILED', lastState: notKnown, checkpointAge: { _tag: 'Known', lastCompleted: null, pending: null, isRestorable: false } },
      'upgrade-mode/ended-state-unknown: UpgradeFailed E1',
    ],
    [
      '–',
      { lastState: notKnown },
      'checkpoint-age/no-limit: LAST_STATE last-state (no limit to the age of the last checkpoint; HA metadata holds it)',
    ],
    ['5.2/2 terminal, only the marker: a person', { job: 'FAILED', lastState: inHa }, 'upgrade-mode/ended-state-unknown: UpgradeFailed E1'],
    [
      '–',
      { job: 'FAILED', jobManager: 'MISSING', haMetadata: 'NotAvailable', lastState: notKnown },
      'upgrade-mode/ended-state-unknown: UpgradeFailed E1',
    ],
    [
      'B01 terminal, JobManager READY: path of this look',
      { job: 'FAILED', lastState: path },
      'upgrade-mode/ended-state-known: NOOP savepoint (the job ended and its last state is s3://b/sp)',
    ],
    ['–', { job: 'FAILED' }, 'upgrade-mode/ended-state-known: NOOP savepoint (the job ended, and it has no state)'],
    [
      '5.2/4 CANCELLING: wait',
      { job: 'CANCELLING' },
      'upgrade-mode/cancelling: wait fallback=false other=false (the job is being cancelled)',
    ],
    [
      '5.2/5 savepoint, RUNNING',
      { requested: 'savepoint' },
      'upgrade-mode/savepoint: SAVEPOINT savepoint (the job runs and can be stopped with a savepoint)',
    ],
    [
      '5.2/7 savepoint, RESTARTING, no fallback: wait',
      { requested: 'savepoint', job: 'RESTARTING', lastStateFallbackEnabled: false },
      'upgrade-mode/savepoint-required: wait fallback=false other=true (a savepoint is required, but the job is RESTARTING and the last-state fallback is disabled)',
    ],
    [
      '–',
      { requested: 'savepoint', job: null, lastStateFallbackEnabled: false },
      'upgrade-mode/savepoint-required: wait fallback=false other=true (a savepoint is required, but the job is not known and the last-state fallback is disabled)',
    ],
    [
      'B15 version change, RUNNING: savepoint',
      { versionChanged: true },
      'upgrade-mode/new-version-savepoint: SAVEPOINT savepoint (the Flink version changes: a savepoint carries the state over)',
    ],
    [
      '–',
      { versionChanged: true, requested: 'savepoint', job: 'RESTARTING', lastStateFallbackEnabled: false },
      'upgrade-mode/new-version-cancel: CANCEL savepoint (the Flink version changes: the cancelled job leaves its last checkpoint)',
    ],
    [
      '–',
      { versionChanged: true, job: 'RESTARTING', checkpointsRetainedOnCancel: false },
      'upgrade-mode/new-version-wait: wait fallback=false other=true (HA metadata must not cross Flink versions and the job can be neither stopped nor cancelled now)',
    ],
    [
      '–',
      { versionChanged: true, job: 'RESTARTING', jobManager: 'DEPLOYING' },
      'upgrade-mode/new-version-wait: wait fallback=false other=true (HA metadata must not cross Flink versions and the job can be neither stopped nor cancelled now)',
    ],
    [
      '–',
      { job: 'RESTARTING', haMetadata: 'NotLooked' },
      'upgrade-mode/cancel-unseen: look HaMetadata (does HA metadata of the job exist?)',
    ],
    [
      '–',
      { job: 'RESTARTING', haMetadata: 'Unknown' },
      'upgrade-mode/cancel-unseen: wait fallback=false other=true (HA metadata could not be read)',
    ],
    [
      '–',
      { job: 'RESTARTING', haMetadata: 'NotAvailable' },
      'upgrade-mode/cancel: CANCEL savepoint (the cancelled job leaves its last checkpoint)',
    ],
    [
      '–',
      { job: 'RESTARTING', jobCancelEnabled: true },
      'upgrade-mode/cancel: CANCEL savepoint (the cancelled job leaves its last checkpoint)',
    ],
    [
      '–',
      { job: 'RESTARTING' },
      "stop-without-job/ha-metadata: LAST_STATE last-state (the job is RESTARTING and can't be stopped with its state; HA metadata holds its last checkpoint)",
    ],
    [
      '–',
      { job: null, jobManager: 'DEPLOYING', haMetadata: 'NotAvailable' },
      "upgrade-mode/none: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [
      '–',
      { job: null, jobManager: 'DEPLOYING', haMetadata: 'NotLooked' },
      'stop-without-job/ha-metadata: look HaMetadata (does HA metadata of the job exist?)',
    ],
    [
      '–',
      { job: null, jobManager: 'DEPLOYING', haOnInDeployed: false },
      "upgrade-mode/none: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [
      '–',
      { job: null, jobManager: 'DEPLOYING', haOnInWanted: false },
      "upgrade-mode/none: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [
      '–',
      { job: null, jobManager: 'MISSING', haOnInWanted: false, haMetadata: 'NotLooked' },
      'stop-without-job/state-lost: look HaMetadata (does HA metadata of the job exist?)',
    ],
    [
      '–',
      { job: null, jobManager: 'ERROR', haOnInWanted: false, haMetadata: 'Unknown' },
      'stop-without-job/state-lost: wait fallback=false other=true (HA metadata could not be read)',
    ],
    ['–', { job: null, jobManager: 'ERROR', haMetadata: 'NotAvailable' }, 'stop-without-job/state-lost: UpgradeFailed E2'],
    [
      '–',
      { job: null, jobManager: 'MISSING', haOnInWanted: false },
      "upgrade-mode/none: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [
      '–',
      { job: null, jobManager: 'READY', haMetadata: 'NotAvailable' },
      "upgrade-mode/none: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [
      'last-state, RUNNING, HA',
      {},
      'checkpoint-age/no-limit: LAST_STATE last-state (no limit to the age of the last checkpoint; HA metadata holds it)',
    ],
    [
      'last-state, RUNNING, no HA: cancel',
      { haMetadata: 'NotAvailable' },
      'checkpoint-age/no-limit: CANCEL savepoint (no limit to the age of the last checkpoint; the cancelled job leaves its last checkpoint)',
    ],
    [
      '–',
      { haCheckpoint: 'Unknown' },
      'checkpoint-age/no-limit: CANCEL savepoint (no limit to the age of the last checkpoint; it has no checkpoint yet, and the cancelled job will show that)',
    ],
    [
      '–',
      { haCheckpoint: 'Unknown', checkpointsRetainedOnCancel: false },
      'checkpoint-age/no-limit: SAVEPOINT savepoint (no limit to the age of the last checkpoint; it has no checkpoint yet: a savepoint is taken instead)',
    ],
    [
      'HA not looked at: look',
      { haMetadata: 'NotLooked' },
      'checkpoint-age/no-limit: look HaMetadata (does HA metadata of the job exist?)',
    ],
    [
      'B23 a cancel that would throw the checkpoint away is not taken',
      { haMetadata: 'NotAvailable', checkpointsRetainedOnCancel: false },
      "checkpoint-age/no-limit: wait fallback=true other=true (the job runs, but its HA metadata can't be used and it can't be cancelled without loss)",
    ],
    [
      '–',
      { haOnInWanted: false, checkpointsRetainedOnCancel: false },
      "checkpoint-age/no-limit: wait fallback=true other=true (the job runs, but its HA metadata can't be used and it can't be cancelled without loss)",
    ],
    [
      '–',
      { haOnInWanted: false, checkpointsRetainedOnCancel: false, haMetadata: 'NotLooked' },
      "checkpoint-age/no-limit: wait fallback=true other=true (the job runs, but its HA metadata can't be used and it can't be cancelled without loss)",
    ],
    [
      '–',
      { checkpointsRetainedOnCancel: false, haMetadata: 'Unknown' },
      'checkpoint-age/no-limit: wait fallback=false other=true (HA metadata could not be read)',
    ],
  ])('%s: %j: %s', (_title, change, want) => {
    expect(brief(given(change))).toBe(want)
  })
})

describe('5.4 by age of the state (B16)', () => {
  const aged = (change: Partial<UpgradeInputs>): string => brief(given({ maxCheckpointAge: 1_000, ...change }))
  const seen = (lastCompleted: number | null, pending: number | null = null) =>
    ({ checkpointAge: { _tag: 'Known', lastCompleted, pending, isRestorable: lastCompleted !== null } }) as const

  test.each<readonly [Partial<UpgradeInputs>, string]>([
    [
      { jobStartTime: 999_001 },
      'checkpoint-age/job-is-young: LAST_STATE last-state (the job started within the allowed age of a checkpoint; HA metadata holds it)',
    ],
    [{ jobStartTime: 999_000 }, 'checkpoint-age/last-checkpoint: look Checkpoints (how old is the last checkpoint?)'],
    [{ jobStartTime: null }, 'checkpoint-age/last-checkpoint: look Checkpoints (how old is the last checkpoint?)'],
    [
      { checkpointAge: { _tag: 'Unknown', reason: 'late' } },
      'checkpoint-age/last-checkpoint: wait fallback=false other=true (the age of the last checkpoint could not be read: late)',
    ],
    [seen(999_001), 'checkpoint-age/last-checkpoint: LAST_STATE last-state (the last checkpoint is recent enough; HA metadata holds it)'],
    [
      seen(999_000, 999_001),
      'checkpoint-age/checkpoint-in-progress: wait fallback=false other=true (the last checkpoint is too old, but one is in progress)',
    ],
    [
      seen(null, 999_001),
      'checkpoint-age/checkpoint-in-progress: wait fallback=false other=true (the last checkpoint is too old, but one is in progress)',
    ],
    [seen(999_000, 999_000), 'checkpoint-age/too-old: SAVEPOINT savepoint (the last checkpoint is too old: a savepoint is taken instead)'],
    [
      { jobStartTime: null, maxCheckpointAge: 2_000_000 },
      'checkpoint-age/last-checkpoint: look Checkpoints (how old is the last checkpoint?)',
    ],
    [
      { jobStartTime: null, maxCheckpointAge: 2_000_000, ...seen(null) },
      'checkpoint-age/too-old: SAVEPOINT savepoint (the last checkpoint is too old: a savepoint is taken instead)',
    ],
    [seen(null), 'checkpoint-age/too-old: SAVEPOINT savepoint (the last checkpoint is too old: a savepoint is taken instead)'],
  ])('%j: %s', (change, want) => {
    expect(aged(change)).toBe(want)
  })
})

describe('5.6/c the JobManager never started (D-28)', () => {
  const never = (change: Partial<UpgradeInputs> = {}): UpgradeInputs =>
    given({
      requested: 'savepoint',
      job: 'RECONCILING',
      jobManager: 'DEPLOYING',
      haMetadata: 'NotAvailable',
      usedMode: 'savepoint',
      jobManagerNeverStarted: true,
      ...change,
    })

  test('it is decided as if the job had failed', () => {
    expect(availableUpgradeMode(never({ lastState: notKnown, startedFrom: path }))).toEqual({
      _tag: 'Available',
      suspend: 'NOOP',
      restoreMode: 'savepoint',
      neverStarted: true,
      row: 'stop-without-job/jobmanager-never-started, upgrade-mode/ended-state-known',
      reason: 'the JobManager never started; the job ended and its last state is s3://b/sp',
    })
  })

  test.each<readonly [string, Partial<UpgradeInputs>, string]>([
    ['what it was started from is not known: a person', { startedFrom: notKnown }, 'upgrade-mode/ended-state-unknown: UpgradeFailed E1'],
    [
      'after a last-state deploy only HA metadata knows the state',
      { usedMode: 'last-state' },
      "upgrade-mode/none: wait fallback=true other=true (the job is RECONCILING and can't be stopped with its state)",
    ],
    [
      'it did start',
      { jobManagerNeverStarted: false },
      "upgrade-mode/none: wait fallback=true other=true (the job is RECONCILING and can't be stopped with its state)",
    ],
    ['it is missing', { jobManager: 'MISSING' }, 'stop-without-job/state-lost: UpgradeFailed E2'],
    [
      'HA metadata comes first',
      { haMetadata: 'Available' },
      "stop-without-job/ha-metadata: LAST_STATE last-state (the job is RECONCILING and can't be stopped with its state; HA metadata holds its last checkpoint)",
    ],
  ])('%s', (_title, change, want) => {
    expect(brief(never(change))).toBe(want)
  })
})

describe('5.3 may the recorded path be used? (B01)', () => {
  test.each<readonly [Partial<UpgradeInputs>, string]>([
    [{ job: 'RUNNING' }, 'DoNotUse'],
    [{ job: null }, 'DoNotUse'],
    [{ job: 'CANCELLING' }, 'DoNotUse'],
    [{ job: 'SUSPENDED' }, 'DoNotUse'],
    [{ job: 'CANCELED', jobManager: 'MISSING', haMetadata: 'Unknown' }, 'Use'],
    [{ job: 'FINISHED', jobManager: 'READY', haMetadata: 'Unknown' }, 'Use'],
    [{ job: 'FINISHED', jobManager: 'DEPLOYED_NOT_READY', haMetadata: 'NotAvailable' }, 'Use'],
    [{ job: 'FAILED', jobManager: 'MISSING', haMetadata: 'Available' }, 'DoNotUse'],
    [{ job: 'FAILED', jobManager: 'MISSING', haMetadata: 'NotLooked' }, 'Unseen'],
    [{ job: 'FAILED', jobManager: 'ERROR', haMetadata: 'Unknown' }, 'Unseen'],
  ])('%j: %s', (change, want) => {
    expect(recordedPathUse(given(change))).toBe(want)
  })
})

describe('5.5 may last-state cancel the job? (B23)', () => {
  test.each<readonly [Partial<UpgradeInputs>, string]>([
    [{}, 'DoNotUse'],
    [{ haMetadata: 'NotAvailable' }, 'Use'],
    [{ jobCancelEnabled: true }, 'Use'],
    [{ haOnInWanted: false }, 'Use'],
    [{ haMetadata: 'Unknown' }, 'Unseen'],
    [{ haMetadata: 'NotLooked' }, 'Unseen'],
    [{ jobCancelEnabled: true, checkpointsRetainedOnCancel: false }, 'DoNotUse'],
    [{ jobCancelEnabled: true, job: 'RECONCILING' }, 'DoNotUse'],
    [{ jobCancelEnabled: true, job: 'FAILED' }, 'DoNotUse'],
    [{ jobCancelEnabled: true, job: null }, 'DoNotUse'],
    [{ jobCancelEnabled: true, jobManager: 'DEPLOYED_NOT_READY' }, 'DoNotUse'],
  ])('%j: %s', (change, want) => {
    expect(cancelUse(given(change))).toBe(want)
  })

  test("F03 a run that can't tell what it was restored from is not cancelled where HA metadata may hold it", () => {
    for (const job of ['INITIALIZING', 'CREATED'] as const) {
      expect(cancelUse(given({ job, jobCancelEnabled: true }))).toBe('DoNotUse')
      expect(cancelUse(given({ job, jobCancelEnabled: true, haOnInDeployed: false }))).toBe('Use')
    }
  })

  test('1.9 P05 B04 cancellable: known, not terminal, and its JobManager READY', () => {
    expect(jobStates.filter(job => isCancellable(given({ job })))).toEqual([
      'INITIALIZING',
      'CREATED',
      'RUNNING',
      'FAILING',
      'CANCELLING',
      'RESTARTING',
      'SUSPENDED',
    ])
    expect((['MISSING', 'DEPLOYING', 'DEPLOYED_NOT_READY', 'ERROR'] as const).filter(jobManager => isCancellable(given({ jobManager }))))
      .toEqual([])
  })
})

describe('5.1 the named answers', () => {
  const at = ['row', 'why'] as const

  test.each([
    [answers.stateless(true)(...at), { suspend: 'NOOP', restoreMode: 'stateless' }],
    [answers.stateless(false)(...at), { suspend: 'STATELESS', restoreMode: 'stateless' }],
    [answers.savepoint(true)(...at), { suspend: 'NOOP', restoreMode: 'savepoint' }],
    [answers.savepoint(false)(...at), { suspend: 'SAVEPOINT', restoreMode: 'savepoint' }],
    [answers.lastStateUsingHaMetadata(...at), { suspend: 'LAST_STATE', restoreMode: 'last-state' }],
    [answers.lastStateUsingCancel(...at), { suspend: 'CANCEL', restoreMode: 'savepoint' }],
  ])('%j', (got, want) => {
    expect(got).toEqual({ _tag: 'Available', neverStarted: false, row: 'row', reason: 'why', ...want })
  })

  test('what is not available says what may be done instead', () => {
    expect(answers.pendingCancellation(...at)).toEqual({
      _tag: 'NotAvailable',
      allowFallback: false,
      allowOther: false,
      row: 'row',
      reason: 'why',
    })
    expect(answers.pendingUpgrade(...at)).toEqual({
      _tag: 'NotAvailable',
      allowFallback: false,
      allowOther: true,
      row: 'row',
      reason: 'why',
    })
    expect(answers.unavailable(...at)).toEqual({ _tag: 'NotAvailable', allowFallback: true, allowOther: true, row: 'row', reason: 'why' })
    expect(answers.blocked('E2')('row')).toEqual({ _tag: 'Blocked', eventReason: 'UpgradeFailed', error: upgradeErrors.E2, row: 'row' })
    expect(answers.look('Checkpoints')(...at)).toEqual({ _tag: 'LookFirst', at: 'Checkpoints', row: 'row', reason: 'why' })
  })

  test("the error texts are the reference operator's, missing blanks included", () => {
    expect(upgradeErrors).toMatchObject({
      E1:
        'Job is in terminal state but last checkpoint is unknown, possibly due to an unrecoverable restore error. Manual restore required.',
      E2:
        'JobManager deployment is missing and HA metadata is not available to make stateful upgrades. It is possible that the job has finished or terminally failed, or the configmaps have been deleted.Manual restore required.',
      E3:
        'HA metadata is not available to restore from last state.It is possible that the job has finished or terminally failed, or the configmaps have been deleted.',
      E4: 'Latest checkpoint not externally addressable, Manual restore required.',
    })
  })

  test('the base answer stands where the override has nothing to add', () => {
    for (const change of [{}, { requested: 'savepoint' }, { job: 'CANCELLING' }, { maxCheckpointAge: 5, jobStartTime: null }] as const)
      expect(availableUpgradeMode(given(change))).toEqual(baseAnswer(given(change)))
  })
})

describe('available upgrade mode (control-flow.md, 5.11)', () => {
  test.each(
    [
      ['5.2/1 stateless, other', { requested: 'stateless', job: 'RECONCILING' }, 'STATELESS stateless'],
      [
        'B01 terminal, HA gone: recorded path',
        { job: 'FAILED', haMetadata: 'NotAvailable', jobManager: 'MISSING', lastState: path },
        'NOOP savepoint',
      ],
      [
        'B01 terminal, HA there, JobManager not READY: HA metadata',
        { job: 'FAILED', jobManager: 'DEPLOYING', lastState: path },
        'LAST_STATE last-state',
      ],
      ['B01 terminal, last checkpoint can no longer be read: a person', {
        job: 'CANCELED',
        jobManager: 'MISSING',
        lastState: notKnown,
        haMetadata: 'NotAvailable',
      }, 'E1'],
      ['5.2/6 savepoint, RESTARTING: falls back to HA metadata', { requested: 'savepoint', job: 'RESTARTING' }, 'LAST_STATE last-state'],
      ['B15 version change, no directory: cancel', { versionChanged: true, savepointDirectorySet: false }, 'CANCEL savepoint'],
      ['B15 version change, RECONCILING: wait', { versionChanged: true, job: 'RECONCILING' }, 'wait other'],
      ['B17 the edit itself switches HA on: what runs has none, so its last checkpoint is taken by cancelling', {
        haOnInDeployed: false,
        haMetadata: 'NotAvailable',
      }, 'CANCEL savepoint'],
      ['B17 and where a cancel would throw that away nothing is stopped', {
        haOnInDeployed: false,
        haMetadata: 'NotAvailable',
        checkpointsRetainedOnCancel: false,
      }, 'wait fallback other'],
      [
        'B16 old checkpoint: savepoint',
        { maxCheckpointAge: 1000, checkpointAge: { _tag: 'Known', lastCompleted: 0, pending: null, isRestorable: true } },
        'SAVEPOINT savepoint',
      ],
      ['B16 age not looked at: look', { maxCheckpointAge: 1000 }, 'look Checkpoints'],
      ['P14 age unknown: wait', { maxCheckpointAge: 1000, checkpointAge: { _tag: 'Unknown', reason: 'Timeout' } }, 'wait other'],
      ['P14 HA unknown: wait', { haMetadata: 'Unknown' }, 'wait other'],
      [
        '5.6/d JobManager missing, no HA metadata: a person',
        { job: 'RECONCILING', jobManager: 'MISSING', haMetadata: 'NotAvailable' },
        'E2',
      ],
      ['5.6/c never started, nothing recorded: starts from empty, which is what it had', {
        requested: 'savepoint',
        job: 'RECONCILING',
        jobManager: 'ERROR',
        haMetadata: 'NotAvailable',
        usedMode: 'savepoint',
        jobManagerNeverStarted: true,
        startedFrom: path,
      }, 'NOOP savepoint never-started'],
      ['D-28 never started after last-state: nothing is deleted', {
        job: 'RECONCILING',
        jobManager: 'DEPLOYING',
        haMetadata: 'NotAvailable',
        jobManagerNeverStarted: true,
      }, 'wait fallback other'],
      ['B09 last-state rests on HA metadata that was seen', { jobManager: 'DEPLOYING', haMetadata: 'NotAvailable' }, 'wait fallback other'],
      [
        'an edit that switches HA off cancels the job instead of leaving its state in HA metadata',
        { haOnInWanted: false },
        'CANCEL savepoint',
      ],
    ] as const,
  )('%s', (_title, change, want) => {
    expect(inShort(given(change as Partial<UpgradeInputs>))).toBe(want)
  })

  test.each(
    [
      ['last-state without HA', { haMetadata: 'NotAvailable' }, true],
      ['the edit switches HA off', { haOnInWanted: false }, true],
      ['another Flink version, and no folder for savepoints', { versionChanged: true, savepointDirectorySet: false }, true],
      ['HA metadata could not be read: that passes', { haMetadata: 'Unknown' }, false],
      ['the job is not RUNNING: it may come to it', { haMetadata: 'NotAvailable', job: 'RESTARTING' }, false],
      ['its JobManager is not up: it may come up', { haMetadata: 'NotAvailable', jobManager: 'DEPLOYING' }, false],
    ] as const,
  )(
    'B23 F11 where a cancel would throw the state away a person is told what helps, unless waiting does: %s',
    (_title, change, isReported) => {
      const answer = availableUpgradeMode(given({ checkpointsRetainedOnCancel: false, ...change }))
      expect(answer._tag === 'NotAvailable' && answer.reported !== undefined).toBe(isReported)
    },
  )

  test('P07 every answer says why', () => {
    for (const job of ['RUNNING', 'FAILED', 'CANCELED', 'RECONCILING', null] as const)
      for (const jobManager of ['READY', 'MISSING', 'DEPLOYING'] as const)
        for (const haMetadata of ['Available', 'NotAvailable', 'Unknown'] as const) {
          const answer = availableUpgradeMode(given({ job, jobManager, haMetadata }))
          expect('error' in answer ? answer.error : answer.reason).not.toBe('')
        }
  })

  test('P14 losing sight of HA metadata never opens a way to stop the job', () => {
    for (const requested of ['savepoint', 'last-state'] as const)
      for (const job of ['RUNNING', 'FAILED', 'CANCELED', 'RESTARTING', 'RECONCILING'] as const)
        for (const jobManager of ['READY', 'MISSING', 'DEPLOYING', 'ERROR'] as const) {
          const unobservable = availableUpgradeMode(given({ requested, job, jobManager, haMetadata: 'Unknown' }))
          if (unobservable._tag !== 'Available') continue
          for (const haMetadata of ['Available', 'NotAvailable'] as const)
            expect(availableUpgradeMode(given({ requested, job, jobManager, haMetadata }))).toEqual(unobservable)
        }
  })
})

describe('B51 savepoint alone: with the fallback off nothing is degraded (safety-properties.md, B51)', () => {
  const jobs = [null, 'RUNNING', 'RESTARTING', 'FAILING', 'RECONCILING', 'CREATED', 'INITIALIZING', 'CANCELLING'] as const
  const inputs = jobs.flatMap(job =>
    (['READY', 'DEPLOYING', 'DEPLOYED_NOT_READY', 'MISSING', 'ERROR'] as const).flatMap(jobManager =>
      (['Available', 'NotAvailable', 'Unreadable', 'Unknown', 'NotLooked'] as const).flatMap(haMetadata =>
        [true, false].flatMap(haOnInWanted =>
          [true, false].map(jobCancelEnabled =>
            given({ requested: 'savepoint', lastStateFallbackEnabled: false, job, jobManager, haMetadata, haOnInWanted, jobCancelEnabled })
          )
        )
      )
    )
  )

  test('a job that has not ended is stopped with a savepoint, or the edit waits with a reason, or a person is asked', () => {
    const others = inputs.filter(it => !/^(?:SAVEPOINT savepoint|wait.*|E1|E2|look .*)$/u.test(inShort(it)))
    expect(others.map(it => [it.job, it.jobManager, it.haMetadata, inShort(it)])).toEqual([])
    expect(new Set(inputs.map(inShort))).toContain('SAVEPOINT savepoint')
  })
})
