import * as E from 'fp-ts/lib/Either.js'
import { decodeRecordedSpec } from '../../crd/recorded-spec.ts'
import type { JobManagerDeploymentStatus, FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type ReconciliationState, isTerminal } from '../../contract/resource/job-status.ts'
import { type DeployOperation, isAgain, lastStateMarker, type Operation } from '../../contract/resource/operation.ts'
import { jobEndsBy } from '../../contract/resource/suspend-mode.ts'
import { stateKeptIn, type UpgradeMode } from '../../contract/resource/upgrade-mode.ts'

/**
 * The status fields that the reference operator decides by when a user installs it again. It does not know `operation` and `operatorRecord`
 * (design.md, section 7).
 */
export interface ReferenceFields {
  readonly reconciliation: ReconciliationState
  /** `job.state` of `lastReconciledSpec`: the reference operator takes it for the state of the running job. */
  readonly record: 'absent' | 'running' | 'suspended'
  readonly job: 'none' | 'alive' | 'cancelling' | 'ended' | 'not known'
  readonly jobManager: 'gone' | 'there'
  /** The source that it would restore from, by the mode in the record and the path in the status (control-flow.md, section 4.4/3). */
  readonly source: 'no record' | 'empty' | 'path' | 'known to be none' | 'marker' | 'HA metadata'
}

export interface Phase {
  readonly phase: string
  readonly isIn: (operation: Operation | null, fields: ReferenceFields) => boolean
  /** The values that every status written in this phase has. A field that is left out may have any value. */
  readonly fields: { readonly [Field in keyof ReferenceFields]?: readonly ReferenceFields[Field][] }
  /** What the reference operator does with such a status. */
  readonly then: string
  /** True if the reference operator can take over without a repair by the user. */
  readonly safe: boolean
}

const restorable: readonly ReferenceFields['source'][] = ['empty', 'path', 'known to be none', 'HA metadata']
const startsWhatIsRecorded = ({ purpose }: Operation): boolean => isAgain(purpose)
const isDeploy = (step: DeployOperation['step']) => (operation: Operation | null): boolean =>
  operation?.kind === 'Deploy' && operation.step === step
/** A deploy creates ConfigMaps and Services before the Deployment. */
const withOurService = 'If our REST Service exists already, its submit fails as long as the Service exists.'

const isSuspend =
  (mode: 'SAVEPOINT' | 'CANCEL' | 'STATELESS' | 'LAST_STATE', step: 'Requested' | 'TearDown') => (operation: Operation | null): boolean =>
    operation?.kind === 'Suspend' && operation.mode === mode && operation.step === step

/**
 * The phases; the first one that matches a status applies. UPGRADING and ROLLING_BACK are written only together with a record that says
 * suspended, the mode that was used, and what that mode needs.
 */
