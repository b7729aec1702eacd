import { boolean, text } from '../flink/configuration/option.ts'
import { systemOption } from './operator-option.ts'

const perNamespace = 'Read every 10 s. Per namespace: below kubernetes.operator.default-configuration.namespace.NAMESPACE. Empty:'

/** TLS settings of the operator's client for Flink's REST API, for clusters with `security.ssl.rest.enabled` (U11). */
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
      `File of the certificate (PEM) that the operator presents to Flink's REST API, for security.ssl.rest.authentication-enabled. ${perNamespace} none.`,
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
      "The certificate of Flink's REST API must name its Service, SERVICE.NAMESPACE. False: it must only be signed by one of the CAs; then the holder of any certificate of these CAs can impersonate any cluster.",
  }),
} as const
