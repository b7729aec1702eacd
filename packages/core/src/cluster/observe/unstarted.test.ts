import { describe, expect, test } from 'vitest'
import { aDeployment, clusterStart, deploymentUid, neverAvailable } from '../../../fixtures/cluster-facts.ts'
import { neverSeenUp, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import type { DeploymentView } from '../../contract/fact/deployment-view.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/flink-deployment-facts.ts'
import { isRecordedUnstarted, unlessSeenUp } from './unstarted.ts'

const withRecorded = (unstartedDeployment: string | null) => runningStatus({ ...neverSeenUp, record: { unstartedDeployment } })

describe('V01 which Deployment is recorded as one that nothing ran in', () => {
  test.each<readonly [string, FlinkDeploymentFacts, string | null]>([
    ['Flink answers', { jobs: known([], t0) }, null],
    ['a replica is available', { deployment: known(aDeployment(), t0) }, null],
    ['Flink does not answer', { jobs: unknown('Unreachable', 'no', t0), deployment: known(neverAvailable(), t0) }, deploymentUid],
    ['nothing was looked at', {}, deploymentUid],
  ])('what was seen up is no longer recorded so: %s', (_title, facts, want) => {
    expect(unlessSeenUp(withRecorded(deploymentUid), facts).operatorRecord.unstartedDeployment).toEqual(want)
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
  const ofReference = { deployedAttempt: null, deployedSource: null, unstartedDeployment: null }
  const unmarked = { annotations: {} }

  test.each<readonly [string, StatusChange, Partial<DeploymentView>, boolean]>([
    ['it is the Deployment that the operator found', {}, {}, true],
    ['a job of an earlier deploy was seen: that says nothing of this one', { job: seenBefore }, {}, true],
    ['somebody made it anew', {}, { uid: 'uid-new' }, false],
    ['nothing is recorded', { record: { unstartedDeployment: null } }, {}, false],
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
    ['a record of ours that lost the attempt', { record: { unstartedDeployment: null, deployedAttempt: null } }, unmarked, false],
  ])('%s', (_title, status, deployment, want) => {
    expect(isUnstarted(status, deployment)).toBe(want)
  })
})
