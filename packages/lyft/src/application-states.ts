import { type KindStates, statesIn, textIn } from '@flink-operator/core/round'
import { type Phase, phases } from './state/phase.ts'

const atRest: readonly Phase[] = ['Running', 'DualRunning', 'DeployFailed']

const phaseAndJob = statesIn('phase')

/** In BlueGreen: the job state of the live version. */
const liveVersionState = (status: unknown): string | null => {
  const { versionStatuses, deployHash } = (status ?? {}) as { readonly versionStatuses?: unknown; readonly deployHash?: unknown }
  const versions: readonly unknown[] = Array.isArray(versionStatuses) ? versionStatuses : []
  const live = versions.find(it => textIn(it, 'versionHash') !== null && textIn(it, 'versionHash') === deployHash)
  return textIn((live as { readonly jobStatus?: unknown } | undefined)?.jobStatus, 'state')
}

export const applicationStates: KindStates = {
  all: phases,
  atRest,
  of: status => {
    const { lifecycleState, jobState } = phaseAndJob(status)
    return { lifecycleState, jobState: jobState ?? liveVersionState(status) }
  },
}
