import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { isHighAvailabilityOn } from '../flink/configuration/high-availability-mode.ts'
import { withoutOperatorKeys } from '../flink/configuration/alias-table.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { internalServiceName } from './object-metadata.ts'
import { findText, readList, readText } from './read-option.ts'
import { type ClusterPorts, clusterPorts } from './ports.ts'

/**
 * The input of every decorator: the request, and the configuration with the keys that rendering adds (cluster-manifests.md, section 4.2).
 */
export interface Cluster {
  readonly input: ClusterManifestInput
  readonly configuration: FlinkConfiguration
  readonly ports: ClusterPorts
  readonly highAvailability: boolean
  readonly application: boolean
}

type Input = Pick<ClusterManifestInput, 'mode' | 'configuration'>

export const isStandalone = (input: Pick<ClusterManifestInput, 'mode'>): boolean => input.mode === 'standalone'

/** True for an application cluster, which runs one job. Otherwise it is a session cluster (api-and-config.md, section 9.3). */
export const isApplication = ({ mode, configuration }: Input): boolean =>
  mode === 'standalone'
    ? findText(configuration, 'kubernetes.internal.cluster-mode') === 'APPLICATION'
    : findText(configuration, 'execution.target') === 'kubernetes-application'

/** True if TaskManagers find the JobManager by a Service, because no leader election announces it (cluster-manifests.md, section 6.5). */
export const hasInternalService = (input: Input): boolean => isStandalone(input) || !isHighAvailabilityOn(input.configuration)

const entrypointClass = (application: boolean): string =>
  `org.apache.flink.kubernetes.entrypoint.Kubernetes${application ? 'Application' : 'Session'}ClusterEntrypoint`

const addedKeys = (input: ClusterManifestInput, highAvailability: boolean, application: boolean): FlinkConfiguration => ({
  ...(highAvailability ? { 'high-availability.cluster-id': input.clusterId } : {}),
  ...(hasInternalService(input) ? { 'jobmanager.rpc.address': `${internalServiceName(input.clusterId)}.${input.namespace}` } : {}),
  ...(application && findText(input.configuration, '$internal.application.program-args') === null
    ? { '$internal.application.program-args': '' } : {}),
  ...(isStandalone(input)
    ? {}
    : {
      'internal.cluster.execution-mode': 'NORMAL',
      'kubernetes.internal.jobmanager.entrypoint.class': entrypointClass(application),
    }),
})

/** The configuration with fixed ports and the keys that rendering adds. Left: the ports are not fixed. */
export const clusterOf = (input: ClusterManifestInput): E.Either<ManifestError, Cluster> => {
  const configuration = withoutOperatorKeys(input.configuration)
  const highAvailability = isHighAvailabilityOn(configuration)
  const application = isApplication(input)
  return pipe(
    requireJar(input),
    E.chain(() => clusterPorts(configuration, highAvailability)),
    E.map(({ ports, fixed }) => ({
      input,
      configuration: { ...configuration, ...fixed, ...addedKeys(input, highAvailability, application) },
      ports,
      highAvailability,
      application,
    })),
  )
}

const pythonClasses = ['org.apache.flink.client.python.PythonDriver', 'org.apache.flink.client.python.PythonGatewayServer']
const pythonOptions = ['-py', '--python', '-pym', '--pyModule']

/** Flink 1.x requires a jar in native mode, except for Python jobs (cluster-manifests.md, section 3; C-D05). */
const requireJar = (input: ClusterManifestInput): E.Either<ManifestError, null> => {
  const { mode, configuration, flinkVersion } = input
  if (mode === 'standalone' || !isApplication(input) || flinkVersion.startsWith('v2_')) return E.right(null)
  return pipe(
    readList(configuration, '$internal.application.program-args'),
    E.chain(args => {
      const isPython = pythonClasses.includes(readText(configuration, '$internal.application.main', ''))
        || args.some(arg => pythonOptions.includes(arg))
      return isPython || findText(configuration, 'pipeline.jars') !== null
        ? E.right(null)
        : E.left(
          manifestError(
            'JarMissing',
            'pipeline.jars',
            'Flink 1.x runs an application in native mode only from a jar: spec.job.jarURI is missing.',
          ),
        )
    }),
  )
}
