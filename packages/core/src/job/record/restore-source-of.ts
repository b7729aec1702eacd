import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import { type DeployOperation, type DeploySource, isAgain, type RestoreSource } from '../../contract/resource/operation.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'

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
