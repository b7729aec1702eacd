import { sessionClusterNameIn } from '../../crd/recorded-spec.ts'
import { deploymentNamePath } from '../../contract/resource/flink-session-job.ts'
import { jobReferencePath } from '../../contract/resource/job-reference.ts'
import { resourceTypes } from '../../contract/resource/resource-type.ts'
import { pauseAnnotation } from '../../contract/round/pause.ts'
import { editedValues, type WatchRule } from '../../contract/round/watch-rule.ts'

/**
 * What triggers a round of a FlinkDeployment besides its own objects. A FlinkStateSnapshot of its job that ends may be the state to restore
 * from, and the next snapshot may be due (E-25). A FlinkSessionJob of a session cluster matters because an edit or the deletion of the
 * cluster may wait for it.
 */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  { _tag: 'ClusterObjects' },
  {
    _tag: 'Referring',
    type: resourceTypes.FlinkStateSnapshot,
    at: jobReferencePath,
    values: [{ path: ['status', 'state'], absent: 'TRIGGER_PENDING' }],
  },
  {
    _tag: 'Referring',
    type: resourceTypes.FlinkSessionJob,
    at: deploymentNamePath,
    named: sessionClusterNameIn,
    values: [...editedValues, { path: ['status', 'jobStatus', 'state'], absent: '' }, {
      path: ['status', 'operation', 'kind'],
      absent: '',
    }],
  },
]
