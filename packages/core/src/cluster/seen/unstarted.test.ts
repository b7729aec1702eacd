import { describe, expect, test } from 'vitest'
import { aDeployment, attemptId, clusterStart, deploymentUid, neverAvailable } from '../../../fixtures/cluster-facts.ts'
import { neverSeenUp, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { absent, known, unknown } from '../../fact/fact.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { Unstarted } from '../../resource/operator-record.ts'
import { creatingBegins, deploymentFound, isRecordedUnstarted, unlessAhead, unlessSeenUp } from './unstarted.ts'

const withRecorded = (unstarted: Unstarted | null) => runningStatus({ ...neverSeenUp, record: { unstarted } })
const creating = (since: number) => withRecorded({ creatingSince: since, deploymentUid: null })
const ours = { creatingSince: null, deploymentUid }

describe('V01 which Deployment is recorded as one that nothing ran in', () => {
  const found = (since: number, facts: FlinkDeploymentFacts = { deployment: known(neverAvailable(), t0) }) =>
    deploymentFound(creating(since), facts, attemptId, t0).operatorRecord.unstarted

  test('the one that is found soon after the first create', () => {
    expect(creatingBegins(runningStatus(), t0).operatorRecord.unstarted).toEqual({ creatingSince: t0, deploymentUid: null })
    expect(found(t0)).toEqual(ours)
    expect(found(t0 - 10_000)).toEqual(ours)
  })

  test.each<readonly [string, Unstarted | null]>([
    ['found late: somebody may have made it anew', found(t0 - 10_001)],
    ['by a clock that was ahead', found(t0 + 1)],
    ['of another attempt', found(t0, { deployment: known(neverAvailable({ annotations: {} }), t0) })],
    ['being deleted', found(t0, { deployment: known(neverAvailable({ deleting: true }), t0) })],
    ['not there', found(t0, { deployment: absent(t0) })],
    ['P14 not seen', found(t0, { deployment: unknown('Timeout', 'late', t0) })],
    [
      'nothing says when it was created',
      deploymentFound(withRecorded(null), { deployment: known(aDeployment(), t0) }, attemptId, t0)
        .operatorRecord.unstarted,
    ],
  ])('none: %s', (_title, got) => {
    expect(got).toBeNull()
  })

  test('F15 what a clock that is ahead wrote proves nothing', () => {
    expect(unlessAhead(creating(t0), ['status.operatorRecord.unstarted.creatingSince']).operatorRecord.unstarted).toBeNull()
    expect(unlessAhead(creating(t0), []).operatorRecord.unstarted).toEqual({ creatingSince: t0, deploymentUid: null })
  })

  test.each<readonly [string, FlinkDeploymentFacts, Unstarted | null]>([
    ['Flink answers', { jobs: known([], t0) }, null],
    ['a replica is available', { deployment: known(aDeployment(), t0) }, null],
    ['Flink does not answer', { jobs: unknown('Unreachable', 'no', t0), deployment: known(neverAvailable(), t0) }, ours],
    ['nothing was looked at', {}, ours],
  ])('what was seen up is no longer recorded so: %s', (_title, facts, want) => {
    expect(unlessSeenUp(withRecorded(ours), facts).operatorRecord.unstarted).toEqual(want)
  })
})

describe('V01 does the record say that nothing ran in this Deployment?', () => {
  const isUnstarted = (status: StatusChange, deployment: Partial<DeploymentView> = {}): boolean =>
    isRecordedUnstarted(
      runningStatus({
        ...neverSeenUp,
        ...status,
        job: { ...neverSeenUp.job, ...status.job },
        record: { ...neverSeenUp.record, ...status.record },
      }),
      neverAvailable(deployment),
    )
  const seenBefore = { startTime: String(clusterStart - 900_000), updateTime: String(clusterStart - 800_000) }
  const ofReference = { deployedAttempt: null, deployedSource: null, unstarted: null }
  const unmarked = { annotations: {} }

  test.each<readonly [string, StatusChange, Partial<DeploymentView>, boolean]>([
    ['it is the Deployment that the operator found', {}, {}, true],
    ['a job of an earlier deploy was seen: that says nothing of this one', { job: seenBefore }, {}, true],
    ['somebody made it anew', {}, { uid: 'uid-new' }, false],
    ['nothing is recorded', { record: { unstarted: null } }, {}, false],
    ['its job was seen since the deploy', { job: { updateTime: String(clusterStart + 1) } }, {}, false],
    ['a state is recorded that only Flink tells', { job: { state: 'RUNNING' } }, {}, false],
    ['the reference operator deployed it', { record: ofReference }, unmarked, true],
    ['the reference operator, and its job was seen since', { record: ofReference, job: { state: 'CREATED' } }, unmarked, false],
    [
      'the reference operator, and somebody made it anew later',
      { record: ofReference },
      { ...unmarked, creationTimestamp: clusterStart + 60_001 },
      false,
    ],
    ['the reference operator by the record, an attempt of ours by its mark', { record: ofReference }, {}, false],
    ['a record of ours that lost the attempt', { record: { unstarted: null, deployedAttempt: null } }, unmarked, false],
  ])('%s', (_title, status, deployment, want) => {
    expect(isUnstarted(status, deployment)).toBe(want)
  })
})
