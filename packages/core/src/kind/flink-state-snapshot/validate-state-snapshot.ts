import type { FlinkStateSnapshotSpec, SnapshotState } from './flink-state-snapshot.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import { error, errorIf } from '../../spec/validation/rule.ts'

export interface StateSnapshotToValidate {
  readonly meta: { readonly namespace: string }
  readonly spec: FlinkStateSnapshotSpec
  /** `status.state`. */
  readonly state: SnapshotState
  /** True if the job that the snapshot refers to exists. */
  readonly targetFound: boolean
}

/**
 * The errors in the spec of a FlinkStateSnapshot (api-and-config.md, section 13.4). A missing job is an error only before the first
 * attempt. Total.
 */
export const validateStateSnapshot = ({ meta, spec, state, targetFound }: StateSnapshotToValidate): readonly Finding[] => {
  if ((spec.savepoint === null) === (spec.checkpoint === null))
    return error('', 'Exactly one of checkpoint or savepoint configurations has to be set.')
  if (spec.savepoint?.alreadyExists === true) return []
  if (spec.jobReference === null) return error('jobReference', 'Job reference must be supplied for this snapshot')
  return errorIf(
    !targetFound && state === 'TRIGGER_PENDING',
    'jobReference.name',
    `Target for snapshot ${meta.namespace}/${spec.jobReference.name ?? 'null'} was not found`,
  )
}
