import type { AnyKind } from '@flink-operator/core/kinds'
import { certificates, documentsText, namespace, serviceOf } from './plain-objects.ts'
import { webhookDeployment } from './webhook-deployment.ts'

type Served = Pick<AnyKind, 'type'>

const header =
  `# The admission webhook, in a Deployment of its own: docs/admission-webhook.md. Needs deploy/operator.yaml before it, whose configuration it reads,
# and cert-manager, or the CA in caBundle and a Secret webhook-server-cert of type kubernetes.io/tls.
# It is made of the table of kinds and of the operator's manifest: npm run manifests.
`

const service = 'flink-operator-webhook-service'
const certificate = 'flink-operator-serving-cert'

/** One for each group: its kinds, created and updated. A subresource is another resource: none is asked about. */
export const webhookRules = (kinds: readonly Served[]) =>
  [...new Set(kinds.map(({ type }) => type.group))].map(group => ({
    apiGroups: [group],
    apiVersions: [...new Set(kinds.flatMap(({ type }) => (type.group === group ? [type.version] : [])))],
    operations: ['CREATE', 'UPDATE'],
    resources: kinds.flatMap(({ type }) => (type.group === group ? [type.plural] : [])),
    scope: 'Namespaced',
  }))

/**
 * What never needs the webhook never waits for it: finalizers, labels, annotations, and what is being deleted. So a webhook that is down
 * holds up new specs alone.
 */
export const matchConditions = {
  notBeingDeleted: { name: 'not-being-deleted', expression: '!has(object.metadata.deletionTimestamp)' },
  newSpec: {
    name: 'new-spec',
    expression: 'oldObject == null || !has(object.spec) || !has(oldObject.spec) || object.spec != oldObject.spec',
  },
} as const

/** What does not depend on where the webhook is served. */
export const webhooks = (kinds: readonly Served[]) => {
  const asked = { admissionReviewVersions: ['v1'], sideEffects: 'None', matchPolicy: 'Equivalent' } as const
  return {
    validating: {
      name: 'validationwebhook.flink.apache.org',
      rules: webhookRules(kinds),
      failurePolicy: 'Fail',
      timeoutSeconds: 10,
      matchConditions: [matchConditions.notBeingDeleted, matchConditions.newSpec],
      ...asked,
    },
    // of what it fills in nothing depends: nobody waits for it
    mutating: {
      name: 'mutationwebhook.flink.apache.org',
      rules: webhookRules(kinds.filter(({ type }) => type.kind === 'FlinkSessionJob')),
      failurePolicy: 'Ignore',
      timeoutSeconds: 5,
      matchConditions: [matchConditions.notBeingDeleted],
      ...asked,
    },
  } as const
}

const configuration = (kind: string, path: string, { name, ...webhook }: { readonly name: string }): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: {
    name: `flink-operator-${namespace}-webhook-configuration`,
    annotations: { 'cert-manager.io/inject-ca-from': `${namespace}/${certificate}` },
  },
  webhooks: [{ name, clientConfig: { service: { name: service, namespace, path, port: 443 } }, ...webhook }],
})

const configurations = (kinds: readonly Served[]): readonly object[] => {
  const { validating, mutating } = webhooks(kinds)
  return [
    configuration('ValidatingWebhookConfiguration', '/validate', validating),
    configuration('MutatingWebhookConfiguration', '/mutate', mutating),
  ]
}

const host = `${service}.${namespace}.svc`

/** `deploy/webhook.yaml` */
export const webhookYaml = (kinds: readonly Served[], operatorYaml: string): string =>
  documentsText(header, [
    serviceOf(service, 'flink-operator-webhook', 'webhook', 9443),
    ...webhookDeployment(operatorYaml),
    ...certificates(certificate, 'flink-operator-selfsigned-issuer', 'webhook-server-cert', [host, `${host}.cluster.local`]),
    ...configurations(kinds),
  ])
