import type { Json } from '../../contract/resource/json.ts'

/**
 * What an API server would reject in an object, and what it would accept. `found` never holds the value of an environment variable, because
 * it may be a secret.
 */
export interface Refusal {
  /** Path in the object: `spec.ports[0].port`. */
  readonly path: string
  readonly found: string
  readonly allowed: string
}

export const nothing: readonly Refusal[] = []

/** A value for display; long ones are cut. */
export const shown = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text
}

/** The same, with the value described in words. */
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

/** The repeated items of a list in which each name may occur only once. */
export const repeated = (names: readonly string[]): readonly string[] => names.filter((name, at) => names.indexOf(name) < at)
