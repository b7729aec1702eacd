import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import { type Cluster, isStandalone } from './cluster.ts'
import { type Decorator, mapMainContainer } from './pod.ts'
import { appended } from './json-field.ts'
import type { ManifestError } from './manifest-error.ts'
import { findText, readBoolean, readList, readText } from './read-option.ts'

/**
 * Escaping for a container's command line, which the kubelet expands before it starts the container: `$(NAME)` is an environment variable,
 * `$$` is one dollar.
 */

/** Escapes a word that has to arrive unchanged. */
export const literalWord = (text: string): string => text.replaceAll(/\$(?=[$(])/gu, '$$$$')

/**
 * Escapes an argument of the user. `$(NAME)`, and `$$(NAME)` for that literal text, mean the same as in any container; every other dollar
 * arrives unchanged.
 */
export const argumentWord = (text: string): string =>
  text.replaceAll(/\$+\(?/gu, dollars => (dollars.endsWith('(') || dollars.length === 1 ? dollars : dollars.slice(1) + dollars))

export const entryPath = ({ configuration }: Pick<Cluster, 'configuration'>): string =>
  readText(configuration, 'kubernetes.entry.path', '/docker-entrypoint.sh')

/** With HA the JobManager announces its pod's address. `-D` and not `--host`, which Flink 2 doesn't take (B49). */
const ownAddress = ({ highAvailability }: Cluster): readonly string[] =>
  highAvailability ? ['-D', 'jobmanager.rpc.address=$(_POD_IP_ADDRESS)'] : []

const option = (name: string, value: string | null): readonly string[] => (value === null ? [] : [name, literalWord(value)])

/** After `--` Flink's entry point parses no options of its own: a user's `-s x` is then no savepoint to restore (U10). */
const userArguments = (args: readonly string[]): readonly string[] => (args.length === 0 ? [] : ['--', ...args.map(argumentWord)])

/** The arguments of a standalone job (cluster-manifests.md, section 6.4.1). Each word is a separate element: no shell splits it. */
const standaloneJobArgs = (cluster: Cluster): E.Either<ManifestError, readonly string[]> =>
  pipe(
    sequenceS(E.Apply)({
      ignoreUnclaimed: readBoolean(cluster.configuration, 'execution.state-recovery.ignore-unclaimed-state', false),
      jobArgs: readList(cluster.configuration, '$internal.application.program-args'),
    }),
    E.map(({ ignoreUnclaimed, jobArgs }) => [
      'standalone-job',
      ...option('--job-classname', findText(cluster.configuration, '$internal.application.main')),
      ...(ignoreUnclaimed ? ['--allowNonRestoredState'] : []),
      ...option('--fromSavepoint', findText(cluster.configuration, 'execution.state-recovery.path')),
      ...ownAddress(cluster),
      ...userArguments(jobArgs),
    ]),
  )

const nativeArgs = ({ application, configuration }: Cluster): readonly string[] => [
  'bash',
  '-c',
  `kubernetes-jobmanager.sh kubernetes-${application ? 'application' : 'session'} ${
    readText(configuration, 'kubernetes.jobmanager.entrypoint.args', '')
  }`,
]

/**
 * Command and arguments of the JobManager (cluster-manifests.md, section 6.4). A standalone session appends to the template's arguments.
 */
export const jobManagerCommand: Decorator = cluster => pod => {
  const command = [entryPath(cluster)]
  if (!isStandalone(cluster.input))
    return E.right(mapMainContainer(container => ({ ...container, command, args: nativeArgs(cluster) }))(pod))
  if (!cluster.application)
    return E.right(mapMainContainer(container => appended({ ...container, command }, 'args', ['jobmanager', ...ownAddress(cluster)]))(pod))
  return pipe(
    standaloneJobArgs(cluster),
    E.map(args => mapMainContainer(container => ({ ...container, command, args }))(pod)),
  )
}
