import type { Outcome } from '../exit-code.ts'
import type { ResourceFlags } from '../explain/connected-resource.ts'
import { setJobState } from '../explain/job-state.ts'

/** `flink-operator suspend RESOURCE`: stops the job by its upgrade mode, so that it can be resumed. */
export const suspend = (argument: string, flags: ResourceFlags): Promise<Outcome> =>
  setJobState(argument, flags, 'suspended', 'the job is to be suspended')
