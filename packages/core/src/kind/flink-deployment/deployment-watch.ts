import { sessionClusterNameIn } from '../../codec/recorded-spec.ts'
import { deploymentNamePath } from '../../resource/flink-session-job.ts'
import { jobReferencePath } from '../../resource/job-reference.ts'
import { resourceTypes } from '../../resource/resource-type.ts'
import { pauseAnnotation } from '../../round/pause.ts'
import { editedValues, type WatchRule } from '../../round/watch-rule.ts'

/**
 * A snapshot of its job that ends is of interest: it may be the state to restore from, and the next one may be due (E-25). So is a session
 * job of a session cluster, whose edit or deletion may wait for just that.
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
