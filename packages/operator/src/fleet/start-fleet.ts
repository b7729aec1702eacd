import type { Env, JsonObject, OperatorOptions } from '@flink-operator/core'
import { parseJson, sessionClusterNameIn } from '@flink-operator/core/codec'
import type { KindName } from '@flink-operator/kinds'
import { type FlinkHttp, readJobLoad } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import type { LastObserved } from '../planner/last-observed.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { WatchedKind } from '../resource/watched-kind.ts'
import type { RoundReport } from '../round.ts'
import type { Settings } from '../settings.ts'
import { jobPlaces } from '../top/job-places.ts'
import { type FleetSource, fleetSource } from './fleet-source.ts'
import { listsOf, readLoads } from './read-loads.ts'

/** The fleet page's rows in the operator's process. */
export interface FleetBeside {
  /** Null: the page is off, and nothing is kept. */
  readonly source: FleetSource | null
  readonly reported: (kind: KindName, key: ResourceKey) => void
  readonly round: (kind: KindName, key: ResourceKey, report: RoundReport) => void
  readonly forget: (kind: KindName, key: ResourceKey) => void
  readonly kept: () => number
  readonly stop: () => void
}

export interface FleetBesideSetup {
  readonly clock: Clock
  readonly watched: (kind: KindName) => Pick<WatchedKind, 'cached'> | null
  readonly observed: LastObserved['of']
  readonly settings: () => Settings
  readonly flink: FlinkHttp
}

const ignored = (): void => undefined
const off: FleetBeside = { source: null, reported: ignored, round: ignored, forget: ignored, kept: () => 0, stop: ignored }

/** Objects of FlinkApplications' clusters are not watched: their REST port is that of the spec, and nothing is said of their pods. */
const noObjects = { deployments: null, services: null }

/** `planner.fleet.enabled`: keeps the rows as watches and rounds report changes. */
export const startFleet = (
  { plannerEnabled, plannerFleetEnabled }: Pick<OperatorOptions, 'plannerEnabled' | 'plannerFleetEnabled'>,
  { clock, watched, observed, settings, flink }: FleetBesideSetup,
): FleetBeside => {
  if (!plannerEnabled || !plannerFleetEnabled) return off
  const env = (): Env => ({ ...settings(), now: clock.now(), consecutiveFailures: 0 })
  const textOf = (kind: KindName, key: ResourceKey): string | undefined => watched(kind)?.cached(key)?.text
  const jsonOf = (kind: KindName, key: ResourceKey): JsonObject | null => {
    const text = textOf(kind, key)
    const json = text === undefined ? null : parseJson(text)
    return json !== null && E.isRight(json) ? json.right as JsonObject : null
  }
  const fleet = fleetSource({ clock, observed, env, text: ({ kind, namespace, name }) => textOf(kind, { namespace, name }) })
  const loads = readLoads({
    clock,
    resources: fleet.rows,
    places: ({ kind, namespace, name }) => {
      const json = jsonOf(kind, { namespace, name })
      if (json === null) return []
      const clusterName = kind === 'FlinkSessionJob' ? sessionClusterNameIn(json) : null
      const cluster = clusterName === null ? null : jsonOf('FlinkDeployment', { namespace, name: clusterName })
      return jobPlaces(listsOf(kind, json, cluster), noObjects, env()).filter(place => place.kind === kind)
    },
    ask: (endpoint, jobId) => readJobLoad(flink, endpoint, jobId, 'Job'),
    onAsked: fleet.asked,
  })
  return {
    source: {
      ...fleet,
      page: (cursor, scope) => {
        loads.viewed()
        return fleet.page(cursor, scope)
      },
    },
    reported: (kind, key) => fleet.changed({ kind, ...key }),
    round: (kind, key, { end }) => fleet.rounded({ kind, ...key }, end._tag === 'Undecodable' ? end.message : null),
    forget: (kind, key) => fleet.forget({ kind, ...key }),
    kept: fleet.kept,
    stop: () => {
      fleet.stop()
      loads.stop()
    },
  }
}
