import type { Deviation } from '../deviation.ts'
import { calls, error, event, fields, haMetadataGoes, nothingDone, or, stateField } from './reconcile-excuses.ts'
import {
  given,
  hasHaMetadata,
  isRollbackDue,
  isStateless,
  isStopped,
  isTerminal,
  jobManager,
  jobState,
  progress,
  recorded,
  wanted,
} from './reconcile-given.ts'
import { lastStateDeviations } from './reconcile-last-state.ts'
import { rollbackDeviations } from './reconcile-rollback.ts'
import { reconcileSessionJobDeviations } from './reconcile-session-job.ts'

const rule = (it: Omit<Deviation, 'family'>): Deviation => ({ ...it, family: 'reconcile' })
const lastStateMarker = 'KUBERNETES_OPERATOR_LAST_STATE'
const startsEmpty = {
  reason: 'A lost stateless job is started empty; the reference demands HA metadata for it, or restores from it.',
  test: 'D-09 B24 a lost stateless job is started empty, whatever HA metadata there is',
}
const stateless = {
  reason:
    'Who edits a suspended job to be stateless gets it started empty; the reference goes on from HA metadata all the same, or refuses to start where there is none.',
  test: 'S-STATELESS a suspended job that was edited to be stateless starts empty',
}
const marker = {
  reason: 'The marker is no path: started from it a new job fails, restarts and fails. Ours says that a person has to restore it.',
  test: 'B10 the marker is never a path to start from',
}
const unseen = {
  reason: 'A job state beside a JobManager that is gone: no look leaves such a status. Ours looks first, and then goes by RECONCILING.',
  test: 'S-UNSEEN a job whose JobManager is gone reads RECONCILING',
}
const isUnseen = (vector: Parameters<Deviation['when']>[0]): boolean =>
  jobManager(vector) === 'MISSING' && !isTerminal(jobState(vector)) && !['RECONCILING', ''].includes(jobState(vector))
const startFrom = (source: string, image = 'flink:x'): RegExp =>
  new RegExp(`^deploy <generated> from ${source} parallelism \\d image ${image}$`)
const startFromHa = new RegExp(`^deploy [0-9a-f]{32} from ${lastStateMarker} parallelism \\d image (flink:x|stable)$`)
const newJob = stateField('jobStatus.jobId', /^[0-9a-f]{32}$/, '<generated>')

