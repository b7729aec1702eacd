import { boolean, integer, text } from '../flink/configuration/option.ts'
import { startOption } from './operator-option.ts'

/** Options of the admission webhook. The reference operator runs it as a separate process, configured by environment variables. */
export const webhookOptions = {
  webhookEnabled: startOption({
    key: 'webhook.enabled',
    type: boolean,
    default: false,
    doc: 'Serve the admission webhook, /validate and /mutate, over HTTPS, on every replica, leader or not.',
  }),
  webhookPort: startOption({ key: 'webhook.port', type: integer, default: 9443, doc: 'Port of the admission webhook.' }),
  webhookCertificates: startOption({
    key: 'webhook.certificates',
    type: text,
    default: '/certs',
    doc:
      'Folder of tls.crt and tls.key (PEM) of the admission webhook, as in a mounted Secret of type kubernetes.io/tls. Read every 10 s: a new pair is served without a restart.',
  }),
  webhookClientCa: startOption({
    key: 'webhook.client-ca',
    type: text,
    default: '',
    doc:
      'File of CA certificates (PEM). If set, a client of the admission webhook needs a certificate signed by one of them; all other clients are rejected. Read every 10 s. Empty: any client is accepted.',
  }),
  webhookLookUpsWithoutClientCa: startOption({
    key: 'webhook.look-ups-without-client-ca',
    type: boolean,
    default: false,
    doc:
      'Validate a FlinkSessionJob together with its cluster, and a FlinkStateSnapshot together with its job, even without a client CA. Any client that reaches the port can then infer from the responses which resources exist in the watched namespaces. With a client CA this is always on.',
  }),
} as const
