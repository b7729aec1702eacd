/**
 * Kinds whose resources may name a savepoint, beside FlinkDeployments and FlinkSessionJobs, whose status and spec are read part by part
 * (`NamingJob`). FlinkStateSnapshots: those of any job of the namespace, and those of no job.
 */
export const namingKinds = [
  { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkStateSnapshot' },
  { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkBlueGreenDeployment' },
  { apiVersion: 'flink.k8s.io/v1beta1', kind: 'FlinkApplication' },
] as const

/**
 * A kind of custom resource as the API server and kubectl know it (api-and-config.md, section 1). CRDs, paths, watches and owner references
 * are derived from it.
 */
export interface ResourceType {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly singular: string
  readonly shortName: string
}

/** The types of kinds that other kinds' rounds read or create. Every other kind defines its own type. */
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

/** apiVersion and kind of the kind's objects. */
export const identityOf = <Type extends Pick<ResourceType, 'group' | 'version' | 'kind'>>(
  { group, version, kind }: Type,
): { readonly apiVersion: string; readonly kind: Type['kind'] } => ({ apiVersion: `${group}/${version}`, kind })

/** The reference operator's finalizer name, so that either operator can take over from the other (api-and-config.md, section 14). */
export const finalizerOf = ({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string =>
  `${kind.toLowerCase()}s.${apiVersion.split('/')[0] ?? ''}/finalizer`
