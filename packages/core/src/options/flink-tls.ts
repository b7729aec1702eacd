import * as E from 'fp-ts/lib/Either.js'
import type { FlinkDefaults } from '../flink/configuration/flink-defaults.ts'
import { defaultConfiguration } from '../flink/configuration/layers.ts'
import { readOption } from '../flink/configuration/option.ts'
import { flinkTlsOptions as options } from './flink-tls-options.ts'

/** Files for TLS with Flink's REST API, each with the option that sets it; null: none. */
export interface FlinkTls {
  readonly ca: TlsFile | null
  readonly certificate: TlsFile | null
  readonly key: TlsFile | null
  readonly verifyHostname: boolean
}

/** A file of certificates or keys for TLS to Flink, and the option that sets it. */
export interface TlsFile {
  readonly option: string
  readonly path: string
}

/** TLS settings for the clusters of a namespace, from the operator's configuration only. A resource can not change them. */
export const flinkTls = (defaults: FlinkDefaults, namespace: string): FlinkTls => {
  const configuration = defaultConfiguration(defaults, namespace, null)
  const file = (option: (typeof options)['flinkClientTlsCa']): TlsFile | null => {
    const path = readOption(configuration, option)
    return E.isRight(path) && path.right.trim() !== '' ? { option: option.key, path: path.right.trim() } : null
  }
  const verify = readOption(configuration, options.flinkClientTlsVerifyHostname)
  return {
    ca: file(options.flinkClientTlsCa),
    certificate: file(options.flinkClientTlsCertificate),
    key: file(options.flinkClientTlsKey),
    verifyHostname: E.isLeft(verify) || verify.right,
  }
}
