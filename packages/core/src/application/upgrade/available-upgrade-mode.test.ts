import { describe, expect, test } from 'vitest'
import { upgradeInputs as given } from '../../../fixtures/upgrade-inputs.ts'
import { stateOfRunningJob } from '../../resource/last-state.ts'
import { availableUpgradeMode } from './available-upgrade-mode.ts'
import type { UpgradeInputs } from '../../job/upgrade/upgrade-inputs.ts'

const path = { _tag: 'Path', path: 's3://b/sp', seen: 'Stop' } as const
const notKnown = stateOfRunningJob
const inHa = { _tag: 'InHighAvailability', jobId: 'a' } as const
const brief = (i: UpgradeInputs): string => {
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

describe('available upgrade mode (control-flow.md, 5.11)', () => {
  test.each(
    [
      ['5.2/1 stateless, terminal', { requested: 'stateless', job: 'FAILED' }, 'NOOP stateless'],
      ['5.2/1 stateless, other', { requested: 'stateless', job: 'RECONCILING' }, 'STATELESS stateless'],
      ['5.2/5 savepoint, RUNNING', { requested: 'savepoint' }, 'SAVEPOINT savepoint'],
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
      ['B01 terminal, JobManager READY: path of this look', { job: 'FAILED', lastState: path }, 'NOOP savepoint'],
      ['5.2/2 terminal, only the marker: a person', { job: 'FAILED', lastState: inHa }, 'E1'],
      ['B01 terminal, last checkpoint not read yet: wait', { job: 'FAILED', lastState: notKnown }, 'wait other'],
      ['B01 terminal, last checkpoint can no longer be read: a person', {
        job: 'CANCELED',
        jobManager: 'MISSING',
        lastState: notKnown,
        haMetadata: 'NotAvailable',
      }, 'E1'],
      ['5.2/4 CANCELLING: wait', { job: 'CANCELLING' }, 'wait'],
      ['5.2/6 savepoint, RESTARTING: falls back to HA metadata', { requested: 'savepoint', job: 'RESTARTING' }, 'LAST_STATE last-state'],
      [
        '5.2/7 savepoint, RESTARTING, no fallback: wait',
        { requested: 'savepoint', job: 'RESTARTING', lastStateFallbackEnabled: false },
        'wait other',
      ],
      ['B15 version change, RUNNING: savepoint', { versionChanged: true }, 'SAVEPOINT savepoint'],
      ['B15 version change, no directory: cancel', { versionChanged: true, savepointDirectorySet: false }, 'CANCEL savepoint'],
      ['B15 version change, RECONCILING: wait', { versionChanged: true, job: 'RECONCILING' }, 'wait other'],
      ['last-state, RUNNING, HA', {}, 'LAST_STATE last-state'],
      ['last-state, RUNNING, no HA: cancel', { haMetadata: 'NotAvailable' }, 'CANCEL savepoint'],
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
        'B23 a cancel that would throw the checkpoint away is not taken',
        { haMetadata: 'NotAvailable', checkpointsRetainedOnCancel: false },
        'wait fallback other',
      ],
      [
        'B16 old checkpoint: savepoint',
        { maxCheckpointAge: 1000, checkpointAge: { _tag: 'Known', lastCompleted: 0, pending: null, isRestorable: true } },
        'SAVEPOINT savepoint',
      ],
      ['B16 age not looked at: look', { maxCheckpointAge: 1000 }, 'look Checkpoints'],
      ['P14 age unknown: wait', { maxCheckpointAge: 1000, checkpointAge: { _tag: 'Unknown', reason: 'Timeout' } }, 'wait other'],
      ['P14 HA unknown: wait', { haMetadata: 'Unknown' }, 'wait other'],
      ['HA not looked at: look', { haMetadata: 'NotLooked' }, 'look HaMetadata'],
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
    expect(brief(given(change as Partial<UpgradeInputs>))).toBe(want)
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
  )('B23 F11 where a cancel would throw the state away a person is told what helps, unless waiting does: %s', (_title, change, isTold) => {
    const answer = availableUpgradeMode(given({ checkpointsRetainedOnCancel: false, ...change }))
    expect(answer._tag === 'NotAvailable' && answer.told !== undefined).toBe(isTold)
  })

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
          const blind = availableUpgradeMode(given({ requested, job, jobManager, haMetadata: 'Unknown' }))
          if (blind._tag !== 'Available') continue
          for (const haMetadata of ['Available', 'NotAvailable'] as const)
            expect(availableUpgradeMode(given({ requested, job, jobManager, haMetadata }))).toEqual(blind)
        }
  })
})
