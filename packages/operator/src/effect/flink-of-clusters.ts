import type { OperatorOptions } from '@flink-operator/core'
import { type FlinkHttp, flinkHttp, type ReadApart, sharingLooks } from '@flink-operator/flink-rest-adapter'
import type { Settings } from '../settings.ts'
import { flinkTlsFiles } from './flink-tls-files.ts'
import type { Reach } from './reach.ts'
import { byResolution, type Routes } from './rest-address.ts'

/** What every request to Flink's REST API passes through. */
export interface FlinkWay {
  readonly measured: (http: FlinkHttp) => FlinkHttp
  /** Parses large answers in another thread. */
  readonly readApart: ReadApart
  /** Names the certificates to use. */
  readonly settings: () => Settings
}

/** The client of Flink's REST API that the operator uses. */
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
