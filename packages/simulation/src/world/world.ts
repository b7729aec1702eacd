import type { Action } from '@flink-operator/core/action'
import type { DeploymentView, ConfigMapView, IngressView, ServiceView, PodView } from '@flink-operator/core/fact'
import type { JobLifecycleStatus, Json, JsonObject, EpochMillis } from '@flink-operator/core/resource'
import type { Autoscaled } from '../autoscaler/autoscaled.ts'
import type { CompactInput } from '../flink/cluster-configuration.ts'
import type { JobManagerProcess } from '../flink/job-manager-process.ts'
import type { HaMetadata, ZooKeeperNodes } from '../flink/ha-metadata.ts'
import type { Played } from './played-children.ts'
import type { JobResource, Resources, SpecOfJob } from './resources.ts'

export type { FlinkDeploymentResource, JobResource, SessionJobResource, SpecOfJob, StateSnapshotResource } from './resources.ts'

/** An action of a round of a resource with a job. */
export type JobAction = Action<JobLifecycleStatus>

/** What every simulated object has. An object that was deleted and created again has another `uid`. */
export interface ObjectHead {
  readonly name: string
  readonly uid: string
  readonly version: string
  readonly deleting: boolean
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerUids: readonly string[]
  /** Ghost: another controller or user created it. */
  readonly foreignObject?: true
  /** Of an object that was rendered in full: its labels, by which it is found. */
  readonly labels?: Texts
}

type Texts = Readonly<Record<string, string>>

/** A Deployment of a cluster: it holds the input that it was rendered from instead of its manifest. */
export interface DeploymentObject extends ObjectHead {
  /** `ForeignObject`: another owner's Deployment, whose content is not modelled. */
  readonly role: 'JobManager' | 'TaskManager' | 'ForeignObject'
  readonly created: EpochMillis
  readonly input: CompactInput
  readonly replicas: number
  /** When a replica first became available; null: never (control-flow.md, section 5.6/c). */
  readonly availableSince: EpochMillis | null
  /** Ghost: a job of this Deployment was started; later starts are Flink's own recovery, not a deploy. */
  readonly started: boolean
  /** Of a Deployment that was rendered in full: the labels of its pods. */
  readonly selector?: Texts
  readonly podAnnotations?: Texts
  /** Of such TaskManagers: the number of ready replicas. */
  readonly ready?: number
}

/** A rendered ConfigMap. ConfigMaps with HA metadata are in `ha`. */
export interface ConfigMapObject extends ObjectHead {
  /** Keys that were added after rendering: the attempts whose pods may start. */
  readonly keys?: readonly string[]
}

export interface ServiceObject extends ObjectHead {
  /** Of a Service that was rendered in full: the selector of its pods. Left out: the pods of the cluster. */
  readonly selector?: Texts
}

/** A JobManager pod. `Pending`: its ConfigMap is missing, or the pod was just created; `CrashLoop`: it can't start. */
export interface PodObject {
  readonly name: string
  readonly uid: string
  readonly deploymentUid: string
  readonly created: EpochMillis
  readonly deleting: boolean
  readonly phase: 'Pending' | 'Running' | 'CrashLoop'
  readonly restartCount: number
  readonly input: CompactInput
  readonly process: JobManagerProcess | null
  /** A job ran in this Deployment before the pod was created. */
  readonly later?: true
  /** Its process lost its leadership and got it back. */
  readonly reelected?: true
  /** Its labels that queries and Services select, which outlive its Deployment; left out: a pod of the one cluster there is. */
  readonly labels?: Readonly<Record<string, string>>
}

/** A complete savepoint or checkpoint in the object store. Discarded ones are not in the list. */
export interface StoredState {
  readonly path: string
  readonly kind: 'Savepoint' | 'Checkpoint'
  /** Ghost: the job's progress in it. */
  readonly progress: number
  /** Ghost: it belongs to the job's current history. False: Flink itself restarted the job from an older state. */
  readonly current: boolean
}

