import { describe, expect, test } from 'vitest'
import { upgradeInputs as given } from '../../../fixtures/upgrade-inputs.ts'
import { availableUpgradeMode } from '../../kind/flink-deployment/application/upgrade/available-upgrade-mode.ts'
import { jobStates } from '../../contract/resource/job-status.ts'
import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import { upgradeErrors } from './upgrade-answer.ts'
import type { CheckpointAge, UpgradeInputs } from './upgrade-inputs.ts'

const notRecorded = contradictedState('the status does not record what the job was started from')
const path: LastState = { _tag: 'Path', path: 's3://b/init', seen: 'Source' }
const shows = (isRestorable: boolean): CheckpointAge => ({
  _tag: 'Known',
  lastCompleted: isRestorable ? 1 : null,
  pending: null,
  isRestorable,
})
const brief = (it: UpgradeInputs): string => {
  const answer = availableUpgradeMode(it)
  switch (answer._tag) {
    case 'Available':
      return answer.suspend
    case 'NotAvailable':
      return answer.reported === undefined ? 'wait' : answer.reported === upgradeErrors.unknownStart ? 'ask' : 'reported'
    case 'Blocked':
      return answer.error
    case 'LookFirst':
      return `look ${answer.at}`
  }
}

describe('V03: HA metadata holds the counter of checkpoints and no checkpoint', () => {
  const notYet = (change: Partial<UpgradeInputs>): string => brief(given({ haCheckpoint: 'NotYet', startedFrom: notRecorded, ...change }))

  test.each<readonly [string, Partial<UpgradeInputs>, string]>([
    ['it is recorded that the job began empty: HA metadata', { startedFrom: { _tag: 'None', reason: 'none' } }, 'LAST_STATE'],
    ['it is recorded that it began from a path: HA metadata', { startedFrom: path }, 'LAST_STATE'],
    ['nothing is recorded of its start: Flink is asked first', {}, 'look Checkpoints'],
    ['Flink could not be asked: it waits', { checkpointAge: { _tag: 'Unknown', reason: 'late' } }, 'wait'],
    ['Flink shows what the job was restored from: it is cancelled', { checkpointAge: shows(true) }, 'CANCEL'],
    ['Flink shows nothing: a savepoint', { checkpointAge: shows(false) }, 'SAVEPOINT'],
    ['nor is there a folder for savepoints: a person, and the job goes on', {
      checkpointAge: shows(false),
      savepointDirectorySet: false,
    }, 'ask'],
    ['a cancel would throw the checkpoints away: a savepoint', { checkpointsRetainedOnCancel: false }, 'SAVEPOINT'],
    ['nor is there a folder for savepoints: the job goes on', {
      checkpointsRetainedOnCancel: false,
      savepointDirectorySet: false,
    }, 'reported'],
    ['the JobManager does not answer: it is left alone', { job: 'RECONCILING', jobManager: 'DEPLOYED_NOT_READY' }, 'wait'],
    ['the JobManager is gone: a person is told what is so', { job: 'RECONCILING', jobManager: 'MISSING' }, upgradeErrors.noCheckpointYet],
    ['the JobManager can not come up: the same', { job: 'RECONCILING', jobManager: 'ERROR' }, upgradeErrors.noCheckpointYet],
    [
      'the same of metadata without a counter',
      { haCheckpoint: 'Unknown', job: 'RECONCILING', jobManager: 'ERROR' },
      upgradeErrors.noCheckpoint,
    ],
    ['such a JobManager may still come up', { haCheckpoint: 'Unknown', job: 'RECONCILING', jobManager: 'DEPLOYING' }, 'wait'],
  ])('%s', (_title, change, want) => {
    expect(notYet(change)).toBe(want)
  })
})

describe('V04: the job is to be cancelled, and nothing is recorded of what it was started from', () => {
  const noHa = (change: Partial<UpgradeInputs>): string =>
    brief(given({ haMetadata: 'NotAvailable', haOnInDeployed: false, haOnInWanted: false, startedFrom: notRecorded, ...change }))

  test.each<readonly [string, Partial<UpgradeInputs>, string]>([
    ['Flink is asked first', {}, 'look Checkpoints'],
    ['it shows a state: it is cancelled', { checkpointAge: shows(true) }, 'CANCEL'],
    ['it shows none: a savepoint', { checkpointAge: shows(false) }, 'SAVEPOINT'],
    ['it shows none, and there is no folder: a person', { checkpointAge: shows(false), savepointDirectorySet: false }, 'ask'],
    ['it shows none of a job that no savepoint can be taken of: a person', { job: 'RESTARTING', checkpointAge: shows(false) }, 'ask'],
    ['a job that restarts shows one: it is cancelled', { job: 'RESTARTING', checkpointAge: shows(true) }, 'CANCEL'],
    ['another Flink version, and no folder', { versionChanged: true, savepointDirectorySet: false, checkpointAge: shows(false) }, 'ask'],
    ['what it was started from is recorded: no look more', { startedFrom: path }, 'CANCEL'],
  ])('%s', (_title, change, want) => {
    expect(noHa(change)).toBe(want)
  })
})

const starts: readonly LastState[] = [notRecorded, path, { _tag: 'None', reason: 'none' }]

test('V03 V04 P01 no job is taken down unless it is known then what it would be restored from', () => {
  const all = jobStates.flatMap(job =>
    (['READY', 'DEPLOYED_NOT_READY', 'DEPLOYING', 'ERROR', 'MISSING'] as const).flatMap(jobManager =>
      (['last-state', 'savepoint'] as const).flatMap(requested =>
        (['Available', 'NotAvailable', 'Unreadable'] as const).flatMap(haMetadata =>
          (['There', 'NotYet', 'Unknown'] as const).flatMap(haCheckpoint =>
            starts.flatMap(startedFrom =>
              [shows(true), shows(false), { _tag: 'NotLooked' } as const].flatMap(checkpointAge =>
                [true, false].flatMap(haOnInWanted =>
                  [true, false].flatMap(versionChanged =>
                    [true, false].map(jobCancelEnabled =>
                      given({
                        job,
                        jobManager,
                        requested,
                        haMetadata,
                        haCheckpoint,
                        startedFrom,
                        checkpointAge,
                        haOnInWanted,
                        versionChanged,
                        jobCancelEnabled,
                        haOnInDeployed: haMetadata !== 'NotAvailable',
                        lastState: notRecorded,
                      })
                    )
                  )
                )
              )
            )
          )
        )
      )
    )
  )
  const isStartKnown = (it: UpgradeInputs): boolean => it.startedFrom !== notRecorded
  const isKnown = (it: UpgradeInputs, suspend: string): boolean => {
    switch (suspend) {
      case 'LAST_STATE':
        return it.haMetadata === 'Available' && (it.haCheckpoint === 'There' || (it.haCheckpoint === 'NotYet' && isStartKnown(it)))
      case 'CANCEL':
        return isStartKnown(it) || (it.checkpointAge._tag === 'Known' && it.checkpointAge.isRestorable)
      default:
        return true
    }
  }
  expect(
    all.filter(it => {
      const answer = availableUpgradeMode(it)
      return answer._tag === 'Available' && !isKnown(it, answer.suspend)
    }),
  ).toEqual([])
})
