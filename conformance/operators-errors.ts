import type { JsonObject } from '@flink-operator/core'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '@flink-operator/core/resource'
import { type KindName, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { environment } from '../packages/core/fixtures/environment.ts'
import type { Finding } from '../packages/core/src/contract/resource/finding.ts'
import type { Resource } from '../packages/core/src/contract/resource/resource.ts'
import { flinkDeploymentKind } from '../packages/core/src/kind/flink-deployment/flink-deployment-kind.ts'
import { validateInSession } from '../packages/core/src/kind/flink-session-job/validate-session-job.ts'
import { acceptedSpecs } from './refused-specs.ts'

const directories: Readonly<Record<string, string>> = {
  'state.savepoints.dir': 's3://b/savepoints',
  'state.checkpoints.dir': 's3://b/checkpoints',
  'high-availability.type': 'kubernetes',
  'high-availability.storageDir': 's3://b/ha',
}

/** An environment in which a spec needs no configuration of its own. */
const env = environment(undefined, directories)

const ofASessionJob = ({ meta, spec }: Resource<FlinkSessionJobSpec, FlinkSessionJobStatus>): readonly Finding[] => {
  const { job: _, ...session } = acceptedSpecs.FlinkDeployment
  const cluster = flinkDeploymentKind.decode({ metadata: { namespace: 'ns', name: 'session' }, spec: session })
  if (E.isLeft(cluster)) throw new Error(JSON.stringify(cluster.left))
  return validateInSession({ meta, spec, recorded: null, hosts: null, defaults: env.flinkDefaults, options: env.options }, {
    name: spec.deploymentName ?? '',
    spec: cluster.right.spec,
  })
}

/** The fields for which the operator's own validation refuses a resource; for a part that can't be read, the path of that part. */
export const operatorsErrors = (kind: KindName, resource: JsonObject): readonly string[] => {
  const decoded = kindOf(kind).decode(resource)
  if (E.isLeft(decoded)) return [decoded.left.path]
  const unread = (decoded.right.unread ?? []).map(({ path }) => path)
  const { findings } = kindOf(kind).validate(decoded.right, env) as { readonly findings: readonly Finding[] }
  const inSession = kind === 'FlinkSessionJob'
    ? ofASessionJob(decoded.right as Resource<FlinkSessionJobSpec, FlinkSessionJobStatus>) : []
  return [...unread, ...[...findings, ...inSession].filter(({ severity }) => severity === 'Error').map(({ field }) => field)]
}

/** A resource of a kind as a person writes it. */
export const resourceOf = (kind: KindName, name: string, spec: JsonObject, namespace = 'ns'): JsonObject => {
  const { group, version } = kindOf(kind).type
  return { apiVersion: `${group}/${version}`, kind, metadata: { namespace, name }, spec }
}
