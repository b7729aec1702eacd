import { certificates, documentsText, namespace, serviceOf } from './plain-objects.ts'
import { plannerRules } from './rights/planner-rules.ts'

const name = 'flink-operator-planner'
const host = `${name}.${namespace}.svc`

const header =
  `# The planner page, opened to the cluster: docs/planner.md. Needs cert-manager, or a Secret planner-server-cert of type kubernetes.io/tls;
# and of the operator: the Secret mounted at /planner-certs, containerPort 8086, and in its configuration
#   kubernetes.operator.planner.enabled: "true"
#   kubernetes.operator.planner.address: 0.0.0.0
#   kubernetes.operator.planner.hosts: ${host}
# The rights are made of deploy/rights: npm run manifests.
`

const clusterRole = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name },
  rules: plannerRules.map(({ groups: apiGroups, resources, verbs }) => ({ apiGroups, resources, verbs })),
}

const binding = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
  subjects: [{ kind: 'ServiceAccount', name: 'flink-operator', namespace }],
}

/** `deploy/planner.yaml` */
export const plannerYaml = (): string =>
  documentsText(header, [
    serviceOf(name, 'flink-operator', 'planner', 8086),
    ...certificates(`${name}-cert`, `${name}-issuer`, 'planner-server-cert', [host, `${name}.${namespace}`]),
    clusterRole,
    binding,
  ])
