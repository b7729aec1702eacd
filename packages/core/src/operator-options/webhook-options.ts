import { boolean, integer, text } from '../flink-configuration/option-types.ts'
import { startOption } from './operator-option.ts'

/** The admission webhook. The reference operator has a process of its own for it, and environment variables. */
export const webhookOptions = {
  webhookEnabled: startOption({
    key: 'webhook.enabled',
    type: boolean,
    default: false,
    doc: 'Serve the admission webhook, /validate and /mutate, over HTTPS: every replica does, whoever leads.',
  }),
  webhookPort: startOption({ key: 'webhook.port', type: integer, default: 9443, doc: 'Port of the admission webhook.' }),
  webhookCertificates: startOption({
    key: 'webhook.certificates',
    type: text,
    default: '/certs',
    doc:
      'Folder of tls.crt and tls.key (PEM) of the admission webhook, as a Secret of type kubernetes.io/tls is mounted. Looked at every 10 s: a new pair is served without a restart.',
  }),
  webhookClientCa: startOption({
    key: 'webhook.client-ca',
    type: text,
    default: '',
    doc:
      'File of CA certificates (PEM). If set, a client of the admission webhook needs a certificate that one of them signed; nobody else is answered. Looked at every 10 s. Empty: any client is answered.',
  }),
  webhookLookUpsWithoutClientCa: startOption({
    key: 'webhook.look-ups-without-client-ca',
    type: boolean,
    default: false,
    doc:
      'Judge a FlinkSessionJob together with its cluster, and a FlinkStateSnapshot together with its job, though there is no client CA. Then whoever reaches the port learns from the answers which resources there are, in any watched namespace. With a client CA it is always done.',
  }),
} as const
