import * as E from 'fp-ts/lib/Either.js'
import type { OperatorOptions } from '@flink-operator/core'
import { certificateFiles, looksAtOthers, type WebhookFilesFlags } from './webhook-files.ts'
import { startWebhook, type Webhook, type WebhookSetup } from './start-webhook.ts'

/** The webhook of an operator, which may serve none. */
export type WebhookBeside = Pick<Webhook, 'remarks' | 'metrics' | 'stop'>

const none: WebhookBeside = { remarks: () => [], metrics: () => Promise.resolve(''), stop: () => Promise.resolve() }

/**
 * The admission webhook in the operator's process, on every replica: `webhook.enabled`. If it can't be served, the operator
 * reconciles nevertheless, and `/readyz` reports it.
 */
export const webhookBeside = (
  options: OperatorOptions,
  flags: WebhookFilesFlags,
  setup: Omit<WebhookSetup, 'port' | 'certificates' | 'clientCa'>,
): WebhookBeside => {
  if (!options.webhookEnabled) return none
  const files = certificateFiles(options, flags)
  const webhook = startWebhook({
    ...setup,
    credentials: looksAtOthers(options, files) ? setup.credentials : null,
    port: options.webhookPort,
    certificates: files.folder,
    clientCa: files.clientCa,
  })
  void webhook.first.then(first => {
    if (E.isRight(first)) setup.logger.info({ port: first.right.port }, 'serving the webhook')
  })
  return webhook
}
