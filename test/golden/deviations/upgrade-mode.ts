import { upgradeErrors } from '../../../packages/core/src/job/upgrade/upgrade-answer.ts'
import { isTerminal, type JobState } from '../../../packages/core/src/contract/resource/job-status.ts'
import { lastStateMarker } from '../../../packages/core/src/contract/resource/operation.ts'
import type { Deviation, Excuse } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'

interface Spec {
  readonly flinkVersion?: string
  readonly flinkConfiguration?: Readonly<Record<string, string>>
  readonly job?: { readonly upgradeMode?: string }
}
interface Given {
  readonly resource: {
    readonly spec: Spec
    readonly status: {
      readonly jobStatus: { readonly state: JobState | null; readonly upgradeSavepointPath?: string | null }
      readonly jobManagerDeploymentStatus?: string
    }
  }
  /** Of a session job. */
  readonly sessionCluster?: { readonly status?: { readonly jobManagerDeploymentStatus?: string } }
  readonly lastReconciledSpec: Spec
  readonly observed: {
    readonly haMetadataAvailable: boolean
    readonly jobManagerDeploymentPresent?: boolean
    readonly jobManagerNeverStarted?: boolean
  }
}

const given = (vector: GoldenVector): Given => vector.given as unknown as Given
const jobOf = (vector: GoldenVector): JobState | null => given(vector).resource.status.jobStatus.state
const pathOf = (vector: GoldenVector): string | null => given(vector).resource.status.jobStatus.upgradeSavepointPath ?? null
const jobManagerOf = (vector: GoldenVector): string => {
  const { resource: { status }, sessionCluster } = given(vector)
  return (sessionCluster?.status ?? status).jobManagerDeploymentStatus ?? 'MISSING'
}
const hasHa = ({ flinkConfiguration = {} }: Spec): boolean =>
  !['none', ''].includes((flinkConfiguration['high-availability.type'] ?? 'none').toLowerCase())

/** A state that nobody can have seen now: the JobManager does not answer. */
const runsUnseen = (vector: GoldenVector): boolean => jobOf(vector) === 'RUNNING' && jobManagerOf(vector) !== 'READY'
/** HA metadata that the new cluster could be started from. */
const hasUsableHa = (vector: GoldenVector): boolean => {
  const { observed, lastReconciledSpec, resource: { spec } } = given(vector)
  return observed.haMetadataAvailable && hasHa(lastReconciledSpec) && hasHa(spec) && spec.flinkVersion === lastReconciledSpec.flinkVersion
}
const neverStarted = (vector: GoldenVector): boolean =>
  given(vector).observed.jobManagerDeploymentPresent === true && given(vector).observed.jobManagerNeverStarted === true
const isGone = (vector: GoldenVector): boolean => ['MISSING', 'ERROR'].includes(jobManagerOf(vector))
const metadataWithoutHa = (vector: GoldenVector): boolean =>
  given(vector).observed.haMetadataAvailable && !hasHa(given(vector).lastReconciledSpec)

const isStateful = ({ job }: Spec): boolean => !['stateless', undefined].includes(job?.upgradeMode)
/** The job ended, is not to lose its state, and the status names no path. */
const endedWithoutPath = (vector: GoldenVector): boolean =>
  isTerminal(jobOf(vector)) && pathOf(vector) === null && isStateful(given(vector).resource.spec)

const modes = { oneOf: ['SAVEPOINT', 'LAST_STATE'] }
const restores = { oneOf: ['savepoint', 'last-state'] }
const deletion = {
  name: '[the deletion of the cluster]',
  test: (value: unknown) => JSON.stringify(value) === '[{"call":"deleteClusterDeployment","deleteHaData":false}]',
}
const noCalls = { name: '[]', test: (value: unknown) => JSON.stringify(value) === '[]' }
const waits: readonly Excuse[] = [
  { field: 'available', want: true, got: false },
  { field: 'restoreMode', want: restores, got: null },
  { field: 'allowFallback', want: false, got: true },
  { field: 'allowOtherReconcileActions', want: false, got: true },
]
const asks = (available: boolean, ...errors: readonly ('E1' | 'E2')[]): readonly Excuse[] => [
  { field: 'available', want: available, got: null },
  { field: 'allowFallback', want: !available, got: null },
  { field: 'allowOtherReconcileActions', want: !available, got: null },
  { field: 'calls', want: noCalls, got: null },
  { field: 'throws', want: null, got: 'UpgradeFailureException' },
  { field: 'message', want: null, got: { oneOf: errors.map(it => upgradeErrors[it]) } },
]
/** The job, which ended, would be started anew from where the status says, which is nowhere. */
const notFromNowhere: readonly Excuse[] = [{ field: 'suspendMode', want: 'NOOP', got: null }, {
  field: 'restoreMode',
  want: 'savepoint',
  got: null,
}]
const goes = (suspend: string): readonly Excuse[] => [
  { field: 'available', want: false, got: true },
  { field: 'suspendMode', want: null, got: suspend },
  { field: 'restoreMode', want: null, got: 'savepoint' },
  { field: 'allowFallback', want: true, got: false },
  { field: 'allowOtherReconcileActions', want: true, got: false },
]

