import { slowStartMillis } from '@flink-operator/core/job'
import type { UpgradeMode } from '@flink-operator/core/resource'
import {
  checkpointNonce,
  edit,
  goOn,
  ingress,
  invalid,
  newVersion,
  noIngress,
  ofJob,
  pause,
  redeploy,
  remove,
  renderable,
  resume,
  revert,
  savepointNonce,
  scale,
  suspend,
  unrenderable,
  withoutHa,
  zooKeeper,
} from './edits.ts'
import type { SmallWorld } from './small-world.ts'
import {
  cancelling,
  halfSubmitted,
  rollingBack,
  someTimeLater,
  submitted,
  takenForSubmitted,
  unreadableRecord,
  unrenderableDeployed,
  upgradeTakenForSubmitted,
} from './taken-over.ts'

const tiny = (name: string, upgradeMode: UpgradeMode, highAvailability: boolean, rest: Partial<SmallWorld>): SmallWorld => ({
  name: `rows/${name}`,
  upgradeMode,
  highAvailability,
  start: 'Running',
  edits: [],
  faultKinds: [],
  faults: 0,
  crashes: 0,
  ...rest,
})

type Watched = Pick<SmallWorld, 'configuration' | 'horizons'>

const maxAgeKey = 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age'
const maxAge: Watched = {
  configuration: { [maxAgeKey]: '10 s' },
  horizons: { time: 11_000, triggerTimestamp: 11_000, inProgressSince: 11_000 },
}
const shortTtl: Watched = { configuration: { 'kubernetes.operator.jm-deployment.shutdown-ttl': '5 s' }, horizons: { terminalSince: 8_000 } }
const fallbackOff = { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' }

export const rollbacks: Watched = {
  configuration: { 'kubernetes.operator.deployment.rollback.enabled': 'true', 'kubernetes.operator.deployment.readiness.timeout': '10 s' },
  horizons: { reconciliationTimestamp: 11_000 },
}
export const soonGivenUp: Watched = {
  configuration: {
    'kubernetes.operator.savepoint.trigger.grace-period': '5 s',
    'kubernetes.operator.checkpoint.trigger.grace-period': '5 s',
  },
  horizons: { triggerTimestamp: 16_000, askedAt: 6_000 },
}
const savepointOnDeletion = { 'kubernetes.operator.job.savepoint-on-deletion': 'true' }
const restartFailed = { 'kubernetes.operator.job.restart.failed': 'true' }

const watched = {
  'kubernetes.operator.cluster.health-check.enabled': 'true',
  'kubernetes.operator.cluster.health-check.restarts.window': '10 s',
}
/** A job that never came up is reported as missed only after this time. */
export const slowMain: Pick<SmallWorld, 'horizons' | 'tick'> = { horizons: { jobMissedSince: slowStartMillis }, tick: slowStartMillis / 3 }
/** No restart is allowed, so a single one is too many. */
const watchedRestarts: Watched = {
  configuration: {
    ...watched,
    'kubernetes.operator.cluster.health-check.restarts.threshold': '0',
    'kubernetes.operator.cluster.health-check.checkpoint-progress.enabled': 'false',
  },
  horizons: { numRestartsEvaluationTimeStamp: 11_000, restarts: 0 },
}
/** The second interval without a checkpoint is one too many. */
const watchedCheckpoints: Watched = { configuration: watched, horizons: { numCompletedCheckpointsIncreasedTimeStamp: 21_000 } }

/** Worlds that reach rows of the decision tables that no other story reaches. */
export const rowWorlds: readonly SmallWorld[] = [
  tiny('edit-pause', 'savepoint', true, { edits: [edit, pause, goOn] }),
  tiny('pause-deployment-lost', 'last-state', true, { edits: [pause, goOn], faultKinds: ['Deployment'], faults: 1 }),
  tiny('pause-delete', 'savepoint', true, { edits: [pause, remove], crashes: 1 }),
  tiny('created-suspended', 'savepoint', true, { start: 'Fresh', created: ofJob({ state: 'suspended' }), edits: [edit, resume] }),
  tiny('created-invalid', 'savepoint', true, { start: 'Fresh', created: ofJob({ parallelism: -1 }), edits: [revert] }),
  tiny('edited-invalid', 'savepoint', true, { edits: [invalid] }),
  // F12: every validation rule on fields accepts the spec, but it can't be rendered; at any phase of another edit, with rollback, reverted
  tiny('unrenderable-crash', 'savepoint', true, { edits: [unrenderable], crashes: 1 }),
  tiny('unrenderable-then-renderable', 'savepoint', false, { edits: [unrenderable, renderable] }),
  tiny('edit-unrenderable', 'savepoint', true, { edits: [edit, unrenderable] }),
  tiny('edit-unrenderable-last-state', 'last-state', true, { edits: [edit, unrenderable], ...rollbacks }),
  tiny('suspend-unrenderable', 'savepoint', false, { edits: [suspend, unrenderable] }),
  tiny('created-unrenderable', 'savepoint', true, { start: 'Fresh', edits: [unrenderable, renderable] }),
  tiny('deployment-lost-unrenderable', 'last-state', true, {
    edits: [renderable],
    takenOver: unrenderableDeployed,
    faultKinds: ['Deployment'],
    faults: 1,
  }),
  tiny('edited-while-suspended', 'savepoint', true, { edits: [suspend, edit] }),
  tiny('edited-then-suspended', 'savepoint', true, { edits: [edit, suspend] }),
  // A job that fails before it runs is rolled back, but never to a state older than what an earlier run left in HA metadata, which is
  // deleted when the job ends (F03).
  tiny('start-fails-rollback', 'savepoint', true, { edits: [edit], faultKinds: ['Start'], faults: 1, ...rollbacks }),
  ...(['Leadership', 'JobManager', 'PodLost'] as const).map(kind =>
    tiny(`start-fails-after-${kind === 'Leadership' ? 'leadership' : kind === 'JobManager' ? 'crash' : 'pod-lost'}`, 'savepoint', true, {
      edits: [edit],
      faultKinds: ['Start', kind],
      faults: 2,
      ...rollbacks,
      ...slowMain,
      horizons: { ...rollbacks.horizons, ...slowMain.horizons },
    })
  ),
  tiny('slow-start', 'savepoint', true, { start: 'Fresh', ...slowMain, crashes: 1 }),
  tiny('edited-before-deploy', 'savepoint', true, { start: 'Fresh', edits: [edit] }),
  tiny('suspended-ttl', 'savepoint', true, { edits: [suspend], ...shortTtl }),
  tiny('job-fails-ttl', 'last-state', true, { faultKinds: ['Job'], faults: 1, ...shortTtl }),
  tiny('new-version', 'last-state', true, { edits: [newVersion] }),
  tiny('new-version-job-fails', 'last-state', true, { edits: [newVersion], faultKinds: ['Job'], faults: 1 }),
  tiny('new-version-jobmanager-restarts', 'last-state', true, { edits: [newVersion], faultKinds: ['JobManager'], faults: 1 }),
  tiny('new-version-no-directory', 'last-state', true, {
    edits: [newVersion],
    configuration: { 'execution.checkpointing.savepoint-dir': '' },
  }),
  tiny('ha-off', 'last-state', true, { edits: [withoutHa] }),
  tiny('old-checkpoint', 'last-state', true, { ...maxAge, edits: [edit], takenOver: someTimeLater }),
  tiny('young-job', 'last-state', true, { edits: [edit], configuration: { [maxAgeKey]: '1 h' } }),
  tiny('no-fallback', 'savepoint', true, { edits: [edit], configuration: fallbackOff, faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails', 'last-state', true, { edits: [edit], faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails-flink-unreachable', 'savepoint', true, { edits: [edit], faultKinds: ['Job', 'Rest'], faults: 2 }),
  tiny('job-fails-no-ha', 'savepoint', false, { edits: [edit], faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails-restart', 'last-state', true, { faultKinds: ['Job'], faults: 1, configuration: restartFailed }),
  tiny('recovery-off', 'last-state', true, {
    faultKinds: ['Deployment'],
    faults: 1,
    configuration: { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' },
  }),
  tiny('deployment-lost', 'last-state', true, { faultKinds: ['Deployment'], faults: 1 }),
  tiny('deployment-lost-no-ha', 'savepoint', false, { edits: [edit], faultKinds: ['Deployment'], faults: 1 }),
  // V01: a user recreates the Deployment after the job ran, and an edit follows before its pod is up
  tiny('deployment-remade', 'savepoint', false, { edits: [edit], faultKinds: ['DeploymentRemade'], faults: 1 }),
  tiny('deployment-remade-ha', 'savepoint', true, { edits: [edit], faultKinds: ['DeploymentRemade'], faults: 1 }),
  tiny('deployment-remade-stateless', 'stateless', false, { edits: [edit], faultKinds: ['DeploymentRemade'], faults: 1 }),
  // V02: the JobManager is lost while an edit waits that needs it
  tiny('new-version-deployment-lost', 'last-state', true, { edits: [newVersion], faultKinds: ['Deployment'], faults: 1 }),
  tiny('no-fallback-deployment-lost', 'savepoint', true, {
    edits: [edit],
    configuration: fallbackOff,
    faultKinds: ['Deployment'],
    faults: 1,
  }),
  tiny('ha-off-deployment-lost', 'last-state', true, { edits: [withoutHa], faultKinds: ['Deployment'], faults: 1 }),
  tiny('suspend-deployment-lost', 'savepoint', true, {
    edits: [suspend, resume],
    configuration: fallbackOff,
    faultKinds: ['Deployment'],
    faults: 1,
  }),
  tiny('deployment-and-ha-lost', 'last-state', true, { faultKinds: ['Deployment', 'HaLost'], faults: 2 }),
  tiny('ha-spoilt', 'last-state', true, { edits: [edit], faultKinds: ['HaSpoilt'], faults: 1, crashes: 1 }),
  tiny('deployment-lost-ha-spoilt', 'last-state', true, { faultKinds: ['Deployment', 'HaSpoilt'], faults: 2 }),
  tiny('suspended-ha-spoilt', 'last-state', true, { edits: [suspend, resume], faultKinds: ['HaSpoilt'], faults: 1 }),
  tiny('deployment-lost-api-down', 'last-state', true, { faultKinds: ['Deployment', 'Kubernetes'], faults: 2 }),
  tiny('suspended-ha-lost', 'last-state', true, { edits: [suspend, resume], faultKinds: ['HaLost'], faults: 1 }),
  tiny('suspended-api-down', 'last-state', true, { edits: [suspend, resume], faultKinds: ['Kubernetes'], faults: 1 }),
  ...[true, false].flatMap((highAvailability): readonly SmallWorld[] => {
    const name = `redeploy${highAvailability ? '' : '-no-ha'}`
    return [
      tiny(`${name}-crash`, 'savepoint', highAvailability, { edits: [redeploy], crashes: 1 }),
      tiny(`${name}-answers`, 'savepoint', highAvailability, { edits: [redeploy], faultKinds: ['Effects'], faults: 1 }),
      tiny(`${name}-flink`, 'savepoint', highAvailability, {
        edits: [redeploy],
        faultKinds: highAvailability ? ['Rest', 'Job'] : ['Rest', 'JobManager', 'Job'],
        faults: 1,
      }),
    ]
  }),
  // a job that fails at once, in a JobManager that restarts, is missed only after the slow-start time
  tiny('redeploy-jobmanager-restarts', 'savepoint', true, { edits: [redeploy], faultKinds: ['JobManager'], faults: 1, ...slowMain }),
  tiny('redeploy-while-upgrading', 'savepoint', true, { edits: [edit, redeploy] }),
  tiny('redeploy-suspend', 'savepoint', true, { edits: [redeploy, suspend] }),
  tiny('redeploy-delete', 'savepoint', true, { edits: [redeploy, remove] }),
  tiny('rollback', 'last-state', true, { edits: [edit], ...rollbacks, crashes: 1 }),
  tiny('rollback-savepoint', 'savepoint', true, { edits: [edit], ...rollbacks }),
  tiny('rollback-revert', 'last-state', true, { edits: [edit, revert], ...rollbacks }),
  tiny('rollback-jobmanager-restarts', 'last-state', true, { edits: [edit], ...rollbacks, faultKinds: ['JobManager'], faults: 1 }),
  tiny('rollback-answers', 'last-state', true, { edits: [edit], ...rollbacks, faultKinds: ['Effects'], faults: 1 }),
  tiny('manual-savepoint', 'savepoint', true, { ...soonGivenUp, edits: [savepointNonce], crashes: 1 }),
  tiny('manual-savepoint-answers', 'savepoint', true, { ...soonGivenUp, edits: [savepointNonce], faultKinds: ['Effects'], faults: 1 }),
  tiny('manual-savepoint-jobmanager-restarts', 'savepoint', true, {
    ...soonGivenUp,
    edits: [savepointNonce],
    faultKinds: ['JobManager'],
    faults: 1,
  }),
  tiny('manual-savepoint-job-fails', 'savepoint', true, { ...soonGivenUp, edits: [savepointNonce], faultKinds: ['Job'], faults: 1 }),
  tiny('manual-savepoint-edit', 'savepoint', true, { ...soonGivenUp, edits: [savepointNonce, edit] }),
  tiny('manual-savepoint-edit-last-state', 'last-state', true, { ...soonGivenUp, edits: [savepointNonce, edit] }),
  tiny('manual-savepoint-suspend', 'savepoint', true, { ...soonGivenUp, edits: [savepointNonce, suspend, resume] }),
  tiny('manual-savepoint-delete', 'savepoint', true, { ...soonGivenUp, edits: [savepointNonce, remove] }),
  tiny('edit-manual-savepoint', 'savepoint', true, { ...soonGivenUp, edits: [edit, savepointNonce] }),
  tiny('manual-checkpoint', 'last-state', true, { ...soonGivenUp, edits: [checkpointNonce], crashes: 1 }),
  tiny('savepoint-on-deletion', 'savepoint', true, {
    edits: [remove],
    configuration: savepointOnDeletion,
    faultKinds: ['Rest'],
    faults: 1,
  }),
  tiny('savepoint-on-deletion-stop-fails', 'savepoint', true, {
    edits: [remove],
    configuration: savepointOnDeletion,
    faultKinds: ['Stop', 'Effects'],
    faults: 1,
  }),
  tiny('scale', 'last-state', true, {
    edits: [scale],
    configuration: { 'jobmanager.scheduler': 'adaptive' },
    faultKinds: ['Effects', 'Rest'],
    faults: 1,
  }),
  tiny('ingress', 'stateless', false, { edits: [ingress, noIngress], faultKinds: ['Effects', 'Kubernetes'], faults: 1 }),
  tiny('unhealthy-restarts', 'last-state', true, { ...watchedRestarts, faultKinds: ['Restart'], faults: 1, crashes: 1 }),
  tiny('unhealthy-edit', 'savepoint', true, { ...watchedRestarts, edits: [edit], faultKinds: ['Restart'], faults: 1 }),
  tiny('unhealthy-no-checkpoint', 'last-state', true, { ...watchedCheckpoints, crashes: 1 }),
  tiny('unhealthy-stateless', 'stateless', false, { ...watchedRestarts, faultKinds: ['Restart'], faults: 1, crashes: 1 }),
  tiny('unhealthy-api-down', 'last-state', true, { ...watchedRestarts, faultKinds: ['Restart', 'Kubernetes'], faults: 2 }),
  tiny('unhealthy-ha-lost', 'last-state', true, { ...watchedRestarts, faultKinds: ['Restart', 'HaLost'], faults: 2 }),
  tiny('deployment-lost-zookeeper-stateless', 'stateless', false, { configuration: zooKeeper, faultKinds: ['Deployment'], faults: 1 }),
  tiny('deployment-lost-zookeeper', 'last-state', true, { configuration: zooKeeper, faultKinds: ['Deployment'], faults: 1, crashes: 1 }),
  tiny('checkpoint-in-progress', 'last-state', true, {
    ...maxAge,
    edits: [edit],
    takenOver: someTimeLater,
    faultKinds: ['SlowCheckpoint'],
    faults: 1,
    crashes: 1,
  }),
  tiny('taken-over-unreadable', 'savepoint', true, { takenOver: unreadableRecord, edits: [edit, remove], crashes: 1 }),
  tiny('taken-over-cancelling', 'last-state', true, { takenOver: cancelling, crashes: 1 }),
  tiny('taken-over-cancelling-jobmanager-restarts', 'last-state', true, { takenOver: cancelling, faultKinds: ['JobManager'], faults: 1 }),
  tiny('taken-over-rolling-back', 'last-state', true, { takenOver: rollingBack, ...rollbacks, crashes: 1 }),
  tiny('taken-over-submitted', 'last-state', true, { takenOver: submitted, crashes: 1 }),
  tiny('taken-over-half-submitted', 'last-state', true, { takenOver: halfSubmitted, crashes: 1 }),
  tiny('taken-over-taken-for-submitted', 'last-state', true, { takenOver: takenForSubmitted, crashes: 1 }),
  tiny('taken-over-upgrade-taken-for-submitted', 'savepoint', true, { takenOver: upgradeTakenForSubmitted, crashes: 1 }),
  tiny('job-fails-restart-edit', 'last-state', true, { edits: [edit], faultKinds: ['Job'], faults: 1, configuration: restartFailed }),
]
