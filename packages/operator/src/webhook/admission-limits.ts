import type { Millis } from '@flink-operator/core'

/**
 * Limits for any client of the webhook's port: as much as the API server needs. The API server waits 10 s for a validation, so a
 * longer answer is of no use.
 */
export interface AdmissionLimits {
  /** Bytes of one review. The API server accepts objects of at most 3 MiB. */
  readonly review: number
  /** Bytes of all reviews that are being read or answered. */
  readonly bytes: number
  /** Reviews that are being answered. */
  readonly reviews: number
  readonly connections: number
  /** From the connection to the end of its TLS handshake. */
  readonly handshake: Millis
  /** From the connection, or the first byte of a request, to the end of its headers. */
  readonly headers: Millis
  /** From the first byte of a request to its last one. */
  readonly request: Millis
  /** From the last byte of a request to the answer. */
  readonly answer: Millis
  /** How long a connection without a request is kept. */
  readonly idle: Millis
}

export const admissionLimits: AdmissionLimits = {
  review: 3 * 1024 * 1024,
  bytes: 24 * 1024 * 1024,
  reviews: 256,
  connections: 512,
  handshake: 3_000,
  headers: 2_000,
  request: 4_000,
  answer: 5_000,
  // the API server keeps a connection for 90 s: closing it earlier here could hit a request
  idle: 120_000,
}
