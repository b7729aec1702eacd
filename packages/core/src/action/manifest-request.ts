import type { JsonObject } from '../resource/json.ts'
import type { DeploymentMode, FlinkDeploymentSpec, IngressSpec } from '../resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../resource/flink-version.ts'

/** All that the objects of one deploy attempt are rendered from. Shared by the parts; made once by the decision. */
export interface ClusterManifestInput {
  readonly namespace: string
  readonly clusterId: string
  readonly flinkVersion: FlinkVersion
  readonly mode: DeploymentMode
  /** The resource that owns the cluster. */
  readonly owner: { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string }
  /** The whole effective configuration, with what the deployment adds (api-and-config.md, sections 9 and 10). */
  readonly configuration: Readonly<Record<string, string>>
  readonly jobManagerPodTemplate: JsonObject | null
  readonly taskManagerPodTemplate: JsonObject | null
  /** Content of `log4j-console.properties` and `logback-console.xml`. */
  readonly logConfiguration: Readonly<Record<string, string>>
  /** Id of the attempt, for the annotation `flinkdeployment.flink.apache.org/attempt`; null in golden comparisons. */
  readonly attempt: string | null
  /** What all attempts of one deploy have in common, for the annotation `flinkdeployment.flink.apache.org/deploy`; absent: no mark. */
  readonly deploy?: string
}

/** The parts of a cluster, in the order of creation (design.md, section 3): what the JobManager pod mounts first, Deployments last. */
export type ClusterPart =
  | 'FlinkConfig'
  | 'PodTemplate'
  | 'InternalService'
  | 'RestService'
  | 'TaskManagerDeployment'
  | 'JobManagerDeployment'

/** What to render: decisions stay small, `render` makes the object. */
export type ManifestRequest =
  | {
    readonly _tag: 'ClusterManifest'
    readonly part: ClusterPart
    readonly input: ClusterManifestInput
    /** The Deployment that an accompanying object belongs to from the start; absent: it is given to it later. */
    readonly dependentOf?: { readonly name: string; readonly uid: string }
  }
  | {
    readonly _tag: 'IngressManifest'
    readonly namespace: string
    readonly name: string
    /** The cluster behind it; left out: the one of its name. */
    readonly clusterId?: string
    readonly owner: ClusterManifestInput['owner']
    readonly ingress: IngressSpec
    readonly restPort: number
  }
  /** A FlinkDeployment that another resource owns. Applied: only what stands here is ours, what others put on it stays (E-29). */
  | {
    readonly _tag: 'FlinkDeploymentManifest'
    readonly namespace: string
    readonly name: string
    readonly owner: ClusterManifestInput['owner']
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
    readonly spec: FlinkDeploymentSpec
  }
  /** An object that the kind has rendered itself: it is sent as it stands here. */
  | {
    readonly _tag: 'ObjectManifest'
    readonly apiVersion: string
    readonly kind: string
    readonly namespace: string
    readonly name: string
    /** Is it what a cluster begins with? Then its creation has to be on record first, as that of any JobManager. */
    readonly hard: boolean
    readonly object: JsonObject
  }
