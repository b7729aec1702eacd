import { list, listFrom } from '../flink/configuration/option.ts'
import { startOption, systemOption } from './operator-option.ts'

/** Names of additional secrets, besides the values that the operator recognizes as secrets automatically. */
export const secretOptions = {
  secretsAdditionalKeys: startOption({
    key: 'secrets.additional-keys',
    type: list,
    default: [],
    doc:
      'Parts of names that mark a value as secret, besides the built-in ones (password, secret, token, credential and the like): of configuration keys, variables, flags and properties. Case, dashes, dots and underscores are ignored.',
  }),
} as const

/** Values of `forbidden-pod-fields`: rights that give a pod more access to its node than a plain container has. */
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
 * Restrictions for specs. Read only from the operator's configuration: a resource can not lift them. A value that does not parse allows
 * nothing, so that a typo never lifts a restriction.
 */
export const securityOptions = {
  securityAllowedServiceAccounts: systemOption({
    key: 'security.allowed-service-accounts',
    type: list,
    default: null,
    unreadable: [],
    doc:
      'ServiceAccounts that Flink pods may use, wherever a spec sets one. A spec without a ServiceAccount uses `default`. A value that does not parse allows none. Unset: any.',
  }),
  securityAllowedIngressAnnotations: systemOption({
    key: 'security.allowed-ingress-annotations',
    type: list,
    default: null,
    unreadable: [],
    doc:
      'Annotation keys allowed in `spec.ingress`; a key that ends in `*` allows every key with that prefix. To allow no annotation, set a key that is not in use, such as `none`. A value that does not parse allows none. Unset: any.',
  }),
  securityForbiddenPodFields: systemOption({
    key: 'security.forbidden-pod-fields',
    type: listFrom(podRights),
    default: [],
    unreadable: podRights,
    doc: `Rights that pod templates, a FlinkApplication and \`flinkConfiguration\` must not request: ${
      podRights.join(', ')
    }. \`hostPorts\` is hostPort of a container, \`addedCapabilities\` capabilities.add, \`runAsRoot\` runAsUser 0 or runAsNonRoot false, \`procMount\` any value but Default. A value that does not parse forbids all of them. Unset: none.`,
  }),
} as const