/** An effect whose answer was lost and that arrives later, or never (outcome `Late`). */
export interface LateEffect {
  readonly action: JobAction
  /** The FlinkSessionJob whose round sent it; left out: the FlinkDeployment's. */
  readonly owner?: string
  /** The `resourceVersion` that it was sent with. */
  readonly version: string
  /** After this moment it no longer arrives. */
  readonly until: EpochMillis
}

/** The violation of a property (safety-properties.md, part 1). */
export interface Breach {
  readonly property: string
  readonly what: string
}

/** What users asked for with a spec that was valid when the operator read it: an invalid spec asks for nothing (P10). */
export interface Asked {
  /** A start from empty state. */
  readonly stateless: boolean
  /** A start from `path`, by this `savepointRedeployNonce`. */
  readonly redeploy: { readonly nonce: string; readonly path: string } | null
}

/** Ghost state: invisible to the operator, used only to judge it. */
export interface Ghost {
  /** Null: no operator has read a valid spec yet. */
  readonly asked: Asked | null
  /**
   * The job was ended in order to start from this path, which a user asked for, or (null) from empty state. The start is then done
   * even if the user reverts the edit meanwhile.
   */
  readonly chosen: { readonly path: string | null } | null
  /** The nonce of the last redeploy that was done. */
  readonly redeployed: string | null
  /** The spec under which the job finished; null: it runs, or was stopped. */
  readonly finished: SpecOfJob | null
  /**
   * What a user changed in the resource behind the operator's back; null: nothing. `Whole`: so much that the rest of the status is
   * consistent.
   */
  readonly tampered: { readonly extent: 'Part' | 'Whole'; readonly what: string } | null
  /** The value that unreadable content replaced. */
  readonly mended: { readonly path: readonly string[]; readonly value: Json } | null
  /** The spec at the beginning of the world. */
  readonly firstSpec: SpecOfJob | null
  /** An earlier status, as a backup holds it; null: no backup exists. */
  readonly backup: JobLifecycleStatus | null
  /** The same for a resource of another kind. */
  readonly backupBeside?: object
}

export const noGhost: Ghost = {
  asked: null,
  chosen: null,
  redeployed: null,
  finished: null,
  tampered: null,
  mended: null,
  firstSpec: null,
  backup: null,
}

/** How detailed the world is. `abstract`: numbers that only grow are held constant, so that the state space is finite. */
export interface Fidelity {
  readonly abstract: boolean
  /** `/checkpoints` may be this old (flink REST trap 1). */
  readonly restCacheMillis: number
  /** Finished operations are remembered this long (trap 5). */
  readonly operationMemoryMillis: number
  /** Does the job's code make Flink delete its checkpoints when it is cancelled, whatever its configuration says (B23)? */
  readonly codeDeletesCheckpoints?: true
  /** Do the jars give their jobs names of their own, so that no job has the name that its resource gives it? */
  readonly jarsNameJobs?: true
  /** May the watches of a cluster lag? */
  readonly laggingWatches?: true
  /**
   * A run of an attempt that is over starts after all, after any time that an operator can wait for: Flink can't refuse it. Then it
   * counts for P06 alone: it has to be ended.
   */
  readonly lateRuns?: true
  /**
   * For mutants: writes that ignore the resourceVersion, or that drop what another version of the operator wrote; volumes that don't
   * name the key of their attempt, as in recordings of earlier versions.
   */
  readonly broken?: 'UnguardedWrites' | 'ForgetfulWrites' | 'NoAttemptKey'
}

