import { expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { reread, roundOf } from '../../../fixtures/round.ts'
import { settled } from '../../job/settled.ts'
import { settling } from '../../kind/flink-deployment/application/settling.ts'
import { withRecord, withStatus } from './status-change.ts'

test('P08 nothing differs: the same status, also where a part is equal and was read anew', () => {
  const status = reread(runningStatus())
  const { lastState } = runningStatus().operatorRecord
  expect(withRecord(status, { lastState, attempts: status.operatorRecord.attempts })).toBe(status)
  expect(withStatus(status, { clusterInfo: { ...status.clusterInfo } })).toBe(status)
  expect(withRecord(status, { lastState: { _tag: 'NeverStarted' } })).not.toBe(status)
})

test('P08 a look at a job that runs, after its status was read anew: nothing is to be done, and that is what is said', () => {
  const round = roundOf({ status: reread(runningStatus()), facts: runningCluster() })
  expect(round.observed.status).toBe(round.observed.recorded.status)
  expect(settled(settling, round).reason).toBe('nothing is to be done')
})
