import type { Rule } from './rule.ts'

/** What the pods of a Flink cluster do in their namespace (cluster-manifests.md, section 11). */
export const jobRules: readonly Rule[] = [
  {
    comment: 'native mode: the JobManager starts and stops TaskManager pods',
    groups: [''],
    resources: ['pods'],
    verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
  },
  {
    comment: 'its configuration, leader election and pointers to checkpoints; Flink removes HA metadata by label',
    groups: [''],
    resources: ['configmaps'],
    verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'],
  },
  {
    comment: 'it owns its TaskManager pods through its own Deployment, and deletes that at its end',
    groups: ['apps'],
    resources: ['deployments'],
    verbs: ['get', 'delete'],
  },
  {
    comment: 'where the permission to set blockOwnerDeletion is enforced',
    groups: ['apps'],
    resources: ['deployments/finalizers'],
    verbs: ['update'],
  },
]
