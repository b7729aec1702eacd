import type { OperatorOptions } from '../../options/operator-options.ts'
import { securityOptions } from '../../options/security-options.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { IngressSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { Json } from '../../contract/resource/json.ts'
import type { AskedRight } from './pod-rights.ts'
import { error, errorIf, findingsOfEach, nothing } from './rule.ts'

/** Limits that the operator's configuration sets for specs. */
export type Restrictions = Pick<
  OperatorOptions,
  'securityAllowedServiceAccounts' | 'securityAllowedIngressAnnotations' | 'securityForbiddenPodFields'
>

/** Largest number of allowed names in a message. */
const mostNames = 20

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none'
    : names.length <= mostNames ? names.join(', ') : `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`

/** S13. A pod without a ServiceAccount gets the ServiceAccount `default` from Kubernetes. */
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

/** Matches an annotation key against allowed names and prefixes. Compares each key once per prefix length. */
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
