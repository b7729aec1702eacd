import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import { type DeployOperation, type DeploySource, isAgain, type RestoreSource } from '../../contract/resource/operation.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'
import { isSameJson } from '../../contract/resource/json.ts'
import { knownState, startedFrom, type StateWitnesses } from './known-state.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { JobRecord } from '../job-round.ts'

/** The job's last state after a failed attempt: the state that the attempt was to start from. */
export const stateBefore = ({ purpose, source, jobId }: Pick<DeployOperation, 'purpose' | 'source' | 'jobId'>): LastState => {
  if (purpose === 'FirstDeployment' && (source._tag !== 'Empty' || source.left === undefined)) return { _tag: 'NeverStarted' }
  switch (source._tag) {
    case 'Path':
      // a redeploy that failed still has to be done
      return { _tag: 'Path', path: source.path, seen: purpose === 'SavepointRedeploy' ? 'Person' : 'Source' }
    case 'Empty':
      return source.left ?? { _tag: 'None', reason: source.reason }
    case 'LastState':
      return jobId === null ? contradictedState('an attempt without a job id') : { _tag: 'InHighAvailability', jobId }
    case 'NoJob':
      return contradictedState('an attempt to start a session cluster')
  }
}

/**
 * True if the user took the start back before the attempt ran a job: the spec is suspended now, or the user asked for an empty start and
 * changed the mode to a stateful one. Then the job is restored from its last state (P01), although a change of the mode alone does not make
 * an attempt outdated.
 */
export const isStartTakenBack = (
  { source, purpose }: Pick<DeployOperation, 'source' | 'purpose'>,
  { job: { state, upgradeMode } }: { readonly job: Pick<JobSpec, 'state' | 'upgradeMode'> },
): boolean =>
  state === 'suspended'
  || (source._tag === 'Empty' && source.left !== undefined && !isStateless(upgradeMode) && purpose !== 'Rollback' && !isAgain(purpose))

/** The source to record for the running job, without the earlier last state. */
export const deployedFrom = (source: DeploySource): DeploySource =>
  source._tag === 'Empty' ? { _tag: 'Empty', reason: source.reason } : source

/** The source in a word or two. */
export const describeSource = (source: RestoreSource): string =>
  source._tag === 'Path' ? source.path : source._tag === 'LastState' ? 'HA metadata' : 'empty state'

type Left = Pick<JobLifecycleStatus, 'jobStatus' | 'operatorRecord'>

const witnesses = ({ jobStatus, operatorRecord }: Left, deployed: JobRecord): StateWitnesses => {
  const record = deployed._tag === 'Deployed' ? deployed.reconciled : null
  return {
    recorded: operatorRecord.lastState,
    upgradeSavepointPath: jobStatus.upgradeSavepointPath,
    savepointInfo: jobStatus.savepointInfo,
    jobId: jobStatus.jobId,
    wasSeen: jobStatus.startTime !== null,
    isCancelled: jobStatus.state === 'CANCELED',
    used: record?.job.upgradeMode ?? null,
    isSuspended: record?.job.state === 'suspended',
    firstDeployment: record?.firstDeployment === true,
    deployedSource: operatorRecord.deployedSource,
    deployedAttempt: operatorRecord.deployedAttempt,
  }
}

/** The state to restore the job from, by everything that the status says. */
export const lastStateOf = (status: Left, deployed: JobRecord): LastState => knownState(witnesses(status, deployed))

/** The same if `recorded` was the record of the last state. */
export const lastStateWith = (status: Left, deployed: JobRecord, recorded: LastState): LastState =>
  knownState({ ...witnesses(status, deployed), recorded })

/** The state that the deployed cluster was started from. */
export const startOf = (status: Left, deployed: JobRecord): LastState => startedFrom(witnesses(status, deployed))

/**
 * True if the status has a new path of the last savepoint or checkpoint from a JobManager that may be gone in the next round. An edit that
 * arrives meanwhile must not lose it (P01).
 */
export const isSeenOnce = (before: Left, { operatorRecord: { lastState } }: Left): boolean =>
  lastState._tag === 'Path' && (lastState.seen === 'Stop' || lastState.seen === 'Checkpoints')
  && !isSameJson(lastState, before.operatorRecord.lastState)
