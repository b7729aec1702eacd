import type { JobLifecycleStatus } from '../contract/resource/job-lifecycle-status.ts'
import { isJsonObject } from './is-json-object.ts'

/**
 * Recognizes a status of an older version, or of the reference operator, in which nothing was deployed yet: both write CREATED, or FAILED
 * for an invalid spec, before their first action. A status that lost its record has another state or none. `resource`: as read from the
 * server.
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
