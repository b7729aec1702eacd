import type { Millis } from '@flink-operator/core'
import type { AnswerName } from './answer/answer-decoders.ts'

/** One request to Flink's REST API, before it is known where the cluster answers. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With the version: `/v1/jobs/overview`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it comes, instead of `body`; once. */
  readonly content?: RestContent
  /** Of the whole call, instead of the client's own. */
  readonly timeout?: Millis
  /** What the answer is to be read as, where a worker reads it; absent: as JSON. */
  readonly reads?: AnswerName
}

/** As much of a request as errors name. */
export type AskedRequest = Pick<RestRequest, 'method' | 'path'>

/** A body that is not held in memory. */
export interface RestContent {
  /** `Content-Type` */
  readonly type: string
  /** Bytes; null: not known, so that it is sent in chunks. */
  readonly length: number | null
  readonly bytes: AsyncIterable<Uint8Array>
}

/** A path below `/v1`, which every Flink since 1.7 serves; what is put in is escaped, so an id can't reach another path. */
export const v1 = (parts: TemplateStringsArray, ...ids: readonly string[]): string =>
  `/v1${parts.map((part, i) => (i === 0 ? part : encodeURIComponent(ids[i - 1] ?? '') + part)).join('')}`

export const get = (path: string, query: Readonly<Record<string, string>> = {}): RestRequest => ({ method: 'GET', path, query })

export const post = (path: string, body: unknown): RestRequest => ({ method: 'POST', path, body })

/** Drops what is null, so that Flink takes its own default. */
export const withoutNulls = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
