import { upgradeErrors } from '../../../packages/core/src/job/upgrade/upgrade-answer.ts'
import { lastStateMarker } from '../../../packages/core/src/contract/resource/operation.ts'
import type { Deviation } from '../deviation.ts'
import { literal } from './literal.ts'
import type { GoldenVector } from '../family.ts'
import { calls, error, event, fields, or, stateField } from './reconcile-excuses.ts'
import { hasHaMetadata, isRollbackDue, isRollbackOn, isStateless, jobManager, jobState, progress, recorded } from './reconcile-given.ts'

const rule = (it: Omit<Deviation, 'family'>): Deviation => ({ ...it, family: 'reconcile' })
const withTheirWords = (key: 'E1' | 'E2'): RegExp => new RegExp(literal(upgradeErrors[key]))

const stated = {
  reason:
    'Ours rolls back whenever the job can be stopped with its state; the reference only where HA metadata is there, which Flink removes when a job fails for good.',
  test: 'L6 a rollback of a job that failed for good goes from the state that is known',
}
const anew = {
  reason:
    'ROLLING_BACK of the reference does not tell whether the job was stopped: ours decides anew, by what is there. The reference deploys, and is stuck where the job lives.',
  test: 'D-06 a rollback that the operator before had begun is decided anew by what is there',
}
const isRollingBack = (vector: GoldenVector): boolean => progress(vector) === 'ROLLING_BACK'
const isGone = (vector: GoldenVector): boolean => jobManager(vector) === 'MISSING'
const deploy = (job: string, source: string, image = 'stable'): string => `deploy ${job} from ${source} parallelism \\d image ${image}`
const exactly = (...parts: readonly string[]): RegExp => new RegExp(`^${parts.join(' \\| ')}$`)
const thisJob = '[0-9a-f]{32}'
const sameJob = stateField('jobStatus.jobId', '<generated>', new RegExp(`^${thisJob}$`))
const otherJob = stateField('jobStatus.jobId', new RegExp(`^${thisJob}$`), '<generated>')
const notRolledBack = fields({
  lifecycleState: [or('ROLLED_BACK', 'ROLLING_BACK'), 'DEPLOYED'],
  'reconciliationStatus.state': [or('ROLLED_BACK', 'ROLLING_BACK'), 'DEPLOYED'],
})

