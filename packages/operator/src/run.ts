import { carriedOut, type KindName } from '@flink-operator/kinds'
import { jarMirror } from '@flink-operator/flink-rest-adapter'
import { createHttp, serviceAccountSource, watchServiceRoutes } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { canariesOfKinds } from './canary/canaries-of-kinds.ts'
import { sleep, systemClock } from './clock.ts'
import { followCrds } from './configuration/follow-crds.ts'
import { lookAtCrds } from './configuration/look-at-crds.ts'
import { settledAtStart } from './configuration/settled-at-start.ts'
import { type Controller, createController } from './controller.ts'
import { longestRound } from './call-limits.ts'
import { startElection } from './election/start-election.ts'
import { createCrashSwitch } from './effect/crash-switch.ts'
import { portsOfKinds } from './effect/ports-of-kinds.ts'
import { flinkOfClusters } from './effect/flink-of-clusters.ts'
import { ensemblesAs } from './effect/ensembles.ts'
import { environment, type Refusal } from './exit-code.ts'
import { answersApart } from './foreign-text/answers-apart.ts'
import { readingPool } from './foreign-text/reading-pool.ts'
import { createBusyLoop } from './queue/busy-loop.ts'
import { createFairShare } from './queue/fair-share.ts'
import type { OperatorSetup } from './operator-setup.ts'
import { readLines, watchLines } from './replay/watch-lines.ts'
import { startLine } from './log/start-line.ts'
import { keptForPages } from './planner/kept-for-pages.ts'
import { liveSources } from './planner/live-sources.ts'
import { plannerBeside } from './planner/planner-beside.ts'
import { newsOfRound } from './plugin/news-of-round.ts'
import { startPlugins } from './plugin/start-plugins.ts'
import { keyText, type ResourceKey } from './port/cluster-port.ts'
import { startQuarantine } from './quarantine/start-quarantine.ts'
import type { Unwatched } from './resource/kind-watch.ts'
import { neverWatched, unwatchedText } from './resource/unwatchable.ts'
import { tellLeftSelector } from './resource/left-selector.ts'
import { watchKinds } from './resource/watched-kinds.ts'
import type { RunningOperator } from './running-operator.ts'
import { createMetrics } from './server/operator-metrics.ts'
import { serveOperator, withoutWords } from './server/serve-operator.ts'
import { standstill } from './server/standstill.ts'
import { stopOperator } from './stop-operator.ts'
import { webhookBeside } from './webhook/webhook-beside.ts'

/**
 * Starts the operator: reads the configuration, checks the CRDs, starts the watches, one queue of rounds for each kind, and the
 * health and metrics server. Left: one line that says why the operator can't start.
 */
