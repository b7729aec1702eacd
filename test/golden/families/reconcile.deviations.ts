import type { Deviation } from '../deviations.ts'
import type { GoldenVector } from '../family.ts'
import type { ReconcileGiven } from './reconcile.ts'

const given = (vector: GoldenVector): ReconcileGiven => vector.given as unknown as ReconcileGiven

interface Job { readonly upgradeMode?: string; readonly state?: string; readonly savepointRedeployNonce?: unknown; readonly initialSavepointPath?: string }

const job = (spec: unknown): Job => (spec as { readonly job?: Job } | undefined)?.job ?? {}
const wanted = (vector: GoldenVector): Job => job(given(vector).resource.spec)
const recorded = (vector: GoldenVector): Job => job(given(vector).lastReconciledSpec)
const isStateless = ({ upgradeMode }: Job): boolean => (upgradeMode ?? 'stateless') === 'stateless'
const jobState = (vector: GoldenVector): string => given(vector).resource.status.jobStatus.state ?? ''
const jobManager = (vector: GoldenVector): string | undefined => given(vector).resource.status.jobManagerDeploymentStatus
const isRollbackOn = (vector: GoldenVector): boolean =>
  (given(vector).resource.spec as { readonly flinkConfiguration?: Readonly<Record<string, string>> }).flinkConfiguration?.['kubernetes.operator.deployment.rollback.enabled'] === 'true'
const states: readonly string[] = ['FINISHED', 'FAILED', 'CANCELED', 'RECONCILING', '']

/** Vectors of `reconcile` whose calls are others on purpose. What differs in fields alone is in `reconcile.told-otherwise.ts`. */
export const reconcileDeviations: readonly Deviation[] = [
  {
    id: 'S-UNSEEN', family: 'reconcile',
    matches: vector => jobManager(vector) === 'MISSING' && !states.includes(jobState(vector)),
    reason: 'A job state beside a JobManager that is gone: no look leaves such a status. Ours looks first, and then goes by RECONCILING.',
    test: 'S-UNSEEN a job whose JobManager is gone reads RECONCILING',
  },
  {
    id: 'D-09', family: 'reconcile',
    matches: vector => jobManager(vector) === 'MISSING' && isStateless(wanted(vector)) && recorded(vector).state !== 'suspended',
    reason: 'A lost stateless job is started empty; the reference demands HA metadata for it, or restores from it.',
    test: 'D-09 B24 a lost stateless job is started empty, whatever HA metadata there is',
  },
  {
    id: 'S-STATELESS', family: 'reconcile',
    matches: vector => isStateless(wanted(vector)) && recorded(vector).state === 'suspended' && recorded(vector).upgradeMode === 'last-state',
    reason: 'Who edits a suspended job to be stateless gets it started empty; the reference goes on from HA metadata all the same, or refuses to start where there is none.',
    test: 'S-STATELESS a suspended job that was edited to be stateless starts empty',
  },
  {
    id: 'B10', family: 'reconcile',
    matches: vector => recorded(vector).state === 'suspended' && given(vector).resource.status.jobStatus.upgradeSavepointPath === 'KUBERNETES_OPERATOR_LAST_STATE' && recorded(vector).upgradeMode === 'savepoint',
    reason: 'The marker is no path: started from it a new job fails, restarts and fails. Ours says that a person has to restore it.',
    test: 'B10 the marker is never a path to start from',
  },
  {
    id: 'S-NONCE', family: 'reconcile',
    matches: vector => wanted(vector).savepointRedeployNonce !== undefined && wanted(vector).initialSavepointPath === undefined,
    reason: 'A savepointRedeployNonce without initialSavepointPath is not valid (the reference says so too, but not in this half of its round): the job is left alone.',
    test: 'S-NONCE a redeploy without a path is refused',
  },
  {
    id: 'L2', family: 'reconcile',
    matches: vector => jobState(vector) === 'FINISHED' && recorded(vector).state !== 'suspended' && !isStateless(wanted(vector)),
    reason: 'What the reference read as the last state of a job that FINISHED, or that there is none, may be wrong: it takes checkpoints that Flink discards and does not see the savepoint that the job was stopped with. Ours reads it again, else asks a person.',
    test: 'L2 a path that the operator before read from a job that FINISHED is read again, else a person is asked',
  },
  {
    id: 'L6', family: 'reconcile',
    matches: vector => isRollbackOn(vector) && given(vector).resource.status.reconciliationStatus?.state === 'DEPLOYED' && !given(vector).observed.haMetadataAvailable,
    reason: 'Ours rolls back whenever the job can be stopped with its state; the reference only where HA metadata is there, which Flink removes when a job fails for good.',
    test: 'L6 a rollback of a job that failed for good goes from the state that is known',
  },
  {
    id: 'D-06', family: 'reconcile',
    matches: vector => given(vector).resource.status.reconciliationStatus?.state === 'ROLLING_BACK',
    reason: 'ROLLING_BACK of the reference does not tell whether the job was stopped: ours decides anew, by what is there. The reference deploys, and is stuck where the job lives.',
    test: 'D-06 a rollback that the operator before had begun is decided anew by what is there',
  },
]
