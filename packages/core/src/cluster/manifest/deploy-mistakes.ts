import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ClusterManifestInput, ManifestRequest } from '../../action/manifest-request.ts'
import type { JsonObject } from '../../resource/json.ts'
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

/** Flink divides by it. */
const slots = ({ configuration }: ClusterManifestInput): E.Either<ManifestError, number> =>
  pipe(
    readInteger(configuration, slotsKey, 1),
    E.filterOrElse(found => found >= 1, found =>
      manifestError('Slots', slotsKey, `${slotsKey} should not be less than one.`, { more: `Found: ${found}.` })),
  )

/** As long as Flink makes them. */
const podName = (clusterId: string): string => `${clusterId}-taskmanager-1000-1000`

/** All objects of the cluster; in native mode the TaskManager pod too, which Flink makes of the same configuration. */
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
 * A pod template of the spec that holds what no pod does: rendering leaves it out, or an API server can't read it. `field`: of the spec.
 */
export const templateMistakes = (field: string, podTemplate: JsonObject | null): readonly ManifestError[] =>
  refusals(`spec.${field}`, field, templateShape(podTemplate))

/**
 * Everything that keeps a deploy of these inputs from being made: what can't be rendered, and what is rendered and an API server would
 * refuse. Empty: every request of the deploy renders. Asked before anything that runs is stopped.
 */
export const clusterMistakes = (input: ClusterManifestInput): readonly ManifestError[] => refusedOf('spec', clusterObjects(input))

/** The same of an ingress. */
export const ingressMistakes = (request: Extract<ManifestRequest, { readonly _tag: 'IngressManifest' }>): readonly ManifestError[] =>
  refusedOf('ingress', pipe(renderManifest(request), E.map(object => [object])))
