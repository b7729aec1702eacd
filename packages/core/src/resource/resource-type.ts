/**
 * A kind of custom resource as the API server and kubectl know it (api-and-config.md, section 1). Written once: CRDs, paths, watches and
 * references to owners are made of it.
 */
export interface ResourceType {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly singular: string
  readonly shortName: string
}

export const resourceTypes = {
  FlinkDeployment: {
    group: 'flink.apache.org',
    version: 'v1beta1',
    kind: 'FlinkDeployment',
    plural: 'flinkdeployments',
    singular: 'flinkdeployment',
    shortName: 'flinkdep',
  },
  FlinkStateSnapshot: {
    group: 'flink.apache.org',
    version: 'v1beta1',
    kind: 'FlinkStateSnapshot',
    plural: 'flinkstatesnapshots',
    singular: 'flinkstatesnapshot',
    shortName: 'flinksnp',
  },
} as const satisfies { readonly [Name in string]: ResourceType & { readonly kind: Name } }

export type ResourceKind = keyof typeof resourceTypes

/** What the objects of a kind call it. */
export const identityOf = <Name extends ResourceKind>(kind: Name): { readonly apiVersion: string; readonly kind: Name } => {
  const { group, version } = resourceTypes[kind]
  return { apiVersion: `${group}/${version}`, kind }
}

/**
 * The name by which the reference operator calls its finalizers, kept so that either can take over from the other (api-and-config.md,
 * section 14).
 */
export const finalizerOf = ({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string =>
  `${kind.toLowerCase()}s.${apiVersion.split('/')[0] ?? ''}/finalizer`
