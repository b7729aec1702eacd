import { describe, expect, test } from 'vitest'
import { attemptId } from '../../../fixtures/cluster-facts.ts'
import { aDeploy, freshStatus, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { aResource, uid } from '../../../fixtures/flink-deployment-resource.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { startedAnnotation, startedMark } from '../../contract/resource/annotations.ts'
import { withRecord } from '../../contract/round/status-change.ts'
import { withStartedAttempt } from './started-attempt.ts'

const metaWith = (value: string, more: { readonly deletionTimestamp?: number } = {}) => ({
  ...aResource({ metadata: { annotations: { [startedAnnotation]: value } } }).meta,
  ...more,
})
const marked = metaWith(`${uid}/5/${attemptId}`)
const older = (status: FlinkDeploymentStatus, attempts = 2) => withRecord(status, { attempts, deployedAttempt: 'a'.repeat(32) })

describe('W41 the mark on the resource: which attempt ran its job, whatever the status says (docs/adr/0046)', () => {
  test.each<readonly [string, string]>([
    ['none', ''],
    ['of another resource, from which it was copied', `00000000-0000-4000-8000-00000000dead/5/${attemptId}`],
    ['without a number', `${uid}//${attemptId}`],
    ['with a number that is none', `${uid}/5x/${attemptId}`],
    ['with a number that is too long', `${uid}/${'9'.repeat(40)}/${attemptId}`],
    ['with an id that is none', `${uid}/5/D`],
    ['with more', `${uid}/5/${attemptId}/x`],
  ])('%s: there is no mark', (_title, value) => {
    expect(startedMark(metaWith(value))).toBeNull()
  })

  test.each<readonly [string, FlinkDeploymentStatus]>([
    ['the deployed attempt', withRecord(runningStatus(), { attempts: 5 })],
    ['a later attempt is begun', withRecord(suspendedStatus(), { attempts: 6 })],
    ['no record of this operator: another one ran the job since', withRecord(older(runningStatus(), 0), { deployedAttempt: null })],
  ])('%s: the status is the present one', (_title, status) => {
    expect(withStartedAttempt(marked, status)).toBe(status)
  })

  test('P25 a status from before the first start, put back: what the job is restored from is unknown', () => {
    const { operatorRecord, operation } = withStartedAttempt(marked, freshStatus)
    expect(operatorRecord).toMatchObject({ attempts: 5, lastState: { _tag: 'Unknown', why: 'Contradicted' } })
    expect(operation).toBeNull()
  })

  test('P25 a status from an earlier suspension, put back: its savepoint is not the newest', () => {
    const status = older(suspendedStatus())
    expect(status.operatorRecord.lastState._tag).toBe('Path')
    expect(withStartedAttempt(marked, status).operatorRecord.lastState).toMatchObject({ _tag: 'Unknown', why: 'Contradicted' })
  })

  test('P25 a status of an earlier run, put back: it names no state, and its operation is over', () => {
    const status = { ...older(runningStatus()), operation: aDeploy({ attempt: 2 }) }
    const read = withStartedAttempt(marked, status)
    expect([read.operation, read.operatorRecord.attempts]).toEqual([null, 5])
    expect(read.operatorRecord.lastState).toEqual(status.operatorRecord.lastState)
  })

  test('P25 a status from the middle of the marked start, put back: its job ran', () => {
    const status = withRecord({ ...freshStatus, operation: aDeploy({ attempt: 5, id: attemptId, step: 'TearDown' }) }, {
      attempts: 5,
      unstartedDeployment: 'some-uid',
    })
    const read = withStartedAttempt(marked, status)
    expect(read.operation).toMatchObject({ id: attemptId, step: 'Created' })
    expect(read.operatorRecord.unstartedDeployment).toBeNull()
  })

  test('the Deployment of a later attempt, which is being deployed, counts as not started', () => {
    const status = withRecord({ ...runningStatus(), operation: aDeploy({ attempt: 6, step: 'Created' }) }, {
      attempts: 6,
      unstartedDeployment: 'some-uid',
    })
    expect(withStartedAttempt(marked, status)).toBe(status)
  })

  test('a resource that is being deleted keeps what its status says: every attempt may have left something', () => {
    expect(withStartedAttempt(metaWith(`${uid}/5/${attemptId}`, { deletionTimestamp: 1 }), freshStatus)).toBe(freshStatus)
  })
})
