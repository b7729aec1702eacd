import type { ObjectRef } from '@flink-operator/core/resource'

/** `Ingress` → `ingresses`, `FlinkDeployment` → `flinkdeployments`: valid for all kinds that we use. */
export const pluralOf = (kind: string): string => {
  const lower = kind.toLowerCase()
  if (/(s|x|z|ch|sh)$/.test(lower)) return `${lower}es`
  return /[^aeiou]y$/.test(lower) ? `${lower.slice(0, -1)}ies` : `${lower}s`
}

/** All objects of a kind, in one namespace or in all. */
export interface Collection {
  readonly apiVersion: string
  readonly kind: string
  /** Null: cluster-scoped, or all namespaces. */
  readonly namespace: string | null
}

/** Path of a collection: to list, watch and create. */
export const collectionPath = ({ apiVersion, kind, namespace }: Collection): string => {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const scope = namespace === null ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${root}${scope}/${pluralOf(kind)}`
}

/** Path of one object. */
export const objectPath = (ref: ObjectRef): string => `${collectionPath(ref)}/${encodeURIComponent(ref.name)}`

/** `{app: 'a', type: ['x', 'y']}` → `app=a,type in (x,y)`. */
export const labelSelector = (selector: Readonly<Record<string, string | readonly string[]>>): string =>
  Object.entries(selector)
    .map(([key, value]) => (typeof value === 'string' ? `${key}=${value}` : `${key} in (${value.join(',')})`))
    .join(',')
