import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DeploymentMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { fallbackKeys } from './alias-table.ts'
import { flinkOptions } from './flink-options.ts'
import { boolean, integer, type ConfigOption, readOption } from './option.ts'

/** Read only here and by the rendering of the objects, which rejects a value that does not parse. */
const bindPort: ConfigOption<number> = {
  key: 'rest.bind-port',
  aliases: fallbackKeys['rest.bind-port'] ?? [],
  type: integer,
  default: 8081,
  doc: 'Port that the REST server listens on.',
}

const flag = (key: string, doc: string): ConfigOption<boolean> => ({ key, aliases: [], type: boolean, default: false, doc })
const hostNetwork = flag('kubernetes.hostnetwork.enabled', 'Pods are on the network of their hosts.')
const clientCertificates = flag('security.ssl.rest.authentication-enabled', 'The REST server asks its clients for certificates.')

export const isOnHostNetwork = (configuration: FlinkConfiguration): boolean => orDefault(configuration, hostNetwork)

const orDefault = <A>(configuration: FlinkConfiguration, option: ConfigOption<A>): A =>
  pipe(readOption(configuration, option), E.getOrElse(() => option.default))

/** The port that the JobManager's REST server listens on; null: Flink picks a free port. 0 is rendered as the default port. */
const listeningPort = (mode: DeploymentMode, configuration: FlinkConfiguration): number | null => {
  if (mode === 'native' && isOnHostNetwork(configuration)) return null
  const port = orDefault(configuration, bindPort)
  return port === 0 ? bindPort.default : port
}

/** The name of the port if possible, else its number: a container on the host network declares no ports. */
const probedPort = (mode: DeploymentMode, configuration: FlinkConfiguration): string | number | null => {
  const port = listeningPort(mode, configuration)
  return port === orDefault(configuration, flinkOptions.restPort) && !isOnHostNetwork(configuration) ? 'rest' : port
}

const probe = (request: JsonObject): JsonObject => ({ ...request, periodSeconds: 1, failureThreshold: 2_147_483_647 })

/** The request of the probe. The kubelet has no client certificate: if one is required, the probe only opens the port. */
const requestTo = (port: string | number, configuration: FlinkConfiguration): JsonObject => {
  if (!orDefault(configuration, flinkOptions.restTls)) return { httpGet: { path: '/config', port } }
  return orDefault(configuration, clientCertificates) ? { tcpSocket: { port } }
    : { httpGet: { path: '/config', port, scheme: 'HTTPS' } }
}

/**
 * The start-up probe of the JobManager: the container counts as started once its REST server answers (U20). Null: the port is unknown until
 * the pod runs.
 */
export const startupProbe = (mode: DeploymentMode, configuration: FlinkConfiguration): JsonObject | null => {
  const port = probedPort(mode, configuration)
  return port === null ? null : probe(requestTo(port, configuration))
}

const usual = JSON.stringify(startupProbe('native', {}))

/**
 * True for the probe with default port and without TLS, which older operators gave to every JobManager. The effect of any other probe is
 * unknown: it may block a working JobManager.
 */
export const isUsualProbe = (value: Json): boolean => JSON.stringify(value) === usual
