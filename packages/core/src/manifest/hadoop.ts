import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isStandalone } from './cluster.ts'
import type { Decorator } from './decorator.ts'
import { appended } from './json-field.ts'
import { readBoolean, readText } from './read-option.ts'
import { mapMainContainer } from './pod.ts'
import { mounted } from './volume.ts'

const path = '/opt/hadoop/conf'

/**
 * Mounts Hadoop's configuration from an existing ConfigMap (cluster-manifests.md, section 6.7). The reference operator can also copy files
 * from its own disk; this operator can't (M-D04). In native mode the step can be disabled.
 */
export const hadoopConfMount: Decorator = ({ input, configuration }) => pod =>
  pipe(
    isStandalone(input) ? E.right(true) : readBoolean(configuration, 'kubernetes.decorator.hadoop-conf-mount.enabled', true),
    E.map(enabled => {
      const configMap = readText(configuration, 'kubernetes.hadoop.conf.config-map.name', '').trim()
      if (!enabled || configMap === '') return pod
      return mapMainContainer(container => appended(container, 'env', [{ name: 'HADOOP_CONF_DIR', value: path }]))(
        mounted({ name: 'hadoop-config-volume', configMap: { name: configMap } }, { mountPath: path })(pod),
      )
    }),
  )
