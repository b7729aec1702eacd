/** Objects of the plain manifests that several files have. */
import { stringify } from 'yaml'

export const namespace = 'flink-operator'

/** Documents of a file, with a comment before them. */
export const documentsText = (header: string, objects: readonly object[]): string =>
  header + objects.map(it => stringify(it, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n')

/** Made and renewed by cert-manager, by an issuer that signs its own. */
export const certificates = (name: string, issuer: string, secretName: string, dnsNames: readonly string[]): readonly object[] => [
  { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: issuer, namespace }, spec: { selfSigned: {} } },
  {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name, namespace },
    spec: { dnsNames, issuerRef: { kind: 'Issuer', name: issuer }, secretName },
  },
]

export const serviceOf = (name: string, of: string, port: string, targetPort: number): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace },
  spec: { selector: { 'app.kubernetes.io/name': of }, ports: [{ name: port, port: 443, targetPort }] },
})