/** Rollbacks: those that are due, and those that the reference operator had begun. */
export const rollbackDeviations: readonly Deviation[] = [
  rule({
    id: 'D-06',
    vectors: 'a rollback is due',
    when: isRollbackDue,
    excuses: fields({ 'reconciliationStatus.lastReconciledJob.state': ['running', 'suspended'] }),
    reason: 'That the job is stopped for a rollback is written down; the reference assumes it.',
    test: 'D-06 a rollback records that the job is stopped',
  }),
  rule({
    id: 'L6',
    vectors: 'a rollback is due; no HA metadata',
    when: vector => isRollbackDue(vector) && !hasHaMetadata(vector),
    excuses: [
      ...[[], ['deleteCluster'], [`cancelJob ${thisJob}`, 'deleteCluster']].map(stop =>
        calls('', exactly(...stop, deploy('<generated>', 'null')))
      ),
      ...fields({ observedGeneration: [3, 2] }),
    ],
    ...stated,
  }),
  rule({
    id: 'L6',
    vectors: 'a rollback is due; no HA metadata; the last state is not known',
    when: vector => isRollbackDue(vector) && !hasHaMetadata(vector) && !isStateless(recorded(vector)),
    excuses: [
      error(/^HA metadata is not available to restore from last state\./, withTheirWords('E2')),
      ...fields({ lifecycleState: ['DEPLOYED', 'FAILED'] }),
    ],
    ...stated,
  }),
  rule({
    id: 'D-06',
    vectors: 'ROLLING_BACK; HA metadata is there',
    when: vector => isRollingBack(vector) && hasHaMetadata(vector),
    // what the reference would start from empty goes on from HA metadata
    excuses: [
      calls(exactly(deploy('<generated>', 'null')), exactly(deploy(thisJob, lastStateMarker))),
      calls(exactly('deleteCluster', deploy('<generated>', 'null')), exactly('deleteCluster', deploy(thisJob, lastStateMarker))),
      { field: 'HA metadata deleted', want: true, got: false },
      sameJob,
      ...fields({
        'jobStatus.upgradeSavepointPath': [null, lastStateMarker],
        'reconciliationStatus.lastReconciledJob.upgradeMode': ['savepoint', 'last-state'],
      }),
    ],
    ...anew,
  }),
  rule({
    id: 'D-06',
    vectors: 'ROLLING_BACK; the job ended, REST tells its last state',
    when: vector => isRollingBack(vector) && ['FAILED', 'FINISHED'].includes(jobState(vector)) && jobManager(vector) === 'READY',
    excuses: [
      calls(
        exactly('deleteCluster', deploy(thisJob, lastStateMarker)),
        exactly('deleteCluster', deploy('<generated>', '(null|s3://b/chk-9)')),
      ),
      otherJob,
      ...fields({
        'jobStatus.upgradeSavepointPath': [lastStateMarker, or(null, 's3://b/chk-9')],
        'reconciliationStatus.lastReconciledJob.upgradeMode': ['last-state', 'savepoint'],
      }),
    ],
    ...anew,
  }),
  rule({
    id: 'D-06',
    vectors: 'ROLLING_BACK; no HA metadata, the last state is not known',
    when: vector => isRollingBack(vector) && !hasHaMetadata(vector) && !isStateless(recorded(vector)),
    // the reference would start the job from empty; a person is asked
    excuses: [
      ...[[], ['deleteCluster']].map(stop => calls(exactly(...stop, deploy('<generated>', 'null')), '')),
      event('Submit'),
      sameJob,
      ...notRolledBack,
      ...fields({ jobManagerDeploymentStatus: ['DEPLOYING', 'MISSING'], 'jobStatus.state': ['RECONCILING', 'FINISHED'] }),
      error(/^HA metadata is not available to restore from last state\./, withTheirWords('E1')),
      error(/^HA metadata is not available to restore from last state\./, withTheirWords('E2')),
    ],
    ...anew,
  }),
  rule({
    id: 'D-06',
    vectors: 'ROLLING_BACK; rollback is off, not due, or the stable spec is a suspended one',
    when: vector =>
      isRollingBack(vector) && isGone(vector)
      && (!isRollbackOn(vector) || !isRollbackDue({ ...vector, given: { ...vector.given, resource: asDeployed(vector) } })),
    // what is wanted is started, from HA metadata where it is there
    excuses: [
      calls(exactly(deploy('<generated>', 'null')), exactly(deploy('<generated>', 'null', 'flink:x'))),
      calls(exactly(deploy(thisJob, lastStateMarker)), exactly(deploy(thisJob, lastStateMarker, 'flink:x'))),
      calls(exactly(deploy('<generated>', 'null')), exactly(deploy(thisJob, lastStateMarker, 'flink:x'))),
      sameJob,
      ...fields({ jobManagerDeploymentStatus: ['DEPLOYING', 'MISSING'] }),
      ...notRolledBack,
    ],
    ...anew,
  }),
  rule({
    id: 'D-06',
    vectors: 'ROLLING_BACK; the spec was edited again; HA metadata is there',
    when: vector => isRollingBack(vector) && hasHaMetadata(vector) && isGone(vector),
    excuses: [
      calls(exactly(deploy('<generated>', 'null', 'other')), exactly(deploy(thisJob, lastStateMarker, 'other'))),
      sameJob,
      ...fields({ jobManagerDeploymentStatus: ['DEPLOYING', 'MISSING'], observedGeneration: [3, 2] }),
    ],
    ...anew,
  }),
]

/** The vector as it was before the rollback began. */
function asDeployed({ given }: GoldenVector): unknown {
  const resource = given['resource'] as { readonly status: { readonly reconciliationStatus: object } }
  return {
    ...resource,
    status: { ...resource.status, reconciliationStatus: { ...resource.status.reconciliationStatus, state: 'DEPLOYED' } },
  }
}
