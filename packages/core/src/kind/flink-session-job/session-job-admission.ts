import type { FlinkSessionJobFacts } from './flink-session-job-facts.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { KindAdmission } from '../../contract/round/admission.ts'
import type { FlinkSessionJobDesired } from './session-job-desired.ts'
import { type SessionCluster, sessionCluster } from './cluster/session-cluster.ts'
import { workOf } from './work.ts'

/** A missing cluster is no error (api-and-config.md, section 13.3): it may be created later. */
const withoutCluster = ({ _tag }: SessionCluster, { meta, clusterName }: FlinkSessionJobDesired): readonly Finding[] =>
  _tag !== 'Gone' || clusterName === null ? [] : [{
    severity: 'Advice',
    field: 'spec.deploymentName',
    message: `FlinkDeployment ${clusterName} does not exist in namespace ${meta.namespace} yet, and the job waits for it`,
  }]

/** Admission checks the job together with its cluster, if the cluster can be read. */
export const admission: KindAdmission<FlinkSessionJobSpec, FlinkSessionJobStatus, FlinkSessionJobDesired, FlinkSessionJobFacts> = {
  queries: (_resource, { meta: { namespace }, clusterName: name }) =>
    name === null || name === '' ? [] : [{ _tag: 'ReadFlinkDeployment', namespace, name }],
  judge: ({ status }, desired, { target }, env) => {
    const cluster = sessionCluster(target, env)
    return [...workOf(desired, status, cluster, env).findings, ...withoutCluster(cluster, desired)]
  },
}
