import { readFile } from 'node:fs/promises'
import type { FlinkDefaults } from '@flink-operator/core/flink-configuration'
import { flinkTls, type TlsFile } from '@flink-operator/core/operator-options'
import type { TlsOptions } from '@flink-operator/flink-rest-adapter'
import type { Clock } from '../clock.ts'

/** How long a file's content is kept: a renewed Secret applies this long after the kubelet has written it. */
const rememberFor = 10_000

/** The adapter recognizes by this code that no request was sent to Flink, and why. */
const tlsFileError = (message: string): Error => Object.assign(new Error(message), { code: 'ERR_TLS_FILE' })

/**
 * Key material for Flink's REST API in a namespace, from the files that the operator's configuration names. Rejects if a file can't
 * be read.
 */
export const flinkTlsFiles = (defaults: () => FlinkDefaults, clock: Pick<Clock, 'now'>): (namespace: string) => Promise<TlsOptions> => {
  const kept = new Map<string, { readonly at: number; readonly text: Promise<string> }>()
  const read = ({ option, path }: TlsFile): Promise<string> => {
    const before = kept.get(path)
    if (before !== undefined && clock.now() - before.at < rememberFor) return before.text
    const text = readFile(path, 'utf8').catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'it failed'
      throw tlsFileError(`the file ${path} for TLS with Flink's REST API (${option}) can't be read: ${code}`)
    })
    kept.set(path, { at: clock.now(), text })
    // every caller awaits the promise and gets the error; this only avoids an unhandled rejection
    text.catch(() => undefined)
    return text
  }
  const textOf = (file: TlsFile | null): Promise<string | null> => (file === null ? Promise.resolve(null) : read(file))
  return async namespace => {
    const { ca, certificate, key, verifyHostname } = flinkTls(defaults(), namespace)
    if ((certificate === null) !== (key === null))
      throw tlsFileError(
        `TLS with Flink's REST API needs both a certificate and its key, and only ${(certificate ?? key)?.option ?? ''} is set`,
      )
    const [caText, certificateText, keyText] = await Promise.all([ca, certificate, key].map(textOf))
    return {
      ...(caText == null ? {} : { ca: caText }),
      ...(certificateText == null ? {} : { cert: certificateText }),
      ...(keyText == null ? {} : { key: keyText }),
      ...(verifyHostname ? {} : { verifyHostname }),
    }
  }
}
