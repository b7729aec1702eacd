import { isTerminal, type JobState } from '../../../packages/core/src/resource/job-state.ts'
import type { ObserveGiven } from './observe.ts'
import type { Comparable, Difference } from './scripted.decode.ts'

/** A field that ours tells otherwise than the reference operator on purpose, wherever it comes up. The rest of the vector is compared all the same. */
export interface ToldOtherwise<Given> {
  readonly id: string
  /** `expect`: the fields that the reference operator has in the end. */
  readonly matches: (difference: Difference, given: Given, expect: Comparable) => boolean
  readonly reason: string
  readonly test: string
}

const recorded = (given: ObserveGiven): JobState | null => (given.resource.status.jobStatus.state ?? null) as JobState | null
const told = ({ observed: { job } }: ObserveGiven): JobState | null => (job !== null && 'state' in job ? job.state : null)

/** A job that was seen terminal and is told to be something else now. */
const cameBack = (given: ObserveGiven): boolean => isTerminal(recorded(given)) && told(given) !== null

export const observeToldOtherwise: readonly ToldOtherwise<ObserveGiven>[] = [
  {
    id: 'P13',
    matches: ({ field }, given) => cameBack(given) && (field.startsWith('jobStatus.') || field === 'lifecycleState' || field === 'error' || field === 'event' || field === 'reconciliationStatus.lastReconciledSpecIsStable' || field === 'reconciliationStatus.lastReconciledJob.state'),
    reason: 'A job that ended stays ended. One that is alive again under the same id was started anew from its old source by a JobManager without HA: the reference takes it for the job, ours stops it.',
    test: 'P13 B26 a job that ended and comes back to life is stopped and told',
  },
  {
    id: 'S-FIRST',
    matches: ({ field }, { firstDeployment, resource: { status } }) => firstDeployment && status.reconciliationStatus?.state === 'UPGRADING' && field.startsWith('reconciliationStatus.'),
    reason: 'The record of a first deployment that did not happen is kept and used; the reference forgets it and begins anew.',
    test: 'S-FIRST a first deployment that was written down and not submitted is made from what was written',
  },
  {
    id: 'D-01',
    matches: ({ field }, given, expect) => isTerminal(told(given)) && expect['reconciliationStatus.lastReconciledJob.state'] === 'suspended'
      && (field === 'reconciliationStatus.lastReconciledJob.state' || field === 'reconciliationStatus.lastReconciledSpecIsStable' || field === 'lifecycleState' || field === 'error'),
    reason: 'A job that somebody else cancelled is not taken for suspended: the reference would start it again at once, from empty after a first deployment.',
    test: 'D-01 a job that somebody else cancelled is not started again by itself',
  },
  {
    id: 'D-07',
    matches: ({ field }, { observed: { job }, resource: { status } }) => job === null && status.reconciliationStatus?.state !== 'DEPLOYED' && (field === 'lifecycleState' || field === 'reconciliationStatus.state'),
    reason: 'A job that is not found changes nothing of what was deployed: ROLLED_BACK stays.',
    test: 'D-07 a job that is not found leaves ROLLED_BACK as it is',
  },
  {
    id: 'D-08',
    matches: ({ field, want, got }, { resource: { status } }) => field === 'error' && want === null && got !== null && (status as { readonly error?: string | null }).error != null,
    reason: 'An error is cleared when its cause is over, not because the spec is stable.',
    test: 'D-08 an error stays until its cause is over',
  },
  {
    id: 'S-READY',
    matches: ({ field }, given, expect) => isOneLookApart(given, expect) && (field.startsWith('job') || field === 'reconciliationStatus.lastReconciledSpecIsStable' || field === 'lifecycleState' || field === 'event'),
    reason: 'READY is a JobManager whose REST API answers, and only that. The reference takes the second look after an open port for it without a check, keeps it while REST answers errors, and calls one that is available and closed DEPLOYING.',
    test: 'S-READY a JobManager is READY when REST answers, and only then',
  },
  {
    id: 'F20',
    matches: ({ field, want, got }, { observed: { job }, resource: { status } }) => job !== null && 'fails' in job && status.jobManagerDeploymentStatus === 'READY'
      && ((field === 'jobManagerDeploymentStatus' && want === 'DEPLOYED_NOT_READY' && got === 'READY') || (field === 'jobStatus.state' && want === 'RECONCILING' && got === 'RUNNING')),
    reason: 'A look at Flink that failed on its way is no news of it: a JobManager whose pod is available stays READY, its job as it was. The reference operator writes its own lack of a route over every resource.',
    test: 'F20 a READY JobManager that could not be asked stays READY, and its job RUNNING',
  },
  {
    id: 'L8',
    matches: ({ field }, { observed, resource: { status } }) => observed.jobManagerDeployment === null && status.jobManagerDeploymentStatus === 'READY' && (field.startsWith('job') || field === 'error' || field === 'reconciliationStatus.lastReconciledSpecIsStable' || field === 'lifecycleState' || field === 'event'),
    reason: 'A Deployment that a live look does not find is MISSING, also while its last pod still answers; the reference finds out when REST has timed out.',
    test: 'L8 a JobManager Deployment that is gone is MISSING in the first look',
  },
  {
    id: 'S-FAILED',
    matches: ({ field, want, got }, { observed: { job } }) => field === 'error' && want === null && got === 'The job failed' && job !== null && 'state' in job && job.failure === undefined,
    reason: 'A failed job always has an error, also where Flink tells no cause.',
    test: 'S-FAILED a job that failed without a cause has an error',
  },
  {
    id: 'L11',
    matches: ({ field, want, got }, { resource: { status } }) => isSnapshotPending(status) && ((field === 'reconciliationStatus.lastReconciledSpecIsStable' && want === false && got === true) || (field === 'lifecycleState' && want === 'DEPLOYED' && got === 'STABLE')),
    reason: 'A snapshot that is done, and its nonce recorded, does not make a stable spec unstable.',
    test: 'L11 a savepoint by nonce leaves the spec stable',
  },
  {
    id: 'S-CLOCK',
    matches: ({ field, want, got }) => field === 'jobStatus.savepointInfo.savepointHistory' && Array.isArray(want) && Array.isArray(got) && JSON.stringify(sorted(got.slice(-want.length))) === JSON.stringify(sorted(want)),
    reason: 'The vectors were pruned by the clock of the machine that they were made on, not by theirs: an entry of a quarter of an hour is no day old.',
    test: 'S-CLOCK a savepoint of the history stays for as long as it may',
  },
  {
    id: 'S-CANCEL',
    matches: ({ field, want }, { resource: { status } }) => field === 'event' && want === 'JobStatusChanged' && status.jobStatus.state === 'CANCELLING' && status.reconciliationStatus?.state === 'UPGRADING',
    reason: 'A job that the reference had begun to cancel and that is not CANCELLING: the upgrade goes on at once by whatever way there is now.',
    test: 'S-CANCEL a cancel of the operator before that got lost does not hold up the upgrade',
  },
]

const isSnapshotPending = ({ jobStatus }: ObserveGiven['resource']['status']): boolean =>
  (['savepointInfo', 'checkpointInfo'] as const).some(info => (jobStatus as Readonly<Record<string, { readonly triggerId?: string } | undefined>>)[info]?.triggerId !== undefined)

const sorted = (entries: readonly unknown[]): readonly unknown[] => entries.map(entry => Object.entries(entry as object).toSorted(([a], [b]) => a.localeCompare(b)))

/** Does the vector turn on when a JobManager counts as READY? */
const isOneLookApart = ({ resource: { status }, observed: { job } }: ObserveGiven, expect: Comparable): boolean => {
  const before = status.jobManagerDeploymentStatus
  const want = expect['jobManagerDeploymentStatus']
  const isAnswered = job !== null && 'state' in job
  return (want === 'DEPLOYED_NOT_READY' && isAnswered) || (want === 'READY' && (before === 'DEPLOYED_NOT_READY' || !isAnswered)) || (want === 'DEPLOYING' && before !== 'DEPLOYING')
}
