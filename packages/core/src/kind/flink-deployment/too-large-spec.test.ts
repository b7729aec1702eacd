import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { freshStatus, runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, type Given, roundOf, written } from '../../../fixtures/round.ts'
import { isHard } from '../../contract/action/action-properties.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'

const tooLarge = { job: { args: [`--query=${'a'.repeat(200_000)}`, '--password', 'Hx7marker'], parallelism: 4 } }
const said = 'spec.job.args[0]: expected at most 131072 bytes of a text, found 200008. The running cluster stays as it is'

describe('S06 P10 a spec that is too large is not followed, and what runs goes on', () => {
  const given: Given = { spec: tooLarge, metadata: { generation: 2 }, status: runningStatus(), facts: runningCluster(t0) }

  test('a running job goes on with its last reconciled spec; condition, error and event tell what is wrong', () => {
    const actions = decided(given)
    expect(actions.filter(isHard)).toEqual([])
    const before = runningStatus()
    const after = written(actions)
    expect(after?.reconciliationStatus.lastReconciledSpec).toBe(before.reconciliationStatus.lastReconciledSpec)
    expect(after?.operation).toBeNull()
    expect(after?.jobStatus).toMatchObject({ jobId: before.jobStatus.jobId, state: 'RUNNING' })
    expect(statusErrorMessage(after?.error ?? null)).toContain(said)
    expect(after?.conditions.find(({ type }) => type === 'Stalled')).toMatchObject({
      status: 'True',
      message: expect.stringContaining(said) as string,
    })
    expect(actions.filter(({ _tag }) => _tag === 'EmitEvent')).toEqual([
      expect.objectContaining({ type: 'Warning', message: expect.stringContaining(said) as string }),
    ])
  })

  test('and works towards its last reconciled spec', () => {
    const { desired } = roundOf(given)
    expect(desired.wanted?.job).toMatchObject({ parallelism: 2, args: [] })
  })

  test('nothing is created of one that was never deployed', () => {
    const actions = decided({ spec: tooLarge, status: freshStatus })
    expect(actions.filter(isHard)).toEqual([])
    expect(statusErrorMessage(written(actions)?.error ?? null)).toContain(said)
  })

  test('it can be deleted', () => {
    const actions = decided({ ...given, metadata: { generation: 2, deletionTimestamp: '2023-11-14T22:13:00Z' } })
    expect(written(actions)?.operation?.kind).toMatch(/^(?:Suspend|TearDown)$/)
  })
})
