import { isDeepStrictEqual } from 'node:util'
import { failed, passed, skipped, type GoldenFamily, type GoldenVector } from '../family.ts'
import { availableUpgradeMode } from '../../../packages/core/src/job-upgrade/available-upgrade-mode.ts'
import type { UpgradeAnswer } from '../../../packages/core/src/job-upgrade/upgrade-answer.ts'
import type { UpgradeInputs } from '../../../packages/core/src/job-upgrade/upgrade-inputs.ts'

interface Given {
  kind: string
  now: string
  operatorConfig: Record<string, string>
  resource: { spec: Spec; status: { jobStatus: JobStatus; jobManagerDeploymentStatus?: UpgradeInputs['jobManager'] } }
  lastReconciledSpec: Spec
  observed: {
    haMetadataAvailable: boolean; jobManagerDeploymentPresent?: boolean; jobManagerNeverStarted?: boolean
    lastCompletedCheckpoint: string | null; pendingCheckpoint: string | null
  }
}
interface Spec { flinkVersion: string; flinkConfiguration?: Record<string, string>; job: { upgradeMode?: UpgradeInputs['requested'] } }
interface JobStatus { state: UpgradeInputs['job']; startTime: string | null; upgradeSavepointPath: string | null; savepointInfo?: { lastSavepoint?: { location?: string } } }

const time = (text: string | null): number | null => (text === null ? null : Date.parse(text))

const recordedPath = (job: JobStatus): UpgradeInputs['recordedPath'] => {
  const path = job.upgradeSavepointPath ?? job.savepointInfo?.lastSavepoint?.location ?? null
  return path === null ? { _tag: 'None' } : path === 'KUBERNETES_OPERATOR_LAST_STATE' ? { _tag: 'Marker' } : { _tag: 'Path', path }
}

const maxAge = (text: string | undefined): number | null =>
  text === undefined ? null : text === '10 min' ? 600_000 : text === '0 s' ? 0 : Number.parseInt(text, 10) * 60_000

const isHa = (config: Record<string, string>): boolean => !['none', ''].includes((config['high-availability.type'] ?? 'none').toLowerCase())

/** The inputs of a vector, before anything was looked at. */
const inputs = (given: Given): UpgradeInputs => {
  const { spec, status } = given.resource
  const wanted = { ...given.operatorConfig, ...spec.flinkConfiguration }
  const deployed = { ...given.operatorConfig, ...given.lastReconciledSpec.flinkConfiguration }
  const prefix = 'kubernetes.operator.job.upgrade.last-state'
  return {
    now: Date.parse(given.now),
    requested: spec.job.upgradeMode ?? 'stateless',
    job: status.jobStatus.state,
    jobManager: status.jobManagerDeploymentStatus ?? 'MISSING',
    jobStartTime: status.jobStatus.startTime === null ? null : Number(status.jobStatus.startTime),
    recordedPath: recordedPath(status.jobStatus),
    lastStateDefinite: true,
    haMetadata: given.observed.haMetadataAvailable ? 'Available' : 'NotAvailable',
    haOnInWanted: isHa(wanted),
    haOnInDeployed: isHa(deployed),
    versionChanged: spec.flinkVersion !== given.lastReconciledSpec.flinkVersion,
    savepointDirectorySet: (wanted['state.savepoints.dir'] ?? deployed['state.savepoints.dir'] ?? '').trim() !== '',
    checkpointsRetainedOnCancel: true,
    lastStateFallbackEnabled: (wanted[`${prefix}-fallback.enabled`] ?? 'true') === 'true',
    jobCancelEnabled: (wanted[`${prefix}.job-cancel.enabled`] ?? deployed[`${prefix}.job-cancel.enabled`] ?? 'false') === 'true',
    maxCheckpointAge: maxAge(wanted[`${prefix}.max.allowed.checkpoint.age`]),
    checkpointAge: { _tag: 'NotLooked' },
    usedMode: given.lastReconciledSpec.job.upgradeMode ?? 'stateless',
    jobManagerNeverStarted: (given.observed.jobManagerDeploymentPresent ?? false) && (given.observed.jobManagerNeverStarted ?? false),
  }
}

const comparable = (answer: UpgradeAnswer, calls: readonly unknown[]): object => {
  switch (answer._tag) {
    case 'Available':
      return {
        available: true, suspendMode: answer.suspend, restoreMode: answer.restoreMode, allowFallback: false, allowOtherReconcileActions: false,
        calls: [...calls, ...(answer.neverStarted ? [{ call: 'deleteClusterDeployment', deleteHaData: false }] : [])],
      }
    case 'NotAvailable':
      return { available: false, suspendMode: null, restoreMode: null, allowFallback: answer.allowFallback, allowOtherReconcileActions: answer.allowOther, calls }
    case 'Blocked':
      return { throws: 'UpgradeFailureException', message: answer.error, calls: undefined }
    case 'LookFirst':
      return { look: answer.at }
  }
}

/** `given.observed` answers the looks; a look at the checkpoints is the call `getCheckpointInfo`. */
export const upgradeMode: GoldenFamily = {
  name: 'upgrade-mode',
  run: (vector: GoldenVector) => {
    const given = vector.given as unknown as Given
    if (given.kind !== 'FlinkDeployment') return skipped('session jobs wait for their kind')
    const first = inputs(given)
    const answer = availableUpgradeMode(first)
    const looked = answer._tag === 'LookFirst' && answer.at === 'Checkpoints'
    const last = looked
      ? availableUpgradeMode({ ...first, checkpointAge: { _tag: 'Known', lastCompleted: time(given.observed.lastCompletedCheckpoint), pending: time(given.observed.pendingCheckpoint) } })
      : answer
    const got = comparable(last, looked ? [{ call: 'getCheckpointInfo' }] : [])
    const { jobStateAfter: _job, specUpgradeModeAfter: _mode, ...expect } = vector.expect
    const want = Object.fromEntries(Object.entries(expect).filter(([key, value]) => key !== 'calls' || !('throws' in expect) || value === undefined))
    const plain = JSON.parse(JSON.stringify(got)) as object
    return isDeepStrictEqual(plain, want) ? passed : failed(`got  ${JSON.stringify(plain)}\nwant ${JSON.stringify(want)}`)
  },
}
