import type { EpochMillis, JsonObject } from '@flink-operator/core'
import type { JobLoad } from '@flink-operator/flink-rest-adapter'
import { objectAt, textAt } from './json-place.ts'

/** What a resource records of its job, whatever its kind. Its status may be of any writer: nothing is trusted. */
export interface RecordedFigures {
  /** The version that the cluster reported, or else that of the deployed spec, such as `1.20`. */
  readonly flinkVersion: string | null
  /** Of the deployed spec; before the first deploy that of the spec. */
  readonly parallelism: number | null
  /** When the last savepoint and the last checkpoint of the status were recorded. */
  readonly savepointAt: EpochMillis | null
  readonly checkpointAt: EpochMillis | null
}

type Json = Readonly<Record<string, unknown>>

const numberAt = (value: Json, field: string): number | null => {
  const number = value[field]
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const parsed = (text: string | null): Json => {
  if (text === null) return {}
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? json as Json : {}
  } catch {
    return {}
  }
}

/** The deployed spec, or else the user's; of a FlinkBlueGreenDeployment that of its FlinkDeployments. */
const specIn = (json: JsonObject): Json => {
  const recorded = objectAt(objectAt(json, 'status'), 'reconciliationStatus')
  const deployed = objectAt(parsed(textAt(recorded, 'lastReconciledSpec')), 'spec')
  const spec = Object.keys(deployed).length > 0 ? deployed : objectAt(json, 'spec')
  const template = objectAt(objectAt(spec, 'template'), 'spec')
  return Object.keys(template).length > 0 ? template : spec
}

/** `v1_20` of a spec as `1.20`. */
const versionText = (text: string | null): string | null => text?.replace(/^v(?=\d)/, '').replaceAll('_', '.') ?? null

export const recordedFigures = (json: JsonObject): RecordedFigures => {
  const spec = specIn(json)
  const status = objectAt(json, 'status')
  const job = objectAt(status, 'jobStatus')
  return {
    flinkVersion: textAt(objectAt(status, 'clusterInfo'), 'flink-version') ?? versionText(textAt(spec, 'flinkVersion')),
    parallelism: numberAt(objectAt(spec, 'job'), 'parallelism') ?? numberAt(spec, 'parallelism'),
    savepointAt: numberAt(objectAt(objectAt(job, 'savepointInfo'), 'lastSavepoint'), 'timeStamp'),
    checkpointAt: numberAt(objectAt(objectAt(job, 'checkpointInfo'), 'lastCheckpoint'), 'timeStamp'),
  }
}

/** The numbers of one job, the same in `top` and on the fleet page. */
export interface JobFigures extends RecordedFigures {
  /** In Flink's words: as Flink said now, or as it last said to the operator. */
  readonly job: string | null
  readonly restarts: number | null
}

const latest = (a: EpochMillis | null, b: EpochMillis | null): EpochMillis | null => a === null ? b : b === null ? a : Math.max(a, b)

/** `load`: what Flink answered; null: it was not asked, or did not answer, and what is recorded counts. */
export const jobFigures = (recorded: RecordedFigures, jobState: string | null, load: JobLoad | null): JobFigures => ({
  ...recorded,
  job: load?.state ?? jobState,
  parallelism: load?.parallelism ?? recorded.parallelism,
  restarts: load?.restarts ?? null,
  checkpointAt: latest(load?.checkpoint?.triggeredAt ?? null, recorded.checkpointAt),
})