const noPath = {
  reason:
    'That no path is recorded proves nothing: it may have been lost, or never been read. The reference starts the job empty. Ours asks the JobManager once more, else a person.',
  test: 'F01 a job that ended and of which no path is recorded is not started empty: its state is read, else a person is asked',
}
const seen =
  'RUNNING beside a JobManager that does not answer is not seen now: ours goes by RECONCILING. The reference would stop the job, or take last-state without a look at HA metadata (B09)'
const ofRunning = (
  vectors: string,
  when: (vector: GoldenVector) => boolean,
  excuses: readonly Excuse[],
  end: string,
  test: string,
): Deviation => ({
  id: 'P05',
  family: 'upgrade-mode',
  vectors: `RUNNING, JobManager not READY; ${vectors}`,
  when: vector => runsUnseen(vector) && when(vector),
  excuses,
  reason: `${seen}; ${end}`,
  test,
})

/** What the error is of a JobManager that is down in any case, and of one that may still come up. */
const recreatedError = (vector: GoldenVector): string =>
  jobManagerOf(vector) === 'ERROR' ? upgradeErrors.E2 : upgradeErrors.jobManagerRecreated
/** Its Deployment was never available, and its job was seen since the deploy: the reference sets the state back with each deploy. */
const ofRecreated = (vectors: string, when: (vector: GoldenVector) => boolean, excuses: readonly Excuse[]): Deviation => ({
  id: 'V01',
  family: 'upgrade-mode',
  vectors: `the Deployment was never available, and its job was seen since the deploy: ${vectors}; no HA metadata to start from`,
  when: vector =>
    neverStarted(vector) && ['DEPLOYING', 'DEPLOYED_NOT_READY', 'ERROR'].includes(jobManagerOf(vector)) && !hasUsableHa(vector)
    && when(vector),
  excuses: [
    ...excuses,
    { field: 'calls', want: noCalls, got: null },
    { field: 'throws', want: null, got: 'UpgradeFailureException' },
    {
      field: 'message',
      want: { oneOf: [null, upgradeErrors.E1] },
      both: { name: 'the state of the job is not known', test: (_want, got, vector) => got === recreatedError(vector) },
    },
  ],
  reason:
    'Somebody made the Deployment anew after the job ran. The reference takes the job for one that never started, and starts it from where it began, or stops a job that it does not see. Ours asks a person.',
  test: 'V01 a job that ran, and whose Deployment somebody made anew, is not taken for one that never ran',
})

