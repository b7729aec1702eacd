import { documentsText, namespace } from './plain-objects.ts'
import { nodeRules } from './rights/operator-rules.ts'

const name = 'flink-operator-nodes'

const header =
  `# Rights for the autoscaler's check of free capacity (docs/autoscaler.md, "Room in the cluster"). Apply it only if the operator's
# configuration sets
#   kubernetes.operator.cluster.resource-view.refresh-interval
# The rights are made of deploy/rights: npm run manifests.
`

const apiGroup = 'rbac.authorization.k8s.io'

/** `deploy/node-rights.yaml` */
export const nodeRightsYaml = (): string =>
  documentsText(header, [
    {
      apiVersion: `${apiGroup}/v1`,
      kind: 'ClusterRole',
      metadata: { name },
      rules: nodeRules.map(({ groups: apiGroups, resources, names, verbs }) => ({
        apiGroups,
        resources,
        ...(names === undefined ? {} : { resourceNames: names }),
        verbs,
      })),
    },
    {
      apiVersion: `${apiGroup}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup, kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name: 'flink-operator', namespace }],
    },
  ])
