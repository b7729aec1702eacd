import type { Rule } from './rule.ts'

/** What the planner page asks where it is opened to the cluster, in the whole cluster. Neither changes or permits anything. */
export const plannerRules: readonly Rule[] = [
  {
    comment: 'whose token it is that somebody gives to the planner page',
    groups: ['authentication.k8s.io'],
    resources: ['tokenreviews'],
    verbs: ['create'],
  },
  {
    comment: 'whether they may read what the page would show them',
    groups: ['authorization.k8s.io'],
    resources: ['subjectaccessreviews'],
    verbs: ['create'],
  },
]
