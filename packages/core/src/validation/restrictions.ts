import type { OperatorOptions } from '../operator-options/operator-options.ts'
import { securityOptions } from '../operator-options/security-options.ts'
import type { Finding } from '../resource/finding.ts'
import type { IngressSpec } from '../resource/flink-deployment-spec.ts'
import type { Json } from '../resource/json.ts'
import type { AskedRight } from './pod-rights.ts'
import { error, errorIf, nothing } from './rule.ts'

/** What the operator's own configuration lets specs ask for. */
export type Restrictions = Pick<
  OperatorOptions,
  'securityAllowedServiceAccounts' | 'securityAllowedIngressAnnotations' | 'securityForbiddenPodFields'
>

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))

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

const matches = (pattern: string, key: string): boolean => (pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern)

/** S13. `field`: where the ingress is. */
export const ingressAnnotationsAllowed = (
  field: string,
  ingress: IngressSpec | null,
  { securityAllowedIngressAnnotations: allowed }: Restrictions,
): readonly Finding[] =>
  allowed === null ? nothing
    : Object.keys(ingress?.annotations ?? {}).flatMap(key =>
      errorIf(
        !allowed.some(pattern => matches(pattern, key)),
        `${field}.annotations.${key}`,
        `The annotation ${key} is not allowed by ${securityOptions.securityAllowedIngressAnnotations.key}. Allowed: ${listed(allowed)}`,
      )
    )

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
