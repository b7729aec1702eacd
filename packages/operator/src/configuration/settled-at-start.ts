import type { Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import { type ElectionSetup, electionSetup } from '../election/election-settings.ts'
import { environment, type Refusal, usage } from '../exit-code.ts'
import type { Logger } from '../log/logger.ts'
import type { OperatorOptions } from '@flink-operator/core'
import type { ConfigurationFolders } from './configuration-files.ts'
import { followSettings, type LiveSettings } from './live-settings.ts'
import { labelSelector, type WatchedNamespaces, watchedNamespaces } from './watched-namespaces.ts'

/** The settings of the whole process, from flags, environment and files. */
export interface SettledAtStart {
  readonly live: LiveSettings
  readonly options: OperatorOptions
  readonly namespaces: WatchedNamespaces
  /** Resolves when the configuration names other namespaces and the operator follows them (`dynamic.namespaces.enabled`). */
  readonly otherNamespaces: Promise<WatchedNamespaces>
  readonly selector: string | null
  /** Null: leader election is off. */
  readonly electing: ElectionSetup | null
}

interface Given {
  readonly credentials: Credentials
  readonly folders: ConfigurationFolders
  readonly namespaces: readonly string[]
  readonly watchNamespaces: string | undefined
  readonly leaseNamespace?: string | undefined
  readonly once?: boolean
  readonly logger: Logger
}

const followed = (
  { folders, logger }: Given,
  clock: Clock,
  onOptions: (options: OperatorOptions) => void,
): E.Either<string, LiveSettings> =>
  followSettings({
    folders,
    clock,
    onFindings: findings => {
      for (const { field, message } of findings)
        logger.warn({ option: field }, `option ${field} is not understood and has its default: ${message}`)
    },
    onIdle: idle =>
      logger.warn(
        { options: idle.map(({ key }) => key) },
        `options of the configuration that do nothing: ${idle.map(({ why }) => why).join('; ')}`,
      ),
    onChange: ({ inForce, afterRestart }, settings) => {
      logger.info({ keys: inForce }, `configuration changed${inForce.length === 0 ? '' : `: ${inForce.join(', ')}`}`)
      if (afterRestart.length > 0) {
        logger.warn({ keys: afterRestart }, `${afterRestart.join(', ')}: in force once the operator is restarted, not before`)
      }
      onOptions(settings.options)
    },
    onBroken: message => logger.warn(`configuration stays as it was: ${message}`),
  })

const isSameScope = (a: WatchedNamespaces, b: WatchedNamespaces): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every(name => b.includes(name))

/** Reads the files and follows them. Left: one line that says what is wrong. */
export const settledAtStart = (given: Given, clock: Clock): E.Either<Refusal, SettledAtStart> => {
  const { credentials, logger } = given
  const namespacesOf = ({ watchedNamespaces: option }: OperatorOptions): E.Either<string, WatchedNamespaces> =>
    watchedNamespaces({ flags: given.namespaces, environment: given.watchNamespaces, option, own: credentials.namespace })
  const other = Promise.withResolvers<WatchedNamespaces>()
  const live = followed(given, clock, now => {
    const wanted = namespacesOf(now)
    if (E.isLeft(wanted)) return logger.warn(`the watched namespaces stay as they were: ${wanted.left}`)
    if (E.isLeft(namespaces) || isSameScope(wanted.right, namespaces.right)) return
    if (now.dynamicNamespacesEnabled) other.resolve(wanted.right)
    else logger.warn(
        'kubernetes.operator.watched.namespaces: in force once the operator is restarted, or dynamic.namespaces.enabled is true',
      )
  })
  if (E.isLeft(live)) return E.left(environment(live.left))
  const refused = (refusal: Refusal): E.Either<Refusal, never> => {
    live.right.stop()
    return E.left(refusal)
  }
  const { options } = live.right.current()
  const namespaces = namespacesOf(options)
  if (E.isLeft(namespaces)) return refused(usage(namespaces.left))
  const selector = labelSelector(options.labelSelector)
  if (E.isLeft(selector)) return refused(environment(selector.left))
  const scope = { namespaces: namespaces.right, labelSelector: selector.right }
  const electing = electionSetup(options, given.leaseNamespace ?? credentials.namespace, scope, given.once)
  if (E.isLeft(electing)) return refused(environment(electing.left))
  return E.right({
    live: live.right,
    options,
    namespaces: namespaces.right,
    otherNamespaces: other.promise,
    selector: selector.right,
    electing: electing.right,
  })
}
