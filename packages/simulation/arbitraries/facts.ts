import fc from 'fast-check'
import {
  type DeploymentView,
  absent,
  type Fact,
  known,
  unknown,
  type UnknownReason,
  type FlinkDeploymentFacts,
  type CheckpointStatistics,
  type JobOverview,
  type ConfigMapView,
  type PodView,
} from '@flink-operator/core/fact'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import { jobStates } from '@flink-operator/core/resource'
import { attempt, jobId, moment } from './place.ts'

const unknowns = <A = never>(): fc.Arbitrary<Fact<A>> =>
  fc.constantFrom<UnknownReason>('Unreachable', 'Timeout', 'Forbidden', 'NotSynced', 'Undecodable', 'NotReady').map(reason =>
    unknown<A>(reason, 'not seen', moment)
  )

const seen = <A>(values: fc.Arbitrary<A>): fc.Arbitrary<Fact<A>> =>
  fc.oneof({ weight: 5, arbitrary: values.map(value => known(value, moment)) }, { weight: 1, arbitrary: unknowns<A>() })
const orAbsent = <A>(values: fc.Arbitrary<A>): fc.Arbitrary<Fact<A>> =>
  fc.oneof({ weight: 1, arbitrary: seen(values) }, { weight: 1, arbitrary: fc.constant(absent<A>(moment)) })

const deployment = (availableReplicas: number): DeploymentView => ({
  name: 'app',
  uid: 'uid-deployment',
  resourceVersion: '10',
  creationTimestamp: moment - 600_000,
  deleting: false,
  labels: {},
  annotations: { [attemptAnnotation]: attempt },
  ownerUids: [],
  wantedReplicas: 1,
  replicas: 1,
  availableReplicas,
  conditions: [{
    type: 'Available',
    status: availableReplicas === 1 ? 'True' : 'False',
    reason: 'x',
    message: '',
    lastTransitionTime: moment - 500_000,
  }],
})
const pod: PodView = {
  name: 'app-1',
  uid: 'uid-pod',
  creationTimestamp: moment - 600_000,
  deleting: false,
  phase: 'Running',
  podIP: '10.0.0.1',
  containers: [],
  conditions: [],
  failedMount: null,
}
const haMetadata = (dataKeys: readonly string[]): ConfigMapView => ({
  name: `app-${jobId}-config-map`,
  uid: 'uid-ha',
  resourceVersion: '7',
  deleting: false,
  labels: {},
  annotations: {},
  ownerUids: [],
  dataKeys,
})

const jobs = (): fc.Arbitrary<readonly JobOverview[]> =>
  fc.option(fc.constantFrom(...jobStates), { nil: null }).map(
    state => (state === null ? []
      : [{ jobId, name: 'job', state, startTime: moment - 600_000, endTime: -1, tasks: { total: 2, running: 2, finished: 0 } }]),
  )

const checkpoints = (): fc.Arbitrary<CheckpointStatistics> =>
  fc.option(fc.boolean(), { nil: null }).map(discarded => ({
    restored: null,
    savepoint: null,
    inProgress: null,
    completedCount: discarded === null ? 0 : 1,
    inProgressCount: 0,
    stateSize: null,
    completed: discarded === null ? null
      : {
        id: 7,
        externalPath: 's3://b/cp/chk-7',
        addressable: true,
        discarded,
        isSavepoint: false,
        isStop: false,
        triggerTimestamp: moment - 10_000,
      },
  }))

/**
 * The facts of one round about a cluster, live, at `moment`: each query is known, absent where that is possible, or unknown. Equally
 * often: a cluster that was observed to be deleted.
 */
export const facts = (): fc.Arbitrary<FlinkDeploymentFacts> => {
  const configMaps = seen(
    fc.constantFrom<readonly ConfigMapView[]>([], [haMetadata([])], [haMetadata(['checkpointID-0000000000000000007', 'counter'])]),
  )
  const whole = fc.record({
    deployment: orAbsent(fc.constantFrom(0, 1).map(deployment)),
    jobManagerPods: seen(fc.constantFrom<readonly PodView[]>([], [pod], [{ ...pod, deleting: true }])),
    configMaps,
    services: seen(fc.constant([])),
    jobs: seen(jobs()),
    checkpoints: orAbsent(checkpoints()),
    exceptions: seen(fc.constant([])),
    clusterOverview: unknowns(),
    ingress: fc.constant(absent(moment)),
    snapshots: fc.constant(known([], moment)),
    flinkDeployments: seen(fc.constant([])),
    flinkSessionJobs: seen(fc.constant([])),
    namingResources: seen(fc.constant([])),
  })
  const none = <A = never>(): Fact<readonly A[]> => known([], moment)
  return fc.oneof(
    whole,
    fc.tuple(whole, configMaps).map(([all, ha]) => ({
      ...all,
      deployment: absent<DeploymentView>(moment),
      jobManagerPods: none<PodView>(),
      services: none(),
      configMaps: ha,
      jobs: unknown('Unreachable', 'no JobManager', moment),
    })),
  )
}
