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

/** Those of which the vocabulary itself speaks: rounds of other kinds read or create them. Any other kind brings its type itself. */
export const resourceTypes = {
  FlinkDeployment: {
    group: 'flink.apache.org',
    version: 'v1beta1',
    kind: 'FlinkDeployment',
    plural: 'flinkdeployments',
    singular: 'flinkdeployment',
    shortName: 'flinkdep',
  },
  FlinkSessionJob: {
    group: 'flink.apache.org',
    version: 'v1beta1',
    kind: 'FlinkSessionJob',
    plural: 'flinksessionjobs',
    singular: 'flinksessionjob',
    shortName: 'sessionjob',
  },
  FlinkStateSnapshot: {
    group: 'flink.apache.org',
    version: 'v1beta1',
    kind: 'FlinkStateSnapshot',
    plural: 'flinkstatesnapshots',
    singular: 'flinkstatesnapshot',
    shortName: 'flinksnp',
  },
} as const satisfies Readonly<Record<string, ResourceType>>

/** What the objects of a kind call it. */
export const identityOf = <Type extends Pick<ResourceType, 'group' | 'version' | 'kind'>>(
  { group, version, kind }: Type,
): { readonly apiVersion: string; readonly kind: Type['kind'] } => ({ apiVersion: `${group}/${version}`, kind })

/**
 * The name by which the reference operator calls its finalizers, kept so that either can take over from the other (api-and-config.md,
 * section 14).
 */
export const finalizerOf = ({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string =>
  `${kind.toLowerCase()}s.${apiVersion.split('/')[0] ?? ''}/finalizer`
