import type { ReconcileGiven } from './reconcile.ts'
import type { Difference } from './scripted.decode.ts'

/** A field that ours tells otherwise than the reference operator on purpose, wherever it comes up. The rest of the vector is compared all the same. */
export interface ToldOtherwise {
  readonly id: string
  readonly matches: (difference: Difference, given: ReconcileGiven) => boolean
  readonly reason: string
  readonly test: string
}

const isTerminalText = (state: unknown): boolean => state === 'CANCELED' || state === 'FAILED' || state === 'FINISHED'

export const toldOtherwise: readonly ToldOtherwise[] = [
  {
    id: 'S-ENDED',
    matches: ({ field, want, got }) => field === 'jobStatus.state' && want === 'FINISHED' && isTerminalText(got),
    reason: 'The reference writes FINISHED over whatever a stopped job ended with; ours keeps what was seen.',
    test: 'S-ENDED a job that was cancelled for an upgrade reads CANCELED, not FINISHED',
  },
  {
    id: 'S-CHANGED',
    matches: ({ field, want }) => field === 'event' && want === 'SpecChanged',
    reason: 'The reference tells SpecChanged in every round that it is due, also while nothing can be done; ours when it does something about it.',
    test: 'S-CHANGED SpecChanged is told once, when the upgrade begins',
  },
  {
    id: 'L16',
    matches: ({ field, want, got }, given) => (field === 'lifecycleState' ? want === 'STABLE' && got === 'DEPLOYED' : field === 'reconciliationStatus.lastReconciledSpecIsStable' && want === true && got === false) && isRedeploy(given),
    reason: 'The reference calls a savepoint redeploy STABLE while its job is down.',
    test: 'L16 a savepoint redeploy is stable only when its job was seen running',
  },
  {
    id: 'S-PATH',
    matches: ({ field, want, got }) => field === 'jobStatus.upgradeSavepointPath' && want === null && typeof got === 'string',
    reason: 'The path that is restored from is written down also where it came from the savepoint history.',
    test: 'S-PATH the path that is restored from is recorded',
  },
  {
    id: 'D-08',
    matches: ({ field, want, got }, { resource: { status } }) => field === 'lifecycleState' && want === 'STABLE' && got === 'DEPLOYED' && status.jobManagerDeploymentStatus === 'MISSING',
    reason: 'A job whose JobManager is lost does not read STABLE.',
    test: 'D-08 a job whose JobManager is lost does not read STABLE',
  },
  {
    id: 'P09',
    matches: ({ field, want, got }, { resource: { status, metadata } }) => field === 'observedGeneration' && got === metadata['generation'] && want !== got && JSON.stringify(status.jobStatus).includes('"triggerId"'),
    reason: 'An edit that changes nothing that matters is acknowledged, also while a savepoint is pending.',
    test: 'P09 an edit that changes nothing is acknowledged while a savepoint is pending',
  },
  {
    id: 'D-09',
    matches: ({ field, want, got }) => field === 'HA metadata deleted' && want === false && got === true,
    reason: 'Before a start from a path or empty, HA metadata of the last job goes, also if its JobManager is long gone.',
    test: 'D-09 B24 HA metadata goes before a start that is not from it',
  },
  {
    id: 'D-20',
    matches: ({ field, got }, { lastReconciledSpec }) => lastReconciledSpec === undefined && (field.startsWith('reconciliationStatus') || field === 'observedGeneration' || (field === 'lifecycleState' && got === 'SUSPENDED')),
    reason: 'A resource that is created suspended is recorded and reads SUSPENDED.',
    test: 'D-20 a resource that is created suspended is recorded',
  },
  {
    id: 'D-06',
    matches: ({ field, want, got }, { observed }) => field === 'reconciliationStatus.lastReconciledJob.state' && want === 'running' && got === 'suspended' && observed !== undefined,
    reason: 'That the job is stopped for a rollback is written down; the reference assumes it.',
    test: 'D-06 a rollback records that the job is stopped',
  },
  {
    id: 'L11',
    matches: ({ field, want, got }, given) => ((field === 'reconciliationStatus.lastReconciledSpecIsStable' && want === false && got === true) || (field === 'lifecycleState' && want === 'DEPLOYED' && got === 'STABLE')) && asksByNonce(given),
    reason: 'A snapshot that is asked for, and its nonce recorded, does not make a stable spec unstable.',
    test: 'L11 a savepoint by nonce leaves the spec stable',
  },
]

const asksByNonce = ({ resource: { spec } }: ReconcileGiven): boolean => {
  const { savepointTriggerNonce, checkpointTriggerNonce } = (spec.job ?? {}) as { readonly savepointTriggerNonce?: unknown; readonly checkpointTriggerNonce?: unknown }
  return savepointTriggerNonce != null || checkpointTriggerNonce != null
}

const isRedeploy = ({ resource: { spec } }: ReconcileGiven): boolean =>
  ((spec.job as { readonly savepointRedeployNonce?: unknown } | undefined)?.savepointRedeployNonce ?? null) !== null
