import { resourceTypes } from '../../contract/resource/resource-type.ts'
import { pauseAnnotation } from '../../contract/round/pause.ts'
import { editedValues, type WatchRule } from '../../contract/round/watch-rule.ts'

/** Values of the children that show whether one is ready, suspended or gone. */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  {
    _tag: 'Owned',
    type: resourceTypes.FlinkDeployment,
    values: [
      ...editedValues,
      { path: ['status', 'lifecycleState'], absent: '' },
      { path: ['status', 'observedGeneration'], absent: '' },
      { path: ['status', 'jobStatus', 'state'], absent: '' },
      { path: ['status', 'jobStatus', 'jobId'], absent: '' },
    ],
  },
]
