import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { spellingsOf } from '../flink/configuration/alias-table.ts'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { type Cluster, isStandalone } from './cluster.ts'
import { configYaml } from './config-yaml.ts'
import { configurationFile, presentLogFiles } from './flink-config-mount.ts'
import { kerberosKeys } from './hadoop.ts'
import { commonLabels, flinkConfigName, objectMetadata } from './object-metadata.ts'
import type { ManifestError } from './manifest-error.ts'
import { firstOwnerReference } from './owner-reference.ts'

/** Meaningful only outside of the pod, or wrong inside (cluster-manifests.md, section 5.1). */
const outsideOnly = [
  'kubernetes.config.file',
  '$internal.deployment.config-dir',
  'rest.bind-address',
  'jobmanager.bind-host',
  'taskmanager.bind-host',
  'taskmanager.host',
]

/** True for paths on the reference operator's disk, which do not exist in the pod (cluster-manifests.md, section 15). */
const isTemplatePath = (key: string): boolean => key === 'kubernetes.pod-template-file' || key.startsWith('kubernetes.pod-template-file.')

/** The configuration that is written to the pods' configuration file. */
export const podConfiguration = (cluster: Pick<Cluster, 'input' | 'configuration'>): E.Either<ManifestError, FlinkConfiguration> =>
  pipe(
    kerberosKeys(cluster),
    E.map(kerberos =>
      Object.fromEntries(
        Object.entries({ ...cluster.configuration, ...kerberos }).filter(([key]) => !outsideOnly.includes(key) && !isTemplatePath(key)),
      )
    ),
  )

/** Keys that a standalone application's command line already sets, in any spelling. */
const saidByCommand: readonly string[] = [
  '$internal.application.program-args',
  '$internal.application.main',
  ...spellingsOf('execution.state-recovery.path'),
]

/**
 * True if the key is left to the command line. The line-based file repeats the keys of a standalone application's command line, except for
 * values that it can't hold: a line break would begin another option, a `#` would cut the value.
 */
const isLeftToCommand = ({ input, application }: Cluster, key: string, value: string): boolean =>
  isStandalone(input) && application && saidByCommand.includes(key) && /[\n\r#]/u.test(value)

/** One `key: value` a line, by key (C-D19), as the line reader of Flink 1.x takes it (cluster-manifests.md, section 5.2). */
const flinkConfYaml = (cluster: Cluster, configuration: FlinkConfiguration): string =>
  Object.entries(configuration)
    .filter(([key, value]) => !isLeftToCommand(cluster, key, value))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')

const configurationText = (cluster: Cluster): E.Either<ManifestError, string> =>
  pipe(
    podConfiguration(cluster),
    E.chain(
      configuration => (configurationFile(cluster.input) === 'config.yaml' ? configYaml(configuration)
        : E.right(flinkConfYaml(cluster, configuration))),
    ),
  )

/** ConfigMap `flink-config-<id>`: the configuration file and the log files (cluster-manifests.md, section 5). */
export const flinkConfigMap = (cluster: Cluster): E.Either<ManifestError, JsonObject> =>
  pipe(
    configurationText(cluster),
    E.map(text => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: objectMetadata(cluster.input, {
        name: flinkConfigName(cluster.input.clusterId),
        labels: commonLabels(cluster.input),
        ownerReferences: [firstOwnerReference(cluster.input.owner)],
      }),
      data: {
        ...Object.fromEntries(presentLogFiles(cluster.input).map(file => [file, cluster.input.logConfiguration[file] ?? ''])),
        [configurationFile(cluster.input)]: text,
      },
    })),
  )
