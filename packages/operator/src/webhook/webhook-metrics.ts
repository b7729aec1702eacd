import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface WebhookMetrics {
  readonly reviewed: (path: string, kind: string, result: string) => void
  readonly failed: (path: string) => void
  readonly took: (path: string, seconds: number) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

const paths: readonly string[] = ['/validate', '/mutate']
const known = (path: string): string => (paths.includes(path) ? path : 'other')

/** Labels are taken from closed lists: `kinds` are those of the table, anything else is `other` (B72). */
export const createWebhookMetrics = (kinds: readonly string[], expires: () => number | null): WebhookMetrics => {
  const registry = new Registry()
  const registers = [registry]
  const reviews = new Counter({
    name: 'flink_operator_webhook_reviews_total',
    help: 'Admission reviews by what was answered: passed, allowed, refused, mutated.',
    labelNames: ['path', 'kind', 'result'],
    registers,
  })
  const failures = new Counter({
    name: 'flink_operator_webhook_failures_total',
    help: 'Requests that were answered by an error: no review, or a bug.',
    labelNames: ['path'],
    registers,
  })
  for (const path of paths) failures.inc({ path }, 0)
  const duration = new Histogram({
    name: 'flink_operator_webhook_seconds',
    help: 'How long the answer to an admission review took.',
    labelNames: ['path'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10],
    registers,
  })
  new Gauge({
    name: 'flink_operator_webhook_certificate_expiry_seconds',
    help: 'When the certificate that is served runs out, in Unix time.',
    registers,
    collect() {
      const at = expires()
      if (at !== null) this.set(at / 1000)
    },
  })
  return {
    reviewed: (path, kind, result) => reviews.inc({ path, kind: kinds.includes(kind) ? kind : 'other', result }),
    failed: path => failures.inc({ path: known(path) }),
    took: (path, seconds) => duration.observe({ path: known(path) }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
