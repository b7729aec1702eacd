import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { type Cluster, isStandalone } from './cluster.ts'
import { type Decorator, type FlinkPod, mounted, mapMainContainer } from './pod.ts'
import type { ManifestError } from './manifest-error.ts'
import { kerberosKeytabName, kerberosKrb5ConfName } from './object-metadata.ts'
import { readBoolean, readText } from './read-option.ts'
import { appended } from './json-field.ts'

const keytabKey = 'security.kerberos.login.keytab'
const keytabDirectory = '/opt/kerberos/kerberos-keytab'

const fileName = (path: string): string => path.split('/').at(-1) ?? path

const isEnabled = ({ input, configuration }: Pick<Cluster, 'input' | 'configuration'>): E.Either<ManifestError, boolean> =>
  isStandalone(input) ? E.right(true) : readBoolean(configuration, 'kubernetes.decorator.kerberos-mount.enabled', true)

/** The configured path of the keytab, if keytab and principal are both configured. */
const keytab = (configuration: FlinkConfiguration): string | null => {
  const path = readText(configuration, keytabKey, '').trim()
  return path === '' || readText(configuration, 'security.kerberos.login.principal', '').trim() === '' ? null : path
}

const withKeytab = ({ input, configuration }: Cluster) => (pod: FlinkPod): FlinkPod =>
  keytab(configuration) === null
    ? pod
    : mounted({ name: 'kerberos-keytab-volume', secret: { secretName: kerberosKeytabName(input.clusterId) } }, {
      mountPath: keytabDirectory,
    })(pod)

const withKrb5Conf = ({ input, configuration }: Cluster) => (pod: FlinkPod): FlinkPod => {
  const path = readText(configuration, 'security.kerberos.krb5-conf.path', '').trim()
  const items = [{ key: fileName(path), path: 'krb5.conf' }]
  return path === ''
    ? pod
    : mounted(
      { name: 'kerberos-krb5conf-volume', configMap: { name: kerberosKrb5ConfName(input.clusterId), items } },
      { mountPath: '/etc/krb5.conf', subPath: 'krb5.conf' },
    )(pod)
}

/**
 * Mounts keytab and krb5.conf (cluster-manifests.md, section 6.8). The Secret and the ConfigMap have to exist under the reference
 * operator's names: this operator reads no files from its own disk (M-D04).
 */
export const kerberosMount: Decorator = cluster => pod =>
  pipe(
    isEnabled(cluster),
    E.map(enabled => (enabled ? pipe(pod, withKeytab(cluster), withKrb5Conf(cluster)) : pod)),
  )

/** The path of the keytab inside the pod. It has to be set before the configuration file is written. */
export const kerberosKeys = (cluster: Pick<Cluster, 'input' | 'configuration'>): E.Either<ManifestError, FlinkConfiguration> =>
  pipe(
    isEnabled(cluster),
    E.map(enabled => {
      const path = keytab(cluster.configuration)
      return enabled && path !== null ? { [keytabKey]: `${keytabDirectory}/${fileName(path)}` } : {}
    }),
  )

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
