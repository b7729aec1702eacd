import type { Deviation } from '../deviations.ts'
import type { GoldenVector } from '../family.ts'
import type { ReconcileGiven } from './reconcile.ts'

const given = (vector: GoldenVector): ReconcileGiven => vector.given as unknown as ReconcileGiven

interface Job { readonly upgradeMode?: string; readonly state?: string }

const job = (spec: unknown): Job => (spec as { readonly job?: Job } | undefined)?.job ?? {}
const wanted = (vector: GoldenVector): Job => job(given(vector).resource.spec)
const recorded = (vector: GoldenVector): Job => job(given(vector).lastReconciledSpec)
const isStateless = ({ upgradeMode }: Job): boolean => (upgradeMode ?? 'stateless') === 'stateless'
const jobState = (vector: GoldenVector): string => given(vector).resource.status.jobStatus.state ?? ''
const jobManager = (vector: GoldenVector): string | undefined => given(vector).resource.status.jobManagerDeploymentStatus
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
    id: 'S-CANCEL', family: 'reconcile',
    matches: vector => jobState(vector) === 'CANCELLING' && jobManager(vector) === 'READY' && isStateless(wanted(vector)),
    reason: 'A stateless job that is being cancelled is told so once more, which has no effect.',
    test: 'S-CANCEL a stateless job that is being cancelled goes all the same',
  },
]
