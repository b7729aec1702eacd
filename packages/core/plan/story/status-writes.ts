import { redactJson } from '../../src/redaction/redact.ts'
import type { Json } from '../../src/resource/json.ts'
import { isSameJson } from '../../src/resource/same-json.ts'

/** A field of a status that a write changed; values as JSON, without secrets. */
export interface StatusWrite {
  /** `status.jobStatus.state` */
  readonly path: string
  /** Undefined: it was not there. */
  readonly from: Json | undefined
  /** Undefined: it is not there any more. */
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

/** Which fields one status has otherwise than another. Recorded specs are told as changed, not spelled out. */
export const statusWrites = (from: unknown, to: unknown, secrets: readonly string[]): readonly StatusWrite[] => {
  const shown = (status: unknown): Json => redactJson(JSON.parse(JSON.stringify(status ?? null)) as Json, secrets)
  return between('status', shown(from), shown(to))
}
