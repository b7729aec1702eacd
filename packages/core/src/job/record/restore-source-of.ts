import { contradictedState, type LastState } from '../../resource/last-state.ts'
import type { DeployOperation, RestoreSource } from '../../resource/operation.ts'

/** What is known of the job's state again where an attempt comes to nothing: what it was to start from. */
export const stateBefore = ({ purpose, source, jobId }: Pick<DeployOperation, 'purpose' | 'source' | 'jobId'>): LastState => {
  if (purpose === 'FirstDeployment') return { _tag: 'NeverStarted' }
  switch (source._tag) {
    case 'Path':
      // a redeploy that comes to nothing is still asked for
      return { _tag: 'Path', path: source.path, seen: purpose === 'SavepointRedeploy' ? 'Person' : 'Source' }
    case 'Empty':
      return { _tag: 'None', reason: source.reason }
    case 'LastState':
      return jobId === null ? contradictedState('an attempt without a job id') : { _tag: 'InHighAvailability', jobId }
    case 'NoJob':
      return contradictedState('an attempt to start a session cluster')
  }
}

/** In a word or two. */
export const describeSource = (source: RestoreSource): string =>
  source._tag === 'Path' ? source.path : source._tag === 'LastState' ? 'HA metadata' : 'empty state'
