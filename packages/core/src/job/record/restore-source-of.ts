import type { JobSpec } from '../../resource/flink-deployment-spec.ts'
import { contradictedState, type LastState } from '../../resource/last-state.ts'
import { type DeployOperation, type DeploySource, isAgain, type RestoreSource } from '../../resource/operation.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'

/** What is known of the job's state again where an attempt comes to nothing: what it was to start from. */
export const stateBefore = ({ purpose, source, jobId }: Pick<DeployOperation, 'purpose' | 'source' | 'jobId'>): LastState => {
  if (purpose === 'FirstDeployment' && (source._tag !== 'Empty' || source.left === undefined)) return { _tag: 'NeverStarted' }
  switch (source._tag) {
    case 'Path':
      // a redeploy that comes to nothing is still asked for
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
 * Is the job not to run any more; or did a person say stateless, and says so no more before anything of the attempt ran? Then it goes on
 * from what it was left with (P01), though the mode alone is no edit that makes an attempt outdated.
 */
export const isStartTakenBack = (
  { source, purpose }: Pick<DeployOperation, 'source' | 'purpose'>,
  { job: { state, upgradeMode } }: { readonly job: Pick<JobSpec, 'state' | 'upgradeMode'> },
): boolean =>
  state === 'suspended'
  || (source._tag === 'Empty' && source.left !== undefined && !isStateless(upgradeMode) && purpose !== 'Rollback' && !isAgain(purpose))

/** As it is recorded of what runs: what the job was left with before is over. */
export const deployedFrom = (source: DeploySource): DeploySource =>
  source._tag === 'Empty' ? { _tag: 'Empty', reason: source.reason } : source

/** In a word or two. */
export const describeSource = (source: RestoreSource): string =>
  source._tag === 'Path' ? source.path : source._tag === 'LastState' ? 'HA metadata' : 'empty state'
