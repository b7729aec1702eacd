import type { Millis } from '@flink-operator/core'
import { renderManifest } from '@flink-operator/core/manifest'
import { flinkHttp } from '@flink-operator/flink-rest-adapter'
import { checkCrd, createHttp, type Credentials, type Http, isOlderThan, readObject } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { type Clock, sleep, systemClock } from './clock.ts'
import type { ConfigurationFolders } from './configuration/configuration-files.ts'
import { crdQuestion, crdRefusal } from './configuration/crd-refusal.ts'
import { followSettings } from './configuration/live-settings.ts'
import { labelSelector, watchedNamespaces } from './configuration/watched-namespaces.ts'
import { createAdapterPort } from './effect/adapter-port.ts'
import { type CrashAt, createCrashSwitch } from './effect/crash-switch.ts'
import { byResolution } from './effect/rest-address.ts'
import type { RestResolution } from './effect/rest-resolution.ts'
import { environment, type Refusal, usage } from './exit-code.ts'
import { type Logger, logRound } from './log/logger.ts'
import { createLoop, type Settings } from './loop.ts'
import { keyText, type ResourceKey } from './port/cluster-port.ts'
import { watchResources } from './resource/resource-watch.ts'
import type { AnyKind, RoundReport } from './round.ts'
import { createMetrics } from './server/operator-metrics.ts'
import { startServer } from './server/server.ts'

export interface OperatorSetup {
  readonly credentials: Credentials
  readonly kind: AnyKind
  readonly folders: ConfigurationFolders
  /** `--namespace`; empty: as environment and options say. */
  readonly namespaces: readonly string[]
  /** `WATCH_NAMESPACES`. */
  readonly watchNamespaces: string | undefined
  readonly restResolution: RestResolution
  /** Of health and metrics; null: as `kubernetes.operator.health.probe.*` says. */
  readonly port: number | null
  readonly crashAt: CrashAt | null
  readonly logger: Logger
  readonly onRound?: (key: ResourceKey, report: RoundReport) => void
  readonly clock?: Clock
}

export interface RunningOperator {
  /** When every watch has had its first full list. */
  readonly ready: Promise<void>
  /** Where health and metrics are served; null: nowhere. */
  readonly port: number | null
  /** When every resource had a round and none wants another at once. Failures so far. */
  readonly settled: () => Promise<{ readonly failures: number }>
  /** Begins no more rounds, waits for those under way as long as `termination.timeout` says. False: some were still under way. */
  readonly stop: () => Promise<boolean>
  /** Everything that is kept of single resources. */
  readonly kept: () => number
}

const kindName = 'FlinkDeployment'

