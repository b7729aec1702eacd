import { describe, expect, test } from 'vitest'
import { aDeployment, goneCluster, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, operationId, runningStatus, type StatusChange, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, statusAfter, written } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import { stateUnderDeploy, type LastState } from '../../contract/resource/last-state.ts'
import { mintId, mintOperationId, mintJobIdIn } from '../../contract/resource/mint-id.ts'
import type { DeployOperation, Operation } from '../../contract/resource/operation.ts'
import { withOperationOfItsAttempt, withOwnJobId, withOwnLastState } from './own-operation.ts'
import { submit as begun } from '../../../fixtures/session-job-operations.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'

const newest = 's3://b/sp/1'
const older = 's3://b/sp/0'
const empty: DeployOperation['source'] = { _tag: 'Empty', reason: 'first deployment' }
const from = (path: string): DeployOperation['source'] => ({ _tag: 'Path', path, reason: 'test' })

/** The job was stopped with savepoint `newest`, and the next start has sent nothing. */
const starting = (operation: Partial<DeployOperation>, change: StatusChange = {}) => ({
  status: suspendedStatus({ operation: aDeploy(operation), reconciliation: { state: 'UPGRADING' }, ...change }),
  facts: goneCluster(),
})

describe('W01 P01 P25 the source of a start in progress agrees with the rest of the status', () => {
  test.each<readonly [string, Parameters<typeof starting>]>([
    ['start-in-progress/other-path', [{ source: from(older) }]],
    ['start-in-progress/other-named-path', [{ source: from(older), step: 'Create' }, { record: { lastState: stateUnderDeploy } }]],
    ['start-in-progress/empty-over-state', [{ source: empty }]],
    ['start-in-progress/empty-after-a-run', [{ source: empty, purpose: 'FirstDeployment', step: 'Create' }, {
      record: { lastState: { _tag: 'NeverStarted' } },
    }]],
    ['start-in-progress/empty-over-path', [{ source: empty }, { record: { left: false } }]],
  ])('%s: nothing is started or deleted, and a user is asked', (_row, [operation, change]) => {
    const given = starting(operation, change)
    expect(effectsOf(decided(given))).toEqual([])
    expect(statusAfter(given)).toMatchObject({ operation: null })
    expect(statusAfter(given).operatorRecord.lastState._tag).toBe('Unknown')
  })

  test.each<readonly [string, Parameters<typeof starting>]>([
    ['the path of the record', [{ source: from(newest) }]],
    ['the named path, and the record was removed', [{ source: from(newest) }, { record: { left: false } }]],
  ])('it starts from %s: the start goes on', (_title, [operation, change]) => {
    expect((written(decided(starting(operation, change))) ?? starting(operation, change).status).operation).toMatchObject({
      kind: 'Deploy',
    })
  })
})

describe('W02 P25 an operation of an attempt that is over was put back', () => {
  test('beside a running job: it is dropped, and the job is left as it is', () => {
    const given = { status: runningStatus({ operation: aDeploy({ attempt: 2, step: 'Create', source: empty }) }), facts: runningCluster() }
    expect(effectsOf(decided(given))).toEqual([])
    expect(statusAfter(given)).toMatchObject({ operation: null, lifecycleState: 'STABLE', jobStatus: { state: 'RUNNING' } })
  })

  test('the operation of the newest attempt goes on', () => {
    const given = { status: runningStatus({ operation: aSuspend({ attempt: 4 }), record: { attempts: 4 } }), facts: runningCluster() }
    expect(statusAfter(given).operation).toMatchObject({ kind: 'Suspend' })
  })
})

test('W03 P25 the id of an earlier attempt was put back during a deploy: the id of its Deployment counts', () => {
  const id = mintId('operation', uid, 4, t0 - 5_000)
  const operation = aDeploy({ step: 'Created', id: operationId })
  const given = {
    status: suspendedStatus({ operation, reconciliation: { state: 'UPGRADING' }, record: { lastState: stateUnderDeploy } }),
    facts: runningCluster(t0, { deployment: known(aDeployment({ annotations: { [attemptAnnotation]: id } }), t0) }),
  }
  expect(effectsOf(decided(given))).toEqual([])
  expect(statusAfter(given).operation).toMatchObject({ id, step: 'Created' })
})

