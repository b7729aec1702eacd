import { describe, expect, test } from 'vitest'
import { aJob, goneCluster, runningCluster } from '../../../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, errorMessageOf, type Given, situationOf, statusAfter, written } from '../../../../../fixtures/round.ts'
import { known, unknown } from '../../../../contract/fact/fact.ts'
import type { JobState } from '../../../../contract/resource/job-status.ts'
import type { JsonObject } from '../../../../contract/resource/json.ts'
import { initialOperatorRecord } from '../../../../crd/operator-record-fields.ts'
import { stateOfRunningJob } from '../../../../contract/resource/last-state.ts'
import { lastStateMarker } from '../../../../contract/resource/operation.ts'

const unseen = unknown<never>('Timeout', 'late', t0)
const ended = (state: JobState, job: JsonObject = {}, change: StatusChange = {}): Given => ({
  spec: { job },
  metadata: { generation: 2 },
  status: runningStatus({
    observedGeneration: 1,
    job: { state, upgradeSavepointPath: 's3://b/old', startTime: String(aJob(state).startTime) },
    record: { terminalSince: t0 - 60_000, lastState: stateOfRunningJob, runningSince: null },
    ...change,
  }),
  facts: runningCluster(t0, { jobs: known([aJob(state)], t0), checkpoints: unseen, exceptions: known([], t0) }),
})
const reported = (given: Given): string | null => errorMessageOf(statusAfter(given))

describe('a job that was cancelled, and nobody knows what it left (P07)', () => {
  test('that is told, not who cancelled it, which may have been a stop of ours; and what a person can do', () => {
    expect(reported(ended('CANCELED'))).toMatch(
      /^The job was cancelled, and its last state is unknown\. Either set spec\.job\.initialSavepointPath/u,
    )
  })
  test.each<readonly [string, StatusChange, string]>([
    ['it may still be read', { record: { terminalSince: t0 - 7_000, lastState: stateOfRunningJob } }, '. The operator is asking Flink'],
    ['it is known', {
      record: { terminalSince: t0 - 60_000, lastState: { _tag: 'Path', path: 's3://b/old', seen: 'Checkpoints' } },
    }, '. A new spec.restartNonce'],
  ])('D-01 %s: somebody else cancelled it', (_title, change, more) => {
    expect(reported(ended('CANCELED', {}, change))).toContain(`cancelled outside of this operator${more}`)
  })
  test('P06 the mode that it names leads out, though it alone changes nothing of what is deployed', () => {
    const status = statusAfter(ended('CANCELED'))
    expect(situationOf({ ...ended('CANCELED', { upgradeMode: 'stateless' }), metadata: { generation: 3 }, status }).row).toBe(
      'edit/stop, upgrade-mode/stateless',
    )
  })
})

describe('edit/suspend-ended: an ended job whose state is not known is suspended as it is: nothing is lost by that', () => {
  const suspends = { state: 'suspended' } as const
  const read = (given: Given): Given => ({ ...given, facts: { ...given.facts, checkpoints: { _tag: 'Absent', asOf: t0, source: 'live' } } })
  test.each(['FINISHED', 'FAILED'] as const)('%s', state => {
    expect(situationOf(read(ended(state, suspends)))).toMatchObject({
      _tag: 'SuspendedToRecord',
      row: expect.stringMatching(/^edit\/suspend-ended, /u),
    })
    expect(situationOf(read(ended(state, { parallelism: 3 })))._tag).toBe('Blocked')
  })
  test('P01 what it goes on from stays unknown: an older path beside it is not taken at its resume (L2)', () => {
    const status = written(decided(read(ended('FINISHED', suspends))))!
    expect(status).toMatchObject({ lifecycleState: 'SUSPENDED', operatorRecord: { lastState: { _tag: 'Unknown', why: 'Contradicted' } } })
    expect(situationOf({ ...ended('FINISHED'), metadata: { generation: 3 }, status })).toMatchObject({
      _tag: 'Blocked',
      row: 'restore/user-decides',
      problem: { message: expect.stringContaining('The operator does not know what to restore the job from') },
    })
  })
  test.each(['FINISHED', 'FAILED', 'CANCELED'] as const)(
    'P25 F05 %s: nor by whoever does not know our record, for a tool may drop it: what the job was started from is not left beside it',
    state => {
      const status = written(decided(read(ended(state, suspends))))!
      expect(status.jobStatus.upgradeSavepointPath).toBe(lastStateMarker)
      const dropped = { ...status, operatorRecord: initialOperatorRecord }
      expect(situationOf({ ...ended(state), metadata: { generation: 3 }, status: dropped, facts: goneCluster() })).toMatchObject({
        _tag: 'Blocked',
        row: 'restore/user-decides',
      })
    },
  )
})
