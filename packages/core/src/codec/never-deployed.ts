import type { JobLifecycleStatus } from '../resource/job-lifecycle-status.ts'
import { isJsonObject } from './is-json-object.ts'

/**
 * The word of an older version, or of the reference operator, that nothing was deployed yet: it writes CREATED, or FAILED for a spec that
 * is not valid, before it does anything. A status that lost its record says something else, or nothing. `resource`: as it was
 * read.
 */
export const adoptedAsNew = <Status extends JobLifecycleStatus>(resource: unknown, status: Status): Status => {
  const json = isJsonObject(resource) ? resource['status'] : null
  const { jobStatus: { jobId, state }, operatorRecord: { lastState }, reconciliationStatus: { lastReconciledSpec } } = status
  const isNew = isJsonObject(json) && json['operatorRecord'] == null
    && (json['lifecycleState'] === 'CREATED' || json['lifecycleState'] === 'FAILED') && lastReconciledSpec === null && jobId === null
    && state === null && status.operation === null
  return isNew && lastState._tag === 'Unknown' && lastState.why === 'NothingRecorded'
    ? { ...status, operatorRecord: { ...status.operatorRecord, lastState: { _tag: 'NeverStarted' } } } : status
}
