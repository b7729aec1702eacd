import type { JsonObject } from '../contract/resource/json.ts'
import type { Cluster } from './cluster.ts'
import { textAt } from './json-field.ts'
import type { Role } from './cluster-labels.ts'
import { type FlinkPod, mapSpec } from './pod.ts'
import { findText } from './read-option.ts'

/** The role's option, else the common one. Null: neither is set. */
export const configuredServiceAccount = ({ configuration }: Cluster, role: Role): string | null =>
  findText(configuration, `kubernetes.${role}.service-account`) ?? findText(configuration, 'kubernetes.service-account')

const serviceAccount = (cluster: Cluster, role: Role, spec: JsonObject): string =>
  configuredServiceAccount(cluster, role) ?? textAt(spec, 'serviceAccount') ?? textAt(spec, 'serviceAccountName') ?? 'default'

/** Service account, host network and DNS policy, over the template (cluster-manifests.md, section 6.1). */
export const withNetworkAndAccount = (cluster: Cluster, role: Role, hostNetwork: boolean): (pod: FlinkPod) => FlinkPod =>
  mapSpec(spec => {
    const account = serviceAccount(cluster, role, spec)
    const dnsPolicy = hostNetwork ? 'ClusterFirstWithHostNet' : (textAt(spec, 'dnsPolicy') ?? 'ClusterFirst')
    return { ...spec, serviceAccount: account, serviceAccountName: account, hostNetwork, dnsPolicy }
  })
