import { redactJson } from '@flink-operator/core/redaction'
import { type Json, isSameJson } from '@flink-operator/core/resource'

/** A field of a status that a write changed; values as JSON, without secrets. */
export interface StatusWrite {
  /** `status.jobStatus.state` */
  readonly path: string
  /** Undefined: the field did not exist. */
  readonly from: Json | undefined
  /** Undefined: the field no longer exists. */
  readonly to: Json | undefined
}

const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const between = (path: string, from: Json | undefined, to: Json | undefined): readonly StatusWrite[] => {
  if (isSameJson(from, to)) return []
  if (!isObject(from) || !isObject(to)) return [{ path, from, to }]
  const keys = [...Object.keys(from), ...Object.keys(to).filter(key => !(key in from))]
  return keys.flatMap(key => between(`${path}.${key}`, from[key], to[key]))
}

/** The fields in which two statuses differ. A recorded spec is reported as changed, without its content. */
export const statusWrites = (from: unknown, to: unknown, secrets: readonly string[]): readonly StatusWrite[] => {
  const shown = (status: unknown): Json => redactJson(JSON.parse(JSON.stringify(status ?? null)) as Json, secrets)
  return between('status', shown(from), shown(to))
}
