import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis, Json, JsonObject } from '@flink-operator/core'
import { Kinds } from '../api/built-in-types.ts'
import { type ResourceType, storeKey } from '../api/resource-type.ts'
import { alreadyExists, conflict, forbidden, invalid, notFound, type Refusal, uidConflict } from '../api/status.ts'
import { objectAt, sameJson, textAt, withAt, without } from '../object/fields.ts'
import { finalizersOf, isDeleting, nameOf, timeText, uidOf, versionOf, withMetadata } from '../object/metadata.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { conforming, type FieldValidation, nameErrors, typed } from './admission.ts'
import { admitted } from './defaults.ts'

/** The context of every write. */
export interface WriteContext {
  readonly store: ObjectStore
  readonly now: () => EpochMillis
  readonly newUid: () => string
}

export interface WriteOptions {
  readonly dryRun: boolean
  readonly fieldValidation: FieldValidation
}

export const plainWrite: WriteOptions = { dryRun: false, fieldValidation: 'Ignore' }

type Written = E.Either<Refusal, JsonObject>

const generatedName = (given: string, uid: string): string => `${given.slice(0, 58)}${uid.replaceAll('-', '').slice(-5)}`

const namespaceRefusal = (context: WriteContext, type: ResourceType, namespace: string, name: string): Refusal | null => {
  if (!type.namespaced) return null
  const found = context.store.get({ store: storeKey(Kinds.Namespace), namespace: '', name: namespace })
  if (found === undefined) return notFound(Kinds.Namespace, namespace)
  return isDeleting(found) ? forbidden(type, name, `unable to create new content in namespace ${namespace} because it is being terminated`)
    : null
}

/** The server-side metadata of a new object. */
const freshMetadata = (context: WriteContext, type: ResourceType, namespace: string, body: JsonObject): JsonObject => {
  const given = objectAt(body, 'metadata')
  const uid = context.newUid()
  const name = textAt(given, 'name') || (textAt(given, 'generateName') === '' ? '' : generatedName(textAt(given, 'generateName'), uid))
  return {
    ...without(given, 'managedFields', 'selfLink', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'resourceVersion', 'generation'),
    name,
    ...(type.namespaced ? { namespace } : {}),
    uid,
    creationTimestamp: timeText(context.now()),
    ...(type.hasGeneration ? { generation: 1 } : {}),
  }
}

/** POST. */
export const create = (context: WriteContext, type: ResourceType, namespace: string, body: JsonObject, options: WriteOptions): Written => {
  const checked = typed(type, body)
  if (E.isLeft(checked)) return checked
  const metadata = freshMetadata(context, type, namespace, checked.right)
  const name = textAt(metadata, 'name')
  const refusal = namespaceRefusal(context, type, namespace, name)
  if (refusal !== null) return E.left(refusal)
  const errors = nameErrors(type, name)
  if (errors.length > 0) return E.left(invalid(type, name, errors))
  const place = { store: storeKey(type), namespace: type.namespaced ? namespace : '', name }
  if (context.store.get(place) !== undefined) return E.left(alreadyExists(type, name))
  const conformed = conforming(
    type,
    { ...(type.hasStatus ? without(checked.right, 'status') : checked.right), metadata },
    options.fieldValidation,
  )
  if (E.isLeft(conformed)) return conformed
  const object = admitted(type, conformed.right, context.now(), context.store.version())
  return E.right(options.dryRun ? withMetadata(object, 'resourceVersion', '0') : context.store.put(place.store, object))
}

/** The part of an object that a write changes. */
export type Part = 'object' | 'status'

const fixedMetadata = [
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'name',
  'namespace',
] as const

const keptMetadata = (live: JsonObject, wanted: JsonObject): JsonObject => {
  const old = objectAt(live, 'metadata')
  const fixed = Object.fromEntries(
    fixedMetadata.flatMap((key): (readonly [string, Json])[] => (old[key] === undefined ? [] : [[key, old[key]]])),
  )
  return {
    ...without(objectAt(wanted, 'metadata'), 'managedFields', 'selfLink', ...fixedMetadata),
    ...fixed,
    resourceVersion: old['resourceVersion'] ?? '',
  }
}

/** The stored object after a write of the object: keeps the status, and counts a changed spec. */
const nextObject = (type: ResourceType, live: JsonObject, wanted: JsonObject): JsonObject => {
  const status = live['status']
  const next = withAt(
    { ...(type.hasStatus ? without(wanted, 'status') : wanted), metadata: keptMetadata(live, wanted) },
    type.hasStatus ? ['status'] : [],
    status,
  )
  const changed = !sameJson(without(next, 'metadata', 'status', 'apiVersion'), without(live, 'metadata', 'status', 'apiVersion'))
  const generation = objectAt(live, 'metadata')['generation']
  return type.hasGeneration && changed ? withMetadata(next, 'generation', Number(generation ?? 0) + 1) : next
}

/** The stored object after a write of the status: keeps everything else. */
const nextStatus = (live: JsonObject, wanted: JsonObject): JsonObject => withAt(live, ['status'], wanted['status'])

/** True if an object that is being deleted has no finalizer left. Pods are removed by their node instead. */
export const isFinished = (type: ResourceType, object: JsonObject): boolean =>
  isDeleting(object) && finalizersOf(object).length === 0 && !(type.builtIn && (type.kind === 'Pod' || type.kind === 'Namespace'))

/** PUT, and the last step of every PATCH. */
export const update = (
  context: WriteContext,
  type: ResourceType,
  live: JsonObject,
  body: JsonObject,
  part: Part,
  options: WriteOptions,
): Written => {
  const checked = typed(type, body)
  if (E.isLeft(checked)) return checked
  const wanted = checked.right
  const name = nameOf(live)
  if (nameOf(wanted) !== '' && nameOf(wanted) !== name)
    return E.left(
      invalid(type, name, [{
        field: 'metadata.name',
        reason: 'FieldValueInvalid',
        message: `Invalid value: "${nameOf(wanted)}": field is immutable`,
      }]),
    )
  if (uidOf(wanted) !== '' && uidOf(wanted) !== uidOf(live)) return E.left(uidConflict(type, name, uidOf(wanted), uidOf(live)))
  if (versionOf(wanted) !== '' && versionOf(wanted) !== versionOf(live)) return E.left(conflict(type, name))
  const conformed = conforming(type, part === 'status' ? nextStatus(live, wanted) : nextObject(type, live, wanted), options.fieldValidation)
  if (E.isLeft(conformed)) return conformed
  const next = conformed.right
  const added = finalizersOf(next).filter(finalizer => !finalizersOf(live).includes(finalizer))
  if (isDeleting(live) && added.length > 0)
    return E.left(
      invalid(type, name, [{
        field: 'metadata.finalizers',
        reason: 'FieldValueForbidden',
        message: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${
          added.map(it => `"${it}"`).join(', ')
        }}`,
      }]),
    )
  if (sameJson(next, live) || options.dryRun) return E.right(next)
  if (isFinished(type, next)) return E.right(context.store.remove(placeOf(type, next)) ?? next)
  return E.right(context.store.put(storeKey(type), next))
}

export const placeOf = (
  type: ResourceType,
  object: JsonObject,
): { readonly store: string; readonly namespace: string; readonly name: string } => ({
  store: storeKey(type),
  namespace: type.namespaced ? textAt(object, 'metadata', 'namespace') : '',
  name: nameOf(object),
})
