import { renderManifest } from '@flink-operator/core/manifest'
import type { AnyKind } from '@flink-operator/core/kinds'
import { isOlderThan } from '@flink-operator/k8s-adapter'
import type { Logger } from './log/logger.ts'
import { logRound } from './log/logger.ts'
import { createLoop, type Loop, type LoopOptions } from './loop.ts'
import { keyText, type ResourceKey } from './port/cluster-port.ts'
import type { RoundReport } from './round.ts'
import type { KindMetrics } from './server/operator-metrics.ts'

export interface ControllerOptions extends
  Pick<
    LoopOptions,
    | 'clock'
    | 'port'
    | 'settings'
    | 'carriedOut'
    | 'cached'
    | 'isWatched'
    | 'initialFacts'
    | 'crashSwitch'
    | 'concurrency'
    | 'share'
    | 'onRead'
    | 'admit'
    | 'isCanary'
    | 'holdBack'
    | 'beside'
  > {
  readonly name: string
  readonly kind: AnyKind
  readonly metrics: KindMetrics
  readonly logger: Logger
  readonly onRound: (key: ResourceKey, report: RoundReport) => void
}

/** The reconcile loop of one kind, with its logs and metrics. */
export interface Controller extends Loop {
  readonly failures: () => number
  /** True if each of these resources had a round and none is due or running. */
  readonly isSettled: (keys: readonly ResourceKey[]) => boolean
}

export const createController = ({ name, metrics, logger, onRound, ...options }: ControllerOptions): Controller => {
  const rounded = new Set<string>()
  let failures = 0
  const gone = (key: ResourceKey): void => {
    metrics.forget(key)
    rounded.delete(keyText(key))
  }
  const { isCanary, holdBack } = options
  const loop = createLoop({
    ...options,
    ...(isCanary === undefined ? {} : {
      isCanary: (key, resource) => {
        const isOne = isCanary(key, resource)
        if (isOne) rounded.add(keyText(key))
        return isOne
      },
    }),
    ...(holdBack === undefined ? {} : {
      holdBack: {
        ...holdBack,
        before: async (key, resource) => {
          const verdict = await holdBack.before(key, resource)
          if (verdict !== null) rounded.add(keyText(key))
          return verdict
        },
      },
    }),
    random: Math.random,
    isOlder: isOlderThan,
    render: renderManifest,
    onRound: (key, report, attempt) => {
      rounded.add(keyText(key))
      if (report.end._tag === 'Failed' || report.end._tag === 'Undecodable') failures++
      metrics.round(key, report, attempt)
      logRound(logger, name, key, report, attempt)
      onRound(key, report)
    },
    onUnread: (key, message) => {
      failures++
      metrics.failed('unread')
      logger.warn({ kind: name, resource: keyText(key) }, `the resource could not be read: ${message}`)
    },
    onBug: (key, error) => {
      failures++
      metrics.failed('bug')
      logger.error(
        { kind: name, resource: keyText(key), err: error instanceof Error ? error : new Error(String(error)) },
        'a bug of the operator; the resource is retried later',
      )
    },
    onGone: gone,
  })
  return {
    ...loop,
    forget: key => {
      loop.forget(key)
      gone(key)
    },
    failures: () => failures,
    isSettled: keys => {
      const { due, running } = loop.depth()
      return due === 0 && running === 0 && keys.every(key => rounded.has(keyText(key)))
    },
  }
}
