import { aCheckpoint } from '../../packages/core/fixtures/cluster-facts.ts'
import type {
  FlinkDeploymentView,
  FlinkSessionJobView,
  StateSnapshotView,
} from '../../packages/core/src/contract/fact/custom-resource-views.ts'
import type {
  AsynchronousOperation,
  CheckpointView,
  JarView,
  JobOverview,
  VertexBounds,
} from '../../packages/core/src/contract/fact/flink-rest.ts'
import type { ConfigMapView, ServiceView, DeploymentView } from '../../packages/core/src/contract/fact/object-view.ts'
import { absent, type Fact, known, unknown, type UnknownReason } from '../../packages/core/src/contract/fact/fact.ts'
import type { PodView } from '../../packages/core/src/contract/fact/pod-view.ts'
import type { Query } from '../../packages/core/src/contract/query/query.ts'
import type { FlinkDeploymentStatus } from '../../packages/core/src/contract/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../packages/core/src/contract/resource/json.ts'

/** How the world answers to what is done to it. Everything happens at once, but for what takes `comesUpAfter`. */
export interface Script {
  readonly stop: { readonly path: string } | { readonly fails: string }
  readonly cancel: 'ok' | 'missing' | 'terminated' | 'error'
  /** The last checkpoint that a job leaves when it ends; null: it never had one. */
  readonly lastCheckpoint: string | null
  /** Milliseconds from the creation of a JobManager Deployment to a running job; null: it stays as it was created. */
  readonly comesUpAfter: number | null
  readonly flinkVersion: string | null
  /** Root cause of a failed job. */
  readonly failure: string | null
  /** Images that no pod can be started with. */
  readonly brokenImages: readonly string[]
  readonly savepoint: AsynchronousOperation | null
  readonly checkpoint: AsynchronousOperation | null
}

export const quietScript: Script = {
  stop: { path: 's3://b/sp-new' },
  cancel: 'ok',
  lastCheckpoint: null,
  comesUpAfter: null,
  flinkVersion: null,
  failure: null,
  brokenImages: [],
  savepoint: null,
  checkpoint: null,
}

/** What was done, in the reference operator's words; statuses as they were written; events. */
export type LogEntry =
  | { readonly _tag: 'Call'; readonly call: string; readonly [argument: string]: unknown }
  | { readonly _tag: 'Status'; readonly status: FlinkDeploymentStatus; readonly reason: string }
  | { readonly _tag: 'Event'; readonly reason: string; readonly message: string; readonly type: string }
  /** Something that must never happen. */
  | { readonly _tag: 'Breach'; readonly what: string }

export interface JobProcess {
  /** What REST does: answers, or fails so. */
  rest: UnknownReason | null
  jobs: JobOverview[]
  /** Stops, savepoints and checkpoints by trigger id. */
  stops: Map<string, AsynchronousOperation>
  /** Whence the job was started; told by nobody, for checks. */
  readonly startedFrom: string | null
}

/** A world of one resource that does what its script says. Mutable: it is a test's. */
export class ScriptedWorld {
  now: number
  resource: JsonObject
  readonly script: Script
  deployment: DeploymentView | null = null
  taskManagers: DeploymentView | null = null
  pods: PodView[] = []
  configMaps: ConfigMapView[] = []
  services: ServiceView[] = []
  process: JobProcess | null = null
  /** FlinkStateSnapshots; null: their CRD is not installed. */
  snapshots: StateSnapshotView[] | null = null
  /** Of a session job: its cluster, as the FlinkDeployment tells of it. */
  session: FlinkDeploymentView | null = null
  /** The other FlinkSessionJobs of the namespace. */
  sessionJobs: readonly FlinkSessionJobView[] = []
  jars: readonly JarView[] = []
  upAt: number | null = null
  checkpoint: CheckpointView | null = null
  /** Bounds of the running vertices; null: REST gives none. */
  vertices: VertexBounds | null = null
  /** Jobs that we told to cancel: they do so in time. Others that are CANCELLING stay so. */
  readonly cancelled = new Set<string>()
  serial = 0
  gone = false
  readonly log: LogEntry[] = []

  constructor(now: number, resource: JsonObject, script: Script) {
    this.now = now
    this.resource = resource
    this.script = script
    if (script.lastCheckpoint !== null) this.checkpoint = checkpointAt(script.lastCheckpoint, 0)
  }

  nextUid(): string {
    this.serial += 1
    return `uid-${String(this.serial)}`
  }

  calls(): readonly Extract<LogEntry, { _tag: 'Call' }>[] {
    return this.log.filter(entry => entry._tag === 'Call')
  }

  breaches(): readonly string[] {
    return this.log.flatMap(entry => (entry._tag === 'Breach' ? [entry.what] : []))
  }

