import { list, listFrom } from '../flink-configuration/option-types.ts'
import { systemOption } from './operator-option.ts'

/** What `forbidden-pod-fields` can name: ways in which a pod gets more of its node than a container has. */
export const podRights = [
  'hostPath',
  'hostNetwork',
  'hostPID',
  'hostIPC',
  'hostPorts',
  'hostProcess',
  'privileged',
  'allowPrivilegeEscalation',
  'addedCapabilities',
  'runAsRoot',
  'procMount',
  'sysctls',
] as const

export type PodRight = (typeof podRights)[number]

/**
 * What specs may ask for, beyond what they need. Read from the operator's own configuration alone: nothing in a resource widens it. A value
 * that can't be read allows nothing: a slip of the pen must not lift a restriction.
 */
export const securityOptions = {
  securityAllowedServiceAccounts: systemOption({
    key: 'security.allowed-service-accounts',
    type: list,
    default: null,
    unreadable: [],
    doc:
      "Names of the ServiceAccounts that pods of Flink may run with, wherever a spec names one. A spec that names none asks for `default`. A value that can't be read allows none. Unset: any.",
  }),
  securityAllowedIngressAnnotations: systemOption({
    key: 'security.allowed-ingress-annotations',
    type: list,
    default: null,
    unreadable: [],
    doc:
      "Keys of annotations that `spec.ingress` may have; one that ends in `*` allows every key with that beginning. To allow no annotation, name one that nobody uses, such as `none`. A value that can't be read allows none. Unset: any.",
  }),
  securityForbiddenPodFields: systemOption({
    key: 'security.forbidden-pod-fields',
    type: listFrom(podRights),
    default: [],
    unreadable: podRights,
    doc: `What pod templates, a FlinkApplication and \`flinkConfiguration\` may not ask for: ${
      podRights.join(', ')
    }. \`hostPorts\` is hostPort of a container, \`addedCapabilities\` capabilities.add, \`runAsRoot\` runAsUser 0 or runAsNonRoot false, \`procMount\` any but Default. A value that can't be read forbids all of them. Unset: none.`,
  }),
} as const
