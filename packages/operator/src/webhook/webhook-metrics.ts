import { kindNames } from '@flink-operator/kinds'
import { Registry } from 'prom-client'
import { counter, gauge, histogram, making } from '../metrics/metric.ts'

export interface WebhookMetrics {
  readonly reviewed: (path: string, kind: string, result: string) => void
  readonly failed: (path: string) => void
  readonly took: (path: string, seconds: number) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

const path = ['/validate', '/mutate', 'other']
const known = (of: string): string => (path.includes(of) ? of : 'other')

/** Metrics of the admission webhook, if it is enabled. */
export const webhookRows = {
  reviews: counter({
    name: 'flink_operator_webhook_reviews_total',
    help: 'Admission reviews by what was answered.',
    labels: { path, kind: [...kindNames, 'other'], result: ['passed', 'allowed', 'refused', 'mutated'] },
  }),
  failures: counter({
    name: 'flink_operator_webhook_failures_total',
    help: 'Requests that were answered by an error: no review, or a bug.',
    labels: { path },
  }),
  duration: histogram({
    name: 'flink_operator_webhook_seconds',
    help: 'How long the answer to an admission review took.',
    labels: { path },
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10],
  }),
  expiry: gauge({
    name: 'flink_operator_webhook_certificate_expiry_seconds',
    help: 'When the certificate that is served runs out, in Unix time.',
    labels: {},
  }),
}

/** Labels come from closed lists: `kinds` are those of the table, any other is `other` (B72). */
export const createWebhookMetrics = (kinds: readonly string[], expires: () => number | null): WebhookMetrics => {
  const registry = new Registry()
  const make = making(registry)
  const reviews = make.counter(webhookRows.reviews)
  const failures = make.counter(webhookRows.failures)
  const duration = make.histogram(webhookRows.duration)
  make.gauge(webhookRows.expiry, set => {
    const at = expires()
    if (at !== null) set({}, at / 1000)
  })
  return {
    reviewed: (of, kind, result) => reviews.inc({ path: known(of), kind: kinds.includes(kind) ? kind : 'other', result }),
    failed: of => failures.inc({ path: known(of) }),
    took: (of, seconds) => duration.observe({ path: known(of) }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
