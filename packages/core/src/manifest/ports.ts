import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { findText, readInteger } from './read-option.ts'

export interface ClusterPorts {
  /** Port of the REST Service. */
  readonly rest: number
  /** Port that the JobManager's REST server listens on, and its container declares. */
  readonly restBind: number
  readonly jobManagerRpc: number
  readonly blobServer: number
  readonly taskManagerRpc: number
}

export interface FixedPorts {
  readonly ports: ClusterPorts
  /** The keys whose value was 0, with the port that they get instead. */
  readonly fixed: FlinkConfiguration
}

const onePort = (configuration: FlinkConfiguration, key: string, preset: string): E.Either<ManifestError, number> => {
  const text = (findText(configuration, key) ?? preset).trim()
  return /^[0-9]+$/.test(text)
    ? E.right(Number(text))
    : E.left(
      manifestError('PortNotFixed', key, `${key} should be specified to a fixed port. Do not support a range of ports.`, {
        more: `Found: ${text}. Allowed: one port from 1 to 65535, or 0 for the usual one.`,
      }),
    )
}

/** The port, and the configuration that makes Flink use the same. */
const fixedPort = (
  configuration: FlinkConfiguration,
  key: string,
  { preset, instead }: { readonly preset: string; readonly instead: number },
) =>
  pipe(
    onePort(configuration, key, preset),
    E.map(port => (port === 0 ? { port: instead, fixed: { [key]: String(instead) } } : { port, fixed: {} })),
  )

/** Ports that Services and probes can rely on: pods can't use 0 or ranges (cluster-manifests.md, section 4.1). */
export const clusterPorts = (configuration: FlinkConfiguration, highAvailability: boolean): E.Either<ManifestError, FixedPorts> =>
  pipe(
    sequenceS(E.Apply)({
      rest: readInteger(configuration, 'rest.port', 8081),
      rpc: readInteger(configuration, 'jobmanager.rpc.port', 6123),
    }),
    E.chain(({ rest, rpc }) =>
      pipe(
        sequenceS(E.Apply)({
          blob: fixedPort(configuration, 'blob.server.port', { preset: '0', instead: 6124 }),
          taskManager: fixedPort(configuration, 'taskmanager.rpc.port', { preset: '0', instead: 6122 }),
          bind: fixedPort(configuration, 'rest.bind-port', { preset: '8081', instead: 8081 }),
          leader: highAvailability
            ? fixedPort(configuration, 'high-availability.jobmanager.port', { preset: '0', instead: rpc })
            : E.right({ port: 0, fixed: {} }),
        }),
        E.map(({ blob, taskManager, bind, leader }) => ({
          ports: { rest, restBind: bind.port, jobManagerRpc: rpc, blobServer: blob.port, taskManagerRpc: taskManager.port },
          fixed: { ...blob.fixed, ...taskManager.fixed, ...bind.fixed, ...leader.fixed },
        })),
      )
    ),
  )