/** One logical job, whatever its job id: its stored states, the rest of its resource, and the ghost state. */
export interface JobLine {
  /** The FlinkSessionJob that owns it; null: the FlinkDeployment that names the cluster. */
  readonly owner: string | null
  /** The resource in a lagging watch cache. */
  readonly olderResource: JobResource | null
  /** The status as JSON, after an operator of another version wrote it: unknown fields survive our writes (P11). */
  readonly foreignStatus: JsonObject | null
  /** The status as JSON, after something unreadable for this version was written (F14): our writes are merged over it. */
  readonly rawStatus: JsonObject | null
  readonly storage: readonly StoredState[]
  /**
   * Ghost: runs that ended for good. If Flink runs one again under the same id, without HA, it is an orphan: what it stores counts as
   * no job's state.
   */
  readonly ended: readonly string[]
  readonly ghost: Ghost
}

/**
 * One Flink cluster in Kubernetes and Flink, with its jobs, one of which is the current one: an application's only job, or the job
 * that an event is about (`jobs.ts`).
 */
export interface Cluster extends JobLine {
  /** Its name, and that of its FlinkDeployment. */
  readonly clusterId: string
  /** The jobs of a session cluster other than the current one. */
  readonly otherJobs: readonly JobLine[]
  readonly deployments: readonly DeploymentObject[]
  readonly configMaps: readonly ConfigMapObject[]
  readonly services: readonly ServiceObject[]
  readonly ingress: ObjectHead | null
  /**
   * The cluster that lagging watches still show: as it was before its last change, unless our operator made that. Null: they show the
   * present state.
   */
  readonly olderCluster: WatchedCluster | null
  readonly pods: readonly PodObject[]
  /** HA metadata in ConfigMaps, and in ZooKeeper. */
  readonly ha: HaMetadata
  readonly zooKeeper: ZooKeeperNodes
  /** Job result store: ended jobs, by the storage path of their cluster. */
  readonly jobResults: readonly { readonly store: string; readonly jobId: string }[]
  readonly late: readonly LateEffect[]
}

/**
 * Kubernetes, Flink clusters and time, at one moment, from the viewpoint of one cluster, the current one: every effect on a cluster
 * and every event in it is a function of a world with that current cluster (`clusters.ts`). Plain data; `step` and `perform` make the
 * next world.
 */
export interface World extends Cluster {
  readonly fidelity: Fidelity
  readonly now: EpochMillis
  /**
   * The next number for uids and versions of objects; for versions of the resource; for paths. Separate counters, so that independent
   * steps commute.
   */
  readonly serial: number
  readonly writes: number
  readonly stored: number
  readonly resources: Resources
  /** Since when this process runs with a clock that did not jump; null: it never jumped, and the recorded moments count (F15). */
  readonly steadySince: EpochMillis | null
  /** The other clusters. */
  readonly beside: readonly Cluster[]
  /** FlinkDeployments are simulated in a few steps each, instead of by the operator's rules; left out: they are not. */
  readonly played?: Played
  /** The state of autoscalers; left out: none, and jobs have no load. */
  readonly autoscaled?: Autoscaled
  /** Ghost: the violations of the last event or effect; empty in a sound world. */
  readonly breaches: readonly Breach[]
}

/** A cluster as watches show it; HA metadata is not watched. */
export interface WatchedCluster {
  readonly deployments: readonly DeploymentView[]
  readonly pods: readonly PodView[]
  readonly configMaps: readonly ConfigMapView[]
  readonly services: readonly ServiceView[]
  readonly ingress: IngressView | null
}

export const breach = (world: World, property: string, what: string): World => ({
  ...world,
  breaches: [...world.breaches, { property, what }],
})

/** A fresh uid in the form of Kubernetes. */
export const uidOf = (serial: number): string => `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`

/** A resourceVersion; opaque to all readers. */
export const versionOf = (serial: number): string => `v${String(serial).padStart(9, '0')}`

/** Replaces one element, by identity. */
export const replaced = <A>(list: readonly A[], old: A, next: A): readonly A[] => list.map(it => (it === old ? next : it))

/** Does the object act like ours? A copy with the mark of our attempt has the same content. */
export const isAsOurs = ({ foreignObject, annotations }: ObjectHead): boolean =>
  foreignObject !== true || Object.keys(annotations).length > 0
