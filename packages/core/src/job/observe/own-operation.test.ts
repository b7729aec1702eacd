import { describe, expect, test } from 'vitest'
import { aDeployment, goneCluster, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, operationId, runningStatus, type StatusChange, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, statusAfter, written } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import { attemptAnnotation } from '../../contract/resource/attempt-annotation.ts'
import { stateUnderDeploy } from '../../contract/resource/last-state.ts'
import { mintId, mintOperationId } from '../../contract/resource/mint-id.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import { withOperationOfItsAttempt } from './own-operation.ts'

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
