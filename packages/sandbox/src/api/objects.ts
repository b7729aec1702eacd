import * as E from 'fp-ts/lib/Either.js'
import type { Json, JsonObject } from '@flink-operator/core'
import type { Cluster } from '../controller/cluster.ts'
import { isList, isObject, withAt } from '../object/fields.ts'
import { nameOf, uidOf } from '../object/metadata.ts'
import { applyConfiguration } from '../write/apply-configuration.ts'
import { deleteOptions, remove } from '../write/deletes.ts'
import { fieldConflicts } from '../write/field-conflicts.ts'
import { jsonPatch } from '../write/json-patch.ts'
import { mergePatch } from '../write/merge-patch.ts'
import { strategicMergePatch } from '../write/strategic-merge-patch.ts'
import { create, type Part, placeOf, update, type WriteOptions } from '../write/writes.ts'
import { listPage } from './list.ts'
import { type ApiRequest, fieldValidation, isDryRun, objectBody } from './request.ts'
import { scaled, scaleOf } from './scale.ts'
import {
  applyConflict,
  badRequest,
  conflict,
  invalid,
  methodNotAllowed,
  noFieldManager,
  notFound,
  type Refusal,
  unknownPath,
  unprocessable,
  unsupportedMedia,
} from './status.ts'
import { storeKey, type ResourceType } from './resource-type.ts'

export interface Answer {
  readonly code: number
  readonly body: JsonObject
  /** A single object of the type, which may be requested as a table. */
  readonly isObject: boolean
}

type Answered = E.Either<Refusal, Answer>

const ok = (body: JsonObject, code = 200): Answered => E.right({ code, body, isObject: true })
const plain = (body: JsonObject): Answered => E.right({ code: 200, body, isObject: false })

const optionsOf = ({ query }: ApiRequest): WriteOptions => ({ dryRun: isDryRun(query), fieldValidation: fieldValidation(query) })

const liveOf = (cluster: Cluster, { target }: ApiRequest): E.Either<Refusal, JsonObject> => {
  const { type, namespace, name } = target
  const found = cluster.store.get({ store: storeKey(type), namespace, name: name ?? '' })
  return found === undefined ? E.left(notFound(type, name ?? '')) : E.right(found)
}

/** The last configuration of each manager, by uid: fields that it does not apply any more are removed. */
const appliedBefore = new WeakMap<Cluster, Map<string, JsonObject>>()

const appliedOf = (cluster: Cluster): Map<string, JsonObject> => {
  const found = appliedBefore.get(cluster) ?? new Map<string, JsonObject>()
  appliedBefore.set(cluster, found)
  return found
}

/** A patch with the uid of another object than the existing one. */
const otherUid = (
  type: ResourceType,
  live: JsonObject,
  wanted: JsonObject,
): Refusal | null => (uidOf(wanted) === '' || uidOf(wanted) === uidOf(live) ? null
  : invalid(type, nameOf(live), [{
    field: 'metadata.uid',
    reason: 'FieldValueInvalid',
    message: `Invalid value: "${uidOf(wanted)}": field is immutable`,
  }]))

/** An apply with the uid of a deleted object: it creates no new one. */
const unlessNew = (
  type: ResourceType,
  name: string,
  wanted: JsonObject,
):
  | Refusal
  | null => (uidOf(wanted) === '' ? null
    : conflict(type, name, `uid mismatch: the provided object specified uid ${uidOf(wanted)}, and no existing object was found`))

/** What was applied to an object before: by this manager, and by all others. */
const managersOf = (
  cluster: Cluster,
  uid: string,
  manager: string,
  part: Part,
): { readonly key: string; readonly mine: JsonObject; readonly others: readonly JsonObject[] } => {
  const key = `${uid} ${manager} ${part}`
  const memory = appliedOf(cluster)
  const others = [...memory].flatMap((
    [of, applied],
  ) => (of !== key && of.startsWith(`${uid} `) && of.endsWith(` ${part}`) ? [applied] : []))
  return { key, mine: memory.get(key) ?? {}, others }
}

const applyTo = (
  cluster: Cluster,
  request: ApiRequest,
  part: Part,
  live: JsonObject,
  configuration: JsonObject,
): E.Either<Refusal, JsonObject> => {
  const { target: { type }, query } = request
  const other = otherUid(type, live, configuration)
  if (other !== null) return E.left(other)
  const { mine, others } = managersOf(cluster, uidOf(live), query.get('fieldManager') ?? '', part)
  const conflicts = query.get('force') === 'true' ? [] : fieldConflicts(live, mine, others, configuration)
  if (conflicts.length > 0) return E.left(applyConflict(type, nameOf(live), conflicts.map(path => `.${path.join('.')}`)))
  return update(cluster, type, live, applyConfiguration(live, mine, configuration, type.builtIn), part, optionsOf(request))
}

const applyNew = (cluster: Cluster, request: ApiRequest, configuration: JsonObject): E.Either<Refusal, JsonObject> => {
  const { target: { type, namespace, name } } = request
  const refusal = unlessNew(type, name ?? '', configuration)
  return refusal === null
    ? create(
      cluster,
      type,
      namespace,
      withAt(applyConfiguration(null, {}, configuration, type.builtIn), ['metadata', 'name'], name ?? ''),
      optionsOf(request),
    ) : E.left(refusal)
}