test('W09 P25 the id of the cluster before was put back into the deploy that replaces it: the id of its own attempt counts', () => {
  const operation = { source: from(newest), step: 'TearDown' as const, attempt: 4, mintedAt: t0 - 5_000, id: operationId }
  const { status } = starting(operation, { record: { deployedAttempt: operationId } })
  expect(withOperationOfItsAttempt({ deletionTimestamp: null, uid }, status).operation).toMatchObject({
    id: mintOperationId(uid, 4, t0 - 5_000),
    step: 'TearDown',
  })
})

const owner = { namespace: 'ns', name: 'job', uid: 'uid-1' }
const earlier = mintJobIdIn(owner, 2, 1_000)
const own = mintJobIdIn(owner, 3, 2_000)
const others = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

const idOf = (operation: Operation, recorded: string | null) =>
  withOwnJobId(owner, withJob(runningStatus({ operation }), { jobId: recorded })).operation
const submit = (jobId: string) => ({ ...begun, attempt: 3, jobId })
const stop = (jobId: string) => aSuspend({ attempt: 4, jobId })

describe('W08 P02 P25 the id of an operation on a session job is of its own attempt', () => {
  test.each<readonly [string, Operation, string | null, string | null]>([
    ['a submit with the id of an earlier attempt, after the request was recorded', submit(earlier), own, own],
    ['a submit with the id of an earlier attempt, before the request', submit(earlier), earlier, null],
    ['a submit with the id of an earlier attempt, and no id is recorded', submit(earlier), null, null],
    ['a submit with its own id', submit(own), earlier, own],
    ['a submit with an id that names no attempt, as earlier versions generated it', submit(others), earlier, others],
    ['a stop with the id of an earlier attempt', stop(earlier), own, own],
    ['a stop with a later id than the recorded one', stop(own), earlier, own],
    ['a stop with an id that names no attempt', stop(others), own, others],
  ])('%s', (_title, operation, recorded, jobId) => {
    expect(idOf(operation, recorded)).toMatchObject({ jobId })
  })
})

const path: LastState = { _tag: 'Path', path: 's3://b/sp/1', seen: 'Checkpoints' }
const none: LastState = { _tag: 'None', reason: 'test' }
const at = (startTime: string | null) => withJob(runningStatus(), { startTime, state: 'CANCELED' })
const recordedAt = (startTime: string | null, lastState: LastState) => withRecord(at(startTime), { lastState })
/** The record of one moment in the status of another one. */
const putBack = (recorded: string | null, now: string | null, lastState: LastState) =>
  withJob(recordedAt(recorded, lastState), { startTime: now })

describe('W07 P01 P25 a last state counts for the run for which it was recorded', () => {
  test.each<readonly [string, string | null, string | null, LastState]>([
    ['a path of an earlier run', '1000', '2000', path],
    ['a path of an attempt whose job was not observed', null, '2000', path],
    ['"no state" of an earlier run', '1000', '2000', none],
  ])('%s: it is read again', (_title, recorded, now, lastState) => {
    expect(withOwnLastState(putBack(recorded, now, lastState)).operatorRecord.lastState).toMatchObject({
      _tag: 'Unknown',
      why: 'Contradicted',
    })
  })

  test.each<readonly [string, string | null, string | null, LastState]>([
    ['of this run', '1000', '1000', path],
    ['of the run before, while the next one was not observed', '1000', null, path],
    ['of no run, while none was observed', null, null, none],
  ])('%s: it counts', (_title, recorded, now, lastState) => {
    const status = putBack(recorded, now, lastState)
    expect(withOwnLastState(status)).toBe(status)
  })

  test('recorded by an older version, which names no run: it counts', () => {
    const before = at('2000')
    const status = { ...before, operatorRecord: { ...before.operatorRecord, lastState: path } }
    expect(withOwnLastState(status)).toBe(status)
  })

  test('a record that is written once more keeps its run', () => {
    const { operatorRecord: { lastState } } = recordedAt('1000', path)
    expect(withRecord(at('2000'), { lastState }).operatorRecord.lastState).toEqual({ ...path, run: '1000' })
  })
})
