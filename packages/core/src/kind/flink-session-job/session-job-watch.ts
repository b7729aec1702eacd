import { sessionClusterNameIn } from '../../codec/recorded-spec.ts'
import { deploymentNamePath } from '../../resource/flink-session-job.ts'
import { jobReferencePath } from '../../resource/job-reference.ts'
import { resourceTypes } from '../../resource/resource-type.ts'
import { pauseAnnotation } from '../../round/pause.ts'
import { editedValues, type WatchRule } from '../../round/watch-rule.ts'

/** Its cluster decides whether it can be looked at and started (E-6, E-55); a snapshot of it may be the state to restore from (E-25). */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  {
    _tag: 'Referenced',
    type: resourceTypes.FlinkDeployment,
    at: deploymentNamePath,
    named: sessionClusterNameIn,
    values: [
      ...editedValues,
      { path: ['status', 'jobManagerDeploymentStatus'], absent: '' },
      { path: ['status', 'lifecycleState'], absent: '' },
      { path: ['status', 'operation', 'kind'], absent: '' },
      { path: ['status', 'reconciliationStatus', 'state'], absent: '' },
    ],
    over: null,
  },
  {
    _tag: 'Referring',
    type: resourceTypes.FlinkStateSnapshot,
    at: jobReferencePath,
    values: [{ path: ['status', 'state'], absent: 'TRIGGER_PENDING' }],
  },
]