export const upgradeModeDeviations: readonly Deviation[] = [
  ofRunning(
    'HA metadata to start from',
    hasUsableHa,
    [{ field: 'suspendMode', want: 'SAVEPOINT', got: 'LAST_STATE' }, { field: 'restoreMode', want: 'savepoint', got: 'last-state' }],
    'here it goes on from HA metadata.',
    'P05 a running job and a ready JobManager count only as seen in this round (control-flow.md, section 3.5)',
  ),
  ofRecreated('it is RUNNING', vector => jobOf(vector) === 'RUNNING', [
    { field: 'available', want: true, got: null },
    { field: 'suspendMode', want: modes, got: null },
    { field: 'restoreMode', want: restores, got: null },
    { field: 'allowFallback', want: false, got: null },
    { field: 'allowOtherReconcileActions', want: false, got: null },
  ]),
  ofRecreated(
    'it is CREATED, and was not deployed from HA metadata',
    vector => jobOf(vector) === 'CREATED' && given(vector).lastReconciledSpec.job?.upgradeMode !== 'last-state',
    [
      { field: 'available', want: true, got: null },
      ...notFromNowhere,
      { field: 'allowFallback', want: false, got: null },
      { field: 'allowOtherReconcileActions', want: false, got: null },
      { field: 'calls', want: deletion, got: null },
    ],
  ),
  ofRecreated(
    'it is CREATED, and was deployed from HA metadata',
    vector => jobOf(vector) === 'CREATED' && given(vector).lastReconciledSpec.job?.upgradeMode === 'last-state',
    [
      { field: 'available', want: false, got: null },
      { field: 'allowFallback', want: true, got: null },
      { field: 'allowOtherReconcileActions', want: true, got: null },
    ],
  ),
  ofRunning(
    'no HA metadata to start from, the JobManager is on its way',
    vector => !hasUsableHa(vector),
    [...waits, { field: 'suspendMode', want: modes, got: null }],
    'here it waits for the JobManager.',
    'B09 last-state rests on HA metadata that was seen',
  ),
  ofRunning(
    'no HA metadata to start from, the JobManager is gone',
    vector => !hasUsableHa(vector) && isGone(vector),
    [...asks(true, 'E2'), { field: 'suspendMode', want: modes, got: null }, { field: 'restoreMode', want: restores, got: null }],
    'here a person has to decide.',
    'B09 last-state rests on HA metadata that was seen',
  ),
  {
    id: 'ADR-0009',
    family: 'upgrade-mode',
    vectors: 'the JobManager is READY, its Deployment was never available',
    when: vector => jobManagerOf(vector) === 'READY' && neverStarted(vector),
    excuses: [...waits, { field: 'suspendMode', want: 'NOOP', got: null }, { field: 'calls', want: deletion, got: noCalls }],
    reason:
      'A JobManager that answers has started, whatever the condition of its Deployment says: it is not taken away as one that never ran.',
    test: 'what else is asked before a JobManager counts as never started (docs/adr/0009)',
  },
  {
    id: 'UM-HA-OFF',
    family: 'upgrade-mode',
    vectors: 'the wanted spec has no HA, HA metadata is there, the job answers',
    when: vector => given(vector).observed.haMetadataAvailable && !hasHa(given(vector).resource.spec) && jobManagerOf(vector) === 'READY',
    excuses: goes('CANCEL'),
    reason:
      'The edit switches HA off: the new cluster could not read the HA metadata that the reference leaves the state in. Ours cancels the job and goes on from its last checkpoint.',
    test: 'an edit that switches HA off cancels the job instead of leaving its state in HA metadata',
  },
  {
    id: 'UM-HA-NONE',
    family: 'upgrade-mode',
    vectors: 'deployed without HA, HA metadata is there, the job ended or its JobManager is gone',
    when: vector => metadataWithoutHa(vector) && (isGone(vector) || jobOf(vector) === 'FAILED'),
    excuses: asks(false, 'E1', 'E2'),
    reason:
      'A cluster without HA keeps no HA metadata: what is there is of an earlier life of the job. A person has to decide; the reference would start the job from it, or waits for a use of it.',
    test: 'without HA nobody keeps any, whatever is there',
  },
  {
    id: 'F01',
    family: 'upgrade-mode',
    vectors: 'the job ended, no path is recorded, its JobManager does not answer',
    when: vector => endedWithoutPath(vector) && jobManagerOf(vector) !== 'READY',
    excuses: [...asks(true, 'E1'), ...notFromNowhere],
    ...noPath,
  },
  {
    id: 'F01',
    family: 'upgrade-mode',
    vectors: 'the job ended, no path is recorded, its JobManager answers',
    when: vector => endedWithoutPath(vector) && jobManagerOf(vector) === 'READY',
    excuses: [
      { field: 'available', want: true, got: false },
      { field: 'allowOtherReconcileActions', want: false, got: true },
      ...notFromNowhere,
    ],
    ...noPath,
  },
  {
    id: 'F01',
    family: 'upgrade-mode',
    vectors: 'the JobManager never started, it was to start from a path, and none is recorded',
    when: vector =>
      neverStarted(vector) && jobManagerOf(vector) !== 'READY' && pathOf(vector) === null
      && given(vector).lastReconciledSpec.job?.upgradeMode === 'savepoint' && isStateful(given(vector).resource.spec),
    excuses: [...asks(true, 'E1'), { field: 'calls', want: deletion, got: null }, ...notFromNowhere],
    ...noPath,
  },
  {
    id: 'L2',
    family: 'upgrade-mode',
    vectors: 'the job ended, no path but the marker of HA metadata is known, its JobManager answers',
    when: vector => isTerminal(jobOf(vector)) && [null, lastStateMarker].includes(pathOf(vector)) && jobManagerOf(vector) === 'READY',
    excuses: [
      { field: 'throws', want: 'UpgradeFailureException', got: null },
      { field: 'message', want: upgradeErrors.E1, got: null },
      { field: 'available', want: null, got: false },
      { field: 'allowFallback', want: null, got: false },
      { field: 'allowOtherReconcileActions', want: null, got: true },
      { field: 'calls', want: null, got: noCalls },
    ],
    reason: 'A JobManager that answers can be asked for the last checkpoint of a job that ended, before a person is.',
    test: 'L2 a path that the operator before read from a job that FINISHED is read again, else a person is asked',
  },
  {
    id: 'F03',
    family: 'upgrade-mode',
    vectors: 'deployed with HA, the job is not RUNNING for the first time yet',
    when: vector =>
      hasHa(given(vector).lastReconciledSpec) && ['INITIALIZING', 'CREATED'].includes(jobOf(vector) ?? '')
      && jobManagerOf(vector) === 'READY',
    excuses: [
      { field: 'available', want: true, got: false },
      { field: 'suspendMode', want: 'CANCEL', got: { oneOf: [null, 'LAST_STATE'] } },
      { field: 'restoreMode', want: 'savepoint', got: { oneOf: [null, 'last-state'] } },
      { field: 'allowFallback', want: false, got: true },
      { field: 'allowOtherReconcileActions', want: false, got: true },
    ],
    reason:
      'Flink tells what a run was restored from once it is RUNNING: one that is cancelled before looks as if it never had state, and HA metadata, which alone knows better, goes with the cancel. Ours goes on from HA metadata, or waits.',
    test: "F03 a run that can't tell what it was restored from is not cancelled where HA metadata may hold it",
  },
]
