import { describe, expect, test } from 'vitest'
import { aSuspend, runningStatus } from '../../../fixtures/deployment-status.ts'
import { environment } from '../../../fixtures/environment.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../fixtures/round.ts'
import type { SuspendOperation } from '../../contract/resource/operation.ts'
import { act, look } from '../../contract/round/decision.ts'
import type { JobAct, JobDecision, Round } from '../../kind/flink-deployment/application/application-round.ts'
import { withUpgradeSavepoint } from './snapshot-upgrade.ts'

const path = 's3://b/sp/up'
const round = (hasController: boolean, operator: Readonly<Record<string, string>> = {}): Round => ({
  ...roundOf({ status: runningStatus(), operator }),
  env: environment(t0, operator, 0, hasController),
})
const ended = act(runningStatus(), 'the job is stopped', { effects: [{ _tag: 'AddFinalizer', finalizer: 'x' }] })
const kept = (it: Round, operation: SuspendOperation = aSuspend(), decision: JobDecision = ended): JobDecision =>
  withUpgradeSavepoint(it, operation, path, decision)
const acted = (decision: JobDecision): JobAct => (decision._tag === 'Act' ? decision : expect.fail('it looks'))
const history = ({ status }: JobAct) => status.jobStatus.savepointInfo.savepointHistory.map(({ location }) => location)

describe('control-flow.md, section 6.7: the savepoint of a stop has one owner (B03)', () => {
  test('by resources: a FlinkStateSnapshot behind what else is done, and no entry of the history', () => {
    const got = acted(kept(round(true)))
    expect(got.effects.map(({ _tag }) => _tag)).toEqual(['AddFinalizer', 'CreateStateSnapshot'])
    expect(got.effects[1]).toMatchObject({
      name: `app-savepoint-upgrade-${String(aSuspend().mintedAt)}`,
      spec: { savepoint: { path, alreadyExists: true } },
    })
    expect(history(got)).toEqual([])
    expect(got).toEqual({ ...ended, effects: got.effects })
  })

  test.each<readonly [string, Round]>([
    ['nobody would carry a resource out', round(false)],
    ['resources are off', round(true, { 'kubernetes.operator.snapshot.resource.enabled': 'false' })],
  ])('%s: the history, and no FlinkStateSnapshot', (_title, it) => {
    const got = acted(kept(it))
    expect(got.effects).toBe(ended.effects)
    expect(history(got)).toEqual([path])
    expect(got.status.jobStatus.savepointInfo.lastSavepoint).toEqual({
      timeStamp: aSuspend().mintedAt,
      location: path,
      triggerType: 'UPGRADE',
      formatType: 'CANONICAL',
      triggerNonce: null,
    })
  })

  const never: Round = { ...round(true), desired: { ...round(true).desired, deployed: { _tag: 'Never' } } }
  test.each<readonly [string, Round, SuspendOperation, JobDecision]>([
    ['it looks: nothing is known yet', round(true), aSuspend(), look([], 'what came of it?')],
    ['the job was cancelled: whatever path is named, no savepoint was taken', round(true), aSuspend({ mode: 'CANCEL' }), ended],
    ['the job was cancelled, kept in the status', round(false), aSuspend({ mode: 'CANCEL' }), ended],
    ['nothing is recorded to keep it by', never, aSuspend(), ended],
  ])('%s: the decision is as it was', (_title, it, operation, decision) => {
    expect(kept(it, operation, decision)).toBe(decision)
  })
})
