import type { Rule } from './rule.ts'

/**
 * What a webhook in a Deployment of its own looks at, and only where it knows who asks, or was told to look all the same: the clusters of
 * session jobs, the jobs of snapshots.
 */
export const webhookRules: readonly Rule[] = [
  {
    comment: 'a session job is judged together with its cluster, a snapshot together with its job',
    groups: ['flink.apache.org'],
    resources: ['flinkdeployments', 'flinksessionjobs'],
    verbs: ['get'],
  },
]
