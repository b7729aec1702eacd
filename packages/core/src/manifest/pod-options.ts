import type { JsonObject } from '../contract/resource/json.ts'
import type { Cluster } from './cluster.ts'
import { textAt, appended, overlaid } from './json-field.ts'
import { type Role, type Labels, podLabels } from './object-metadata.ts'
import { type FlinkPod, mapSpec, mapMetadata } from './pod.ts'
import { findText, prefixed, readList, readMap, readMapList } from './read-option.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { ManifestError } from './manifest-error.ts'

const fields = ['key', 'operator', 'value', 'effect', 'tolerationSeconds'] as const

/**
 * One toleration from its configuration form. Field names are case-insensitive; unknown ones are omitted (cluster-manifests.md, section
 * 6.1).
 */
export const toleration = (entry: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    fields.flatMap(field => {
      const given = Object.keys(entry).find(name => name.toLowerCase() === field.toLowerCase())
      const text = given === undefined ? undefined : entry[given]
      return text === undefined ? [] : [[field, field === 'tolerationSeconds' ? Number(text) : text] as const]
    }),
  )

/** The role's option, else the common one. Null: neither is set. */
export const configuredServiceAccount = ({ configuration }: Cluster, role: Role): string | null =>
  findText(configuration, `kubernetes.${role}.service-account`) ?? findText(configuration, 'kubernetes.service-account')

const serviceAccount = (cluster: Cluster, role: Role, spec: JsonObject): string =>
  configuredServiceAccount(cluster, role) ?? textAt(spec, 'serviceAccount') ?? textAt(spec, 'serviceAccountName') ?? 'default'

/** Service account, host network and DNS policy, over the template (cluster-manifests.md, section 6.1). */
export const withNetworkAndAccount = (cluster: Cluster, role: Role, hostNetwork: boolean): (pod: FlinkPod) => FlinkPod =>
  mapSpec(spec => {
    const account = serviceAccount(cluster, role, spec)
    const dnsPolicy = hostNetwork ? 'ClusterFirstWithHostNet' : (textAt(spec, 'dnsPolicy') ?? 'ClusterFirst')
    return { ...spec, serviceAccount: account, serviceAccountName: account, hostNetwork, dnsPolicy }
  })

type Read<A> = E.Either<ManifestError, A>

/** Labels of the pods of a role and of their Deployment (cluster-manifests.md, section 1.3). */
export const roleLabels = ({ input, configuration }: Cluster, role: Role): Read<Labels> =>
  pipe(
    readMap(configuration, `kubernetes.${role}.labels`),
    E.map(users => podLabels(input, role, users)),
  )

/** Annotations of the pods of a role and of their Deployment; the JobManager's carry the generation (api-and-config.md, section 9.6). */
export const roleAnnotations = ({ configuration }: Cluster, role: Role): Read<Labels> =>
  readMap(configuration, `kubernetes.${role}.annotations`)

/** The options that apply to JobManager and TaskManager pods in the same way (cluster-manifests.md, sections 6.1, 7.1 and 7.2). */
export const withPodOptions = (cluster: Cluster, role: Role) => (pod: FlinkPod): Read<FlinkPod> =>
  pipe(
    sequenceS(E.Apply)({
      pullSecrets: readList(cluster.configuration, 'kubernetes.container.image.pull-secrets'),
      nodeSelector: readMap(cluster.configuration, `kubernetes.${role}.node-selector`),
      tolerations: readMapList(cluster.configuration, `kubernetes.${role}.tolerations`),
      labels: roleLabels(cluster, role),
      annotations: roleAnnotations(cluster, role),
    }),
    E.map(({ pullSecrets, nodeSelector, tolerations, labels, annotations }) =>
      pipe(
        pod,
        mapSpec(spec =>
          pipe(
            appended(spec, 'imagePullSecrets', pullSecrets.map(name => ({ name: name.trim() }))),
            it => overlaid(it, 'nodeSelector', nodeSelector),
            it => appended(it, 'tolerations', tolerations.map(toleration)),
          )
        ),
        mapMetadata(metadata => overlaid(overlaid(metadata, 'labels', labels), 'annotations', annotations)),
      )
    ),
  )

/** Variables `<prefix>.<NAME>`, by name. */
export const customEnvironment = ({ configuration }: Cluster, prefix: string): readonly JsonObject[] =>
  Object.entries(prefixed(configuration, prefix)).map(([name, value]) => ({ name, value }))

/** Flink's log directory, if it is not the image's default. */
export const logDirectory = ({ configuration }: Cluster): readonly JsonObject[] => {
  const value = findText(configuration, 'kubernetes.flink.log.dir')
  return value === null ? [] : [{ name: 'FLINK_LOG_DIR', value }]
}
