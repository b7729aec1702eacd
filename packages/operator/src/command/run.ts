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

/** Waits for no other operator: where one is in charge that is the answer. */
const once = async (operator: RunningOperator, ended: Promise<Outcome>): Promise<Outcome> => {
  const settled = operator.settled().then(({ failures }): Outcome => E.right(failures === 0 ? ExitCode.Ok : ExitCode.Findings))
  const outcome = await Promise.race([settled, ended, operator.held.then((who): Outcome => E.left(environment(who)))])
  await operator.stop()
  return outcome
}

/** Where the Lease is, as a deployment tells it. */
const operatorNamespace = (): string | undefined => process.env['OPERATOR_NAMESPACE'] === '' ? undefined : process.env['OPERATOR_NAMESPACE']

/** Runs it, anew where other namespaces are to be watched. */
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
      logger.info(drained ? 'stopped' : 'stopped; some rounds were still under way, the next process goes on with them')
      return typeof why === 'string' ? E.right(ExitCode.Ok) : why
    }
    // two of them in one process would not know of each other's rounds
    if (!drained) return E.left(environment('the watched namespaces changed while rounds take long: another process goes on'))
  }
}

/** A recording begins before the configuration is followed; one that can't be read is told there. */
const sensitiveNames = (folders: ConfigurationFolders): SensitiveNames => {
  const defaults = loadFlinkDefaults(folders)
  return E.isLeft(defaults) ? [] : operatorOptions(defaults.right.configuration).options.secretsAdditionalKeys
}

/** `flink-operator run`: until it is told to stop, or with `--once` until every resource had its round. */
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

  // Small young generation: left alone it grows to 128 MiB in a process that needs 40 (measured with 1,000 resources).
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
    colour: process.stdout.isTTY,
  })
  const { kinds } = await import('@flink-operator/core/kinds')
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
