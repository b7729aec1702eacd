import type { FlinkStateSnapshotSpec, SnapshotState } from './flink-state-snapshot.ts'
import type { Finding } from '../../resource/finding.ts'
import { error, errorIf } from '../../validation/rule.ts'

export interface StateSnapshotToValidate {
  readonly meta: { readonly namespace: string }
  readonly spec: FlinkStateSnapshotSpec
  /** `status.state`. */
  readonly state: SnapshotState
  /** Is the job that the snapshot refers to there? */
  readonly targetFound: boolean
}

/**
 * What is wrong with the spec of a FlinkStateSnapshot (api-and-config.md, section 13.4). A job that is gone is an error only before the
 * snapshot was asked for. Total.
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
