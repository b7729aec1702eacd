import type { JsonObject } from '@flink-operator/core'
import type { FlinkVersion, Settings } from '../settings.ts'
import { jobArguments, manifest, type ManifestOptions } from './manifest.ts'

/** Slots of the only TaskManager: three jobs, and one that starts while another one ends. */
const slots = 4

/** A session cluster whose TaskManager has a slot more than its jobs need. */
export const sessionManifest = (
  settings: Settings,
  { namespace, version, highAvailability, configuration = {}, jobManagers }: Pick<
    ManifestOptions,
    'namespace' | 'version' | 'highAvailability' | 'configuration' | 'jobManagers'
  >,
): JsonObject => {
  const application = manifest(settings, {
    namespace,
    name: 'session',
    version,
    highAvailability,
    upgradeMode: 'stateless',
    jobName: '',
    configuration: { 'taskmanager.numberOfTaskSlots': String(slots), ...configuration },
    ...(jobManagers === undefined ? {} : { jobManagers }),
  })
  const { job, ...spec } = application['spec'] as JsonObject
  return { ...application, spec }
}

export interface SessionJobOptions {
  readonly namespace: string
  readonly name: string
  readonly upgradeMode: 'stateless' | 'savepoint' | 'last-state'
  /** Where the operator fetches the job's jar. */
  readonly jarURI: string
  readonly state?: 'running' | 'suspended'
  /** Of this job alone. */
  readonly configuration?: Readonly<Record<string, string>>
}

/** Of a cluster that many share, a job's name begins with that of its resource. */
export const sharedName = (name: string, jobName: string): string => `${name}/${jobName}`

export const sessionJobManifest = (
  { namespace, name, upgradeMode, jarURI, state = 'running', configuration = {} }: SessionJobOptions,
): JsonObject => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkSessionJob',
  metadata: { namespace, name },
  spec: {
    deploymentName: 'session',
    flinkConfiguration: configuration,
    job: { jarURI, entryClass: 'TestJob', args: jobArguments(sharedName(name, 'first')), parallelism: 1, state, upgradeMode },
  },
})

/** Jars come from this machine: http, and an address of loopback. */
export const fetchesFromHere =
  "kubernetes.operator.user.artifacts.allowed-schemes: http;https\nkubernetes.operator.user.artifacts.disallow-restricted-hosts: 'false'\n"

/** The jar of a version on this machine. */
export const jarOf = (settings: Settings, version: FlinkVersion): string | null => settings.jar[version]