export const phases: readonly Phase[] = [
  {
    phase: 'a stop with savepoint was requested',
    isIn: isSuspend('SAVEPOINT', 'Requested'),
    fields: { reconciliation: ['DEPLOYED', 'ROLLED_BACK'], record: ['running'], jobManager: ['there'] },
    then:
      "It sees the job FINISHED and takes the last checkpoint that Flink still lists for its last state; the savepoint's path is lost to it (L2).",
    safe: false,
  },
  {
    phase: 'a cancel for an upgrade was requested',
    isIn: isSuspend('CANCEL', 'Requested'),
    fields: { reconciliation: ['UPGRADING'], record: ['running'], job: ['cancelling', 'ended', 'not known'] },
    then: 'It waits for the end of the cancel, reads the last checkpoint and restores from its path.',
    safe: true,
  },
  {
    phase: 'the job is stopped and its cluster deleted for a savepoint redeploy',
    isIn: operation => operation?.kind === 'Suspend' && operation.purpose === 'SavepointRedeploy',
    fields: { reconciliation: ['DEPLOYED', 'ROLLED_BACK', 'UPGRADING'], record: ['running'] },
    then: 'It finds the nonce due and redeploys from initialSavepointPath itself.',
    safe: true,
  },
  {
    phase: 'a cancel of a stateless job was requested',
    isIn: isSuspend('STATELESS', 'Requested'),
    fields: { reconciliation: ['DEPLOYED', 'ROLLED_BACK', 'UPGRADING'], record: ['running'] },
    then: 'It sees the job CANCELED and starts the wanted spec from empty state.',
    safe: true,
  },
  {
    phase: 'the cluster of a stateless job is being deleted',
    isIn: isSuspend('STATELESS', 'TearDown'),
    fields: { record: ['running'] },
    then: 'It finds the JobManager missing and starts the wanted spec from empty state.',
    safe: true,
  },
  {
    phase: 'the cluster is being deleted, HA metadata stays',
    isIn: isSuspend('LAST_STATE', 'TearDown'),
    fields: { reconciliation: ['DEPLOYED', 'ROLLED_BACK', 'UPGRADING'], record: ['running'] },
    then: 'It finds the JobManager missing and HA metadata in place: it continues the upgrade, or recovers the job.',
    safe: true,
  },
  {
    phase: 'a cluster that never started is being deleted',
    isIn: operation => operation?.kind === 'Suspend' && jobEndsBy[operation.mode] === 'NothingRuns' && operation.step === 'TearDown',
    fields: { reconciliation: ['DEPLOYED', 'ROLLED_BACK'], record: ['running'] },
    then: 'It finds the JobManager missing, and recovers the job only if HA metadata exists.',
    safe: false,
  },
  {
    phase: 'the first deployment is recorded',
    isIn: operation => isDeploy('TearDown')(operation) && operation?.purpose === 'FirstDeployment',
    fields: { reconciliation: ['UPGRADING'], record: ['suspended'], job: ['none'], source: ['empty', 'path'] },
    then: `It drops the record and begins the first deployment again. ${withOurService}`,
    safe: false,
  },
  {
    phase: 'the previous cluster is to be deployed again',
    isIn: operation => isDeploy('TearDown')(operation) && operation !== null && startsWhatIsRecorded(operation),
    fields: { reconciliation: ['DEPLOYED', 'ROLLED_BACK'], record: ['running'] },
    then: `It finds the job failed or the JobManager missing, and deploys the job again itself. ${withOurService}`,
    safe: false,
  },
  {
    phase: 'a savepoint redeploy is recorded',
    isIn: operation => isDeploy('TearDown')(operation) && operation?.purpose === 'SavepointRedeploy',
    fields: { reconciliation: ['UPGRADING'], record: ['suspended'], job: ['ended'], source: ['path'] },
    then: 'It deletes the rest of the cluster and restores from the path; it starts a job with upgradeMode stateless from empty state.',
    safe: false,
  },
  {
    phase: 'a restore is recorded, the previous cluster is being deleted',
    isIn: isDeploy('TearDown'),
    fields: { reconciliation: ['UPGRADING', 'ROLLING_BACK'], record: ['suspended'], job: ['ended', 'none'], source: restorable },
    then: 'It deletes the cluster and restores from the same source.',
    safe: true,
  },
  {
    phase: 'the objects of a cluster are being created',
    isIn: operation => isDeploy('Create')(operation) || isDeploy('Created')(operation),
    fields: { jobManager: ['gone'] },
    then: 'If the Deployment exists, it takes the attempt for its own (3.2). If not, its submit fails as long as our Service exists.',
    safe: false,
  },
  {
    phase: 'an attempt is being given up',
    isIn: isDeploy('Abandon'),
    fields: { jobManager: ['gone'] },
    then: 'Its submit fails as long as our Service exists.',
    safe: false,
  },
  {
    phase: 'the resource is being deleted',
    isIn: operation => operation?.purpose === 'Deletion',
    fields: {},
    then: 'It deletes the remaining objects.',
    safe: true,
  },
  {
    phase: 'the cluster of an ended job is being deleted',
    isIn: operation => operation?.kind === 'TearDown',
    fields: { reconciliation: ['DEPLOYED', 'ROLLED_BACK'], job: ['ended'] },
    then: 'It finds the JobManager missing; it does not recover a job that ended.',
    safe: true,
  },
  {
    phase: 'nothing was deployed',
    isIn: (operation, { record }) => operation === null && record === 'absent',
    fields: { reconciliation: ['UPGRADING'] },
    then: 'It begins the first deployment when the spec is valid.',
    safe: true,
  },
  {
    phase: 'the job is stopped and will be restored next',
    isIn: (operation, { reconciliation }) => operation === null && (reconciliation === 'UPGRADING' || reconciliation === 'ROLLING_BACK'),
    fields: { record: ['suspended'], job: ['ended', 'none'], source: restorable },
    then: 'It restores from the same source.',
    safe: true,
  },
  {
    phase: 'the job is suspended',
    isIn: (operation, { record }) => operation === null && record === 'suspended',
    fields: { reconciliation: ['DEPLOYED'] },
    then: 'It leaves the job suspended; when the job should run again, it restores it by the mode that was used.',
    safe: true,
  },
  {
    phase: 'the job runs, or ran to its end',
    isIn: operation => operation === null,
    fields: { reconciliation: ['DEPLOYED', 'ROLLED_BACK'], record: ['running'] },
    then: 'It observes and reconciles it as its own, without a restart.',
    safe: true,
  },
]

