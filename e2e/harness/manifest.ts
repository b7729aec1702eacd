import type { JsonObject } from '@flink-operator/core'
import type { FlinkVersion, Settings } from '../settings.ts'

export interface ManifestOptions {
  readonly namespace: string
  readonly name: string
  readonly version: FlinkVersion
  readonly upgradeMode: 'stateless' | 'savepoint' | 'last-state'
  readonly highAvailability: boolean
  /** Name of the Flink job, by which an edit shows in REST. */
  readonly jobName: string
  /** More of Flink's and the operator's options. */
  readonly configuration?: Readonly<Record<string, string>>
  /** More arguments of the job. */
  readonly arguments?: readonly string[]
  /** Another job than the one that counts, with its arguments. */
  readonly jarURI?: string
  readonly jobArguments?: readonly string[]
  readonly parallelism?: number
  /** Cores that a TaskManager requests. */
  readonly taskManagerCpu?: number
  /** Standalone, with so many TaskManagers; else native. */
  readonly standalone?: number
  /** One leads, the others stand by. */
  readonly jobManagers?: number
}

/** Where pods see the node's folder. */
export const mount = '/data'

/** Where pods see the ConfigMap `control`, if there is one: a job with `--control` obeys its keys. */
export const controlFolder = '/control'

export const jobArguments = (jobName: string): readonly string[] => ['--name', jobName, '--delay', '20']

/** An application that counts, with a checkpoint every 2 s; requests little cpu and is allowed much, since JVMs start slowly otherwise. */
export const manifest = (settings: Settings, options: ManifestOptions): JsonObject => {
  const { namespace, name, version, upgradeMode, highAvailability, jobName, standalone } = options
  const state = `file://${mount}/${namespace}`
  return {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkDeployment',
    metadata: { namespace, name },
    spec: {
      image: settings.image[version],
      imagePullPolicy: 'IfNotPresent',
      flinkVersion: version === '1.20' ? 'v1_20' : 'v2_3',
      serviceAccount: 'flink',
      flinkConfiguration: {
        'taskmanager.numberOfTaskSlots': '1',
        'kubernetes.jobmanager.cpu.limit-factor': '20',
        'kubernetes.taskmanager.cpu.limit-factor': '20',
        'execution.checkpointing.interval': '2s',
        'execution.checkpointing.num-retained': '3',
        'execution.checkpointing.dir': `${state}/checkpoints`,
        'execution.checkpointing.savepoint-dir': `${state}/savepoints`,
        'heartbeat.interval': '2000',
        // JVMs that start are most of the machine's work here
        'env.java.opts.jobmanager': '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
        'env.java.opts.taskmanager': '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
        ...(highAvailability ? { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': `${state}/ha` } : {}),
        ...options.configuration,
      },
      podTemplate: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'pod-template' },
        spec: {
          containers: [{
            name: 'flink-main-container',
            volumeMounts: [{ name: 'state', mountPath: mount }, { name: 'control', mountPath: controlFolder }],
          }],
          volumes: [{ name: 'state', hostPath: { path: settings.hostPath, type: 'Directory' } }, {
            name: 'control',
            configMap: { name: 'control', optional: true },
          }],
        },
      },
      jobManager: {
        resource: { cpu: 0.1, memory: '800m' },
        ...(options.jobManagers === undefined ? {} : { replicas: options.jobManagers }),
      },
      taskManager: {
        resource: { cpu: options.taskManagerCpu ?? 0.1, memory: '1g' },
        ...(standalone === undefined ? {} : { replicas: standalone }),
      },
      ...(standalone === undefined ? {} : { mode: 'standalone' }),
      job: {
        jarURI: options.jarURI ?? 'local:///opt/flink/examples/streaming/TestJob.jar',
        args: [...(options.jobArguments ?? jobArguments(jobName)), ...(options.arguments ?? [])],
        parallelism: options.parallelism ?? 1,
        state: 'running',
        upgradeMode,
      },
    },
  }
}
