import type { Json } from '../../contract/resource/json.ts'

/** Names that the API server accepts (Kubernetes, "Object Names and IDs", "Labels and Selectors"). */

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/u
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/u
const qualified = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/u

export const isDnsLabel = (text: string): boolean => text.length <= 63 && label.test(text)
/** Names of Services: a label that begins with a letter. */
export const isServiceName = (text: string): boolean => isDnsLabel(text) && /^[a-z]/u.test(text)
export const isDnsSubdomain = (text: string): boolean => text.length <= 253 && subdomain.test(text)
/** `name` or `prefix/name`: names of labels, annotations and resources. */
export const isQualifiedName = (text: string): boolean => {
  const [name = '', prefix, ...rest] = text.split('/').toReversed()
  return rest.length === 0 && name.length <= 63 && qualified.test(name) && (prefix === undefined || isDnsSubdomain(prefix))
}
export const isLabelValue = (text: string): boolean => text === '' || (text.length <= 63 && qualified.test(text))
/** Names of ports: at most 15 characters, one of them a letter. */
export const isPortName = (text: string): boolean => text.length <= 15 && label.test(text) && /[a-z]/u.test(text) && !text.includes('--')
/** Keys of ConfigMaps and Secrets. */
export const isDataKey = (text: string): boolean =>
  text.length <= 253 && /^[-._a-zA-Z0-9]+$/u.test(text) && text !== '.' && !text.startsWith('..')
/** Printable ASCII except `=`: accepted by servers from 1.32 on. Older ones accept less, and say so only when the pod is created. */
export const isVariableName = (text: string): boolean => /^[\x20-\x3c\x3e-\x7e]+$/u.test(text)

export const dnsLabelAllowed = 'lower case letters, digits and -, at most 63 characters, a letter or digit at both ends'
export const dnsSubdomainAllowed = 'lower case letters, digits, - and ., at most 253 characters, a letter or digit at both ends'
export const qualifiedAllowed =
  'letters, digits, -, _ and ., at most 63 characters, a letter or digit at both ends; before it a DNS name and / at will'
export const labelValueAllowed = 'letters, digits, -, _ and ., at most 63 characters, a letter or digit at both ends; or nothing'

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
