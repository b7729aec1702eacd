import { givenOf } from '../families/scripted.decode.ts'
import type { ReconcileGiven } from '../families/reconcile.ts'
import type { GoldenVector } from '../family.ts'

interface Job {
  readonly upgradeMode?: string
  readonly state?: string
  readonly savepointRedeployNonce?: unknown
  readonly savepointTriggerNonce?: unknown
  readonly checkpointTriggerNonce?: unknown
  readonly initialSavepointPath?: string
}

/** What the rules of `reconcile` ask of a vector. */
export const given = (vector: GoldenVector): ReconcileGiven => givenOf(vector)
const job = (spec: unknown): Job => (spec as { readonly job?: Job } | undefined)?.job ?? {}
export const wanted = (vector: GoldenVector): Job => job(given(vector).resource.spec)
export const recorded = (vector: GoldenVector): Job => job(given(vector).lastReconciledSpec)
export const isStateless = ({ upgradeMode }: Job): boolean => (upgradeMode ?? 'stateless') === 'stateless'
export const jobState = (vector: GoldenVector): string => given(vector).resource.status.jobStatus.state ?? ''
export const isSessionJob = (vector: GoldenVector): boolean => vector.given['kind'] === 'FlinkSessionJob'
/** The JobManager of the job: a session job's is its cluster's. */
export const jobManager = (vector: GoldenVector): string => {
  const { resource: { status }, sessionCluster } = given(vector)
  return ((sessionCluster?.status ?? status) as { readonly jobManagerDeploymentStatus?: string }).jobManagerDeploymentStatus ?? 'MISSING'
}
export const progress = (vector: GoldenVector): string => given(vector).resource.status.reconciliationStatus?.state ?? ''
export const pathOf = (vector: GoldenVector): string | null => given(vector).resource.status.jobStatus.upgradeSavepointPath ?? null
/** Does the JobManager list a checkpoint of the job that ended? */
export const listsCheckpoint = (vector: GoldenVector): boolean =>
  jobManager(vector) === 'READY' && given(vector).observed.checkpointInHaMetadata
export const hasHaMetadata = (vector: GoldenVector): boolean => given(vector).observed.haMetadataAvailable
/** The job was stopped, and is to be started again. */
export const isStopped = (vector: GoldenVector): boolean => recorded(vector).state === 'suspended'
export const isTerminal = (state: unknown): boolean => state === 'CANCELED' || state === 'FAILED' || state === 'FINISHED'

const configuration = (vector: GoldenVector): Readonly<Record<string, string>> =>
  (given(vector).resource.spec as { readonly flinkConfiguration?: Readonly<Record<string, string>> }).flinkConfiguration ?? {}

export const isRollbackOn = (vector: GoldenVector): boolean =>
  configuration(vector)['kubernetes.operator.deployment.rollback.enabled'] === 'true'

const readinessTimeout = (vector: GoldenVector): number =>
  (configuration(vector)['kubernetes.operator.deployment.readiness.timeout'] === '2 h' ? 120 : 5) * 60_000

/** The spec that is deployed had its time to become stable and did not: the last stable one is to be put back. */
export const isRollbackDue = (vector: GoldenVector): boolean => {
  const { resource, lastStableSpec, lastReconciledSpecIsStable, now } = given(vector)
  const { reconciliationTimestamp = 0 } = (resource.status.reconciliationStatus ?? {}) as { readonly reconciliationTimestamp?: number }
  return isRollbackOn(vector) && progress(vector) === 'DEPLOYED' && !lastReconciledSpecIsStable && lastStableSpec !== undefined
    && job(lastStableSpec).state !== 'suspended'
    && Date.parse(now) - readinessTimeout(vector) > reconciliationTimestamp
}