export const reconcileDeviations: readonly Deviation[] = [
  rule({
    id: 'S-ENDED',
    vectors: 'the job is stopped otherwise than with a savepoint, or had ended',
    when: () => true,
    excuses: [{
      field: 'jobStatus.state',
      want: 'FINISHED',
      got: or('CANCELED', 'FAILED'),
      both: { name: 'cancelled, or as recorded', test: (_want, got, vector) => got === 'CANCELED' || got === jobState(vector) },
    }],
    reason: 'The reference writes FINISHED over whatever a stopped job ended with; ours keeps what was seen.',
    test: 'S-ENDED a job that was cancelled for an upgrade reads CANCELED, not FINISHED',
  }),
  rule({
    id: 'S-CHANGED',
    vectors: 'nothing can be done about the edit in this round, or it was begun before',
    when: vector =>
      progress(vector) === 'UPGRADING' || jobState(vector) === 'CANCELLING'
      || (vector.expect['calls'] as readonly { readonly call: string }[]).every(({ call }) => call === 'patchStatus'),
    excuses: [event('SpecChanged')],
    reason:
      'The reference tells SpecChanged in every round that it is due, also while nothing can be done; ours when it does something about it.',
    test: 'S-CHANGED SpecChanged is told once, when the upgrade begins',
  }),
  rule({
    id: 'L16',
    vectors: 'a savepointRedeployNonce',
    when: vector => wanted(vector).savepointRedeployNonce != null,
    excuses: fields({ lifecycleState: ['STABLE', 'DEPLOYED'], 'reconciliationStatus.lastReconciledSpecIsStable': [true, false] }),
    reason: 'The reference calls a savepoint redeploy STABLE while its job is down.',
    test: 'L16 a savepoint redeploy is stable only when its job was seen running',
  }),
  rule({
    id: 'S-PATH',
    vectors: 'a stopped job goes on from its last savepoint',
    when: vector => isStopped(vector) && (given(vector).resource.status.jobStatus.upgradeSavepointPath ?? null) === null,
    excuses: [{ field: 'jobStatus.upgradeSavepointPath', want: null, got: 's3://b/sp-1' }],
    reason: 'The path that is restored from is written down also where it came from the savepoint history.',
    test: 'S-PATH the path that is restored from is recorded',
  }),
  rule({
    id: 'D-08',
    vectors: 'the JobManager is MISSING, the job did not end',
    when: vector => jobManager(vector) === 'MISSING',
    excuses: fields({ lifecycleState: ['STABLE', 'DEPLOYED'] }),
    reason: 'A job whose JobManager is lost does not read STABLE.',
    test: 'D-08 a job whose JobManager is lost does not read STABLE',
  }),
  rule({
    id: 'P09',
    vectors: 'a savepoint is pending',
    when: vector => JSON.stringify(given(vector).resource.status.jobStatus).includes('"triggerId"'),
    excuses: fields({ observedGeneration: [2, 3] }),
    reason: 'An edit that changes nothing that matters is acknowledged, also while a savepoint is pending.',
    test: 'P09 an edit that changes nothing is acknowledged while a savepoint is pending',
  }),
  rule({
    id: 'D-20',
    vectors: 'created suspended',
    when: vector => given(vector).lastReconciledSpec === undefined,
    excuses: fields({
      lifecycleState: ['CREATED', 'SUSPENDED'],
      observedGeneration: [2, 3],
      'reconciliationStatus.firstDeployment': [null, true],
      'reconciliationStatus.lastReconciledJob.state': [null, 'suspended'],
      'reconciliationStatus.lastReconciledJob.upgradeMode': [null, 'stateless'],
      'reconciliationStatus.lastReconciledSpecIsStable': [false, true],
      'reconciliationStatus.lastReconciledSpecPresent': [false, true],
      'reconciliationStatus.state': ['UPGRADING', 'DEPLOYED'],
    }),
    reason: 'A resource that is created suspended is recorded and reads SUSPENDED.',
    test: 'D-20 a resource that is created suspended is recorded',
  }),
  rule({
    id: 'L11',
    vectors: 'a savepoint or checkpoint is asked for by nonce',
    when: vector => wanted(vector).savepointTriggerNonce != null || wanted(vector).checkpointTriggerNonce != null,
    excuses: fields({ lifecycleState: ['DEPLOYED', 'STABLE'], 'reconciliationStatus.lastReconciledSpecIsStable': [false, true] }),
    reason: 'A snapshot that is asked for, and its nonce recorded, does not make a stable spec unstable.',
    test: 'L11 a savepoint by nonce leaves the spec stable',
  }),
  rule({
    id: 'S-UNSEEN',
    vectors: 'the JobManager is MISSING beside a job state',
    when: isUnseen,
    excuses: [
      stateField(
        'jobStatus.state',
        or('INITIALIZING', 'CREATED', 'RUNNING', 'FAILING', 'CANCELLING', 'RESTARTING', 'SUSPENDED'),
        'RECONCILING',
      ),
    ],
    ...unseen,
  }),
  rule({
    id: 'S-UNSEEN',
    vectors: 'the JobManager is MISSING beside a job state; no HA metadata; the edit stops the job',
    when: vector => isUnseen(vector) && !hasHaMetadata(vector) && !isStateless(wanted(vector)),
    // a person has to decide: nothing is stopped, and that is told
    excuses: [
      calls(/^stop [0-9a-f]{32} drain false to s3:\/\/b\/sp CANONICAL \| createSnapshotResource$/, ''),
      event('SpecChanged'),
      event('Suspended'),
      ...fields({
        'jobStatus.state': ['FINISHED', 'RECONCILING'],
        'jobStatus.upgradeSavepointPath': ['s3://b/sp-new', null],
        lifecycleState: [or('UPGRADING', 'SUSPENDED'), 'FAILED'],
        observedGeneration: [3, 2],
        'reconciliationStatus.lastReconciledJob.state': ['suspended', 'running'],
        'reconciliationStatus.lastReconciledSpecIsStable': [false, true],
        'reconciliationStatus.state': ['UPGRADING', 'DEPLOYED'],
      }),
    ],
    ...unseen,
  }),
  rule({
    id: 'S-UNSEEN',
    vectors: 'the JobManager is MISSING beside CANCELLING; HA metadata',
    when: vector => isUnseen(vector) && jobState(vector) === 'CANCELLING' && hasHaMetadata(vector) && !isStateless(wanted(vector)),
    excuses: [calls('', startFromHa)],
    reason: `${unseen.reason} The upgrade goes on from HA metadata instead of waiting for a cancel that nobody carries out.`,
    test: unseen.test,
  }),
  rule({
    id: 'D-09',
    vectors: 'a lost stateless job; HA metadata is there',
    when: vector => jobManager(vector) === 'MISSING' && isStateless(wanted(vector)) && !isStopped(vector) && hasHaMetadata(vector),
    excuses: [
      calls(startFromHa, startFrom('null')),
      newJob,
      stateField('jobStatus.upgradeSavepointPath', lastStateMarker, or(null, 's3://b/sp-9')),
      haMetadataGoes,
    ],
    ...startsEmpty,
  }),
  rule({
    id: 'D-09',
    vectors: 'a lost stateless job; no HA metadata',
    when: vector =>
      jobManager(vector) === 'MISSING' && isStateless(wanted(vector)) && !isStopped(vector) && !hasHaMetadata(vector)
      && !isRollbackDue(vector),
    excuses: [calls('', startFrom('null', '(flink:x|stable)')), error(/^HA metadata is not available to restore from last state\./, null)],
    ...startsEmpty,
  }),
  rule({
    id: 'D-09',
    vectors: 'a start from a path or from empty; HA metadata of the last job is there',
    when: vector => hasHaMetadata(vector) && (isStopped(vector) || isTerminal(jobState(vector))),
    excuses: [haMetadataGoes],
    reason: 'Before a start from a path or empty, HA metadata of the last job goes, also if its JobManager is long gone, or failed.',
    test: 'D-09 B24 HA metadata goes before a start that is not from it',
  }),
  rule({
    id: 'S-STATELESS',
    vectors: 'a job that was suspended with last-state, now stateless; HA metadata is there',
    when: vector =>
      isStateless(wanted(vector)) && isStopped(vector) && recorded(vector).upgradeMode === 'last-state' && hasHaMetadata(vector),
    excuses: [calls(startFromHa, startFrom('null')), newJob, stateField('jobStatus.upgradeSavepointPath', lastStateMarker, null)],
    ...stateless,
  }),
  rule({
    id: 'S-STATELESS',
    vectors: 'a job that was suspended with last-state, now stateless; no HA metadata',
    when: vector =>
      isStateless(wanted(vector)) && isStopped(vector) && recorded(vector).upgradeMode === 'last-state' && !hasHaMetadata(vector),
    excuses: [calls('', startFrom('null')), error(/^HA metadata is not available to restore from last state\./, null)],
    ...stateless,
  }),
  rule({
    id: 'B10',
    vectors: 'the path of a job that was suspended with a savepoint is the marker of HA metadata',
    when: vector =>
      isStopped(vector) && given(vector).resource.status.jobStatus.upgradeSavepointPath === lastStateMarker
      && recorded(vector).upgradeMode === 'savepoint',
    excuses: [
      calls(startFrom(lastStateMarker), ''),
      ...nothingDone,
      ...fields({
        'jobStatus.state': ['RECONCILING', 'FINISHED'],
        lifecycleState: ['DEPLOYED', or('UPGRADING', 'SUSPENDED')],
        'reconciliationStatus.lastReconciledJob.state': ['running', 'suspended'],
        'reconciliationStatus.state': ['DEPLOYED', 'UPGRADING'],
      }),
    ],
    ...marker,
  }),
  rule({
    id: 'S-NONCE',
    vectors: 'a savepointRedeployNonce without initialSavepointPath',
    when: vector => wanted(vector).savepointRedeployNonce !== undefined && wanted(vector).initialSavepointPath === undefined,
    excuses: [
      calls(/^cancelJob [0-9a-f]{32} \| deleteCluster \| deploy <generated> from null parallelism \d image flink:x$/, ''),
      ...nothingDone,
      { field: 'HA metadata deleted', want: true, got: false },
      ...fields({
        jobManagerDeploymentStatus: ['DEPLOYING', 'READY'],
        'jobStatus.state': ['RECONCILING', 'RUNNING'],
        'reconciliationStatus.lastReconciledJob.upgradeMode': ['savepoint', 'last-state'],
      }),
    ],
    reason:
      'A savepointRedeployNonce without initialSavepointPath is not valid (the reference says so too, but not in this half of its round): the job is left alone.',
    test: 'S-NONCE a redeploy without a path is refused',
  }),
  ...lastStateDeviations,
  ...rollbackDeviations,
  ...reconcileSessionJobDeviations,
]
