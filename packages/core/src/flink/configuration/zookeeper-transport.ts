import type { FlinkConfiguration } from './flink-defaults.ts'
import { parseBoolean } from './parse-boolean.ts'

/** In the order of the JobManager's command line, where the last one wins. */
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

/** True if the JobManager logs in to ZooKeeper by SASL and creates nodes that only this identity may read. */
const isOwnedBySasl = (configuration: FlinkConfiguration): boolean => {
  const context = configuration['zookeeper.sasl.login-context-name'] ?? 'Client'
  const contexts = (configuration['security.kerberos.login.contexts'] ?? '').split(/[,;]/u).map(it => it.trim())
  return contexts.includes(context) && !isTrue(configuration['zookeeper.sasl.disable'])
    && (configuration['high-availability.zookeeper.client.acl'] ?? '').trim().toLowerCase() === 'creator'
    && (configuration['high-availability.zookeeper.client.authorization'] ?? '').trim() === ''
}

/**
 * The feature of the JobManager's ZooKeeper connection that the operator does not support; null if the configuration has none. The
 * operator's client supports plain TCP and login by digest.
 */
export const unspokenToZooKeeper = (configuration: FlinkConfiguration): string | null => {
  const tls = isTls(configuration)
  if (tls !== null)
    return `${tls} makes Flink connect to ZooKeeper by TLS (-Dzookeeper.client.secure=true), which the operator does not support: it supports plain TCP, without login or with login by digest`
  return isOwnedBySasl(configuration)
    ? 'security.kerberos.login.contexts and high-availability.zookeeper.client.acl: creator make Flink create nodes that only its SASL identity may read: the operator supports only login by digest (high-availability.zookeeper.client.authorization, FLINK_OPERATOR_ZOOKEEPER_DIGEST)'
    : null
}
