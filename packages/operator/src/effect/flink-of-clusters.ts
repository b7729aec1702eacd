import type { OperatorOptions } from '@flink-operator/core'
import { type FlinkHttp, flinkHttp, type ReadApart, sharingLooks } from '@flink-operator/flink-rest-adapter'
import type { Settings } from '../settings.ts'
import { flinkTlsFiles } from './flink-tls-files.ts'
import type { Reach } from './reach.ts'
import { byResolution, type Routes } from './rest-address.ts'

/** What stands between the operator and Flink's REST API. */
export interface FlinkWay {
  readonly measured: (http: FlinkHttp) => FlinkHttp
  /** Reads what is not small. */
  readonly readApart: ReadApart
  /** They say with which certificates. */
  readonly settings: () => Settings
}

/** Flink's REST API, as the operator reaches it. */
export const flinkOfClusters = (
  { resolution }: Pick<Reach, 'resolution'>,
  { flinkClientTimeout }: OperatorOptions,
  routes: Omit<Routes, 'random'>,
  { measured, readApart, settings }: FlinkWay,
): FlinkHttp => {
  const tlsOf = flinkTlsFiles(() => settings().flinkDefaults, routes.clock)
  return sharingLooks(
    measured(
      flinkHttp({
        resolveEndpoint: byResolution(resolution, { ...routes, random: Math.random }),
        requestTimeout: flinkClientTimeout,
        tls: ({ namespace }) => tlsOf(namespace),
        readApart,
      }),
    ),
  )
}
