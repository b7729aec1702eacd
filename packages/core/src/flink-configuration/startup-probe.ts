import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DeploymentMode } from '../resource/flink-deployment-spec.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { fallbackKeys } from './fallback-keys.ts'
import { flinkOptions } from './flink-options.ts'
import { boolean, integer } from './option-types.ts'
import { type ConfigOption, readOption } from './option.ts'

/** Only read here and where the objects are rendered, which refuses what can't be read. */
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

/** The port that the JobManager's REST server listens on; null: Flink takes one that is free. 0 is rendered as the usual port. */
const listeningPort = (mode: DeploymentMode, configuration: FlinkConfiguration): number | null => {
  if (mode === 'native' && isOnHostNetwork(configuration)) return null
  const port = orDefault(configuration, bindPort)
  return port === 0 ? bindPort.default : port
}

/** By name as long as nothing speaks against it: a container on the host's network declares no ports. */
const probedPort = (mode: DeploymentMode, configuration: FlinkConfiguration): string | number | null => {
  const port = listeningPort(mode, configuration)
  return port === orDefault(configuration, flinkOptions.restPort) && !isOnHostNetwork(configuration) ? 'rest' : port
}

const probe = (request: JsonObject): JsonObject => ({ ...request, periodSeconds: 1, failureThreshold: 2_147_483_647 })

/** A kubelet has no certificate to show: then it asks only whether the port is open. */
const requestTo = (port: string | number, configuration: FlinkConfiguration): JsonObject => {
  if (!orDefault(configuration, flinkOptions.restTls)) return { httpGet: { path: '/config', port } }
  return orDefault(configuration, clientCertificates) ? { tcpSocket: { port } }
    : { httpGet: { path: '/config', port, scheme: 'HTTPS' } }
}

/**
 * The start-up probe of the JobManager: as long as its REST server does not answer, it is not started (U20). Null: nobody knows before the
 * pod runs where to ask.
 */
export const startupProbe = (mode: DeploymentMode, configuration: FlinkConfiguration): JsonObject | null => {
  const port = probedPort(mode, configuration)
  return port === null ? null : probe(requestTo(port, configuration))
}

const usual = JSON.stringify(startupProbe('native', {}))

/**
 * The probe that every JobManager had before it followed its port and TLS. What another one does, a user's or that of a Deployment which an
 * older operator made, is not known: it may hold back a JobManager that works.
 */
export const isUsualProbe = (value: Json): boolean => JSON.stringify(value) === usual
