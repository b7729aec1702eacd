import type { Millis } from '@flink-operator/core'
import type { AddressRule } from './checked-lookup.ts'

/** From where jars may come, and how much of them: `kubernetes.operator.user.artifacts.*`. */
export interface JarRules {
  /** `user.artifacts.allowed-schemes`, in any case. */
  readonly allowedSchemes: readonly string[]
  /** What is wrong with connecting to an address; null: nothing (`user.artifacts.disallow-restricted-hosts`). */
  readonly restriction: AddressRule
  /** `user.artifacts.http.header`. Secrets: never told. */
  readonly headers: Readonly<Record<string, string>>
  /** `user.artifacts.http.header-hosts`: who gets them, by name or name and port; absent: any host. */
  readonly headerHosts?: readonly string[]
  /** `user.artifacts.max-size` */
  readonly maxBytes: number
  /** `user.artifacts.max-redirects` */
  readonly maxRedirects: number
  /** `user.artifacts.fetch-timeout`: of the whole way to the cluster. */
  readonly timeout: Millis
}

/** A jar that has begun to come. */
export interface OpenJar {
  /** Bytes; null: not told. */
  readonly size: number | null
  readonly bytes: AsyncIterable<Uint8Array>
  /** Gives up what was not read. May be called at any time, and twice. */
  readonly close: () => void
}

/** One scheme of `jarURI`. Rejects with a `JarProblem` (jar-problem.ts), or with what the system threw. */
export type JarSource = (uri: URL, rules: JarRules, signal: AbortSignal) => Promise<OpenJar>
