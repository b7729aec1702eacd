import type { Deviation } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'
import { calls, fields, or, stateField } from './reconcile-excuses.ts'
import { given } from './reconcile-given.ts'

const isSession = (vector: GoldenVector): boolean =>
  vector.given['kind'] === 'FlinkDeployment' && given(vector).resource.spec.job === undefined

const noJobState = (family: string): Deviation => ({
  id: 'L19',
  family,
  vectors: 'a session cluster whose status names a state of a job',
  when: isSession,
  excuses: [stateField('jobStatus.state', or('FINISHED', 'RECONCILING', 'RUNNING'), null)],
  reason:
    'A session cluster has no job of its own. The reference writes FINISHED whenever it takes one away, and RECONCILING where its JobManager is not there.',
  test: 'L19 a session cluster has no job state: what the operator before wrote is taken off',
})

/** Where a session cluster is looked after better than by the reference operator. */
export const sessionClusterDeviations: readonly Deviation[] = [
  noJobState('observe'),
  noJobState('reconcile'),
  {
    id: 'E-2',
    family: 'reconcile',
    vectors: 'a session cluster without high availability whose JobManager is lost',
    when: vector => isSession(vector) && !given(vector).observed.haMetadataAvailable && !given(vector).observed.jobManagerDeploymentPresent,
    excuses: [
      calls('', 'deploySessionCluster image flink:x'),
      ...fields({ observedGeneration: [3, 2], jobManagerDeploymentStatus: ['MISSING', 'DEPLOYING'] }),
    ],
    reason: 'A session cluster whose lost JobManager had no session job with state comes back empty; the reference leaves it MISSING.',
    test: 'K18 without, it comes back empty where it is seen that no session job had state',
  },
]