const apply = (cluster: Cluster, request: ApiRequest, part: Part): Answered => {
  const { target: { type, namespace, name }, query } = request
  const body = objectBody(request)
  if (E.isLeft(body)) return body
  const manager = query.get('fieldManager') ?? ''
  if (manager === '') return E.left(noFieldManager())
  const live = cluster.store.get({ store: storeKey(type), namespace, name: name ?? '' })
  const written = live === undefined ? applyNew(cluster, request, body.right) : applyTo(cluster, request, part, live, body.right)
  if (E.isLeft(written)) return written
  if (!isDryRun(query)) appliedOf(cluster).set(managersOf(cluster, uidOf(written.right), manager, part).key, body.right)
  return ok(written.right, live === undefined ? 201 : 200)
}

const patched = (live: JsonObject, { contentType, body, target }: ApiRequest): E.Either<Refusal, Json> => {
  const [media = ''] = contentType.split(';')
  if (media === 'application/json-patch+json') {
    return isList(body) ? E.mapLeft(unprocessable)(jsonPatch(live, body.filter(isObject)))
      : E.left(badRequest('a JSON patch is a list of operations'))
  }
  if (!isObject(body)) return E.left(badRequest('a patch is an object'))
  if (media === 'application/merge-patch+json') return E.right(mergePatch(live, body))
  if (media === 'application/strategic-merge-patch+json' && target.type.builtIn) return E.right(strategicMergePatch(live, body))
  return E.left(
    unsupportedMedia(
      `${media}, accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml`,
    ),
  )
}

const patch = (cluster: Cluster, request: ApiRequest, part: Part): Answered => {
  if (request.contentType.startsWith('application/apply-patch')) return apply(cluster, request, part)
  const live = liveOf(cluster, request)
  if (E.isLeft(live)) return live
  const next = patched(live.right, request)
  if (E.isLeft(next)) return next
  if (!isObject(next.right)) return E.left(unprocessable('the patched object is no object'))
  const refusal = otherUid(request.target.type, live.right, next.right)
  if (refusal !== null) return E.left(refusal)
  const written = update(cluster, request.target.type, live.right, next.right, part, optionsOf(request))
  return E.isLeft(written) ? written : ok(written.right)
}

const put = (cluster: Cluster, request: ApiRequest, part: Part): Answered => {
  const body = objectBody(request)
  if (E.isLeft(body)) return body
  const live = liveOf(cluster, request)
  if (E.isLeft(live)) return live
  const written = update(cluster, request.target.type, live.right, body.right, part, optionsOf(request))
  return E.isLeft(written) ? written : ok(written.right)
}

const scale = (cluster: Cluster, request: ApiRequest): Answered => {
  const { type } = request.target
  const live = liveOf(cluster, request)
  if (E.isLeft(live)) return live
  if (type.scale === null) return E.left(unknownPath())
  const shown = scaleOf(live.right, type.scale)
  if (request.method === 'GET') return plain(shown)
  const wanted: E.Either<Refusal, Json> = request.method === 'PUT' ? E.right(request.body ?? null)
    : patched(shown, { ...request, target: { ...request.target, type: { ...type, builtIn: true } } })
  if (E.isLeft(wanted)) return wanted
  const next = isObject(wanted.right) ? scaled(live.right, wanted.right, type.scale) : live.right
  const written = update(cluster, type, live.right, next, 'object', optionsOf(request))
  return E.isLeft(written) ? written : plain(scaleOf(written.right, type.scale))
}

const success = (type: ResourceType, object: JsonObject): JsonObject => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: { name: nameOf(object), ...(type.group === '' ? {} : { group: type.group }), kind: type.plural, uid: uidOf(object) },
})

const deleteOne = (cluster: Cluster, request: ApiRequest): Answered => {
  const live = liveOf(cluster, request)
  if (E.isLeft(live)) return live
  const options = deleteOptions(isObject(request.body) ? request.body : {}, request.query)
  const removed = remove(cluster, request.target.type, live.right, options)
  if (E.isLeft(removed)) return removed
  return removed.right.gone ? plain(success(request.target.type, live.right)) : ok(removed.right.object)
}

const deleteMany = (cluster: Cluster, request: ApiRequest): Answered => {
  const { type, namespace } = request.target
  const page = listPage(cluster.store, type, namespace, request.query)
  if (E.isLeft(page)) return page
  const options = deleteOptions(isObject(request.body) ? request.body : {}, request.query)
  for (const object of page.right.objects) {
    const live = cluster.store.get(placeOf(type, object))
    if (live !== undefined) remove(cluster, type, live, options)
  }
  return plain({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' })
}

const onCollection = (cluster: Cluster, request: ApiRequest): Answered => {
  if (request.method === 'DELETE') return deleteMany(cluster, request)
  if (request.method !== 'POST') return E.left(methodNotAllowed())
  const body = objectBody(request)
  if (E.isLeft(body)) return body
  const { type, namespace } = request.target
  const created = create(cluster, type, namespace, body.right, optionsOf(request))
  return E.isLeft(created) ? created : ok(created.right, 201)
}

/** All of the API except lists and watches. */
export const onObjects = (cluster: Cluster, request: ApiRequest): Answered => {
  const { type, name, subresource } = request.target
  if (name === null) return onCollection(cluster, request)
  if (subresource === 'scale') return scale(cluster, request)
  if (subresource !== '' && subresource !== 'status' && subresource !== 'finalize') return E.left(unknownPath())
  if (subresource === 'status' && !type.hasStatus) return E.left(unknownPath())
  const part: Part = subresource === 'status' ? 'status' : 'object'
  switch (request.method) {
    case 'GET': {
      const live = liveOf(cluster, request)
      return E.isLeft(live) ? live : ok(live.right)
    }
    case 'PUT':
      return put(cluster, request, part)
    case 'PATCH':
      return patch(cluster, request, part)
    case 'DELETE':
      return deleteOne(cluster, request)
    default:
      return E.left(methodNotAllowed())
  }
}
