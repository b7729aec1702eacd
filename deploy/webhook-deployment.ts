import { parseAllDocuments } from 'yaml'
import { namespace } from './plain-objects.ts'

const name = 'flink-operator-webhook'
const labels = { 'app.kubernetes.io/name': name }

interface Pod {
  readonly containers: readonly {
    readonly env: readonly object[]
    readonly volumeMounts: readonly object[]
    readonly [field: string]: unknown
  }[]
  readonly topologySpreadConstraints: readonly object[]
  readonly volumes: readonly object[]
  readonly [field: string]: unknown
}
interface Deployment {
  readonly kind: string
  readonly spec: {
    readonly template: { readonly metadata: { readonly annotations: object }; readonly spec: Pod }
    readonly [field: string]: unknown
  }
}

/** The operator's Deployment, as the webhook runs: the same image and configuration, without rights and token. */
const deploymentLike = ({ spec: { template, ...spec }, ...rest }: Deployment): object => {
  const { containers: [container], volumes, topologySpreadConstraints, ...pod } = template.spec
  if (container === undefined) throw new Error('the operator has no container')
  return {
    ...rest,
    metadata: { name, namespace, labels },
    spec: {
      ...spec,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations: template.metadata.annotations },
        spec: {
          ...pod,
          serviceAccountName: name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          topologySpreadConstraints: topologySpreadConstraints.map(it => ({ ...it, labelSelector: { matchLabels: labels } })),
          containers: [{
            ...container,
            name: 'webhook',
            args: ['webhook', '--metrics-port', '8085'],
            ports: [{ name: 'health', containerPort: 8085 }, { name: 'webhook', containerPort: 9443 }],
            resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '256Mi' } },
            volumeMounts: [...container.volumeMounts, { name: 'webhook-certificate', mountPath: '/certs', readOnly: true }],
          }],
          volumes: [...volumes, { name: 'webhook-certificate', secret: { secretName: 'webhook-server-cert' } }],
        },
      },
    },
  }
}

const account = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace },
  automountServiceAccountToken: false,
}

/** The webhook's port, and that of health and metrics; in most clusters no selector tells the API server. */
const networkPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, namespace },
  spec: {
    podSelector: { matchLabels: labels },
    policyTypes: ['Ingress'],
    ingress: [8085, 9443].map(port => ({ ports: [{ port, protocol: 'TCP' }] })),
  },
}

/** The webhook in a Deployment of its own, made of the manifest of the operator. */
export const webhookDeployment = (operatorYaml: string): readonly object[] => {
  const found = parseAllDocuments(operatorYaml).map(it => it.toJS() as Deployment | null).find(it => it?.kind === 'Deployment')
  if (found === undefined || found === null) throw new Error('operator.yaml has no Deployment')
  return [account, deploymentLike(found), networkPolicy]
}
