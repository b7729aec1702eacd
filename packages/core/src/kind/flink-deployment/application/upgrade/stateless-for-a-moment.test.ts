import { describe, expect, test } from 'vitest'
import { goneCluster } from '../../../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { known } from '../../../../contract/fact/fact.ts'
import { aDeploy, freshStatus, suspendedStatus } from '../../../../../fixtures/deployment-status.ts'
import { lookedAndDecided, roundOf, situationOf, written } from '../../../../../fixtures/round.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import type { UpgradeMode } from '../../../../contract/resource/flink-deployment-spec.ts'
import { contradictedState, type LastState, nothingRecorded } from '../../../../contract/resource/last-state.ts'
import type { DeploySource, OperationPurpose } from '../../../../contract/resource/operation.ts'
import { deployedFrom, stateBefore } from '../../../../job/record/last-state-of.ts'

const left: LastState = { _tag: 'Path', path: 's3://b/sp', seen: 'Stop' }

describe('a cluster that is deployed with an empty state since a person says stateless (P01, B29)', () => {
  test.each<readonly [string, LastState | null, UpgradeMode, OperationPurpose, boolean]>([
    ['he says so no more: it is outdated', left, 'savepoint', 'Upgrade', true],
    ['the same of a job that was resumed', left, 'last-state', 'Resume', true],
    ['the same of HA metadata', { _tag: 'InHighAvailability', jobId: 'b'.repeat(32) }, 'last-state', 'Upgrade', true],
    ['the same of one whose record was lost', contradictedState('x', 1), 'savepoint', 'FirstDeployment', true],
    ['he still says so', left, 'stateless', 'Upgrade', false],
    ['there was nothing to go on from', null, 'savepoint', 'Upgrade', false],
    ['the stable spec is put back on purpose', left, 'savepoint', 'Rollback', false],
  ])('%s', (_title, state, upgradeMode, purpose, differs) => {
    const source = { _tag: 'Empty' as const, reason: 'the job is stateless', ...(state === null ? {} : { left: state }) }
    const status = suspendedStatus({ recorded: { used: 'stateless' } })
    const { attempt } = roundOf({ spec: { job: { upgradeMode } }, status: { ...status, operation: aDeploy({ purpose, source }) } }).desired
    expect(attempt?.differs).toBe(differs)
    expect(stateBefore({ purpose, source, jobId: null })).toEqual(state ?? { _tag: 'None', reason: 'the job is stateless' })
  })
})

test('P01 F02 the record is lost, and a person says stateless: what was left stays unknown until something ran', () => {
  const nothing = goneCluster(t0, { configMaps: known([], t0), jobs: known([], t0) })
  const writtenBy = (status: FlinkDeploymentStatus, upgradeMode: UpgradeMode): FlinkDeploymentStatus =>
    written(lookedAndDecided({ status, spec: { job: { upgradeMode } }, metadata: { creationTimestamp: '2023-11-14T20:00:00Z' } }, nothing))
      ?? expect.fail('no write')
  const begun = writtenBy({ ...freshStatus, operatorRecord: { ...freshStatus.operatorRecord, lastState: nothingRecorded } }, 'stateless')
  const unknown = contradictedState('the job that was submitted before is not recorded')
  expect(begun.operation).toMatchObject({ purpose: 'FirstDeployment', source: { _tag: 'Empty', left: unknown } })
  // before anything of it was made
  const { operation, operatorRecord } = begun
  if (operation?.kind !== 'Deploy') return expect.fail(operation?.kind)
  const takenBack = writtenBy({
    ...begun,
    operation: { ...operation, step: 'TearDown' },
    operatorRecord: { ...operatorRecord, lastState: stateBefore(operation) },
  }, 'savepoint')
  expect([takenBack.operation, takenBack.operatorRecord.lastState]).toEqual([null, unknown])
  expect(situationOf({ status: takenBack, spec: { job: { upgradeMode: 'savepoint' } } })).toMatchObject({
    _tag: 'Blocked',
    problem: { reason: 'RestoreFailed' },
  })
  expect(situationOf({ status: takenBack, spec: { job: { upgradeMode: 'stateless' } } })).toMatchObject({
    _tag: 'RestoreDue',
    source: { _tag: 'Empty' },
  })
})

test.each<DeploySource>([
  { _tag: 'Empty', reason: 'the job is stateless', left },
  { _tag: 'Empty', reason: 'the job was never started' },
  { _tag: 'Path', path: 's3://b/sp', reason: 'x' },
])('P01 what ran begins a life of its own: what was left before is not recorded of it: %j', source => {
  expect(deployedFrom(source)).not.toHaveProperty('left')
  expect(deployedFrom(source)).toMatchObject({ _tag: source._tag, reason: source.reason })
})