const jobOf = (state: FlinkDeploymentStatus['jobStatus']['state']): ReferenceFields['job'] =>
  state === null ? 'none'
    : isTerminal(state) ? 'ended' : state === 'RECONCILING' ? 'not known' : state === 'CANCELLING' ? 'cancelling' : 'alive'

const jobManagerOf = (status: JobManagerDeploymentStatus): ReferenceFields['jobManager'] => (status === 'MISSING' ? 'gone' : 'there')

const sourceIn = (mode: UpgradeMode, path: string | null): ReferenceFields['source'] => {
  switch (stateKeptIn[mode]) {
    case 'Nothing':
      return 'empty'
    case 'HaMetadata':
      return 'HA metadata'
    case 'Savepoint':
      return path === null ? 'known to be none' : path === lastStateMarker ? 'marker' : 'path'
  }
}

/** The fields of a status that the reference operator decides by. A record that it could not read counts as absent. */
export const referenceFields = (
  { jobStatus, jobManagerDeploymentStatus, reconciliationStatus }: FlinkDeploymentStatus,
): ReferenceFields => {
  const decoded = reconciliationStatus.lastReconciledSpec === null ? null : decodeRecordedSpec(reconciliationStatus.lastReconciledSpec)
  const job = decoded !== null && E.isRight(decoded) ? decoded.right.spec.job : null
  const path = jobStatus.upgradeSavepointPath ?? jobStatus.savepointInfo.lastSavepoint?.location ?? null
  return {
    reconciliation: reconciliationStatus.state,
    record: job?.state ?? 'absent',
    job: jobOf(jobStatus.state),
    jobManager: jobManagerOf(jobManagerDeploymentStatus),
    source: job === null ? 'no record' : sourceIn(job.upgradeMode, path),
  }
}

const phaseIn = (operation: Operation | null, fields: ReferenceFields): Phase | undefined =>
  phases.find(({ isIn }) => isIn(operation, fields))

/** The phase that a status was written in. Undefined: this table has no phase for it. */
export const phaseOf = (status: FlinkDeploymentStatus): Phase | undefined =>
  status.operation?.kind === 'Unreadable' ? undefined : phaseIn(status.operation, referenceFields(status))

/**
 * Fields whose value the phase of the status does not allow. The list must be empty, otherwise the reference operator would not do what the
 * table says.
 */
export const missingFields = (status: FlinkDeploymentStatus): readonly string[] => {
  const fields = referenceFields(status)
  const allowed: Readonly<Record<string, readonly string[] | undefined>> = phaseOf(status)?.fields ?? {}
  return Object.entries(fields).flatMap(([field, value]: readonly [string, string]) => {
    const values = allowed[field]
    return values === undefined || values.includes(value) ? [] : [`${field}: ${value}`]
  })
}
