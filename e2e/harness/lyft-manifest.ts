import type { JsonObject } from '@flink-operator/core'
import type { FlinkVersion, Settings } from '../settings.ts'
import { controlFolder, jobArguments } from './manifest.ts'

/** What one FlinkApplication differs from another by; any field of the spec may be given. */
export interface LyftOptions {
  readonly namespace: string
  readonly name: string
  readonly version: FlinkVersion
  readonly spec?: JsonObject
}

const mount = '/data'
const entryFolder = '/entry'
const jarFolder = '/tmp/web'

export const lyftArguments = (jobName: string): string => jobArguments(jobName).join(' ')

/**
 * What the entry point of an image for this kind has to do beside Flink's own (docs/lyft.md): put the jar into the web upload directory,
 * and expand `$HOST_IP`. It is read by the shell before the entry point of any image of Flink's.
 */
const beforeEntryPoint = `export FLINK_PROPERTIES="\${FLINK_PROPERTIES//'$HOST_IP'/$HOST_IP}"
mkdir -p ${jarFolder}/flink-web-upload
[ -e ${jarFolder}/flink-web-upload/TestJob.jar ] || cp /opt/flink/examples/streaming/TestJob.jar ${jarFolder}/flink-web-upload/
`

/** The ConfigMap that all of them mount. */
export const entryConfigMap = (namespace: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'entry', namespace },
  data: { 'before.sh': beforeEntryPoint },
})

const role = (memory: string): JsonObject => ({
  resources: { requests: { cpu: '100m', memory } },
  envConfig: { env: [{ name: 'BASH_ENV', value: `${entryFolder}/before.sh` }] },
})

/** An application that counts, with a checkpoint every 2 s; requests little cpu and has no limit, since JVMs start slowly otherwise. */
export const lyftManifest = (settings: Settings, { namespace, name, version, spec = {} }: LyftOptions): JsonObject => {
  const state = `file://${mount}/${namespace}/${name}`
  return {
    apiVersion: 'flink.k8s.io/v1beta1',
    kind: 'FlinkApplication',
    metadata: { namespace, name },
    spec: {
      image: settings.image[version],
      flinkVersion: version,
      jarName: 'TestJob.jar',
      entryClass: 'TestJob',
      programArgs: lyftArguments('first'),
      parallelism: 1,
      jobManagerConfig: role('1Gi'),
      taskManagerConfig: { ...role('1280Mi'), taskSlots: 1 },
      volumes: [
        { name: 'state', hostPath: { path: settings.hostPath, type: 'Directory' } },
        { name: 'entry', configMap: { name: 'entry' } },
        { name: 'control', configMap: { name: 'control', optional: true } },
      ],
      volumeMounts: [
        { name: 'state', mountPath: mount },
        { name: 'entry', mountPath: entryFolder },
        { name: 'control', mountPath: controlFolder },
      ],
      // keys that every Flink since 1.19 knows
      flinkConfig: {
        'web.upload.dir': jarFolder,
        'execution.checkpointing.interval': '2s',
        'state.checkpoints.num-retained': '3',
        'state.checkpoints.dir': `${state}/checkpoints`,
        'state.savepoints.dir': `${state}/savepoints`,
        'heartbeat.interval': '2000',
        // a task that is late to start on a busy machine is FAILED to this kind, and the update given up
        'pekko.ask.timeout': '60s',
        'env.java.opts.jobmanager': '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
        'env.java.opts.taskmanager': '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
      },
      ...spec,
    },
  }
}
