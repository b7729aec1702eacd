import { jobReferencePath } from '../../resource/job-reference.ts'
import { resourceTypes, type ResourceType } from '../../resource/resource-type.ts'
import { pauseAnnotation } from '../../round/pause.ts'
import { editedValues, type WatchRule } from '../../round/watch-rule.ts'

/** Of the job, whichever kind its resource is of: what decides whether a snapshot can be taken of it (E-25). */
const ofJob = (type: ResourceType): WatchRule => ({
  _tag: 'Referenced',
  type,
  at: jobReferencePath,
  values: [
    ...editedValues,
    { path: ['metadata', 'annotations', pauseAnnotation], absent: '' },
    { path: ['status', 'jobStatus', 'state'], absent: '' },
    { path: ['status', 'jobStatus', 'jobId'], absent: '' },
    { path: ['status', 'operation', 'kind'], absent: '' },
    { path: ['status', 'reconciliationStatus', 'state'], absent: '' },
  ],
  over: { path: ['status', 'state'], values: ['COMPLETED', 'FAILED', 'ABANDONED'] },
})

export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: editedValues },
  ofJob(resourceTypes.FlinkDeployment),
  ofJob(resourceTypes.FlinkSessionJob),
]
