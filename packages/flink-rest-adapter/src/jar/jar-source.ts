import type { Millis } from '@flink-operator/core'
import type { AddressRule } from './checked-lookup.ts'

/** Allowed sources and sizes of jars: `kubernetes.operator.user.artifacts.*`. */
export interface JarRules {
  /** `user.artifacts.allowed-schemes`, in any case. */
  readonly allowedSchemes: readonly string[]
  /** Why an address must not be connected to; null: it may be (`user.artifacts.disallow-restricted-hosts`). */
  readonly restriction: AddressRule
  /** `user.artifacts.http.header`. Secrets: never shown. */
  readonly headers: Readonly<Record<string, string>>
  /** `user.artifacts.http.header-hosts`: hosts that get the headers, by name or name and port; absent: any host. */
  readonly headerHosts?: readonly string[]
  /** `user.artifacts.max-size` */
  readonly maxBytes: number
  /** `user.artifacts.max-redirects` */
  readonly maxRedirects: number
  /** `user.artifacts.fetch-timeout`: for the whole transfer to the cluster. */
  readonly timeout: Millis
}

/** A jar whose transfer has begun. */
export interface OpenJar {
  /** Bytes; null: not known. */
  readonly size: number | null
  readonly bytes: AsyncIterable<Uint8Array>
  /** Drops the unread rest. May be called at any time, and repeatedly. */
  readonly close: () => void
}

/** The source of one scheme of `jarURI`. Rejects with a `JarProblem` (jar-problem.ts), or with a system error. */
export type JarSource = (uri: URL, rules: JarRules, signal: AbortSignal) => Promise<OpenJar>
