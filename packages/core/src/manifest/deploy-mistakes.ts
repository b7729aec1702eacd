import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ClusterManifestInput, ManifestRequest } from '../contract/action/manifest-request.ts'
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
