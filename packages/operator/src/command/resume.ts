import type { Outcome } from '../exit-code.ts'
import type { ResourceFlags } from '../explain/connected-resource.ts'
import { setJobState } from '../explain/job-state.ts'

/** `flink-operator resume RESOURCE`: starts a suspended job from where it was stopped. */
export const resume = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  setJobState(argument, flags, 'running', 'the job is to run')
