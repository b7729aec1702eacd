import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import { isAtLeast } from '../contract/resource/flink-version.ts'
import { type Decorator, mounted } from './pod.ts'
import { attemptKey } from './attempt-key.ts'
import { flinkConfigName } from './object-metadata.ts'
import { readText } from './read-option.ts'

/** Log files that are mounted, in this order (cluster-manifests.md, section 5). Others of the configuration directory are not. */
const logFiles = ['logback-console.xml', 'log4j-console.properties'] as const

/** The log files of the cluster. */
export const presentLogFiles = ({ logConfiguration }: Pick<ClusterManifestInput, 'logConfiguration'>): readonly string[] =>
  logFiles.filter(file => Object.hasOwn(logConfiguration, file))

/** The configuration file that the image of this version reads (cluster-manifests.md, section 3). */
export const configurationFile = ({ flinkVersion }: Pick<ClusterManifestInput, 'flinkVersion'>): 'config.yaml' | 'flink-conf.yaml' =>
  isAtLeast(flinkVersion, 'v2_0') ? 'config.yaml' : 'flink-conf.yaml'

/** Path of the attempt's key in the configuration directory: an empty file that Flink does not read. */
const attemptFile = 'attempt'

const configMount = (hasAttempt: boolean): Decorator => ({ input, configuration }) => pod => {
  const files = [...presentLogFiles(input), configurationFile(input)].map(file => ({ key: file, path: file }))
  const items = hasAttempt && input.attempt !== null ? [...files, { key: attemptKey(input.attempt), path: attemptFile }] : files
  return E.right(
    mounted(
      { name: 'flink-config-volume', configMap: { name: flinkConfigName(input.clusterId), items } },
      { mountPath: readText(configuration, 'kubernetes.flink.conf.dir', '/opt/flink/conf') },
    )(pod),
  )
}

/**
 * Mounts the files over the image's own configuration directory (cluster-manifests.md, section 5), and the key of the attempt: without it
 * in the ConfigMap the kubelet starts no container (docs/adr/0029).
 */
export const flinkConfigMount: Decorator = configMount(true)

/** The mount that Flink itself uses in the TaskManager pods that it creates. */
export const nativeTaskManagerConfigMount: Decorator = configMount(false)
