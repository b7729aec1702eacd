import type { Env, JsonObject } from '@flink-operator/core'
import { parseJson } from '@flink-operator/core/codec'
import { secretsFor } from '@flink-operator/core/redaction'
import * as E from 'fp-ts/lib/Either.js'
import type { LastObserved } from '../planner/last-observed.ts'
import { createFleet, type Fleet, type FleetSetup } from './fleet.ts'
import { explainedBy, type FleetDetails, fleetDetails, type SeenFacts } from './fleet-details.ts'
import type { FleetKey } from './fleet-page.ts'

/** What the page asks for. */
export interface FleetSource extends Pick<Fleet, 'page' | 'rows'> {
  /** Null: there is no such resource. */
  readonly details: (resource: FleetKey, isWhole: boolean) => FleetDetails | null
}

export interface FleetSourceSetup extends Pick<FleetSetup, 'clock' | 'text'> {
  readonly observed: LastObserved['of']
  readonly env: () => Env
}

/** Snapshots that the details of a resource are searched among: the rows of a namespace may be many. */
const mostSnapshots = 200

const versionOf = (json: JsonObject): unknown => (json['metadata'] as JsonObject | undefined)?.['resourceVersion']

/** The fleet of an operator in this process, with what it knows beside the watches. */
export const fleetSource = ({ clock, text, observed, env }: FleetSourceSetup): FleetSource & Fleet => {
  const jsonOf = (resource: FleetKey): JsonObject | null => {
    const copy = text(resource)
    const json = copy === undefined ? null : parseJson(copy)
    return json !== null && E.isRight(json) ? json.right as JsonObject : null
  }
  /** Facts say nothing of another version of the resource. */
  const seenOf = ({ kind, namespace, name }: FleetKey, json: JsonObject): SeenFacts | null => {
    const seen = observed(kind, { namespace, name })
    return seen === null || seen.resourceVersion !== versionOf(json) ? null : seen
  }
  const secretsOf = (json: JsonObject, of: Env): readonly string[] => secretsFor(of, json, of.flinkDefaults)
  const fleet = createFleet({
    clock,
    text,
    beside: (resource, json) => {
      const [seen, now] = [seenOf(resource, json), env()]
      return { explanation: seen === null ? null : explainedBy(resource.kind, json, seen, now), secrets: secretsOf(json, now) }
    },
  })
  const snapshotsIn = (namespace: string): readonly JsonObject[] => {
    const found: JsonObject[] = []
    for (const row of fleet.rows()) {
      if (row.kind !== 'FlinkStateSnapshot' || row.namespace !== namespace) continue
      const json = jsonOf(row)
      if (json !== null) found.push(json)
      if (found.length === mostSnapshots) break
    }
    return found
  }
  return {
    ...fleet,
    details: (resource, isWhole) => {
      const json = fleet.row(resource) === null ? null : jsonOf(resource)
      if (json === null) return null
      const now = env()
      const { kind, namespace, name } = resource
      return fleetDetails({
        kind,
        name,
        json,
        seen: seenOf(resource, json),
        transitions: fleet.transitions(resource),
        snapshots: snapshotsIn(namespace),
        isWhole,
        secrets: secretsOf(json, now),
        env: now,
      })
    },
  }
}
