import * as E from 'fp-ts/lib/Either.js'
import { nativeJarUri, standaloneJarUri } from '../../flink/configuration/jar-uri.ts'
import { isAtLeast } from '../../contract/resource/flink-version.ts'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, nothing, error, type Rule } from './rule.ts'

const pythonClasses: readonly string[] = [
  'org.apache.flink.client.python.PythonDriver',
  'org.apache.flink.client.python.PythonGatewayServer',
]
const pythonArguments: readonly string[] = ['-py', '--python', '-pym', '--pyModule']

const isPython = ({ entryClass, args }: JobSpec): boolean =>
  pythonClasses.includes(entryClass ?? '') || args.some(arg => pythonArguments.includes(arg))

/**
 * C-D05: Flink 1.x in native mode requires exactly one jar, unless the job is Python. In standalone mode the class path of the image is
 * enough.
 */
export const nativeApplicationNeedsJar: Rule<FlinkDeploymentInput> = ({ spec, configuration }) =>
  errorIf(
    spec.job !== null && spec.mode !== 'standalone' && spec.job.jarURI === null && !isPython(spec.job)
      && spec.flinkVersion !== null && !isAtLeast(spec.flinkVersion, 'v2_0') && !Object.hasOwn(configuration, 'pipeline.jars'),
    'job.jarURI',
    `Flink ${spec.flinkVersion ?? ''} needs spec.job.jarURI for a native application cluster, unless the job is a Python job`,
  )

/** The operator can't build the configuration from an invalid jarURI. Standalone mode needs a scheme. */
export const applicationJarIsUri: Rule<FlinkDeploymentInput> = ({ spec }) => {
  const jarURI = spec.job?.jarURI ?? null
  if (jarURI === null) return nothing
  const uri = spec.mode === 'standalone' ? standaloneJarUri(jarURI) : nativeJarUri(jarURI)
  return E.isLeft(uri) ? error('job.jarURI', `jarURI is not valid: ${uri.left}`) : nothing
}
