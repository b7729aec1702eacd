import { describe, expect, test } from 'vitest'
import { upgradeInputs as given } from '../../../fixtures/upgrade-inputs.ts'
import { jobStates } from '../../resource/job-state.ts'
import { availableUpgradeMode } from './available-upgrade-mode.ts'
import { baseAnswer, cancelUse, recordedPathUse } from '../../job/upgrade/base-upgrade-mode.ts'
import { stateOfRunningJob } from '../../resource/last-state.ts'
import { answers, upgradeErrors } from '../../job/upgrade/upgrade-answer.ts'
import { isCancellable, type UpgradeInputs } from '../../job/upgrade/upgrade-inputs.ts'

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

describe('each row answers with its number and its reason (control-flow.md, sections 5.2 to 5.6; P07)', () => {
  test.each<readonly [Partial<UpgradeInputs>, string]>([
    [{ requested: 'stateless', job: 'FAILED' }, '5.2/1: NOOP stateless (the job is stateless)'],
    [{ requested: 'stateless' }, '5.2/1: STATELESS stateless (the job is stateless)'],
    [{ job: 'FAILED', jobManager: 'DEPLOYING', haMetadata: 'NotLooked' }, '5.3: look HaMetadata (is HA metadata of the job there?)'],
    [
      { job: 'FAILED', jobManager: 'DEPLOYING', haMetadata: 'Unknown' },
      '5.3: wait fallback=false other=true (HA metadata could not be read)',
    ],
    [
      { job: 'FAILED', lastState: notKnown },
      '5.3/4 not read: wait fallback=false other=true (the job ended; its last checkpoint is being read)',
    ],
    [
      { job: 'FAILED', lastState: notKnown, checkpointAge: { _tag: 'Known', lastCompleted: null, pending: null, isRestorable: false } },
      '5.2/2: UpgradeFailed E1',
    ],
    [{ lastState: notKnown }, '5.4/1: LAST_STATE last-state (no limit to the age of the last checkpoint; HA metadata holds it)'],
    [{ job: 'FAILED', lastState: inHa }, '5.2/2: UpgradeFailed E1'],
    [{ job: 'FAILED', jobManager: 'MISSING', haMetadata: 'NotAvailable', lastState: notKnown }, '5.2/2: UpgradeFailed E1'],
    [{ job: 'FAILED', lastState: path }, '5.2/3: NOOP savepoint (the job ended and its last state is s3://b/sp)'],
    [{ job: 'FAILED' }, '5.2/3: NOOP savepoint (the job ended and it is known that it has no state)'],
    [{ job: 'CANCELLING' }, '5.2/4: wait fallback=false other=false (the job is being cancelled)'],
    [{ requested: 'savepoint' }, '5.2/5: SAVEPOINT savepoint (the job runs and can be stopped with a savepoint)'],
    [
      { requested: 'savepoint', job: 'RESTARTING', lastStateFallbackEnabled: false },
      '5.2/7: wait fallback=false other=true (a savepoint is wanted, but the job is RESTARTING and falling back to last-state is off)',
    ],
    [
      { requested: 'savepoint', job: null, lastStateFallbackEnabled: false },
      '5.2/7: wait fallback=false other=true (a savepoint is wanted, but the job is not known and falling back to last-state is off)',
    ],
    [{ versionChanged: true }, '5.2/8: SAVEPOINT savepoint (the Flink version changes: a savepoint carries the state over)'],
    [
      { versionChanged: true, requested: 'savepoint', job: 'RESTARTING', lastStateFallbackEnabled: false },
      '5.2/9: CANCEL savepoint (the Flink version changes: the cancelled job leaves its last checkpoint)',
    ],
    [
      { versionChanged: true, job: 'RESTARTING', checkpointsRetainedOnCancel: false },
      '5.2/10: wait fallback=false other=true (HA metadata must not cross Flink versions and the job can be neither stopped nor cancelled now)',
    ],
    [
      { versionChanged: true, job: 'RESTARTING', jobManager: 'DEPLOYING' },
      '5.2/10: wait fallback=false other=true (HA metadata must not cross Flink versions and the job can be neither stopped nor cancelled now)',
    ],
    [{ job: 'RESTARTING', haMetadata: 'NotLooked' }, '5.2/12: look HaMetadata (is HA metadata of the job there?)'],
    [{ job: 'RESTARTING', haMetadata: 'Unknown' }, '5.2/12: wait fallback=false other=true (HA metadata could not be read)'],
    [{ job: 'RESTARTING', haMetadata: 'NotAvailable' }, '5.2/12: CANCEL savepoint (the cancelled job leaves its last checkpoint)'],
    [{ job: 'RESTARTING', jobCancelEnabled: true }, '5.2/12: CANCEL savepoint (the cancelled job leaves its last checkpoint)'],
    [
      { job: 'RESTARTING' },
      "5.6/b: LAST_STATE last-state (the job is RESTARTING and can't be stopped with its state; HA metadata holds its last checkpoint)",
    ],
    [
      { job: null, jobManager: 'DEPLOYING', haMetadata: 'NotAvailable' },
      "5.2/13: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [{ job: null, jobManager: 'DEPLOYING', haMetadata: 'NotLooked' }, '5.6/b: look HaMetadata (is HA metadata of the job there?)'],
    [
      { job: null, jobManager: 'DEPLOYING', haOnInDeployed: false },
      "5.2/13: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [
      { job: null, jobManager: 'DEPLOYING', haOnInWanted: false },
      "5.2/13: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [
      { job: null, jobManager: 'MISSING', haOnInWanted: false, haMetadata: 'NotLooked' },
      '5.6/d: look HaMetadata (is HA metadata of the job there?)',
    ],
    [
      { job: null, jobManager: 'ERROR', haOnInWanted: false, haMetadata: 'Unknown' },
      '5.6/d: wait fallback=false other=true (HA metadata could not be read)',
    ],
    [{ job: null, jobManager: 'ERROR', haMetadata: 'NotAvailable' }, '5.6/d: UpgradeFailed E2'],
    [
      { job: null, jobManager: 'MISSING', haOnInWanted: false },
      "5.2/13: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [
      { job: null, jobManager: 'READY', haMetadata: 'NotAvailable' },
      "5.2/13: wait fallback=true other=true (the job is not known and can't be stopped with its state)",
    ],
    [{}, '5.4/1: LAST_STATE last-state (no limit to the age of the last checkpoint; HA metadata holds it)'],
    [
      { haMetadata: 'NotAvailable' },
      '5.4/1: CANCEL savepoint (no limit to the age of the last checkpoint; the cancelled job leaves its last checkpoint)',
    ],
    [
      { haCheckpoint: 'Unknown' },
      '5.4/1: CANCEL savepoint (no limit to the age of the last checkpoint; it has no checkpoint yet, which the cancelled job shows)',
    ],
    [
      { haCheckpoint: 'Unknown', checkpointsRetainedOnCancel: false },
      '5.4/1: SAVEPOINT savepoint (no limit to the age of the last checkpoint; it has no checkpoint yet: a savepoint is taken instead)',
    ],
    [{ haMetadata: 'NotLooked' }, '5.4/1: look HaMetadata (is HA metadata of the job there?)'],
    [
      { haMetadata: 'NotAvailable', checkpointsRetainedOnCancel: false },
      "5.4/1: wait fallback=true other=true (the job runs, but its HA metadata can't be used and it can't be cancelled without loss)",
    ],
    [
      { haOnInWanted: false, checkpointsRetainedOnCancel: false },
      "5.4/1: wait fallback=true other=true (the job runs, but its HA metadata can't be used and it can't be cancelled without loss)",
    ],
    [
      { haOnInWanted: false, checkpointsRetainedOnCancel: false, haMetadata: 'NotLooked' },
      "5.4/1: wait fallback=true other=true (the job runs, but its HA metadata can't be used and it can't be cancelled without loss)",
    ],
    [
      { checkpointsRetainedOnCancel: false, haMetadata: 'Unknown' },
      '5.4/1: wait fallback=false other=true (HA metadata could not be read)',
    ],
  ])('%j: %s', (change, want) => {
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
      '5.4/2: LAST_STATE last-state (the job started within the allowed age of a checkpoint; HA metadata holds it)',
    ],
    [{ jobStartTime: 999_000 }, '5.4/3: look Checkpoints (how old is the last checkpoint?)'],
    [{ jobStartTime: null }, '5.4/3: look Checkpoints (how old is the last checkpoint?)'],
    [
      { checkpointAge: { _tag: 'Unknown', reason: 'late' } },
      '5.4/3: wait fallback=false other=true (the age of the last checkpoint could not be read: late)',
    ],
    [seen(999_001), '5.4/3: LAST_STATE last-state (the last checkpoint is recent enough; HA metadata holds it)'],
    [seen(999_000, 999_001), '5.4/4: wait fallback=false other=true (the last checkpoint is too old, but one is in progress)'],
    [seen(null, 999_001), '5.4/4: wait fallback=false other=true (the last checkpoint is too old, but one is in progress)'],
    [seen(999_000, 999_000), '5.4/5: SAVEPOINT savepoint (the last checkpoint is too old: a savepoint is taken instead)'],
    [{ jobStartTime: null, maxCheckpointAge: 2_000_000 }, '5.4/3: look Checkpoints (how old is the last checkpoint?)'],
    [
      { jobStartTime: null, maxCheckpointAge: 2_000_000, ...seen(null) },
      '5.4/5: SAVEPOINT savepoint (the last checkpoint is too old: a savepoint is taken instead)',
    ],
    [seen(null), '5.4/5: SAVEPOINT savepoint (the last checkpoint is too old: a savepoint is taken instead)'],
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
      row: '5.6/c 5.2/3',
      reason: 'the JobManager never started; the job ended and its last state is s3://b/sp',
    })
  })

  test.each<readonly [string, Partial<UpgradeInputs>, string]>([
    ['what it was started from is not known: a person', { startedFrom: notKnown }, '5.2/2: UpgradeFailed E1'],
    [
      'after a last-state deploy only HA metadata knows the state',
      { usedMode: 'last-state' },
      "5.2/13: wait fallback=true other=true (the job is RECONCILING and can't be stopped with its state)",
    ],
    [
      'it did start',
      { jobManagerNeverStarted: false },
      "5.2/13: wait fallback=true other=true (the job is RECONCILING and can't be stopped with its state)",
    ],
    ['it is missing', { jobManager: 'MISSING' }, '5.6/d: UpgradeFailed E2'],
    [
      'HA metadata comes first',
      { haMetadata: 'Available' },
      "5.6/b: LAST_STATE last-state (the job is RECONCILING and can't be stopped with its state; HA metadata holds its last checkpoint)",
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
