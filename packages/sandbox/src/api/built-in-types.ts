import { builtInColumns } from './columns.ts'
import type { ResourceType, ScalePaths } from './resource-type.ts'

interface Row {
  readonly kind: string
  readonly plural: string
  readonly shortNames?: readonly string[]
  readonly cluster?: boolean
  readonly status?: boolean
  readonly generation?: boolean
  readonly scale?: boolean
  readonly all?: boolean
}

const scalePaths: ScalePaths = {
  specReplicas: ['spec', 'replicas'],
  statusReplicas: ['status', 'replicas'],
  selector: ['status', 'selector'],
}

/** The built-in types of Kubernetes that users and operators use: group and version, then the kinds. */
const table: readonly (readonly [string, string, readonly Row[]])[] = [
  ['', 'v1', [
    { kind: 'Namespace', plural: 'namespaces', shortNames: ['ns'], cluster: true, status: true },
    { kind: 'Node', plural: 'nodes', shortNames: ['no'], cluster: true, status: true },
    { kind: 'Pod', plural: 'pods', shortNames: ['po'], status: true, all: true },
    { kind: 'Service', plural: 'services', shortNames: ['svc'], status: true, all: true },
    { kind: 'ConfigMap', plural: 'configmaps', shortNames: ['cm'] },
    { kind: 'Secret', plural: 'secrets' },
    { kind: 'ServiceAccount', plural: 'serviceaccounts', shortNames: ['sa'] },
    { kind: 'Event', plural: 'events', shortNames: ['ev'] },
    { kind: 'PersistentVolumeClaim', plural: 'persistentvolumeclaims', shortNames: ['pvc'], status: true },
    { kind: 'ResourceQuota', plural: 'resourcequotas', shortNames: ['quota'], status: true },
    { kind: 'LimitRange', plural: 'limitranges', shortNames: ['limits'] },
  ]],
  ['apps', 'v1', [
    { kind: 'Deployment', plural: 'deployments', shortNames: ['deploy'], status: true, generation: true, scale: true, all: true },
    { kind: 'ReplicaSet', plural: 'replicasets', shortNames: ['rs'], status: true, generation: true, scale: true, all: true },
    { kind: 'StatefulSet', plural: 'statefulsets', shortNames: ['sts'], status: true, generation: true, scale: true, all: true },
    { kind: 'DaemonSet', plural: 'daemonsets', shortNames: ['ds'], status: true, generation: true, all: true },
  ]],
  ['batch', 'v1', [{ kind: 'Job', plural: 'jobs', status: true, generation: true, all: true }]],
  ['autoscaling', 'v2', [
    { kind: 'HorizontalPodAutoscaler', plural: 'horizontalpodautoscalers', shortNames: ['hpa'], status: true, all: true },
  ]],
  ['networking.k8s.io', 'v1', [
    { kind: 'Ingress', plural: 'ingresses', shortNames: ['ing'], status: true, generation: true },
    { kind: 'NetworkPolicy', plural: 'networkpolicies', shortNames: ['netpol'], generation: true },
  ]],
  ['policy', 'v1', [{ kind: 'PodDisruptionBudget', plural: 'poddisruptionbudgets', shortNames: ['pdb'], status: true, generation: true }]],
  ['coordination.k8s.io', 'v1', [{ kind: 'Lease', plural: 'leases' }]],
  ['rbac.authorization.k8s.io', 'v1', [
    { kind: 'Role', plural: 'roles' },
    { kind: 'RoleBinding', plural: 'rolebindings' },
    { kind: 'ClusterRole', plural: 'clusterroles', cluster: true },
    { kind: 'ClusterRoleBinding', plural: 'clusterrolebindings', cluster: true },
  ]],
  ['apiextensions.k8s.io', 'v1', [
    {
      kind: 'CustomResourceDefinition',
      plural: 'customresourcedefinitions',
      shortNames: ['crd', 'crds'],
      cluster: true,
      status: true,
      generation: true,
    },
  ]],
  ['admissionregistration.k8s.io', 'v1', [
    { kind: 'ValidatingWebhookConfiguration', plural: 'validatingwebhookconfigurations', cluster: true, generation: true },
    { kind: 'MutatingWebhookConfiguration', plural: 'mutatingwebhookconfigurations', cluster: true, generation: true },
  ]],
]

const typeOf = (group: string, version: string, row: Row): ResourceType => ({
  group,
  version,
  kind: row.kind,
  listKind: `${row.kind}List`,
  plural: row.plural,
  singular: row.kind.toLowerCase(),
  shortNames: row.shortNames ?? [],
  categories: row.all === true ? ['all'] : [],
  namespaced: row.cluster !== true,
  hasStatus: row.status === true,
  scale: row.scale === true ? scalePaths : null,
  hasGeneration: row.generation === true,
  columns: builtInColumns(row.kind),
  schema: null,
  builtIn: true,
})

export const builtInTypes: readonly ResourceType[] = table.flatMap(([group, version, rows]) => rows.map(row => typeOf(group, version, row)))

const named = (kind: string): ResourceType => {
  const type = builtInTypes.find(candidate => candidate.kind === kind)
  if (type === undefined) throw new Error(`no built-in kind ${kind}`)
  return type
}

/** The kinds that the sandbox's own controllers handle. */
export const Kinds = {
  Namespace: named('Namespace'),
  Node: named('Node'),
  Pod: named('Pod'),
  Service: named('Service'),
  ConfigMap: named('ConfigMap'),
  Event: named('Event'),
  Deployment: named('Deployment'),
  CustomResourceDefinition: named('CustomResourceDefinition'),
} as const
