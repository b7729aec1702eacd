import { setFlagsFromString } from 'node:v8'
import { operatorOptions } from '@flink-operator/core'
import type { SensitiveNames } from '@flink-operator/core/redaction'
import * as E from 'fp-ts/lib/Either.js'
import { type ConfigurationFolders, loadFlinkDefaults } from '../configuration/configuration-files.ts'
import { parseCrashAt } from '../effect/crash-switch.ts'
import { reachOf } from '../effect/reach.ts'
import { environment, ExitCode, type Outcome, type Refusal, usage } from '../exit-code.ts'
import { ownDeploymentRef } from '../election/deployment-ref.ts'
import { isLogLevel } from '../log/log-level.ts'
import type { Logger } from '../log/logger.ts'
import { createRecorder } from '../replay/recorder.ts'
import type { RunningOperator } from '../running-operator.ts'
import { type ClusterFlags, credentialsOf, foldersOf } from './cluster.ts'
import { shutdownSignal } from './shutdown-signal.ts'
import { hasColour } from '../output/has-colour.ts'
import { paintedToStdout, toStdout } from '../output/write.ts'

export interface RunFlags extends ClusterFlags {
  readonly namespace: readonly string[]
  readonly port?: number
  readonly webhookClientCa?: string
  readonly once?: true
  readonly narrate?: true
  readonly record?: string
  readonly crashAt?: string
}

/** For `--once`: does not wait for another operator that is in charge, but reports it and ends. */
const once = async (operator: RunningOperator, ended: Promise<Outcome>): Promise<Outcome> => {
  const settled = operator.settled().then(({ failures }): Outcome => E.right(failures === 0 ? ExitCode.Ok : ExitCode.Findings))
  const outcome = await Promise.race([settled, ended, operator.held.then((who): Outcome => E.left(environment(who)))])
  await operator.stop()
  return outcome
}

/** Namespace of the Lease, as the Deployment sets it. */
const operatorNamespace = (): string | undefined => process.env['OPERATOR_NAMESPACE'] === '' ? undefined : process.env['OPERATOR_NAMESPACE']

/** Runs the operator, and starts it again when the watched namespaces change. */
const untilStopped = async (
  start: () => Promise<E.Either<Refusal, RunningOperator>>,
  logger: Logger,
  isOnce: boolean,
): Promise<Outcome> => {
  const stopped = shutdownSignal()
  for (;;) {
    const started = await start()
    if (E.isLeft(started)) return started
    const operator = started.right
    void operator.ready.then(() => logger.info('ready'))
    const ended = operator.ended.then((why): Outcome => E.left(environment(why)))
    if (isOnce) return once(operator, ended)
    const why = await Promise.race([stopped, ended, operator.otherNamespaces.then(namespaces => ({ namespaces: namespaces ?? 'all' }))])
    const isAnew = typeof why === 'object' && 'namespaces' in why
    if (isAnew) logger.info(why, 'configuration changed: other namespaces are watched from now on')
    else logger.info({ signal: why }, 'stopping')
    const drained = await operator.stop()
    if (!isAnew) {
      logger.info(drained ? 'stopped' : 'stopped; some rounds were still running, and the next process continues them')
      return typeof why === 'string' ? E.right(ExitCode.Ok) : why
    }
    // two operators in one process would not know of each other's rounds
    if (!drained)
      return E.left(
        environment('the watched namespaces changed, but running rounds did not end in time: this process ends, and a new one continues'),
      )
  }
}

/**
 * Sensitive option names for the recording, which begins before the configuration is followed; that reports a configuration that
 * can't be read.
 */
const sensitiveNames = (folders: ConfigurationFolders): SensitiveNames => {
  const defaults = loadFlinkDefaults(folders)
  return E.isLeft(defaults) ? [] : operatorOptions(defaults.right.configuration).options.secretsAdditionalKeys
}

/** `flink-operator run`: runs until a shutdown signal, or with `--once` until every resource had its round. */
export const run = async (flags: RunFlags): Promise<Outcome> => {
  const level = process.env['LOG_LEVEL'] ?? 'info'
  if (!isLogLevel(level)) return E.left(usage(`LOG_LEVEL is "${level}": expected trace, debug, info, warn, error or silent`))
  const crashText = flags.crashAt ?? process.env['FLINK_OPERATOR_CRASH_AT'] ?? ''
  const crashAt = crashText === '' ? E.right(null) : parseCrashAt(crashText)
  if (E.isLeft(crashAt)) return E.left(usage(`FLINK_OPERATOR_CRASH_AT is ${crashAt.left}`))
  const reach = reachOf(process.env)
  if (E.isLeft(reach)) return E.left(usage(reach.left))
  const credentials = await credentialsOf(flags)
  if (E.isLeft(credentials)) return credentials

  // limits the young generation: by default it grows to 128 MiB in a process that needs 40 (measured with 1,000 resources)
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--semi-space-growth-factor=1')
  const recorder = flags.record === undefined ? E.right(null) : createRecorder(flags.record, sensitiveNames(foldersOf(flags)))
  if (E.isLeft(recorder)) return E.left(usage(recorder.left))

  const { startTracing } = await import('../tracing/start-tracing.ts')
  const tracing = await startTracing(process.env)
  if (E.isLeft(tracing)) return E.left(usage(tracing.left))
  const { createLogger } = await import('../log/logger.ts')
  const { createNarrator } = await import('../log/narrate.ts')
  const { startOperator } = await import('../run.ts')
  const { startWatchdog } = await import('../watchdog/start-watchdog.ts')
  const logger = createLogger(flags.narrate === true ? 'error' : level)
  const narrate = createNarrator({
    print: paintedToStdout,
    colour: hasColour(),
  })
  const { kinds } = await import('@flink-operator/kinds')
  const start = () =>
    startOperator({
      credentials: credentials.right,
      kinds,
      folders: foldersOf(flags),
      namespaces: flags.namespace,
      plugins: process.env['FLINK_OPERATOR_PLUGINS'],
      watchNamespaces: process.env['WATCH_NAMESPACES'],
      reach: reach.right,
      port: flags.port ?? null,
      ...(flags.webhookClientCa === undefined ? {} : { webhookClientCa: flags.webhookClientCa }),
      crashAt: crashAt.right,
      leaseNamespace: operatorNamespace(),
      deployment: ownDeploymentRef(process.env),
      once: flags.once === true,
      onWaiting: line => {
        if (flags.narrate === true) toStdout(`${line}\n`)
      },
      logger,
      watchdog: options => startWatchdog({ ...options, flags, logger }),
      ...(recorder.right === null ? {} : { recorder: recorder.right }),
      onRound: (key, report, kind) => {
        if (flags.narrate === true) narrate(key, report)
        recorder.right?.record(kind, report)
        tracing.right?.round(kind, key, report)
      },
    })
  const outcome = await untilStopped(start, logger, flags.once === true)
  await tracing.right?.stop()
  return outcome
}
