import type { OperatorOptions } from '../operator-options/operator-options.ts'
import { securityOptions } from '../operator-options/security-options.ts'
import type { Finding } from '../resource/finding.ts'
import type { IngressSpec } from '../resource/flink-deployment-spec.ts'
import type { Json } from '../resource/json.ts'
import type { AskedRight } from './pod-rights.ts'
import { error, errorIf, findingsOfEach, nothing } from './rule.ts'

/** What the operator's own configuration lets specs ask for. */
export type Restrictions = Pick<
  OperatorOptions,
  'securityAllowedServiceAccounts' | 'securityAllowedIngressAnnotations' | 'securityForbiddenPodFields'
>

/** So many of the allowed names are told. */
const mostNames = 20

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none'
    : names.length <= mostNames ? names.join(', ') : `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`

/** S13. A pod that names no ServiceAccount gets the one that Kubernetes calls `default`. */
export const serviceAccountAllowed = (
  field: string,
  given: string,
  { securityAllowedServiceAccounts: allowed }: Restrictions,
): readonly Finding[] => {
  const name = given === '' ? 'default' : given
  return allowed === null || allowed.includes(name) ? nothing
    : error(
      field,
      `The ServiceAccount ${name} is not allowed by ${securityOptions.securityAllowedServiceAccounts.key}. Allowed: ${listed(allowed)}`,
    )
}

/** What an annotation's key is allowed by: a name, or the beginning of names. Each key is compared once for each length of a beginning. */
const allowedBy = (patterns: readonly string[]): (key: string) => boolean => {
  const names = new Set(patterns.filter(pattern => !pattern.endsWith('*')))
  const beginnings = new Set(patterns.filter(pattern => pattern.endsWith('*')).map(pattern => pattern.slice(0, -1)))
  const lengths = [...new Set([...beginnings].map(({ length }) => length))]
  return key => names.has(key) || lengths.some(length => beginnings.has(key.slice(0, length)))
}

/** S13. `field`: where the ingress is. */
export const ingressAnnotationsAllowed = (
  field: string,
  ingress: IngressSpec | null,
  { securityAllowedIngressAnnotations: allowed }: Restrictions,
): readonly Finding[] => {
  if (allowed === null) return nothing
  const isAllowed = allowedBy(allowed)
  const names = listed(allowed)
  return findingsOfEach(Object.keys(ingress?.annotations ?? {}), key =>
    errorIf(
      !isAllowed(key),
      `${field}.annotations.${key}`,
      `The annotation ${key} is not allowed by ${securityOptions.securityAllowedIngressAnnotations.key}. Allowed: ${names}`,
    ))
}

const longest = 80

const shown = (found: Json): string => {
  const text = JSON.stringify(found)
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

/** S13. */
export const rightsAllowed = (
  asked: readonly AskedRight[],
  { securityForbiddenPodFields: forbidden }: Restrictions,
): readonly Finding[] =>
  asked.filter(({ right }) => forbidden.includes(right)).flatMap(({ right, field, found }) =>
    error(field, `${shown(found)} is not allowed: ${securityOptions.securityForbiddenPodFields.key} forbids ${right}. Allowed: no ${right}`)
  )
