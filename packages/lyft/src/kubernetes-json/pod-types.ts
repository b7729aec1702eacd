import { always, type GoType, listOf, mapOf, pointer, struct } from './go-type.ts'
import { labelSelector, localReference } from './container-types.ts'

/** The pod-level fields of a FlinkApplication, except volumes (core/v1 of Kubernetes 1.24). */
export const imagePullSecrets = listOf(localReference)

export const nodeSelector: GoType = mapOf('text')

export const tolerations = listOf(struct({
  key: 'text',
  operator: 'text',
  value: 'text',
  effect: 'text',
  tolerationSeconds: pointer('integer'),
}))

const nodeRequirements = listOf(struct({ key: always('text'), operator: always('text'), values: listOf('text') }))
const nodeTerm = struct({ matchExpressions: nodeRequirements, matchFields: nodeRequirements })
const podTerm = struct({
  labelSelector,
  namespaces: listOf('text'),
  topologyKey: always('text'),
  namespaceSelector: labelSelector,
})
const podAffinity = struct({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(struct({ weight: always('integer'), podAffinityTerm: always(podTerm) })),
})

export const affinity = struct({
  nodeAffinity: struct({
    requiredDuringSchedulingIgnoredDuringExecution: struct({ nodeSelectorTerms: always(listOf(nodeTerm)) }),
    preferredDuringSchedulingIgnoredDuringExecution: listOf(struct({ weight: always('integer'), preference: always(nodeTerm) })),
  }),
  podAffinity,
  podAntiAffinity: podAffinity,
})

export const podSecurityContext = struct({
  seLinuxOptions: struct({ user: 'text', role: 'text', type: 'text', level: 'text' }),
  windowsOptions: struct({
    gmsaCredentialSpecName: pointer('text'),
    gmsaCredentialSpec: pointer('text'),
    runAsUserName: pointer('text'),
    hostProcess: pointer('boolean'),
  }),
  runAsUser: pointer('integer'),
  runAsGroup: pointer('integer'),
  runAsNonRoot: pointer('boolean'),
  supplementalGroups: listOf('integer'),
  fsGroup: pointer('integer'),
  sysctls: listOf(struct({ name: always('text'), value: always('text') })),
  fsGroupChangePolicy: pointer('text'),
  seccompProfile: struct({ type: always('text'), localhostProfile: pointer('text') }),
})