export const startOperator = async (setup: OperatorSetup): Promise<E.Either<Refusal, RunningOperator>> => {
  const { credentials, logger, clock = systemClock } = setup
  const settled = settledAtStart(setup, clock)
  if (E.isLeft(settled)) return settled
  const { live, options, namespaces, selector, electing } = settled.right
  const metrics = createMetrics({
    lines: () => [...controllers].map(([name, { depth, progress }]) => [name, { depth: depth(), progress: progress() }] as const),
    watches: () => watches.staleness(),
    leases: () => election.standing().leases,
    unhealthy: () => unhealthy(),
    quarantined: () => quarantine.held(),
    switches: options,
  })
  const plugins = await startPlugins(setup.plugins, options, logger, (plugin, hook) => metrics.pluginFailed(plugin, hook))
  if (E.isLeft(plugins)) {
    live.stop()
    return E.left(environment(plugins.left))
  }
  const { admit, isAsked, tell, isHeard } = plugins.right
  const http = metrics.kubernetes(createHttp({ credentials }))
  const server = `${credentials.server.origin} (${credentials.source})`
  const refused = async (refusal: Refusal): Promise<E.Either<Refusal, never>> => {
    live.stop()
    await http.close()
    return E.left(refusal)
  }
  const crds = await lookAtCrds(http, namespaces, server, logger, options)
  if (E.isLeft(crds)) return refused(crds.left)
  const without = crds.right.carriedOut
  const followed = followCrds(crds.right.findings, { http, clock, logger, server })

  const routesOf = { http, clock, watched: (namespace: string, service: string) => routes.routeOf(namespace, service) }
  const texts = readingPool()
  const way = { settings: live.current, measured: metrics.flink, readApart: answersApart(texts) }
  const flink = flinkOfClusters(setup.reach, options, routesOf, way)
  const ensembles = ensemblesAs(setup.reach.zooKeeperDigest)
  const synced = Promise.withResolvers<void>()
  const election = startElection(electing, {
    http,
    logger,
    clock: setup.clock,
    byHand: setup.leaseNamespace === undefined && credentials.source !== serviceAccountSource,
    deployment: setup.deployment ?? null,
    tell: setup.onWaiting ?? (() => undefined),
    synced: synced.promise,
    release: async isMeant => {
      await Promise.all([...controllers.values()].map(({ release }) => release(isMeant)))
    },
  })
  const quarantine = await startQuarantine(setup, options, { http, clock, logger, election })
  const crashSwitch = createCrashSwitch(setup.crashAt)
  const { recorder } = setup
  recorder?.write({ version: 1, line: 'Start', at: clock.now() })
  const ports = portsOfKinds({
    kubernetes: http,
    flink,
    clock,
    zooKeeper: ensembles,
    kinds: setup.kinds,
    watchedOf: name => watches.clustersOf(name),
    settings: live.current,
    ...(setup.reach.jarMirror === undefined ? {} : { jarSources: jarMirror(setup.reach.jarMirror) }),
    guarded: port => quarantine.counted(election.guarded(port)),
    recorder,
  })
  // Resources may have changed while this process waited for leadership; the watches already hold those changes. So every resource
  // gets a round as soon as this process leads.
  const wakeAll = (isMeant: (key: ResourceKey) => boolean): void => {
    for (const [name, watch] of watches.of)
      for (const key of watch.keys()) if (isMeant(key)) controllers.get(name)?.wake(key)
  }
  const isRefused = (name: KindName, namespace: string): boolean => Object.hasOwn(without.get(name) ?? {}, namespace)
  const isOpen = (name: KindName, namespace: string): boolean => watches.of.get(name)?.isOpen(namespace) === true
  const canaries = canariesOfKinds({
    clock,
    logger,
    timeout: () => live.current().options.healthCanaryResourceTimeout,
    isOurs: key => election.mayBegin(key),
  })
  const share = createFairShare(createBusyLoop(() => performance.eventLoopUtilization()), clock)
  const pages = keptForPages(options, { clock, watched: name => watches.of.get(name) ?? null, settings: live.current, flink })
  const controllerOf = (name: KindName): Controller => {
    const beside = ports.beside(name)
    const ofKind = canaries.add(name, beside)
    return createController({
      name,
      kind: setup.kinds[name],
      clock,
      logger,
      crashSwitch,
      metrics: metrics.of(name),
      concurrency: options.reconcileParallelism,
      share,
      settings: live.current,
      carriedOut: namespace => carriedOut(other => watches.of.has(other) && (!isRefused(other, namespace) || isOpen(other, namespace))),
      cached: key => watches.of.get(name)?.cached(key),
      isWatched: ({ namespace }) => watches.clustersOf(name)?.isWatched(namespace) ?? false,
      initialFacts: meta => watches.seenFirst(name, meta),
      port: ports.recorded(name, beside),
      beside,
      isCanary: ofKind.round,
      holdBack: quarantine.of(name, setup.kinds[name], beside),
      ...(isAsked ? { admit: (key, resource) => admit({ ...key, kind: name, resource, before: null }) } : {}),
      onRead: readLines(clock, recorder, name),
      onRound: (key, report) => {
        if (isHeard) newsOfRound(name, key, report, clock.now()).forEach(tell)
        pages.round(name, key, report)
        setup.onRound?.(key, report, name)
      },
    })
  }
  const { mayBegin } = election
  const names = [...without.keys()]

  const watches = watchKinds({
    http,
    clock,
    namespaces,
    labelSelector: selector,
    kinds: new Map(names.map(name => [name, setup.kinds[name]])),
    onError: (watch, message) => logger.warn({ watch }, message),
    onWake: (name, key) => {
      if (mayBegin(key)) controllers.get(name)?.wake(key)
    },
    onReported: (name, key, change) => {
      metrics.of(name).change(change)
      controllers.get(name)?.reported(key)
      pages.reported(name, key)
    },
    onGone: (name, key) => {
      metrics.of(name).change('deleted')
      controllers.get(name)?.forget(key)
      pages.forget(name, key)
      canaries.forget(name, key)
      if (selector === null || !mayBegin(key)) return
      const tell = (message: string): void => logger.warn({ kind: name, resource: keyText(key) }, message)
      void tellLeftSelector({ kind: setup.kinds[name], port: ports.recorded(name, ports.beside(name)), selector: selector, tell }, key)
    },
    ...watchLines(clock, recorder, (name, key) => watches.deploymentSeen(name, key)),
  })
  const routes = watchServiceRoutes({
    http,
    clock,
    namespaces,
    hasLyft: watches.of.has('FlinkApplication'),
    podsOf: (namespace, cluster) => watches.jobManagerPods(namespace, cluster),
    onError: (watch, message) => logger.warn({ watch }, `${message}; until the watch works, it is read from the API server`),
  })
  const controllers: ReadonlyMap<KindName, Controller> = new Map(names.map(name => [name, controllerOf(name)]))
  // A kind whose CRD or rights are missing in a namespace does not count as unwatched there: /readyz only remarks on it.
  const unwatched = (): readonly Unwatched[] =>
    [...watches.of].flatMap(([name, watch]) =>
      watch.unwatched().filter(({ namespace }) => namespace === null || !isRefused(name, namespace))
    )
  const ready = Promise.all([...watches.of.values()].map(watch => watch.settled)).then(() => undefined)
  const state = { stopping: false, ready: false }
  void ready.then(() => {
    state.ready = true
    synced.resolve()
  })
  const notWatched = neverWatched(options, ready, unwatched)
  election.whenGained(isGained => {
    void ready.then(() => wakeAll(isGained))
  })

  const webhook = webhookBeside(options, setup, {
    credentials,
    settings: live.current,
    scope: () => ({ namespaces }),
    plugins: plugins.right,
    texts,
    clock,
    logger,
  })
  const release = async (): Promise<void> => {
    pages.stop()
    canaries.stop()
    await quarantine.stop()
    watches.stop()
    routes.stop()
    followed.stop()
    live.stop()
    flink.close()
    await texts.stop()
    await ensembles.close()
    await http.close()
  }
  const unhealthy = (): string | null =>
    standstill({
      watches: watches.staleness(),
      queues: [...controllers].map(([name, { progress }]) => [name, progress()] as const),
      longestRound: longestRound(live.current()),
    }) ?? canaries.unanswered()
  const sources = liveSources({ http, settings: live.current, clock, watches: watches.of, ...pages })
  const planner = await plannerBeside(options, sources, { credentials, clock }, logger)
  const served = await serveOperator(setup.port ?? (options.healthProbeEnabled ? options.healthProbePort : null), {
    unhealthy,
    metrics: [metrics.text, webhook.metrics],
    metricsType: metrics.contentType,
    notReady: () => (state.stopping ? 'shutting down' : followed.wrong() ?? unwatchedText(unwatched())),
    remarks: () => [
      ...election.standing().words,
      ...webhook.remarks(),
      ...planner.remarks(),
      ...followed.findings(),
      ...withoutWords(without, setup.kinds, isOpen),
    ],
  })
  if (E.isLeft(served)) {
    await planner.stop()
    await webhook.stop()
    await release()
    return E.left(environment(served.left))
  }

  const line = startLine({
    server: credentials.server.origin,
    port: served.right?.port ?? null,
    namespaces,
    labelSelector: selector,
    kinds: names,
    plugins: plugins.right.names,
    configuration: live.current().flinkDefaults.configuration,
  })
  logger.info(line.fields, line.message)

  const isSettled = (): boolean => [...controllers].every(([name, controller]) => controller.isSettled(watches.of.get(name)?.keys() ?? []))
  return E.right({
    ready,
    ended: Promise.race([election.ended, notWatched]),
    held: election.held,
    otherNamespaces: settled.right.otherNamespaces,
    port: served.right?.port ?? null,
    plannerPort: planner.port(),
    settled: async () => {
      // a process whose first lists do not come, or that never leads, would wait forever: a shutdown signal ends the wait
      while (!state.stopping && !(state.ready && isSettled())) await sleep(clock, 20)
      return { failures: [...controllers.values()].reduce((sum, { failures }) => sum + failures(), unwatched().length) }
    },
    stop: () => {
      state.stopping = true
      return stopOperator({
        clock,
        terminationTimeout: options.terminationTimeout,
        servers: [planner, webhook],
        controllers: [...controllers.values()],
        election,
        close: async () => {
          await served.right?.close()
          await release()
        },
      })
    },
    kept: () => [...controllers.values()].reduce((sum, { kept }) => sum + kept(), watches.kept() + pages.kept()),
  })
}
