import type { Millis } from '@flink-operator/core'
import type { AnswerName } from './answer/answer-decoders.ts'

/** One request to Flink's REST API, before the address of the cluster is resolved. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With the version: `/v1/jobs/overview`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Streamed instead of `body`; can be sent only once. */
  readonly content?: RestContent
  /** For the whole call, instead of the client's default. */
  readonly timeout?: Millis
  /** The decoder that a worker applies to the answer; absent: plain JSON. */
  readonly reads?: AnswerName
}

/** The part of a request that errors name. */
export type AskedRequest = Pick<RestRequest, 'method' | 'path'>

/** A streamed body. */
export interface RestContent {
  /** `Content-Type` */
  readonly type: string
  /** Bytes; null: not known, so the body is sent in chunks. */
  readonly length: number | null
  readonly bytes: AsyncIterable<Uint8Array>
}

/** A path below `/v1`, which every Flink since 1.7 serves. Inserted values are escaped, so an id can't change the path. */
export const v1 = (parts: TemplateStringsArray, ...ids: readonly string[]): string =>
  `/v1${parts.map((part, i) => (i === 0 ? part : encodeURIComponent(ids[i - 1] ?? '') + part)).join('')}`

export const get = (path: string, query: Readonly<Record<string, string>> = {}): RestRequest => ({ method: 'GET', path, query })

export const post = (path: string, body: unknown): RestRequest => ({ method: 'POST', path, body })

/** Drops null fields, so that Flink uses its defaults. */
export const withoutNulls = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
