import { describe, expect, test } from 'vitest'
import { aCheckpoint, aJob, checkpointStatistics, clusterStart, jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { AsynchronousOperation } from '../../contract/fact/flink-rest.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { resourceOptions } from '../../options/resource-options.ts'
import { snapshotOutcome } from './snapshot-outcome.ts'

const { savepointInfo, checkpointInfo } = initialFlinkDeploymentStatus.jobStatus
const asked = { triggerId: 't', triggerTimestamp: t0 - 10_000, triggerType: 'MANUAL' } as const
const status = (change: StatusChange = {}) =>
  runningStatus({
    ...change,
    job: { savepointInfo: { ...savepointInfo, ...asked }, checkpointInfo: { ...checkpointInfo, ...asked }, ...change.job },
  })

const outcome = (
  facts: FlinkDeploymentFacts,
  { change = {}, now = t0, kind = 'savepoint', before = {} }: {
    change?: StatusChange
    now?: number
    kind?: 'savepoint' | 'checkpoint'
    before?: StatusChange
  } = {},
) => {
  const after = status(change)
  const host = { jobManager: after.jobManagerDeploymentStatus }
  return snapshotOutcome({ kind, before: status(before), status: after, facts, host, options: resourceOptions({}).options, now })
}
const tagOf = (it: ReturnType<typeof outcome>): string =>
  `${it.row} ${it._tag}${it._tag === 'Ask' ? ` ${it.what}` : it._tag === 'Completed' ? ` ${String(it.location)}` : ''}`

const saw = (operation: AsynchronousOperation) =>
  runningCluster(t0, { savepointOperation: known(operation, t0), checkpointOperation: known(operation, t0) })
const nowhere = (change: FlinkDeploymentFacts = {}) =>
  runningCluster(t0, { savepointOperation: absent(t0), checkpointOperation: absent(t0), ...change })
const unseen = runningCluster(t0, { savepointOperation: unknown('Timeout', 'late', t0) })
const notListed = runningCluster(t0, { jobs: known([], t0) })
const minutes = 60_000

describe('what became of a pending snapshot (control-flow.md, sections 3.7, 6.4 and 6.5)', () => {
  test.each<readonly [string, ReturnType<typeof outcome>, string]>([
    ['1 nothing is pending', outcome(runningCluster(), { change: { job: { savepointInfo } } }), '1 NotPending'],
    ['2 the job ended and its JobManager does not answer', outcome({}, { change: { job: { state: 'FAILED' } } }), '2 Abandoned'],
    [
      '2 the JobManager is missing',
      outcome({}, { change: { jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } } }),
      '2 Abandoned',
    ],
    [
      '2 the JobManager crashes',
      outcome({}, { change: { jobManagerDeploymentStatus: 'ERROR', job: { state: 'RECONCILING' } } }),
      '2 Abandoned',
    ],
    ['2 the job has been missed for long', outcome(notListed, { change: { record: { jobMissedSince: t0 - 6_000 } } }), '2 Abandoned'],
    [
      '3 P14 REST does not answer',
      outcome({ jobs: unknown('Timeout', 'late', t0) }, { change: { job: { state: 'RECONCILING' } } }),
      '3 Waiting',
    ],
    ['3 P14 nobody looked yet', outcome({}), '3 Waiting'],
    ['3 the job is missed for a moment', outcome(notListed, { change: { record: { jobMissedSince: t0 - 1_000 } } }), '3 Waiting'],
    ['4 the job restarts', outcome(saw({ _tag: 'InProgress' }), { change: { job: { state: 'RESTARTING' } } }), '4 Abandoned'],
    [
      '4 the job restarts, and the savepoint failed before: it is tried again',
      outcome(saw({ _tag: 'Failed', causes: [], savepointPath: null }), { change: { job: { state: 'RESTARTING' } } }),
      '5 Failed',
    ],
    [
      '4 the job ended, and its savepoint failed before',
      outcome(saw({ _tag: 'Failed', causes: [], savepointPath: null }), { change: { job: { state: 'FAILED' } } }),
      '5 Failed',
    ],
    [
      "W61 P14 the job restarts, and the operation can't be read",
      outcome(unseen, { change: { job: { state: 'RESTARTING' } } }),
      '6 Waiting',
    ],
    [
      "W61 P14 the job ended, and the operation can't be read",
      outcome(unseen, { change: { job: { state: 'FINISHED' } } }),
      '6 Waiting',
    ],
    [
      "W61 the job ended, and the operation can't be read for long",
      outcome(unseen, { change: { job: { state: 'FINISHED' } }, now: t0 + 11 * minutes + 1 }),
      '6 Failed',
    ],
    ['4 the job restarts, and the operation is not known', outcome(nowhere(), { change: { job: { state: 'RESTARTING' } } }), '4 Failed'],
    [
      '4 the job ended, and the savepoint was complete before',
      outcome(saw({ _tag: 'Completed', location: 's3://s', checkpointId: null }), { change: { job: { state: 'FINISHED' } } }),
      '5 Completed s3://s',
    ],
    [
      '4 the job ended: its savepoint is asked for once more',
      outcome(runningCluster(), { change: { job: { state: 'FINISHED' } } }),
      '5 Ask Operation',
    ],
    ['5 not asked yet', outcome(runningCluster()), '5 Ask Operation'],
    ['5 in progress', outcome(saw({ _tag: 'InProgress' })), '5 Waiting'],
    ['5 complete', outcome(saw({ _tag: 'Completed', location: 's3://s', checkpointId: null })), '5 Completed s3://s'],
    ['5 complete without a location', outcome(saw({ _tag: 'Completed', location: null, checkpointId: null })), '5 Failed'],
    [
      '5 L14 a checkpoint needs no location',
      outcome(saw({ _tag: 'Completed', location: null, checkpointId: 7 }), { kind: 'checkpoint' }),
      '5 Completed null',
    ],
    ['5 failed', outcome(saw({ _tag: 'Failed', causes: [{ type: 'a.B', message: 'no' }], savepointPath: null })), '5 Failed'],
    ["6 P14 the operation can't be read", outcome(unseen), '6 Waiting'],
    ['6 it would have been over long ago', outcome(unseen, { now: t0 + 11 * minutes + 1 }), '6 Failed'],
    ['7 the JobManager was replaced', outcome(nowhere(), { before: { job: { startTime: String(clusterStart) } } }), '7 Failed'],
    ['8 the request may never have arrived', outcome(nowhere()), '8 Unsent'],
    ['9 the grace period is over: is it among the checkpoints?', outcome(nowhere(), { now: t0 + minutes }), '9 Ask Checkpoints'],
    [
      '9 it is',
      outcome(
        nowhere({
          checkpoints: known(
            checkpointStatistics({
              savepoint: aCheckpoint(4, { isSavepoint: true, isStop: false, triggerTimestamp: t0 - 9_000, externalPath: 's3://late' }),
            }),
            t0,
          ),
        }),
        { now: t0 + minutes },
      ),
      '9 Completed s3://late',
    ],
    [
      '9 there is only an older one',
      outcome(
        nowhere({
          checkpoints: known(
            checkpointStatistics({ savepoint: aCheckpoint(4, { isSavepoint: true, isStop: false, triggerTimestamp: t0 - 11_000 }) }),
            t0,
          ),
        }),
        { now: t0 + minutes },
      ),
      '9 Failed',
    ],
    [
      '9 L2 a discarded one is none',
      outcome(
        nowhere({
          checkpoints: known(
            checkpointStatistics({
              savepoint: aCheckpoint(4, { isSavepoint: true, isStop: false, triggerTimestamp: t0, discarded: true }),
            }),
            t0,
          ),
        }),
        { now: t0 + minutes },
      ),
      '9 Failed',
    ],
    ['9 no list', outcome(nowhere({ checkpoints: absent(t0) }), { now: t0 + minutes }), '9 Failed'],
  ])('%s', (_title, given, want) => {
    expect(tagOf(given)).toBe(want)
  })

  test('the grace period may be long, the same id is safe only while Flink surely remembers it (trap 5)', () => {
    const options = resourceOptions({ 'kubernetes.operator.savepoint.trigger.grace-period': '1 h' }).options
    const at = (now: number) =>
      snapshotOutcome({
        kind: 'savepoint',
        before: status(),
        status: status(),
        facts: nowhere(),
        host: { jobManager: 'READY' },
        options,
        now,
      })._tag
    expect([at(t0 + 3 * minutes), at(t0 + 4 * minutes)]).toEqual(['Unsent', 'Ask'])
  })

  test('another job than the one of the resource says nothing', () => {
    expect(
      outcome(
        runningCluster(t0, {
          jobs: known([aJob('RUNNING', { jobId: jobId.replace('a', 'b') }), aJob('RUNNING', { jobId: jobId.replace('a', 'c') })], t0),
        }),
      )._tag,
    ).toBe('Waiting')
  })
})
