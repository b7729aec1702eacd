import type { FlinkConfiguration } from './flink-defaults.ts'
import { parseBoolean } from './parse-boolean.ts'

/** In the order in which the JobManager's command line has them: of two the later one counts. */
const javaOptions = [
  'env.java.default-opts.all',
  'env.java.default-opts.jobmanager',
  'env.java.opts',
  'env.java.opts.all',
  'env.java.opts.jobmanager',
] as const

const secure = /(?:^|[\s"'])-Dzookeeper\.client\.secure=(\w*)/gu

const isTls = (configuration: FlinkConfiguration): string | null => {
  const last = javaOptions.flatMap(key => [...(configuration[key] ?? '').matchAll(secure)].map(match => ({ key, value: match[1] ?? '' })))
    .at(-1)
  return last !== undefined && last.value.toLowerCase() === 'true' ? last.key : null
}

const isTrue = (text: string | undefined): boolean => text !== undefined && parseBoolean(text) === true

/** Does the JobManager log in to ZooKeeper by SASL, and make nodes that only this identity may read? */
const isOwnedBySasl = (configuration: FlinkConfiguration): boolean => {
  const context = configuration['zookeeper.sasl.login-context-name'] ?? 'Client'
  const contexts = (configuration['security.kerberos.login.contexts'] ?? '').split(/[,;]/u).map(it => it.trim())
  return contexts.includes(context) && !isTrue(configuration['zookeeper.sasl.disable'])
    && (configuration['high-availability.zookeeper.client.acl'] ?? '').trim().toLowerCase() === 'creator'
    && (configuration['high-availability.zookeeper.client.authorization'] ?? '').trim() === ''
}

/**
 * What the JobManager of this configuration speaks to ZooKeeper that the operator does not, in words; null: nothing, as far as the
 * configuration tells. The operator's client speaks plain TCP, and logs in by digest.
 */
export const unspokenToZooKeeper = (configuration: FlinkConfiguration): string | null => {
  const tls = isTls(configuration)
  if (tls !== null)
    return `${tls} has Flink speak TLS to ZooKeeper (-Dzookeeper.client.secure=true), which the operator does not: plain TCP is supported, with no login or by digest`
  return isOwnedBySasl(configuration)
    ? 'security.kerberos.login.contexts and high-availability.zookeeper.client.acl: creator have Flink make nodes that only its SASL identity may read: the operator logs in by digest alone (high-availability.zookeeper.client.authorization, FLINK_OPERATOR_ZOOKEEPER_DIGEST)'
    : null
}
