import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput, ManifestRequest } from '../contract/action/manifest-request.ts'
import type { DeploymentMode } from '../contract/resource/flink-deployment-spec.ts'
import type { DeployOperation } from '../contract/resource/operation.ts'
import type { ResourceMeta } from '../contract/resource/resource.ts'
import { deploymentAdditions, sessionDeploymentAdditions } from '../flink/configuration/deployment-additions.ts'
import type { ConfiguredCluster } from '../spec/configured-spec.ts'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '../contract/resource/json.ts'
import { objectAccepted } from './accepted/object-accepted.ts'
import type { Refusal } from './accepted/refusal.ts'
import { templateShape } from './accepted/template-shape.ts'
import { isStandalone } from './cluster.ts'
import { objectAt, textAt } from './json-field.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { unsortedTaskManagerPod } from './native-task-manager-pod.ts'
import { readInteger } from './read-option.ts'
import { renderManifest, unsortedCluster } from './render-manifest.ts'
import { flatten } from '../flink/configuration/layers.ts'
import type { Finding } from '../contract/resource/finding.ts'

/** The inputs that are known only when a deploy begins. `jobId`: null only for a session cluster. */
export type DeployInputs = Pick<DeployOperation, 'source' | 'id' | 'jobId'>

/** The manifest input of one deploy of a spec. Left: why it is unavailable. */
export const clusterInput = (
  meta: ResourceMeta,
  mode: DeploymentMode,
  { effective, spec }: ConfiguredCluster,
  { source, id, jobId }: DeployInputs,
): E.Either<string, ClusterManifestInput> => {
  if (spec.flinkVersion === null) return E.left('spec.flinkVersion is not set')
  const owner = { apiVersion: meta.apiVersion, kind: meta.kind, name: meta.name, uid: meta.uid }
  return E.right({
    namespace: meta.namespace,
    clusterId: meta.name,
    flinkVersion: spec.flinkVersion,
    mode,
    owner,
    configuration: spec.job === null ? sessionDeploymentAdditions(effective.configuration, owner)
      : deploymentAdditions({
        configuration: effective.configuration,
        source,
        owner,
        clusterId: meta.name,
        jobId,
        attemptId: id,
        flinkVersion: spec.flinkVersion,
        allowNonRestoredState: spec.job.allowNonRestoredState,
      }),
    jobManagerPodTemplate: effective.jobManagerPodTemplate,
    taskManagerPodTemplate: effective.taskManagerPodTemplate,
    logConfiguration: effective.logConfiguration,
    attempt: id,
  })
}

type Rendered = E.Either<ManifestError, readonly JsonObject[]>

const slotsKey = 'taskmanager.numberOfTaskSlots'

/** Must be at least 1, because Flink divides by it. */
const slots = ({ configuration }: ClusterManifestInput): E.Either<ManifestError, number> =>
  pipe(
    readInteger(configuration, slotsKey, 1),
    E.filterOrElse(found => found >= 1, found =>
      manifestError('Slots', slotsKey, `${slotsKey} should not be less than one.`, { more: `Found: ${found}.` })),
  )

/** A TaskManager pod name of the maximum length that Flink uses. */
const podName = (clusterId: string): string => `${clusterId}-taskmanager-1000-1000`

/** All objects of the cluster. In native mode this includes the TaskManager pod, which Flink creates from the same configuration. */
const clusterObjects = (input: ClusterManifestInput): Rendered =>
  pipe(
    slots(input),
    E.chain(() => unsortedCluster(input)),
    E.map(parts => parts.map(({ manifest }) => manifest)),
    E.chain(
      objects => (isStandalone(input) ? E.right(objects)
        : pipe(unsortedTaskManagerPod(input, podName(input.clusterId)), E.map(pod => [...objects, pod]))),
    ),
  )

const nameOf = (object: JsonObject): string => `${textAt(object, 'kind') ?? ''} ${textAt(objectAt(object, 'metadata'), 'name') ?? ''}`

const refusals = (what: string, field: string, found: readonly Refusal[]): readonly ManifestError[] =>
  found.map(it =>
    manifestError(
      field.endsWith('podTemplate') ? 'Template' : 'Refused',
      null,
      `${what}: ${it.path === '' ? 'the object' : it.path} can't be ${it.found}.`,
      { field, more: `Allowed: ${it.allowed}.` },
    )
  )

const refusedOf = (field: string, rendered: Rendered): readonly ManifestError[] =>
  E.isLeft(rendered) ? [rendered.left] : rendered.right.flatMap(object => refusals(nameOf(object), field, objectAccepted(object)))

/**
 * Errors of a pod template in the spec that has invalid fields: rendering would drop them, or an API server can't read them. `field`: the
 * spec's field.
 */
export const templateMistakes = (field: string, podTemplate: JsonObject | null): readonly ManifestError[] =>
  refusals(`spec.${field}`, field, templateShape(podTemplate))

/**
 * All errors that prevent a deploy with these inputs: those of rendering, and those for which an API server would reject a rendered object.
 * Empty: every request of the deploy can be rendered. Checked before the running job is stopped.
 */
export const clusterMistakes = (input: ClusterManifestInput): readonly ManifestError[] => refusedOf('spec', clusterObjects(input))

/** The same for an ingress. */
export const ingressMistakes = (request: Extract<ManifestRequest, { readonly _tag: 'IngressManifest' }>): readonly ManifestError[] =>
  refusedOf('ingress', pipe(renderManifest(request), E.map(object => [object])))

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
