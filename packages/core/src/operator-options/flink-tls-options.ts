import { boolean, text } from '../flink-configuration/option-types.ts'
import { systemOption } from './operator-option.ts'

const perNamespace = 'Looked at every 10 s. Per namespace: below kubernetes.operator.default-configuration.namespace.NAMESPACE. Empty:'

/** How the operator speaks TLS with Flink's REST API, where a cluster has `security.ssl.rest.enabled` (U11). */
export const flinkTlsOptions = {
  flinkClientTlsCa: systemOption({
    key: 'flink.client.tls.ca',
    type: text,
    default: '',
    doc: `File of the CA certificates (PEM) that sign the certificate of Flink's REST API. ${perNamespace} the CAs that Node.js knows.`,
  }),
  flinkClientTlsCertificate: systemOption({
    key: 'flink.client.tls.certificate',
    type: text,
    default: '',
    doc:
      `File of the certificate (PEM) that the operator shows Flink's REST API, for security.ssl.rest.authentication-enabled. ${perNamespace} none.`,
  }),
  flinkClientTlsKey: systemOption({
    key: 'flink.client.tls.key',
    type: text,
    default: '',
    doc: `File of the private key (PEM, without a password) of that certificate. ${perNamespace} none.`,
  }),
  flinkClientTlsVerifyHostname: systemOption({
    key: 'flink.client.tls.verify-hostname',
    type: boolean,
    default: true,
    doc:
      "The certificate of Flink's REST API has to name its Service, SERVICE.NAMESPACE. With false it still has to be signed by one of the CAs: then whoever has a certificate of them may stand in for any cluster.",
  }),
} as const
