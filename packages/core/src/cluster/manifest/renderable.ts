import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ManifestRequest } from '../../action/manifest-request.ts'
import { clusterMistakes, ingressMistakes, templateMistakes } from './deploy-mistakes.ts'
import type { ManifestError } from './manifest-error.ts'
import { unsortedCluster } from './render-manifest.ts'
import { flatten } from '../../flink-configuration/flatten.ts'
import type { DeploymentMode } from '../../resource/flink-deployment-spec.ts'
import type { Finding } from '../../resource/finding.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { ConfiguredCluster } from '../configured-spec.ts'
import { clusterInput, type DeployInputs } from './manifest-input.ts'

/** As long as what a deploy is begun with can be: a path that etcd and command lines still take, ids of their fixed length. */
const worst: DeployInputs = {
  source: { _tag: 'Path', path: `s3://${'p'.repeat(2_043)}`, reason: 'validation' },
  jobId: 'f'.repeat(32),
  id: 'f'.repeat(32),
}

const told = ({ message, more }: ManifestError): string => (more === '' ? message : `${message}${message.endsWith('.') ? '' : '.'} ${more}`)

/** A key that the spec does not have is not mended there. */
const whence = ({ key, field }: ManifestError, { spec, effective }: ConfiguredCluster): string =>
  key !== null && field === `flinkConfiguration.${key}` && Object.hasOwn(effective.configuration, key)
    && !Object.hasOwn(flatten(spec.flinkConfiguration), key)
    ? " The key is not in flinkConfiguration of the spec: the operator's defaults, or another field of the spec, set it." : ''

const finding = (target: ConfiguredCluster) => (error: ManifestError): Finding => ({
  severity: 'Error',
  field: error.field,
  message: `${told(error)}${whence(error, target)}`,
})

/** The ingress of a spec, as its deploy asks for it; null: it has none. */
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
 * F12: what keeps the objects of a spec from being made. Every object that its deploy would create is rendered here, with the longest
 * inputs that it may be begun with, and looked at as an API server would: a spec whose objects can't be is refused before anything is
 * stopped.
 */
export const objectFindings = (meta: ResourceMeta, mode: DeploymentMode, target: ConfiguredCluster): readonly Finding[] => {
  const ingress = ingressRequest(meta, target)
  const { podTemplate, jobManager, taskManager } = target.spec
  const misshapen = [
    ...templateMistakes('podTemplate', podTemplate),
    ...templateMistakes('jobManager.podTemplate', jobManager?.podTemplate ?? null),
    ...templateMistakes('taskManager.podTemplate', taskManager?.podTemplate ?? null),
  ]
  // what is misshapen is met once more in what is rendered of it
  if (misshapen.length > 0) return misshapen.map(finding(target))
  return [
    ...pipe(clusterInput(meta, mode, target, worst), E.match((): readonly ManifestError[] => [], clusterMistakes)),
    ...(ingress === null ? [] : ingressMistakes(ingress)),
  ].map(finding(target))
}

/**
 * Why the cluster of a recorded spec can't be rendered now; null: it can. Recorded specs were valid once: the operator's defaults, or what
 * it knows of versions, has changed since. Only whether it renders is asked: what an API server took once it takes again.
 */
export const unrenderable = (meta: ResourceMeta, mode: DeploymentMode, target: ConfiguredCluster): string | null =>
  pipe(
    clusterInput(meta, mode, target, worst),
    E.chain(input => pipe(unsortedCluster(input), E.mapLeft(error => finding(target)(error).message))),
    E.match(message => message, () => null),
  )
