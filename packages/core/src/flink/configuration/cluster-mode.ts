import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentSpec, JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { nativeJarUri, standaloneJarUri } from './java-uri.ts'
import { withJob } from './job-configuration.ts'
import { parallelism } from './parallelism.ts'
import { printList } from './value-text.ts'

type Made = E.Either<ConfigurationError, FlinkConfiguration>

const isStandalone = (spec: FlinkDeploymentSpec): boolean => spec.mode === 'standalone'

/** Execution target and cluster mode: native or standalone, application or session. */
const target = (spec: FlinkDeploymentSpec): FlinkConfiguration =>
  isStandalone(spec)
    ? { 'execution.target': 'remote', 'kubernetes.internal.cluster-mode': spec.job === null ? 'SESSION' : 'APPLICATION' }
    : { 'execution.target': spec.job === null ? 'kubernetes-session' : 'kubernetes-application' }

const jar = (spec: FlinkDeploymentSpec, { jarURI }: JobSpec): Made => {
  if (jarURI === null) return E.right({})
  const [key, uri] = isStandalone(spec) ? ['pipeline.classpaths', standaloneJarUri(jarURI)] as const
    : ['pipeline.jars', nativeJarUri(jarURI)] as const
  return pipe(
    uri,
    E.bimap(
      message => ({ field: 'job.jarURI', found: jarURI, expected: 'a URI such as local:///opt/flink/usrlib/job.jar', message }),
      // an empty URI names no jar
      found => ({ [key]: printList(found === '' ? [] : [found]) }),
    ),
  )
}

const withApplication = (spec: FlinkDeploymentSpec, job: JobSpec, name: string, configuration: FlinkConfiguration): Made =>
  pipe(
    E.Do,
    E.apS('jar', jar(spec, job)),
    E.apS('parallel', parallelism(spec, job, configuration)),
    E.map(made =>
      withJob(
        {
          'execution.submit-failed-job-on-application-error': 'true',
          ...configuration,
          ...made.jar,
          ...target(spec),
          'parallelism.default': String(made.parallel),
          'execution.shutdown-on-application-finish': 'false',
        },
        name,
        job,
      )
    ),
  )

/**
 * Application or session, native or standalone (api-and-config.md, section 9.3). Left: the jar URI or an option of the parallelism is
 * invalid.
 */
export const withClusterMode = (spec: FlinkDeploymentSpec, name: string, configuration: FlinkConfiguration): Made =>
  spec.job === null ? E.right({ ...configuration, ...target(spec) }) : withApplication(spec, spec.job, name, configuration)
