import { describe, expect, test } from 'vitest'
import { keptPlan as kept, noReplica } from '../../../../fixtures/session-cluster-cases.ts'
import {
  aContainer,
  aDeployment,
  aJob,
  aPod,
  flinkConfigMap,
  haConfigMap,
  neverAvailable,
  waiting,
} from '../../../../fixtures/cluster-facts.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { type GivenCluster, ha, runningSession, sessionExplained, sessionRound } from '../../../../fixtures/session-cluster-round.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'
import { isNothingUp } from './jobs-at-stake.ts'

const late = unknown('Timeout', 'late', t0)
const waitingPod = known([aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff') })] })], t0)
const noPods = known([], t0)

describe('is any JobManager up, by live looks? (P05, P14)', () => {
  test.each<readonly [string, FlinkDeploymentFacts, boolean]>([
    ['its Deployment and its pods are gone', { deployment: absent(t0), jobManagerPods: noPods }, true],
    ['its Deployment is gone, and a container of it runs', { deployment: absent(t0), jobManagerPods: known([aPod()], t0) }, false],
    ['a cache tells that its Deployment is gone', { deployment: absent(t0, 'cache'), jobManagerPods: noPods }, false],
    ['a cache tells of no pod', { deployment: absent(t0), jobManagerPods: known([], t0, 'cache') }, false],
    ['its pods could not be seen', { deployment: absent(t0), jobManagerPods: late }, false],
    ['its pods were not looked at', { deployment: absent(t0) }, false],
    ['its Deployment could not be seen', { deployment: late, jobManagerPods: noPods }, false],
    ['Flink answers, whatever Kubernetes tells', { deployment: noReplica, jobManagerPods: noPods, jobs: known([], t0) }, false],
    ['no replica is up, and no container of it runs', { deployment: noReplica, jobManagerPods: waitingPod }, true],
    [
      'no replica is up, by a cache',
      { deployment: known(aDeployment({ availableReplicas: 0 }), t0, 'cache'), jobManagerPods: waitingPod },
      false,
    ],
    ['a replica is up', { deployment: known(aDeployment(), t0), jobManagerPods: waitingPod }, false],
    [
      'no replica is up, and its container runs: it may answer again',
      { deployment: noReplica, jobManagerPods: known([aPod()], t0) },
      false,
    ],
    ['only a container beside it runs', {
      deployment: noReplica,
      jobManagerPods: known([aPod({ containers: [aContainer({ state: waiting('x') }), aContainer({ name: 'log-shipper' })] })], t0),
    }, true],
    ['of a container nothing is told', {
      deployment: noReplica,
      jobManagerPods: known([aPod({ containers: [aContainer({ state: null })] })], t0),
    }, true],
    ['it never became available, and its container runs', {
      deployment: known(neverAvailable(), t0),
      jobManagerPods: known([aPod()], t0),
    }, false],
  ])('%s', (_title, facts, want) => {
    expect(isNothingUp(sessionRound({ facts }))).toBe(want)
  })
})

describe('E-1 does the next JobManager look where the one before wrote?', () => {
  const zooKeeper = (more: JsonObject = {}): JsonObject => ({
    ...ha,
    'high-availability.type': 'zookeeper',
    'high-availability.zookeeper.quorum': 'z:1',
    ...more,
  })
  const edited = (before: JsonObject, after: JsonObject, spec: JsonObject = {}): GivenCluster => ({
    spec: { image: 'flink:next', ...spec },
    metadata: { generation: 2 },
    recordedConfiguration: before,
    configuration: after,
    facts: runningSession({ jobs: known([aJob('RUNNING')], t0), configMaps: known([flinkConfigMap(), kept, haConfigMap()], t0) }),
  })

  test.each<readonly [string, string, GivenCluster]>([
    ['session-cluster/edit, affected-jobs/kept-by-ha', 'the same', edited(ha, ha)],
    [
      'session-cluster/edit, affected-jobs/kept-by-ha',
      'the same in ZooKeeper, in another order',
      edited(zooKeeper({ 'high-availability.zookeeper.path.root': 'a' }), {
        'high-availability.zookeeper.path.root': 'a',
        ...zooKeeper(),
      }),
    ],
    [
      'session-cluster/edit, affected-jobs/unmanaged',
      'another storage',
      edited(ha, { ...ha, 'high-availability.storageDir': 's3://other' }),
    ],
    ['session-cluster/edit, affected-jobs/unmanaged', 'another service', edited(zooKeeper(), ha)],
    [
      'session-cluster/edit, affected-jobs/unmanaged',
      'another quorum',
      edited(zooKeeper(), zooKeeper({ 'high-availability.zookeeper.quorum': 'other:1' })),
    ],
    [
      'session-cluster/edit, affected-jobs/unmanaged',
      'another root',
      edited(zooKeeper(), zooKeeper({ 'high-availability.zookeeper.path.root': '/other' })),
    ],
    ['session-cluster/edit, affected-jobs/unmanaged', 'another Flink version', edited(ha, ha, { flinkVersion: 'v2_0', image: 'flink:2' })],
    ['session-cluster/edit, affected-jobs/unmanaged', 'none before', edited({}, ha)],
    ['session-cluster/edit, affected-jobs/unmanaged', 'none after', edited(ha, {})],
    [
      'session-cluster/edit, affected-jobs/kept-by-ha',
      'the same, where it is told that jobs may be lost',
      edited(ha, { ...ha, ...{ 'kubernetes.operator.session.upgrade.block-on-stateful-jobs': 'false' } }),
    ],
  ])('%s %s', (row, _title, given) => {
    expect(sessionExplained(given).row).toBe(row)
  })
})
