import { jobReferencePath } from '../../contract/resource/job-reference.ts'
import { resourceTypes, type ResourceType } from '../../contract/resource/resource-type.ts'
import { pauseAnnotation } from '../../contract/round/pause.ts'
import { editedValues, type WatchRule } from '../../contract/round/watch-rule.ts'

/** Watch rule for the resource of the job: the values that decide whether a snapshot of the job is possible (E-25). */
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
