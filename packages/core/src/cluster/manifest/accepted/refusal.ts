import type { Json } from '../../../resource/json.ts'

/**
 * What an API server would refuse of an object, and what it would take. `found` never holds the value of an environment variable: it may be
 * a secret.
 */
export interface Refusal {
  /** In the object: `spec.ports[0].port`. */
  readonly path: string
  readonly found: string
  readonly allowed: string
}

export const nothing: readonly Refusal[] = []

/** A value as it is told; long ones are cut. */
export const shown = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text
}

/** The same, where what was found is told in words. */
export const refuseAs = (path: string, found: string, allowed: string): readonly Refusal[] => [{ path, found, allowed }]

export const refuse = (
  path: string,
  value: Json | undefined,
  allowed: string,
): readonly Refusal[] => [{ path, found: shown(value), allowed }]

export const refuseIf = (
  isWrong: boolean,
  path: string,
  value: Json | undefined,
  allowed: string,
): readonly Refusal[] => (isWrong ? refuse(path, value, allowed) : nothing)

/** The items that were met before: in a list where names may stand only once. */
export const repeated = (names: readonly string[]): readonly string[] => names.filter((name, at) => names.indexOf(name) < at)
