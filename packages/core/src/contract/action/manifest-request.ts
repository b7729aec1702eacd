import type { JsonObject } from '../resource/json.ts'
import type { DeploymentMode, FlinkDeploymentSpec, IngressSpec } from '../resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../resource/flink-version.ts'

/** The input for rendering all objects of one deploy attempt. The decision creates it once, and the parts share it. */
export interface ClusterManifestInput {
  readonly namespace: string
  readonly clusterId: string
  readonly flinkVersion: FlinkVersion
  readonly mode: DeploymentMode
  /** The resource that owns the cluster. */
  readonly owner: { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string }
  /** The whole effective configuration, with the values that the deployment adds (api-and-config.md, sections 9 and 10). */
  readonly configuration: Readonly<Record<string, string>>
  readonly jobManagerPodTemplate: JsonObject | null
  readonly taskManagerPodTemplate: JsonObject | null
  /** Content of `log4j-console.properties` and `logback-console.xml`. */
  readonly logConfiguration: Readonly<Record<string, string>>
  /** Id of the attempt, for the annotation `flinkdeployment.flink.apache.org/attempt`; null in golden comparisons. */
  readonly attempt: string | null
  /** The id that all attempts of one deploy share, for the annotation `flinkdeployment.flink.apache.org/deploy`. Absent: no annotation. */
  readonly deploy?: string
}

/**
 * The parts of a cluster in the order of creation (design.md, section 3): the ConfigMaps that the JobManager pod mounts first, Deployments
 * last.
 */
export type ClusterPart =
  | 'FlinkConfig'
  | 'PodTemplate'
  | 'InternalService'
  | 'RestService'
  | 'TaskManagerDeployment'
  | 'JobManagerDeployment'

/** A request to render a manifest: decisions stay small, and `render` creates the object. */
export type ManifestRequest =
  | {
    readonly _tag: 'ClusterManifest'
    readonly part: ClusterPart
    readonly input: ClusterManifestInput
    /** The Deployment that owns an accompanying object from the start. Absent: the owner reference is added later. */
    readonly dependentOf?: { readonly name: string; readonly uid: string }
  }
  | {
    readonly _tag: 'IngressManifest'
    readonly namespace: string
    readonly name: string
    /** The cluster behind the ingress. Absent: the one of the same name. */
    readonly clusterId?: string
    readonly owner: ClusterManifestInput['owner']
    readonly ingress: IngressSpec
    readonly restPort: number
  }
  /** A FlinkDeployment that another resource owns. It is applied: only these fields are ours, and other clients' fields stay (E-29). */
  | {
    readonly _tag: 'FlinkDeploymentManifest'
    readonly namespace: string
    readonly name: string
    readonly owner: ClusterManifestInput['owner']
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
    readonly spec: FlinkDeploymentSpec
  }
  /** An object that the kind has rendered itself. It is sent as it is. */
  | {
    readonly _tag: 'ObjectManifest'
    readonly apiVersion: string
    readonly kind: string
    readonly namespace: string
    readonly name: string
    /** True if a cluster begins with this object. Its creation has to be recorded first, like that of any JobManager. */
    readonly hard: boolean
    readonly object: JsonObject
  }
