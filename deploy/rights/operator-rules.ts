import type { Rule } from './rule.ts'

/** What the operator does with objects of Kubernetes itself, in the namespaces that it watches. */
export const objectRules: readonly Rule[] = [
  {
    comment: 'owner references with blockOwnerDeletion to Deployments, where their permission is enforced',
    groups: ['apps'],
    resources: ['deployments/finalizers'],
    verbs: ['update'],
  },
  {
    comment: 'objects of a cluster; patch also for server-side apply, and for scaling the JobManager to zero before deletion',
    groups: ['apps'],
    resources: ['deployments'],
    verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
  },
  {
    comment: "ConfigMaps: configuration of the cluster, Flink's HA metadata, and what the autoscaler knows of a job",
    groups: [''],
    resources: ['configmaps', 'services'],
    verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
  },
  { comment: 'how JobManagers and TaskManagers are: asked for by label', groups: [''], resources: ['pods'], verbs: ['list', 'watch'] },
  {
    comment: 'spec.ingress',
    groups: ['networking.k8s.io'],
    resources: ['ingresses'],
    verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
  },
  {
    comment: "what Kubernetes says of volumes that can't be mounted is watched; our own events are created, and counted up",
    groups: [''],
    resources: ['events'],
    verbs: ['get', 'list', 'watch', 'create', 'patch'],
  },
]

/** What is asked of the whole cluster, also where only some namespaces are watched. */
export const rivalRule: Rule = {
  comment: 'leader election: is there an operator elsewhere, with another Lease, that looks after the same resources?',
  groups: ['coordination.k8s.io'],
  resources: ['leases'],
  verbs: ['list'],
}

/** In the operator's own namespace. */
export const leaseRule: Rule = {
  comment: 'its Lease, and the one that lists quarantined resources: update writes it whole, on the version that was read',
  groups: ['coordination.k8s.io'],
  resources: ['leases'],
  verbs: ['get', 'create', 'update'],
}

/** In its own namespace, where replicas share the resources. */
export const shardRule: Rule = {
  comment: 'leader-election.shards: who else is there, and whose Leases are left of replicas that died',
  groups: ['coordination.k8s.io'],
  resources: ['leases'],
  verbs: ['list', 'delete'],
}

/** Of the whole cluster, where `kubernetes.operator.cluster.resource-view.refresh-interval` is set: the free capacity of its nodes. */
export const nodeRules: readonly Rule[] = [
  { comment: 'what is allocatable on each node', groups: [''], resources: ['nodes'], verbs: ['list'] },
  { comment: 'what the pods on it request', groups: [''], resources: ['pods'], verbs: ['list'] },
  {
    comment: 'how many nodes the cluster autoscaler may still add',
    groups: [''],
    resources: ['configmaps'],
    verbs: ['get'],
    names: ['cluster-autoscaler-status'],
  },
]
