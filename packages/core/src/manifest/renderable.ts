import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ManifestRequest } from '../contract/action/manifest-request.ts'
import { clusterMistakes, ingressMistakes, templateMistakes } from './deploy-mistakes.ts'
import type { ManifestError } from './manifest-error.ts'
import { unsortedCluster } from './render-manifest.ts'
import { flatten } from '../flink/configuration/flatten.ts'
import type { DeploymentMode } from '../contract/resource/flink-deployment-spec.ts'
import type { Finding } from '../contract/resource/finding.ts'
import type { ResourceMeta } from '../contract/resource/resource-meta.ts'
import type { ConfiguredCluster } from '../spec/configured-spec.ts'
import { clusterInput, type DeployInputs } from './cluster-input.ts'

/** The longest possible inputs of a deploy: a path that etcd and command lines still accept, and ids of their fixed length. */
const worst: DeployInputs = {
  source: { _tag: 'Path', path: `s3://${'p'.repeat(2_043)}`, reason: 'validation' },
  jobId: 'f'.repeat(32),
  id: 'f'.repeat(32),
}

const reported = (
  { message, more }: ManifestError,
): string => (more === '' ? message : `${message}${message.endsWith('.') ? '' : '.'} ${more}`)

/** Says where a key comes from that the spec does not have: it can't be fixed there. */
const whence = ({ key, field }: ManifestError, { spec, effective }: ConfiguredCluster): string =>
  key !== null && field === `flinkConfiguration.${key}` && Object.hasOwn(effective.configuration, key)
    && !Object.hasOwn(flatten(spec.flinkConfiguration), key)
    ? " The key is not in flinkConfiguration of the spec: the operator's defaults, or another field of the spec, set it." : ''

const finding = (target: ConfiguredCluster) => (error: ManifestError): Finding => ({
  severity: 'Error',
  field: error.field,
  message: `${reported(error)}${whence(error, target)}`,
})

/** The ingress request of a spec's deploy. Null: the spec has no ingress. */
export const ingressRequest = (
  { apiVersion, kind, namespace, name, uid }: ResourceMeta,
  { spec, options }: ConfiguredCluster,
): Extract<ManifestRequest, { readonly _tag: 'IngressManifest' }> | null =>
  spec.ingress === null ? null
    : {
      _tag: 'IngressManifest',
      namespace,
      name,
      owner: { apiVersion, kind, name, uid },
      ingress: spec.ingress,
      restPort: options.restPort,
    }

/**
 * F12: findings on a spec whose objects can't be created. Every object of its deploy is rendered here with the longest possible inputs, and
 * checked like in an API server. Such a spec is rejected before the running job is stopped.
 */
export const objectFindings = (meta: ResourceMeta, mode: DeploymentMode, target: ConfiguredCluster): readonly Finding[] => {
  const ingress = ingressRequest(meta, target)
  const { podTemplate, jobManager, taskManager } = target.spec
  const misshapen = [
    ...templateMistakes('podTemplate', podTemplate),
    ...templateMistakes('jobManager.podTemplate', jobManager?.podTemplate ?? null),
    ...templateMistakes('taskManager.podTemplate', taskManager?.podTemplate ?? null),
  ]
  // rendering would report the same invalid fields again
  if (misshapen.length > 0) return misshapen.map(finding(target))
  return [
    ...pipe(clusterInput(meta, mode, target, worst), E.match((): readonly ManifestError[] => [], clusterMistakes)),
    ...(ingress === null ? [] : ingressMistakes(ingress)),
  ].map(finding(target))
}

/**
 * Why the cluster of a recorded spec can't be rendered now. Null: it can. A recorded spec was valid once: the operator's defaults, or its
 * knowledge of versions, changed since. Only rendering is checked: an API server accepts again what it accepted before.
 */
export const unrenderable = (meta: ResourceMeta, mode: DeploymentMode, target: ConfiguredCluster): string | null =>
  pipe(
    clusterInput(meta, mode, target, worst),
    E.chain(input => pipe(unsortedCluster(input), E.mapLeft(error => finding(target)(error).message))),
    E.match(message => message, () => null),
  )
