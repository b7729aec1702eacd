import type { JsonObject } from '@flink-operator/core'
import { leaderAnnotation, readPointer, writePointer } from '@flink-operator/high-availability'
import type { World } from '@flink-operator/simulation'
import { objectAt, textAt } from '../object/fields.ts'
import { nameOf, uidOf, versionOf } from '../object/metadata.ts'

type HaMetadata = World['ha']

export const clusterConfigMapName = (id: string): string => `${id}-cluster-config-map`
export const jobConfigMapName = (id: string, jobId: string): string => `${id}-${jobId}-config-map`

/** True for an HA ConfigMap of Flink. */
export const isHaConfigMap = (id: string, name: string): boolean =>
  name === clusterConfigMapName(id) || (name.startsWith(`${id}-`) && /-[0-9a-f]{32}-config-map$/.test(name))

const pointerTo = (path: string): string => writePointer({ path, size: 5727 }) ?? ''

/** The file that Flink would restore; null: none. */
const pathOfPointer = (value: string): string | null => {
  const pointer = readPointer(value)
  return pointer._tag === 'Pointer' && !pointer.marked ? (pointer.file?.path ?? null) : null
}

const planKey = (isVersion2: boolean): string => (isVersion2 ? 'executionPlan-' : 'jobGraph-')
const checkpointKey = (id: number): string => `checkpointID-${String(id).padStart(19, '0')}`

/** Reads the current ConfigMaps: users and operators delete and prune them. What only the model knows is taken from `before`. */
export const readHaMetadata = (id: string, configMaps: readonly JsonObject[], before: HaMetadata): HaMetadata => {
  const cluster = configMaps.find(map => nameOf(map) === clusterConfigMapName(id))
  const plans = Object.keys(objectAt(cluster, 'data')).flatMap(key => /^(?:jobGraph|executionPlan)-([0-9a-f]{32})$/.exec(key)?.[1] ?? [])
  const jobs = configMaps.flatMap(map => {
    const jobId = /-([0-9a-f]{32})-config-map$/.exec(nameOf(map))?.[1]
    if (jobId === undefined) return []
    const data = objectAt(map, 'data')
    const newest = Object.keys(data).filter(key => key.startsWith('checkpointID-')).sort().at(-1)
    return [{
      uid: uidOf(map),
      version: versionOf(map),
      jobId,
      checkpointId: newest === undefined ? 1 : Number(newest.slice('checkpointID-'.length)),
      pointer: newest === undefined ? null : pathOfPointer(textAt(data, newest)),
      counter: 'counter' in data,
    }]
  })
  return {
    cluster: cluster === undefined ? null : {
      uid: uidOf(cluster),
      version: versionOf(cluster),
      plans: plans.map(jobId => before.cluster?.plans.find(plan => plan.jobId === jobId) ?? { jobId, attempt: null }),
    },
    jobs,
  }
}

/** What the writer of the ConfigMaps knows beside the metadata. */
export interface HaWriter {
  readonly id: string
  readonly isVersion2: boolean
  readonly address: string
  readonly session: string
  readonly storage: string
  readonly now: string
}

const labels = ({ id, isVersion2 }: HaWriter): JsonObject => ({
  app: id,
  type: 'flink-native-kubernetes',
  ...(isVersion2 ? {} : { 'configmap-type': 'high-availability' }),
})

const clusterMap = (writer: HaWriter, plans: readonly { readonly jobId: string }[]): JsonObject => {
  const { id, isVersion2, address, session, storage, now } = writer
  const rpc = (component: string): string => `${session},pekko.tcp://flink@${address}:6123/user/rpc/${component}`
  const leader = (component: string): string => `org.apache.flink.k8s.leader.${component}`
  const lease = {
    holderIdentity: session,
    leaseDuration: isVersion2 ? 'PT15S' : 15,
    acquireTime: now,
    renewTime: now,
    leaderTransitions: 0,
  }
  return {
    metadata: {
      name: clusterConfigMapName(id),
      labels: labels(writer),
      annotations: { [leaderAnnotation]: JSON.stringify(lease) },
    },
    data: {
      [leader('dispatcher')]: rpc('dispatcher_0'),
      [leader('resourcemanager')]: rpc('resourcemanager_1'),
      [leader('restserver')]: `${session},http://${address}:8081`,
      ...Object.fromEntries(plans.flatMap(({ jobId }) => [
        [leader(`job-${jobId}`), rpc('jobmanager_2')],
        [
          `${planKey(isVersion2)}${jobId}`,
          pointerTo(`${storage}/${id}/${isVersion2 ? 'submittedExecutionPlan' : 'submittedJobGraph'}${jobId.slice(0, 12)}`),
        ],
      ])),
    },
  }
}

const jobMap = (writer: HaWriter, { jobId, checkpointId, pointer, counter }: HaMetadata['jobs'][number]): JsonObject => ({
  metadata: { name: jobConfigMapName(writer.id, jobId), labels: labels(writer) },
  data: {
    ...(counter ? { counter: String(pointer === null ? 1 : checkpointId + 1) } : {}),
    ...(pointer === null ? {} : { [checkpointKey(checkpointId)]: pointerTo(pointer) }),
  },
})

/** The ConfigMaps that Flink keeps for this metadata. */
export const haConfigMaps = (
  writer: HaWriter,
  { cluster, jobs }: HaMetadata,
): readonly JsonObject[] => [...(cluster === null ? [] : [clusterMap(writer, cluster.plans)]), ...jobs.map(job => jobMap(writer, job))]
