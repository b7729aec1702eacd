import { sessionClusterNameIn } from '../../crd/recorded-spec.ts'
import { deploymentNamePath } from '../../contract/resource/flink-session-job.ts'
import { jobReferencePath } from '../../contract/resource/job-reference.ts'
import { resourceTypes } from '../../contract/resource/resource-type.ts'
import { pauseAnnotation } from '../../contract/round/pause.ts'
import { editedValues, type WatchRule } from '../../contract/round/watch-rule.ts'

/**
 * What triggers a round of a FlinkSessionJob. Its FlinkDeployment decides whether the job can be observed and started (E-6, E-55). A
 * FlinkStateSnapshot of the job may be the state to restore from (E-25).
 */
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
