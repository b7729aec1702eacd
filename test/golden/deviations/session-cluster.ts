import type { Deviation } from '../deviation.ts'
import type { ObserveGiven } from '../families/observe.ts'
import { givenOf } from '../families/scripted.decode.ts'
import type { GoldenVector } from '../family.ts'
import { calls, fields, or, stateField } from './reconcile-excuses.ts'
import { given } from './reconcile-given.ts'

const isSession = (vector: GoldenVector): boolean =>
  vector.given['kind'] === 'FlinkDeployment' && given(vector).resource.spec.job === undefined

const observedOf = (vector: GoldenVector): ObserveGiven['observed'] => givenOf<ObserveGiven>(vector).observed

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
      ...fields({ observedGeneration: [3, 2] }),
    ],
    reason: 'A session cluster whose lost JobManager had no session job with state comes back empty; the reference leaves it MISSING.',
    test: 'jobmanager-lost without, it comes back empty where it is seen that no session job had state',
  },
  {
    id: 'S-READY',
    family: 'observe',
    vectors: 'DEPLOYED_NOT_READY; the REST API of a session cluster answers errors',
    when: vector =>
      isSession(vector) && 'fails' in observedOf(vector).clusterInfo
      && given(vector).resource.status.jobManagerDeploymentStatus === 'DEPLOYED_NOT_READY',
    excuses: fields({ jobManagerDeploymentStatus: ['READY', 'DEPLOYED_NOT_READY'] }),
    reason: 'READY is told by REST itself. The reference takes the second look after an open port for it without a check.',
    test: 'READY is told by REST itself: an open port is no answer of a session cluster',
  },
  {
    id: 'E-1',
    family: 'reconcile',
    vectors: 'a session cluster without high availability whose REST API does not answer is to be deployed anew',
    when: vector =>
      isSession(vector) && !given(vector).observed.haMetadataAvailable
      && given(vector).resource.status.jobManagerDeploymentStatus === 'DEPLOYED_NOT_READY',
    excuses: [
      calls(/^deleteCluster \| deploySessionCluster image (?:flink:x|other)$/, ''),
      ...fields({
        jobManagerDeploymentStatus: ['DEPLOYING', 'DEPLOYED_NOT_READY'],
        lifecycleState: [or('STABLE', 'DEPLOYED'), 'UPGRADING'],
        'reconciliationStatus.state': ['DEPLOYED', 'UPGRADING'],
        observedGeneration: [3, 2],
        'reconciliationStatus.lastReconciledSpecIsStable': [false, true],
      }),
    ],
    reason: 'Which jobs run in it can not be asked, and what they have would be lost with it: it waits until Flink answers.',
    test: 'session-cluster/edit, affected-jobs/unseen %s: unknown is not absent, it waits (P14)',
  },
  {
    id: 'P16',
    family: 'reconcile',
    vectors: 'a session cluster whose JobManager can not come up',
    when: vector => isSession(vector) && given(vector).resource.status.jobManagerDeploymentStatus === 'ERROR',
    excuses: fields({ lifecycleState: ['STABLE', 'DEPLOYED'] }),
    reason: 'A stable spec whose JobManager can not come up is not stable now.',
    test: 'P16 a JobManager that can not come up: nobody reads STABLE beside the error',
  },
]
