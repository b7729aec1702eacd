import type { OperatorOptions } from '@flink-operator/core'
import type { Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { systemClock } from '../clock.ts'
import { followSettings } from '../configuration/live-settings.ts'
import { type WatchedNamespaces, watchedNamespaces } from '../configuration/watched-namespaces.ts'
import { environment, ExitCode, type Outcome, type Refusal, usage } from '../exit-code.ts'
import { isLogLevel } from '../log/log-level.ts'
import { startServer } from '../server/server.ts'
import type { CertificateFiles } from '../server/certificate-pair.ts'
import { certificateFiles, looksAtOthers } from '../webhook/webhook-files.ts'
import { type ClusterFlags, credentialsOf, foldersOf } from './cluster.ts'
import { shutdownSignal } from './shutdown-signal.ts'

export interface WebhookFlags extends ClusterFlags {
  readonly namespace: readonly string[]
  readonly port?: number
  readonly certificates?: string
  readonly webhookClientCa?: string
  readonly metricsPort?: number
}

/** The environment variable of the reference operator. */
const portOfEnvironment = (): E.Either<string, number | null> => {
  const text = process.env['WEBHOOK_SERVER_PORT'] ?? ''
  if (text === '') return E.right(null)
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? E.right(Number(text))
    : E.left(`WEBHOOK_SERVER_PORT is "${text}": expected a port, 0 to 65535`)
}

const ofEnvironment = (): E.Either<string, { readonly level: string; readonly port: number | null }> => {
  const level = process.env['LOG_LEVEL'] ?? 'info'
  if (!isLogLevel(level)) return E.left(`LOG_LEVEL is "${level}": expected trace, debug, info, warn, error or silent`)
  const port = portOfEnvironment()
  return E.isLeft(port) ? port : E.right({ level, port: port.right })
}

/** Empty: this process runs in no namespace. */
const ownNamespace = async (flags: WebhookFlags): Promise<string> => {
  const reported = process.env['OPERATOR_NAMESPACE'] ?? ''
  return reported === '' ? E.match(() => '', ({ namespace }: Credentials) => namespace)(await credentialsOf(flags)) : reported
}

interface Settled {
  readonly files: CertificateFiles
  /** Null: the webhook reads no other resource, so it needs no credentials. */
  readonly credentials: Credentials | null
  readonly namespaces: WatchedNamespaces
}

const settledBy = async (flags: WebhookFlags, options: OperatorOptions): Promise<E.Either<Refusal, Settled>> => {
  const files = certificateFiles(options, flags)
  const credentials = looksAtOthers(options, files) ? await credentialsOf(flags) : E.right(null)
  if (E.isLeft(credentials)) return credentials
  const namespaces = watchedNamespaces({
    flags: flags.namespace,
    environment: process.env['WATCH_NAMESPACES'],
    option: options.watchedNamespaces,
    own: credentials.right?.namespace ?? await ownNamespace(flags),
  })
  return E.isLeft(namespaces) ? E.left(usage(namespaces.left))
    : E.right({ files, credentials: credentials.right, namespaces: namespaces.right })
}

/** `flink-operator webhook`: runs only the admission webhook, until a shutdown signal. */
export const webhook = async (flags: WebhookFlags): Promise<Outcome> => {
  const given = ofEnvironment()
  if (E.isLeft(given)) return E.left(usage(given.left))
  const { createLogger } = await import('../log/logger.ts')
  const { startWebhook } = await import('../webhook/start-webhook.ts')
  const logger = createLogger(given.right.level)
  const live = followSettings({
    folders: foldersOf(flags),
    clock: systemClock,
    onFindings: findings => {
      for (const { field, message } of findings)
        logger.warn({ option: field }, `option ${field} is not understood and has its default: ${message}`)
    },
    // the operator itself reports idle options
    onIdle: () => undefined,
    onChange: ({ inForce }) =>
      logger.info({ keys: inForce }, `configuration changed${inForce.length === 0 ? '' : `: ${inForce.join(', ')}`}`),
    onBroken: message => logger.warn(`configuration stays as it was: ${message}`),
  })
  if (E.isLeft(live)) return E.left(environment(live.left))
  const { options } = live.right.current()
  const settled = await settledBy(flags, options)
  if (E.isLeft(settled)) {
    live.right.stop()
    return settled
  }
  const { files, credentials, namespaces } = settled.right

  const { startPlugins } = await import('../plugin/start-plugins.ts')
  const plugins = await startPlugins(process.env['FLINK_OPERATOR_PLUGINS'], options, logger, () => undefined)
  if (E.isLeft(plugins)) {
    live.right.stop()
    return E.left(environment(plugins.left))
  }
  const served = startWebhook({
    plugins: plugins.right,
    credentials,
    port: flags.port ?? given.right.port ?? options.webhookPort,
    certificates: files.folder,
    clientCa: files.clientCa,
    settings: live.right.current,
    scope: () => ({ namespaces }),
    clock: systemClock,
    logger,
  })
  const stopped = shutdownSignal()
  const first = await served.first
  const metrics = E.isLeft(first) || flags.metricsPort === undefined ? E.right(null) : await startServer({
    port: flags.metricsPort,
    unhealthy: () => null,
    notReady: () => null,
    remarks: served.remarks,
    metrics: served.metrics,
    metricsType: served.metricsType,
  })
  const end = async (): Promise<void> => {
    live.right.stop()
    if (E.isRight(metrics)) await metrics.right?.close()
    await served.stop()
  }
  if (E.isLeft(first) || E.isLeft(metrics)) {
    await end()
    return E.left(environment(E.isLeft(first) ? first.left : E.isLeft(metrics) ? metrics.left : ''))
  }
  logger.info(
    { port: first.right.port, metricsPort: metrics.right?.port, namespaces: namespaces ?? 'all', clientCa: files.clientCa },
    'started the webhook',
  )
  const signal = await stopped
  logger.info({ signal }, 'stopping')
  await end()
  return E.right(ExitCode.Ok)
}
