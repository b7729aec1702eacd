import type { OperatorOptions } from '@flink-operator/core'
import type { CertificateFiles } from '../server/certificate-pair.ts'

/** Flags override the options. */
export interface WebhookFilesFlags {
  readonly certificates?: string
  readonly webhookClientCa?: string
}

type Options = Pick<OperatorOptions, 'webhookCertificates' | 'webhookClientCa' | 'webhookLookUpsWithoutClientCa'>

const file = (path: string): string | null => (path === '' ? null : path)

export const certificateFiles = (options: Options, { certificates, webhookClientCa }: WebhookFilesFlags): CertificateFiles => ({
  folder: certificates ?? options.webhookCertificates,
  clientCa: file(webhookClientCa ?? options.webhookClientCa),
})

/**
 * May answers depend on other resources? Without a client CA, any pod that reaches the port may ask, for any namespace, and the
 * answer would reveal which resources exist.
 */
export const looksAtOthers = ({ webhookLookUpsWithoutClientCa }: Options, { clientCa }: CertificateFiles): boolean =>
  clientCa !== null || webhookLookUpsWithoutClientCa
