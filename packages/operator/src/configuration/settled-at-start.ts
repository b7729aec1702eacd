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

/** What flags, environment and files say of the whole process. */
export interface SettledAtStart {
  readonly live: LiveSettings
  readonly options: OperatorOptions
  readonly namespaces: WatchedNamespaces
  readonly selector: string | null
  /** Null: without leader election. */
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

const followed = ({ folders, logger }: Given, clock: Clock): E.Either<string, LiveSettings> =>
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
    onChange: ({ inForce, afterRestart }) => {
      logger.info({ keys: inForce }, `configuration changed${inForce.length === 0 ? '' : `: ${inForce.join(', ')}`}`)
      if (afterRestart.length > 0) {
        logger.warn({ keys: afterRestart }, `${afterRestart.join(', ')}: in force once the operator is restarted, not before`)
      }
    },
    onBroken: message => logger.warn(`configuration stays as it was: ${message}`),
  })

/** Reads the files, and follows them; what is wrong is told in one line. */
export const settledAtStart = (given: Given, clock: Clock): E.Either<Refusal, SettledAtStart> => {
  const { credentials } = given
  const live = followed(given, clock)
  if (E.isLeft(live)) return E.left(environment(live.left))
  const refused = (refusal: Refusal): E.Either<Refusal, never> => {
    live.right.stop()
    return E.left(refusal)
  }
  const { options } = live.right.current()
  const namespaces = watchedNamespaces({
    flags: given.namespaces,
    environment: given.watchNamespaces,
    option: options.watchedNamespaces,
    own: credentials.namespace,
  })
  if (E.isLeft(namespaces)) return refused(usage(namespaces.left))
  const selector = labelSelector(options.labelSelector)
  if (E.isLeft(selector)) return refused(environment(selector.left))
  const scope = { namespaces: namespaces.right, labelSelector: selector.right }
  const electing = electionSetup(options, given.leaseNamespace ?? credentials.namespace, scope, given.once)
  if (E.isLeft(electing)) return refused(environment(electing.left))
  return E.right({ live: live.right, options, namespaces: namespaces.right, selector: selector.right, electing: electing.right })
}
