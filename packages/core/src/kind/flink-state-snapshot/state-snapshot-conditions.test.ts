import { describe, expect, test } from 'vitest'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { aTarget, type GivenSnapshot, runningJob, snapshotActions, underWay } from '../../../fixtures/state-snapshot.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { Condition } from '../../contract/resource/condition.ts'

const path = 's3://b/sp/1'
const deleted = { deletionTimestamp: new Date(t0).toISOString() }
const done = { state: 'COMPLETED', path } as const
const seen = {
  flinkDeployments: known([aTarget()], t0),
  flinkSessionJobs: known([], t0),
  namingResources: known([], t0),
  snapshots: known([], t0),
}

const reported = (given: GivenSnapshot): readonly Condition[] | null => {
  const written = snapshotActions(given).findLast(action => action._tag === 'PersistStatus')
  return written?._tag === 'PersistStatus' ? written.status.conditions : null
}
const inWords = (conditions: readonly Condition[] | null) =>
  conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`) ?? null

describe('conditions of a FlinkStateSnapshot', () => {
  test.each<readonly [string, GivenSnapshot, readonly string[], RegExp]>([
    [
      'its job is not seen',
      { facts: { target: unknown('Timeout', 'late 1', t0) } },
      ['Ready False Waiting', 'Reconciling True Waiting', 'Stalled False NotStalled'],
      /^the resource of the job could not be observed. What helps: Kubernetes returns/,
    ],
    [
      'its job is not there',
      { facts: { target: absent(t0) } },
      ['Ready False ValidationError', 'Reconciling False ValidationError', 'Stalled True ValidationError'],
      /Target for snapshot .* was not found/,
    ],
    [
      'it is asked for',
      { facts: runningJob() },
      ['Ready False InProgress', 'Reconciling True InProgress', 'Stalled False NotStalled'],
      /^The snapshot is IN_PROGRESS$/,
    ],
    [
      'its job has ended',
      { facts: { target: known(aTarget({ job: { state: 'FAILED' } }), t0) } },
      ['Ready False Abandoned', 'Reconciling False Abandoned', 'Stalled True Abandoned'],
      /./,
    ],
    [
      'the attempt failed, and there is no other: the root cause',
      {
        spec: { savepoint: {}, backoffLimit: 0 },
        status: underWay(),
        facts: runningJob(t0, {
          savepointOperation: known({
            _tag: 'Failed',
            causes: [{ type: 'java.io.IOException', message: 'disk full' }],
            savepointPath: null,
          }, t0),
        }),
      },
      ['Ready False Failed', 'Reconciling False Failed', 'Stalled True Failed'],
      /disk full/,
    ],
    [
      'it is deleted, and somebody needs its files: it says who, and what helps',
      { metadata: deleted, status: done, facts: { ...runningJob(), ...seen, snapshots: unknown('Timeout', 'late', t0) } },
      ['Ready False DisposalBlocked', 'Reconciling True DisposalBlocked', 'Stalled False NotStalled'],
      /^The operator can't release the resource yet: the resources that may need s3:\/\/b\/sp\/1 could not be observed. What helps: Kubernetes lists all/,
    ],
    [
      'it is deleted, and its job does not run',
      {
        metadata: deleted,
        status: done,
        facts: { ...runningJob(), ...seen, target: known(aTarget({ job: { state: 'FAILED' } }), t0) },
      },
      ['Ready False DisposalBlocked', 'Reconciling True DisposalBlocked', 'Stalled False NotStalled'],
      /job is not running! What helps|job is not running!. What helps: the job runs, so that its JobManager/,
    ],
  ])('%s', (_title, given, conditions, message) => {
    const written = reported(given)
    expect(inWords(written)).toEqual(conditions)
    expect(written?.[0]?.message).toMatch(message)
  })

  test.each(
    [
      ['its job is not seen', { facts: { target: unknown('Timeout', 'late', t0) } }],
      ['its deletion waits', {
        metadata: deleted,
        status: done,
        facts: { ...runningJob(), ...seen, snapshots: unknown('Timeout', 'late', t0) },
      }],
    ] as const,
  )('what is told already is not written again: %s', (_title, given: GivenSnapshot) => {
    const written = reported(given)
    expect(written).toHaveLength(3)
    expect(reported({ ...given, now: t0 + 1, status: { ...given.status, conditions: written ?? [] } })).toBeNull()
  })

  test('one that is over, and that an earlier version left without conditions, is left as it is', () => {
    expect(reported({ status: done })).toBeNull()
  })

  test('P23 no secret of the path', () => {
    const blocked = reported({
      metadata: deleted,
      status: { ...done, path: 's3://u:hunter2@b/x' },
      facts: { ...runningJob(), ...seen, snapshots: unknown('Timeout', 'late', t0) },
    })
    expect(JSON.stringify(blocked)).not.toContain('hunter2')
    expect(blocked).toHaveLength(3)
  })
})