  /** Is the ConfigMap there that the pods mount? */
  hasConfig(): boolean {
    return this.configMaps.some(({ name }) => name.startsWith('flink-config-'))
  }

  /** The answer to a query, live. */
  answer(query: Query): Fact<unknown> {
    const { now } = this
    const maybe = <A>(value: A | null): Fact<A> => (value === null ? absent(now) : known(value, now))
    switch (query._tag) {
      case 'ReadDeployment':
        return maybe(this.deployment)
      case 'ReadTaskManagerDeployment':
        return maybe(this.taskManagers)
      case 'ListJobManagerPods':
        return known(
          this.pods.map(pod => ({
            ...pod,
            failedMount: query.withMountEvents && !this.hasConfig() ? 'MountVolume.SetUp failed for volume "flink-config-volume"' : null,
          })),
          now,
        )
      case 'ListConfigMaps':
        return known([...this.configMaps], now)
      case 'ListServices':
        return known([...this.services], now)
      case 'ReadNames':
      case 'ListNamingResources':
        return known([], now)
      case 'ListLabelledObjects':
        return known({ deployments: [], services: [], ingresses: [] }, now)
      case 'ListStateSnapshots':
        return this.snapshots === null ? absent(now) : known([...this.snapshots], now)
      case 'ReadFlinkDeployment':
        return maybe(this.session)
      case 'ListFlinkSessionJobs':
        return this.sessionJobs.length === 0 ? absent(now) : known([...this.sessionJobs], now)
      case 'ListFlinkDeployments':
        return known(this.session === null ? [] : [this.session], now)
      case 'ReadIngress':
      case 'ReadZooKeeperHaMetadata':
      case 'ReadFlinkSessionJob':
      case 'ReadAutoscalerState':
      case 'ReadClusterCapacity':
        return absent(now)
      default:
        return this.answerFlink(query, maybe)
    }
  }

  private answerFlink(query: Extract<Query, { readonly endpoint: unknown }>, maybe: <A>(value: A | null) => Fact<A>): Fact<unknown> {
    const { now, process, script } = this
    if (process === null) return unknown('Unreachable', 'connect ECONNREFUSED', now)
    if (process.rest !== null) return unknown(process.rest, 'no answer', now)
    const job = 'jobId' in query ? process.jobs.find(it => it.jobId === query.jobId) : undefined
    switch (query._tag) {
      case 'GetJobsOverview':
        return known([...process.jobs], now)
      case 'GetCheckpoints':
        return job === undefined ? absent(now)
          : known({
            restored: null,
            completed: this.checkpoint,
            savepoint: null,
            inProgress: null,
            completedCount: this.checkpoint === null ? 0 : 1,
            inProgressCount: 0,
            stateSize: null,
          }, now)
      case 'GetCheckpointConfiguration':
        return job === undefined ? absent(now) : known({ isDeletedOnCancel: false }, now)
      case 'GetSavepointOperation':
        return maybe(process.stops.get(query.triggerId) ?? (query.for === 'stopOperation' ? null : script.savepoint))
      case 'GetCheckpointOperation':
        return maybe(process.stops.get(query.triggerId) ?? script.checkpoint)
      case 'GetCheckpointDetails':
        return absent(now)
      case 'GetJobExceptions':
        return known(
          script.failure === null ? []
            : [{
              type: 'java.lang.RuntimeException',
              stackTrace: `java.lang.RuntimeException: ${script.failure}`,
              timestamp: now,
              taskName: null,
              endpoint: null,
              taskManagerId: null,
              failureLabels: {},
            }],
          now,
        )
      case 'GetJars':
        return known(this.jars, now)
      case 'GetClusterOverview':
        return script.flinkVersion === null ? unknown('NotReady', 'no cluster overview', now)
          : known({ flinkVersion: script.flinkVersion, flinkRevision: '', taskManagers: 1 }, now)
      case 'GetJobMetrics':
        return known({ restarts: 0, completedCheckpoints: 0 }, now)
      case 'GetResourceRequirements':
        return maybe(this.vertices)
      case 'GetJobDetails':
      case 'GetVertexMetrics':
        return absent(now)
    }
  }
}

export const checkpointAt = (externalPath: string, triggerTimestamp: number): CheckpointView =>
  aCheckpoint(9, { externalPath, triggerTimestamp })

export const jobOverview = (jobId: string, state: JobOverview['state'], name = 'job', startTime = 5): JobOverview => ({
  jobId,
  name,
  state,
  startTime,
  endTime: -1,
  tasks: { total: 2, running: state === 'RUNNING' ? 2 : 0, finished: state === 'FINISHED' ? 2 : 0 },
})
