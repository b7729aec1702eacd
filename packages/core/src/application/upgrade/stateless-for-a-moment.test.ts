import { describe, expect, test } from 'vitest'
import { aDeploy, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { roundOf } from '../../../fixtures/round.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { LastState } from '../../resource/last-state.ts'
import type { DeploySource, OperationPurpose } from '../../resource/operation.ts'
import { deployedFrom, stateBefore } from '../../job/record/restore-source-of.ts'

const left: LastState = { _tag: 'Path', path: 's3://b/sp', seen: 'Stop' }

describe('a cluster that is deployed with an empty state since a person says stateless (P01, B29)', () => {
  test.each<readonly [string, LastState | null, UpgradeMode, OperationPurpose, boolean]>([
    ['he says so no more: it is outdated', left, 'savepoint', 'Upgrade', true],
    ['the same of a job that was resumed', left, 'last-state', 'Resume', true],
    ['the same of HA metadata', { _tag: 'InHighAvailability', jobId: 'b'.repeat(32) }, 'last-state', 'Upgrade', true],
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

test.each<DeploySource>([
  { _tag: 'Empty', reason: 'the job is stateless', left },
  { _tag: 'Empty', reason: 'the job was never started' },
  { _tag: 'Path', path: 's3://b/sp', reason: 'x' },
])('P01 what ran begins a life of its own: what was left before is not recorded of it: %j', source => {
  expect(deployedFrom(source)).not.toHaveProperty('left')
  expect(deployedFrom(source)).toMatchObject({ _tag: source._tag, reason: source.reason })
})
