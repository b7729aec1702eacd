import type { Json, JsonObject } from '@flink-operator/core'
import { isList, isObject, sameJson, textAt } from '../object/fields.ts'

/** The field that identifies the entries of a list; other lists are replaced as a whole. */
const mergeKeys: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  volumeMounts: ['mountPath'],
  ports: ['containerPort', 'port'],
  imagePullSecrets: ['name'],
  hostAliases: ['ip'],
  conditions: ['type'],
  ownerReferences: ['uid'],
  secrets: ['name'],
  containerStatuses: ['name'],
}
/** Lists of plain values that are merged. */
const joined = new Set(['finalizers'])

const identity = (item: JsonObject, keys: readonly string[]): Json | undefined => {
  const key = keys.find(candidate => candidate in item)
  return key === undefined ? undefined : item[key]
}

const mergeObjects = (target: readonly Json[], patch: readonly Json[], keys: readonly string[]): Json => {
  if (patch.some(item => isObject(item) && item['$patch'] === 'replace'))
    return patch.filter(item => !(isObject(item) && item['$patch'] === 'replace'))
  return patch.filter(isObject).reduce<readonly Json[]>((list, item) => {
    const id = identity(item, keys)
    const index = list.findIndex(old => isObject(old) && id !== undefined && sameJson(identity(old, keys), id))
    if (item['$patch'] === 'delete') return index < 0 ? list : list.toSpliced(index, 1)
    return index < 0 ? [...list, strategicMergePatch({}, item)] : list.with(index, strategicMergePatch(list[index], item))
  }, target)
}

const reordered = (list: readonly Json[], order: readonly Json[], keys: readonly string[] | undefined): readonly Json[] => {
  const rank = (item: Json): number => {
    const found = order.findIndex(
      wanted => (keys !== undefined && isObject(wanted) && isObject(item) ? sameJson(identity(wanted, keys), identity(item, keys))
        : sameJson(wanted, item)),
    )
    return found < 0 ? order.length : found
  }
  return list.map((item, index) => ({ item, index })).sort((a, b) => rank(a.item) - rank(b.item) || a.index - b.index).map(({ item }) =>
    item
  )
}

const mergeField = (key: string, target: Json | undefined, patch: Json): Json => {
  const keys = mergeKeys[key]
  if (isList(patch) && isList(target)) {
    if (keys !== undefined && patch.every(isObject)) return mergeObjects(target, patch, keys)
    if (joined.has(key)) return [...target, ...patch.filter(item => !target.some(old => sameJson(old, item)))]
    return patch
  }
  if (isList(patch) && keys !== undefined) return mergeObjects([], patch, keys)
  return strategicMergePatch(target, patch)
}

/**
 * The patch that kubectl sends for built-in kinds: like a merge patch, but lists of named objects are merged by name. Directives:
 * `$patch: delete | replace`, `$retainKeys`, `$deleteFromPrimitiveList/…`, `$setElementOrder/…`.
 */
export const strategicMergePatch = (target: Json | undefined, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const directive = textAt(patch, '$patch')
  if (directive === 'delete') return {}
  const merged: Record<string, Json> = isObject(target) && directive !== 'replace' ? { ...target } : {}
  const retained = patch['$retainKeys']
  if (isList(retained)) { for (const key of Object.keys(merged)) if (!retained.includes(key)) Reflect.deleteProperty(merged, key) }
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) continue
    if (value === null) Reflect.deleteProperty(merged, key)
    else merged[key] = mergeField(key, merged[key], value)
  }
  for (const [key, value] of Object.entries(patch)) {
    const [name, field = ''] = key.split('/')
    const list = merged[field]
    if (!isList(value) || !isList(list)) continue
    if (name === '$deleteFromPrimitiveList') merged[field] = list.filter(item => !value.some(gone => sameJson(gone, item)))
    if (name === '$setElementOrder') merged[field] = reordered(merged[field] as readonly Json[], value, mergeKeys[field])
  }
  return merged
}
