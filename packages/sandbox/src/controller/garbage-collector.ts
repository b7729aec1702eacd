import type { JsonObject, Millis } from '@flink-operator/core'
import { Kinds } from '../api/built-in-types.ts'
import { storeKey } from '../api/resource-type.ts'
import { textAt } from '../object/fields.ts'
import { finalizersOf, isDeleting, nameOf, namespaceOf, ownersOf, uidOf, withMetadata } from '../object/metadata.ts'
import type { StoreEvent } from '../store/object-store.ts'
import { crdCleanup } from '../write/defaults.ts'
import { foregroundFinalizer, orphanFinalizer, plainDelete, type Propagation, remove } from '../write/deletes.ts'
import { plainWrite, update } from '../write/writes.ts'
import type { Cluster } from './cluster.ts'

/** The real garbage collector handles events in batches. */
const delay: Millis = 100

/**
 * Deletes objects without owners, handles the finalizers `foregroundDeletion` and `orphan`, and empties namespaces and CRDs that are
 * being deleted.
 */
export const startGarbageCollector = (cluster: Cluster): void => {
  const { store, types, clock } = cluster
  const namespaces = storeKey(Kinds.Namespace)
  const crds = storeKey(Kinds.CustomResourceDefinition)

  const drop = (key: string, object: JsonObject, propagation: Propagation): void => {
    const type = types.ofStore(key)
    if (type !== undefined && !(isDeleting(object) && propagation === 'Background'))
      remove(cluster, type, object, { ...plainDelete, propagation })
  }
  const rewrite = (key: string, object: JsonObject, next: JsonObject): void => {
    const type = types.ofStore(key)
    if (type !== undefined) update(cluster, type, object, next, 'object', plainWrite)
  }
  const withoutOwner = (object: JsonObject, uid: string): JsonObject => {
    const left = ownersOf(object).filter(owner => textAt(owner, 'uid') !== uid)
    return withMetadata(object, 'ownerReferences', left.length === 0 ? undefined : left)
  }
  const withoutFinalizer = (object: JsonObject, finalizer: string): JsonObject =>
    withMetadata(object, 'finalizers', finalizersOf(object).filter(other => other !== finalizer))

  const isGone = (owner: JsonObject): boolean => store.byUid(textAt(owner, 'uid')) === undefined

  /** Deletes an object whose owners are all gone; removes references to deleted owners from others. */
  const collect = (uid: string): void => {
    const found = store.byUid(uid)
    if (found === undefined || isDeleting(found.object)) return
    const owners = ownersOf(found.object)
    const gone = owners.filter(isGone)
    if (gone.length === 0) return
    if (gone.length === owners.length) drop(found.store, found.object, 'Background')
    else rewrite(found.store, found.object, gone.reduce((object, owner) => withoutOwner(object, textAt(owner, 'uid')), found.object))
  }

  const blocks = (object: JsonObject, uid: string): boolean =>
    ownersOf(object).some(owner => textAt(owner, 'uid') === uid && owner['blockOwnerDeletion'] === true)

  const attend = (uid: string): void => {
    const found = store.byUid(uid)
    if (found === undefined || !isDeleting(found.object)) return
    const finalizers = finalizersOf(found.object)
    const dependents = store.dependents(uid)
    if (finalizers.includes(orphanFinalizer)) {
      for (const dependent of dependents) rewrite(dependent.store, dependent.object, withoutOwner(dependent.object, uid))
      rewrite(found.store, found.object, withoutFinalizer(found.object, orphanFinalizer))
    } else if (finalizers.includes(foregroundFinalizer)) {
      const blocking = dependents.filter(({ object }) => blocks(object, uid))
      for (const dependent of dependents) if (!isDeleting(dependent.object)) drop(dependent.store, dependent.object, 'Foreground')
      if (blocking.length === 0) rewrite(found.store, found.object, withoutFinalizer(found.object, foregroundFinalizer))
    }
  }

  const emptyNamespace = (name: string): void => {
    const place = { store: namespaces, namespace: '', name }
    const namespace = store.get(place)
    if (namespace === undefined || !isDeleting(namespace)) return
    const content = types.all().filter(type => type.namespaced).flatMap(type =>
      store.list(storeKey(type), name).map(object => ({ key: storeKey(type), object }))
    )
    if (content.length === 0) store.remove(place)
    for (const { key, object } of content) drop(key, object, 'Background')
  }

  const emptyCrd = (name: string): void => {
    const crd = store.get({ store: crds, namespace: '', name })
    if (crd === undefined || !isDeleting(crd)) return
    const key = `${textAt(crd, 'spec', 'group')}/${textAt(crd, 'spec', 'names', 'plural')}`
    const objects = store.list(key, '')
    if (objects.length === 0) rewrite(crds, crd, withoutFinalizer(crd, crdCleanup))
    for (const object of objects) drop(key, object, 'Background')
  }

  const onEvent = ({ type, store: key, object }: StoreEvent): void => {
    const later = (run: () => void): void => {
      clock.after(delay, run)
    }
    if (type === 'DELETED') {
      if (store.dependents(uidOf(object)).length > 0)
        later(() => {
          for (const dependent of store.dependents(uidOf(object))) collect(uidOf(dependent.object))
        })
      for (const owner of ownersOf(object)) if (!isGone(owner)) later(() => attend(textAt(owner, 'uid')))
      if (namespaceOf(object) !== '') {
        const namespace = store.get({ store: namespaces, namespace: '', name: namespaceOf(object) })
        if (namespace !== undefined && isDeleting(namespace)) later(() => emptyNamespace(namespaceOf(object)))
      }
      const crd = `${key.split('/')[1] ?? ''}.${key.split('/')[0] ?? ''}`
      if (store.get({ store: crds, namespace: '', name: crd }) !== undefined) later(() => emptyCrd(crd))
      return
    }
    if (ownersOf(object).some(isGone)) later(() => collect(uidOf(object)))
    if (!isDeleting(object)) return
    if (key === namespaces) later(() => emptyNamespace(nameOf(object)))
    if (key === crds) later(() => emptyCrd(nameOf(object)))
    if (finalizersOf(object).some(it => it === foregroundFinalizer || it === orphanFinalizer)) later(() => attend(uidOf(object)))
  }
  store.listen(onEvent)
}
