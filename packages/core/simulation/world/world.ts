import type { Action } from '../../src/action/action.ts'
import type { DeploymentView } from '../../src/fact/deployment-view.ts'
import type { ConfigMapView, IngressView, ServiceView } from '../../src/fact/object-view.ts'
import type { PodView } from '../../src/fact/pod-view.ts'
import type { JobLifecycleStatus } from '../../src/resource/job-lifecycle-status.ts'
import type { Json, JsonObject } from '../../src/resource/json.ts'
import type { EpochMillis } from '../../src/resource/time.ts'
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
  /** Ghost: somebody else made it. */
  readonly stranger?: true
  /** Of an object that was sent as it stands: by its labels it is found. */
  readonly labels?: Texts
}

type Texts = Readonly<Record<string, string>>

/** A Deployment of a cluster: what it was rendered from instead of its manifest. */
export interface DeploymentObject extends ObjectHead {
  /** `Stranger`: what somebody else deployed; nothing of it is modelled. */
  readonly role: 'JobManager' | 'TaskManager' | 'Stranger'
  readonly created: EpochMillis
  readonly input: CompactInput
  readonly replicas: number
  /** When a replica first became available; null: never (control-flow.md, section 5.6/c). */
  readonly availableSince: EpochMillis | null
  /** Ghost: a job of this Deployment was started; later starts are Flink's own recovery, not a deploy. */
  readonly started: boolean
  /** Of one that was sent as it stands: the labels of its pods. */
  readonly selector?: Texts
  readonly podAnnotations?: Texts
  /** Of such TaskManagers: how many are up. */
  readonly ready?: number
}

/** A rendered ConfigMap. Those that hold HA metadata are in `ha`. */
export interface ConfigMapObject extends ObjectHead {
  /** Keys that were added since it was rendered: those of attempts whose pods may start. */
  readonly keys?: readonly string[]
}

export interface ServiceObject extends ObjectHead {
  /** Of one that was sent as it stands: which pods are behind it. Left out: those of the cluster. */
  readonly selector?: Texts
}

/** A JobManager pod. `Pending`: its ConfigMap is missing, or it was just made; `CrashLoop`: it can't start. */
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
  /** A job ran in this Deployment before it was made. */
  readonly later?: true
  /** Its process lost its leadership and got it back. */
  readonly reelected?: true
}

/** A savepoint or checkpoint that lies in the object store, complete. What was discarded is not in the list. */
export interface StoredState {
  readonly path: string
  readonly kind: 'Savepoint' | 'Checkpoint'
  /** Ghost: how far the job had come. */
  readonly progress: number
  /** Ghost: the branch of history that it belongs to goes on. False: Flink itself restarted the job from an older state. */
  readonly current: boolean
}

/** An effect whose answer was lost and that arrives later, or never (outcome `late`). */
export interface LateEffect {
  readonly action: JobAction
  /** The FlinkSessionJob in whose round it was sent; left out: the FlinkDeployment. */
  readonly owner?: string
  /** `resourceVersion` of the resource that it was sent with. */
  readonly version: string
  /** After this moment it does not arrive any more. */
  readonly until: EpochMillis
}

/** Something that must never happen, with the property that forbids it (safety-properties.md, part 1). */
export interface Breach {
  readonly property: string
  readonly what: string
}

/** What people asked for with a spec that was valid when the operator read it: an invalid one asks for nothing (P10). */
export interface Asked {
  /** A start from empty state. */
  readonly stateless: boolean
  /** A start from `path`, by this `savepointRedeployNonce`. */
  readonly redeploy: { readonly nonce: string; readonly path: string } | null
}

