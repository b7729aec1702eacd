import { createHash } from 'node:crypto'
import { type Any, type Api, paths } from './api.ts'

/** The record of a leader election, as its holder wrote it. */
export interface LeaderRecord {
  readonly holder: string
  readonly transitions: number
  /** As it stands there; of this machine's clock, since pods share it. */
  readonly renewedAt: number
}

/** Where a component of the leader can be reached, and the session that it was granted. */
export interface LeaderAddress {
  readonly session: string
  readonly address: string
}

/** What Flink keeps of one job. */
export interface JobData {
  readonly uid: string
  /** Checkpoint ids with a pointer, the oldest first. */
  readonly checkpoints: readonly number[]
  /** The id that the next checkpoint gets; null: none was ever asked for. */
  readonly counter: number | null
}

/** The HA data of one Flink cluster, as its ConfigMaps have it; read here without the operator's own code. */
export interface HaData {
  /** Null: there is no ConfigMap of the cluster. */
  readonly uid: string | null
  readonly leader: LeaderRecord | null
  /** By component: `dispatcher`, `resourcemanager`, `restserver`, `job-<id>`. */
  readonly addresses: Readonly<Record<string, LeaderAddress>>
  /** Ids of the jobs whose plan is kept, with a digest of its pointer. */
  readonly plans: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, JobData>>
}

const leaderKey = 'org.apache.flink.k8s.leader.'
const planKey = /^(?:jobGraph|executionPlan)-([0-9a-f]{32})$/
const checkpointKey = /^checkpointID-(\d{19})$/
const annotation = 'control-plane.alpha.kubernetes.io/leader'

const entries = (map: Any): readonly (readonly [string, string])[] => Object.entries<string>(map?.data ?? {})

const leaderOf = (map: Any): LeaderRecord | null => {
  const text = map?.metadata.annotations?.[annotation] as string | undefined
  if (text === undefined) return null
  const { holderIdentity, leaderTransitions, renewTime } = JSON.parse(text)
  return { holder: holderIdentity, transitions: leaderTransitions, renewedAt: Date.parse(renewTime) }
}

const jobDataOf = (map: Any): JobData => ({
  uid: map.metadata.uid,
  checkpoints: entries(map).flatMap(([key]) => checkpointKey.exec(key)?.[1] ?? []).map(Number).sort((a, b) => a - b),
  counter: map.data?.counter === undefined ? null : Number(map.data.counter),
})

export const clusterMapName = (cluster: string): string => `${cluster}-cluster-config-map`
export const jobMapName = (cluster: string, job: string): string => `${cluster}-${job}-config-map`

/** Reads what Flink has written. */
export const haData = async (api: Api, namespace: string, cluster: string): Promise<HaData> => {
  const maps = await api.list(paths.configMaps(namespace), `app=${cluster},type=flink-native-kubernetes`)
  const own = maps.find(({ metadata }) => metadata.name === clusterMapName(cluster))
  const jobs = maps.flatMap(map => {
    const name = map.metadata.name as string
    const id = name.startsWith(`${cluster}-`) ? /^([0-9a-f]{32})-config-map$/.exec(name.slice(cluster.length + 1))?.[1] : undefined
    return id === undefined ? [] : [[id, jobDataOf(map)] as const]
  })
  return {
    uid: own?.metadata.uid ?? null,
    leader: leaderOf(own),
    addresses: Object.fromEntries(
      entries(own).filter(([key]) => key.startsWith(leaderKey)).map(([key, value]) => {
        const comma = value.indexOf(',')
        return [key.slice(leaderKey.length), { session: value.slice(0, comma), address: value.slice(comma + 1) }]
      }),
    ),
    plans: Object.fromEntries(
      entries(own).flatMap(([key, value]) => {
        const id = planKey.exec(key)?.[1]
        return id === undefined ? [] : [[id, createHash('sha256').update(value).digest('hex').slice(0, 12)]]
      }),
    ),
    jobs: Object.fromEntries(jobs),
  }
}

/** `http://10.0.0.7:8081` and `pekko.tcp://flink@10.0.0.7:6123/user/rpc/dispatcher_0` name the same pod. */
export const hostOf = ({ address }: LeaderAddress): string => /\/\/(?:[^@/]*@)?([^:/]+)/.exec(address)?.[1] ?? ''