const isInstalled = async (http: Http, name: string): Promise<boolean> => {
  const crd = await readObject(http)({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', namespace: null, name })()
  return E.isRight(crd) || crd.left._tag !== 'NotFound'
}

/** Without their CRD, snapshots can't be resources, whatever the options say (api-and-config.md, section 8). */
const withoutSnapshotResources = (settings: Settings): Settings => ({
  ...settings,
  flinkDefaults: { ...settings.flinkDefaults, configuration: { ...settings.flinkDefaults.configuration, 'kubernetes.operator.snapshot.resource.enabled': 'false' } },
})

/** Starts the operator: configuration, a look at the CRD, watches, the loop, health and metrics. Left: one line that says why it can't. */
export const startOperator = async (setup: OperatorSetup): Promise<E.Either<Refusal, RunningOperator>> => {
  const { credentials, logger, clock = systemClock } = setup
  const live = followSettings({
    folders: setup.folders, clock,
    onFindings: findings => { for (const { field, message } of findings) logger.warn({ option: field }, `option ${field} is not understood and has its default: ${message}`) },
    onChange: () => logger.info('configuration changed'),
    onBroken: message => logger.warn(`configuration stays as it was: ${message}`),
  })
  if (E.isLeft(live)) return E.left(environment(live.left))
  const { options } = live.right.current()
  const namespaces = watchedNamespaces({ flags: setup.namespaces, environment: setup.watchNamespaces, option: options.watchedNamespaces, own: credentials.namespace })
  if (E.isLeft(namespaces)) return E.left(usage(namespaces.left))
  const selector = labelSelector(options.labelSelector)
  if (E.isLeft(selector)) return E.left(environment(selector.left))

  const http = createHttp({ credentials })
  const refusal = crdRefusal(await checkCrd(http)(crdQuestion())(), `${credentials.server.origin} (${credentials.source})`)
  if (refusal !== null) {
    live.right.stop()
    await http.close()
    return E.left(refusal)
  }
  const snapshots = await isInstalled(http, 'flinkstatesnapshots.flink.apache.org')
  const settings = memo(live.right.current, current => (snapshots ? current : withoutSnapshotResources(current)))

  const flink = flinkHttp({
    resolveEndpoint: byResolution(setup.restResolution, http, clock),
    requestTimeout: options.flinkClientTimeout,
  })
  const tally = { failures: 0, rounded: new Set<string>() }
  const watch = watchResources({
    http, clock, namespaces: namespaces.right, labelSelector: selector.right,
    onWake: key => loop.wake(key),
    onTold: key => loop.told(key),
    onGone: key => {
      loop.forget(key)
      metrics.forget(key)
      tally.rounded.delete(keyText(key))
    },
    onError: (name, message) => logger.warn({ watch: name }, message),
  })
  const metrics = createMetrics({ kind: kindName, depth: () => loop.depth(), staleness: watch.staleness, process: options.jvmMetricsEnabled })
  const loop = createLoop({
    kind: setup.kind, clock, random: Math.random, settings,
    port: createAdapterPort({ kubernetes: http, flink, clock }),
    cached: watch.cached, deployment: watch.deployment, isOlder: isOlderThan,
    render: renderManifest, crashSwitch: createCrashSwitch(setup.crashAt), concurrency: options.reconcileParallelism,
    onRound: (key, report, attempt) => {
      tally.rounded.add(keyText(key))
      if (report.end._tag === 'Failed' || report.end._tag === 'Undecodable') tally.failures++
      metrics.round(key, report, attempt)
      logRound(logger, kindName, key, report, attempt)
      setup.onRound?.(key, report)
    },
    onUnread: (key, message) => {
      tally.failures++
      metrics.failed('unread')
      logger.warn({ kind: kindName, resource: keyText(key) }, `the resource could not be read: ${message}`)
    },
    onBug: (key, error) => {
      tally.failures++
      metrics.failed('bug')
      logger.error({ kind: kindName, resource: keyText(key), err: error instanceof Error ? error : new Error(String(error)) }, 'a bug of the operator; the resource is tried again later')
    },
    onGone: key => {
      metrics.forget(key)
      tally.rounded.delete(keyText(key))
    },
  })

  const state = { stopping: false }
  const release = async (): Promise<void> => {
    watch.stop()
    live.right.stop()
    flink.close()
    await http.close()
  }
  const port = setup.port ?? (options.healthProbeEnabled ? options.healthProbePort : null)
  const server = port === null ? E.right(null) : await startServer({
    port, healthy: () => true, metrics: metrics.text, metricsType: metrics.contentType,
    notReady: () => (state.stopping ? 'shutting down' : watch.isSynced() ? null : 'the first lists of resources are under way'),
  })
  if (E.isLeft(server)) {
    await release()
    return E.left(environment(server.left))
  }

  const isSettled = (): boolean => {
    const { due, running } = loop.depth()
    return due === 0 && running === 0 && watch.keys().every(key => tally.rounded.has(keyText(key)))
  }
  return E.right({
    ready: watch.synced,
    port: server.right?.port ?? null,
    settled: async () => {
      await watch.synced
      while (!isSettled()) await sleep(clock, 20)
      return { failures: tally.failures }
    },
    stop: async () => {
      state.stopping = true
      const drained = await inTime(clock, options.terminationTimeout, loop.drain())
      await server.right?.close()
      await release()
      return drained
    },
    kept: loop.kept,
  })
}

/** Does it end in time? */
const inTime = (clock: Clock, limit: Millis, done: Promise<void>): Promise<boolean> =>
  new Promise(resolve => {
    const cancel = clock.after(limit, () => resolve(false))
    void done.then(() => {
      cancel()
      resolve(true)
    })
  })

/** The last answer, as long as its input is the same object. */
const memo = <A, B>(input: () => A, from: (input: A) => B): (() => B) => {
  let last: { readonly input: A; readonly output: B } | undefined
  return () => {
    const now = input()
    if (last?.input !== now) last = { input: now, output: from(now) }
    return last.output
  }
}