/** What nobody in the world sees, and what it is judged by. */
export interface Ghost {
  /** Null: no operator has read a valid spec yet. */
  readonly asked: Asked | null
  /**
   * The job was ended for a start from this path that a person asked for, or (null) from empty state: it is carried out also where the wish
   * is taken back meanwhile.
   */
  readonly chosen: { readonly path: string | null } | null
  /** The redeploy that was carried out last, by its nonce. */
  readonly redeployed: string | null
  /** The spec under which the job came to its end by itself; null: it goes on, or was stopped. */
  readonly finished: SpecOfJob | null
  /**
   * What somebody did to the resource behind the operator's back; null: nothing. `Whole`: so much that what is left of the status agrees
   * with itself.
   */
  readonly tampered: { readonly extent: 'Part' | 'Whole'; readonly what: string } | null
  /** What stood where something was written that can't be read. */
  readonly mended: { readonly path: readonly string[]; readonly value: Json } | null
  /** The spec that the world began with. */
  readonly firstSpec: SpecOfJob | null
  /** A status as it once was, as a backup holds it; null: there is none. */
  readonly backup: JobLifecycleStatus | null
  /** The same of a resource of another kind. */
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

/** How finely the world is modelled. `abstract`: numbers that only grow are held constant, so that a world has finitely many states. */
export interface Fidelity {
  readonly abstract: boolean
  /** `/checkpoints` may be this old (flink REST trap 1). */
  readonly restCacheMillis: number
  /** Finished operations are remembered this long (trap 5). */
  readonly operationMemoryMillis: number
  /** Does code of the job say that its checkpoints go when it is cancelled, whatever its configuration says (B23)? */
  readonly codeDeletesCheckpoints?: true
  /** May the watches of a cluster be behind? */
  readonly laggingWatches?: true
  /**
   * For mutants: writes that are not guarded by the resourceVersion, or that forget what another version of the operator wrote; volumes
   * that don't name the key of their attempt, as those of recordings of earlier versions.
   */
  readonly broken?: 'UnguardedWrites' | 'ForgetfulWrites' | 'NoAttemptKey'
}

/**
 * One job as people know it, under whichever id it runs: what it has stored, what there is of its resource beside its text, and what is
 * judged of it.
 */
export interface JobLine {
  /** The FlinkSessionJob that it is of; null: the FlinkDeployment that the cluster has its name from. */
  readonly owner: string | null
  /** What a watch cache that lags behind shows. */
  readonly olderResource: JobResource | null
  /** The status as JSON, once an operator of another version wrote it: what this one does not know survives its writes (P11). */
  readonly foreignStatus: JsonObject | null
  /** The status as JSON, once something in it can't be read by this version (F14): what we write is encoded over it. */
  readonly rawStatus: JsonObject | null
  readonly storage: readonly StoredState[]
  /**
   * Ghost: runs that ended for good. One that Flink runs again under the same id, without HA, is a stray: what it stores is nobody's state.
   */
  readonly ended: readonly string[]
  readonly ghost: Ghost
}

/**
 * One Flink cluster: what Kubernetes and Flink hold of it, and of its jobs, of which one is at hand: that of an application, or the one
 * that something happens to (`jobs.ts`).
 */
export interface Cluster extends JobLine {
  /** Its name, and that of its FlinkDeployment. */
  readonly clusterId: string
  /** The jobs of a session cluster that are not at hand. */
  readonly otherJobs: readonly JobLine[]
  readonly deployments: readonly DeploymentObject[]
  readonly configMaps: readonly ConfigMapObject[]
  readonly services: readonly ServiceObject[]
  readonly ingress: ObjectHead | null
  /**
   * What watches that are behind still tell of the cluster: as it was before its last change, unless that was ours. Null: nothing else than
   * what is.
   */
  readonly olderCluster: WatchedCluster | null
  readonly pods: readonly PodObject[]
  /** HA metadata in ConfigMaps, and in ZooKeeper. */
  readonly ha: HaMetadata
  readonly zooKeeper: ZooKeeperNodes
  /** Job result store: jobs that ended, by the storage path of their cluster. */
  readonly jobResults: readonly { readonly store: string; readonly jobId: string }[]
  readonly late: readonly LateEffect[]
}

/**
 * Kubernetes, Flink clusters and time, at one moment, as seen from one of its clusters, the one at hand: what is done to a cluster, and
 * what it does, is a function of a world that has it at hand (`clusters.ts`). Plain data; `step` and `perform` make the next one.
 */
export interface World extends Cluster {
  readonly fidelity: Fidelity
  readonly now: EpochMillis
  /**
   * Next number for uids and versions of objects; for versions of the resource; for paths. Apart, so that steps that don't touch commute.
   */
  readonly serial: number
  readonly writes: number
  readonly stored: number
  readonly resources: Resources
  /** Since when this process looks with a clock that did not jump; null: it never did, and what is recorded counts (F15). */
  readonly steadySince: EpochMillis | null
  /** The other clusters. */
  readonly beside: readonly Cluster[]
  /** FlinkDeployments are played by a few steps each, instead of run by the operator's own rules; left out: they are not. */
  readonly played?: Played
  /** What there is of autoscalers; left out: nothing, and jobs have no load. */
  readonly autoscaled?: Autoscaled
  /** Ghost: what the last event or effect did that must never happen; empty in a sound world. */
  readonly breaches: readonly Breach[]
}

/** A cluster as watches tell of it; HA metadata is not watched. */
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

/** A resourceVersion; opaque to everybody else. */
export const versionOf = (serial: number): string => `v${String(serial).padStart(9, '0')}`

/** Replaces one element, by identity. */
export const replaced = <A>(list: readonly A[], old: A, next: A): readonly A[] => list.map(it => (it === old ? next : it))

/** Does it what ours does? A copy with our attempt's mark has the same content. */
export const isAsOurs = ({ stranger, annotations }: ObjectHead): boolean => stranger !== true || Object.keys(annotations).length > 0
