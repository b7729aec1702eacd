import * as E from 'fp-ts/lib/Either.js'
import type { OperatorOptions } from '@flink-operator/core'
import { startWebhook, type Webhook, type WebhookSetup } from './start-webhook.ts'

/** The webhook of an operator that may have none. */
export type WebhookBeside = Pick<Webhook, 'remarks' | 'metrics' | 'stop'>

const none: WebhookBeside = { remarks: () => [], metrics: () => Promise.resolve(''), stop: () => Promise.resolve() }

/**
 * The admission webhook in the operator's process, on every replica: `webhook.enabled`. What keeps it from being served keeps nothing else:
 * jobs are looked after, `/readyz` tells.
 */
export const webhookBeside = (
  { webhookEnabled, webhookPort, webhookCertificates }: OperatorOptions,
  setup: Omit<WebhookSetup, 'port' | 'certificates'>,
): WebhookBeside => {
  if (!webhookEnabled) return none
  const webhook = startWebhook({ ...setup, port: webhookPort, certificates: webhookCertificates })
  void webhook.first.then(first => {
    if (E.isRight(first)) setup.logger.info({ port: first.right.port }, 'serving the webhook')
  })
  return webhook
}
