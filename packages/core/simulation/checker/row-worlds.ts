import type { UpgradeMode } from '../../src/resource/flink-deployment-spec.ts'
import {
  checkpointNonce, edit, ingress, invalid, newVersion, noIngress, ofJob, redeploy, remove, resume, revert, savepointNonce, scale, suspend, withoutHa,
} from './edits.ts'
import type { SmallWorld } from './small-world.ts'

const tiny = (name: string, upgradeMode: UpgradeMode, highAvailability: boolean, rest: Partial<SmallWorld>): SmallWorld =>
  ({ name: `rows/${name}`, upgradeMode, highAvailability, start: 'Running', edits: [], faultKinds: [], faults: 0, crashes: 0, ...rest })

const maxAge = (age: string): Readonly<Record<string, string>> => ({ 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age': age })
const shortTtl = { 'kubernetes.operator.jm-deployment.shutdown-ttl': '5 s' }
const fallbackOff = { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' }

const rollbacks = { 'kubernetes.operator.deployment.rollback.enabled': 'true', 'kubernetes.operator.deployment.readiness.timeout': '10 s' }
const savepointOnDeletion = { 'kubernetes.operator.job.savepoint-on-deletion': 'true' }
const restartFailed = { 'kubernetes.operator.job.restart.failed': 'true' }

/** Worlds that reach rows of the decision tables that the stories do not come to. */
export const rowWorlds: readonly SmallWorld[] = [
  tiny('created-suspended', 'savepoint', true, { start: 'Fresh', created: ofJob({ state: 'suspended' }), edits: [edit, resume] }),
  tiny('created-invalid', 'savepoint', true, { start: 'Fresh', created: ofJob({ parallelism: -1 }), edits: [revert] }),
  tiny('edited-invalid', 'savepoint', true, { edits: [invalid] }),
  tiny('edited-while-suspended', 'savepoint', true, { edits: [suspend, edit] }),
  tiny('edited-then-suspended', 'savepoint', true, { edits: [edit, suspend] }),
  tiny('edited-before-deploy', 'savepoint', true, { start: 'Fresh', edits: [edit] }),
  tiny('suspended-ttl', 'savepoint', true, { edits: [suspend], configuration: shortTtl }),
  tiny('job-fails-ttl', 'last-state', true, { faultKinds: ['Job'], faults: 1, configuration: shortTtl }),
  tiny('new-version', 'last-state', true, { edits: [newVersion] }),
  tiny('new-version-job-fails', 'last-state', true, { edits: [newVersion], faultKinds: ['Job'], faults: 1 }),
  tiny('new-version-jobmanager-restarts', 'last-state', true, { edits: [newVersion], faultKinds: ['JobManager'], faults: 1 }),
  tiny('new-version-no-directory', 'last-state', true, { edits: [newVersion], configuration: { 'execution.checkpointing.savepoint-dir': '' } }),
  tiny('ha-off', 'last-state', true, { edits: [withoutHa] }),
  tiny('old-checkpoint', 'last-state', true, { edits: [edit], configuration: maxAge('10 s') }),
  tiny('young-job', 'last-state', true, { edits: [edit], configuration: maxAge('1 h') }),
  tiny('no-fallback', 'savepoint', true, { edits: [edit], configuration: fallbackOff, faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails', 'last-state', true, { edits: [edit], faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails-flink-unreachable', 'savepoint', true, { edits: [edit], faultKinds: ['Job', 'Rest'], faults: 2 }),
  tiny('job-fails-no-ha', 'savepoint', false, { edits: [edit], faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails-restart', 'last-state', true, { faultKinds: ['Job'], faults: 1, configuration: restartFailed }),
  tiny('recovery-off', 'last-state', true, { faultKinds: ['Deployment'], faults: 1, configuration: { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' } }),
  tiny('deployment-lost', 'last-state', true, { faultKinds: ['Deployment'], faults: 1 }),
  tiny('deployment-lost-no-ha', 'savepoint', false, { edits: [edit], faultKinds: ['Deployment'], faults: 1 }),
  tiny('deployment-and-ha-lost', 'last-state', true, { faultKinds: ['Deployment', 'HaLost'], faults: 2 }),
  tiny('deployment-lost-api-down', 'last-state', true, { faultKinds: ['Deployment', 'Kubernetes'], faults: 2 }),
  tiny('suspended-ha-lost', 'last-state', true, { edits: [suspend, resume], faultKinds: ['HaLost'], faults: 1 }),
  tiny('suspended-api-down', 'last-state', true, { edits: [suspend, resume], faultKinds: ['Kubernetes'], faults: 1 }),
  ...[true, false].flatMap((highAvailability): readonly SmallWorld[] => {
    const name = `redeploy${highAvailability ? '' : '-no-ha'}`
    return [
      tiny(`${name}-crash`, 'savepoint', highAvailability, { edits: [redeploy], crashes: 1 }),
      tiny(`${name}-answers`, 'savepoint', highAvailability, { edits: [redeploy], faultKinds: ['Effects'], faults: 1 }),
      // a job that fails at once, in a JobManager that restarts with HA, is told to be missing only after the time that a slow main may take: longer than worlds remember
      tiny(`${name}-flink`, 'savepoint', highAvailability, { edits: [redeploy], faultKinds: highAvailability ? ['Rest', 'Job'] : ['Rest', 'JobManager', 'Job'], faults: 1 }),
    ]
  }),
  tiny('redeploy-while-upgrading', 'savepoint', true, { edits: [edit, redeploy] }),
  tiny('redeploy-suspend', 'savepoint', true, { edits: [redeploy, suspend] }),
  tiny('redeploy-delete', 'savepoint', true, { edits: [redeploy, remove] }),
  tiny('rollback', 'last-state', true, { edits: [edit], configuration: rollbacks, crashes: 1 }),
  tiny('rollback-savepoint', 'savepoint', true, { edits: [edit], configuration: rollbacks }),
  tiny('rollback-revert', 'last-state', true, { edits: [edit, revert], configuration: rollbacks }),
  tiny('rollback-jobmanager-restarts', 'last-state', true, { edits: [edit], configuration: rollbacks, faultKinds: ['JobManager'], faults: 1 }),
  tiny('rollback-answers', 'last-state', true, { edits: [edit], configuration: rollbacks, faultKinds: ['Effects'], faults: 1 }),
  tiny('manual-savepoint', 'savepoint', true, { edits: [savepointNonce], crashes: 1 }),
  tiny('manual-savepoint-answers', 'savepoint', true, { edits: [savepointNonce], faultKinds: ['Effects'], faults: 1 }),
  tiny('manual-savepoint-jobmanager-restarts', 'savepoint', true, { edits: [savepointNonce], faultKinds: ['JobManager'], faults: 1 }),
  tiny('manual-savepoint-job-fails', 'savepoint', true, { edits: [savepointNonce], faultKinds: ['Job'], faults: 1 }),
  tiny('manual-savepoint-edit', 'savepoint', true, { edits: [savepointNonce, edit] }),
  tiny('manual-savepoint-edit-last-state', 'last-state', true, { edits: [savepointNonce, edit] }),
  tiny('manual-savepoint-suspend', 'savepoint', true, { edits: [savepointNonce, suspend, resume] }),
  tiny('manual-savepoint-delete', 'savepoint', true, { edits: [savepointNonce, remove] }),
  tiny('edit-manual-savepoint', 'savepoint', true, { edits: [edit, savepointNonce] }),
  tiny('manual-checkpoint', 'last-state', true, { edits: [checkpointNonce], crashes: 1 }),
  tiny('savepoint-on-deletion', 'savepoint', true, { edits: [remove], configuration: savepointOnDeletion, faultKinds: ['Rest'], faults: 1 }),
  tiny('savepoint-on-deletion-stop-fails', 'savepoint', true, { edits: [remove], configuration: savepointOnDeletion, faultKinds: ['Stop', 'Effects'], faults: 1 }),
  tiny('scale', 'last-state', true, { edits: [scale], configuration: { 'jobmanager.scheduler': 'adaptive' }, faultKinds: ['Effects', 'Rest'], faults: 1 }),
  tiny('ingress', 'stateless', false, { edits: [ingress, noIngress], faultKinds: ['Effects', 'Kubernetes'], faults: 1 }),
  tiny('job-fails-restart-edit', 'last-state', true, { edits: [edit], faultKinds: ['Job'], faults: 1, configuration: restartFailed }),
]
