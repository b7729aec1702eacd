import type { Json, JsonObject } from '../../contract/resource/json.ts'

/** How lists of two templates are merged: elements at the same position, or elements with the same `name`. */
export type ListMerge = 'by-position' | 'by-name'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !isList(value)

/** Removes nulls and empty lists: Kubernetes and the reference operator's model treat them as absent. */
export const withoutAbsent = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== null && !(isList(child) && child.length === 0))
      .map(([name, child]) => [name, cleaned(child)]),
  )

const cleaned = (value: Json): Json => (isList(value) ? value.map(cleaned) : isObject(value) ? withoutAbsent(value) : value)

const nameOf = (value: Json): string | null => (isObject(value) && typeof value['name'] === 'string' ? value['name'] : null)

/** Elements by name, in order of first appearance. Of equal names in one list the last wins. */
const byName = (list: readonly Json[]): ReadonlyMap<string, Json> => new Map(list.map(element => [nameOf(element) ?? '', element]))

/** Scalars keep the value of the base (C-D12). */
const mergeElement = (
  base: Json,
  over: Json,
  lists: ListMerge,
): Json => (isObject(base) && isObject(over) ? mergeObjects(base, over, lists) : base)

const mergeByName = (base: readonly Json[], over: readonly Json[]): readonly Json[] => {
  const [before, after] = [byName(base), byName(over)]
  const merged = Array.from(before, ([name, element]) => {
    const other = after.get(name)
    return other === undefined ? element : mergeElement(element, other, 'by-name')
  })
  return [...merged, ...Array.from(after).flatMap(([name, element]) => (before.has(name) ? [] : [element]))]
}

const mergeLists = (base: readonly Json[], over: readonly Json[], lists: ListMerge): readonly Json[] => {
  if (lists === 'by-name' && [...base, ...over].every(element => nameOf(element) !== null)) return mergeByName(base, over)
  const merged = base.map((element, at) => {
    const other = over[at]
    return other === undefined ? element : mergeElement(element, other, lists)
  })
  return [...merged, ...over.slice(base.length)]
}

const mergeField = (base: Json | undefined, over: Json, lists: ListMerge): Json => {
  if (isList(base) && isList(over)) return mergeLists(base, over, lists)
  if (isObject(base)) return isObject(over) ? mergeObjects(base, over, lists) : base
  return over
}

const mergeObjects = (base: JsonObject, over: JsonObject, lists: ListMerge): JsonObject => ({
  ...base,
  ...Object.fromEntries(Object.entries(over).map(([name, child]) => [name, mergeField(base[name], child, lists)])),
})

/**
 * Merges the pod template `over` into `base` (api-and-config.md, section 9.1). Exactly as in the reference operator, including C-D11 and
 * C-D12: any difference would change the pods of existing resources. Null if both are null.
 */
export const mergePodTemplates = (base: JsonObject | null, over: JsonObject | null, lists: ListMerge): JsonObject | null => {
  const [below, above] = [base, over].map(template => (template === null ? null : withoutAbsent(template)))
  if (above == null) return below ?? null
  return below == null ? above : mergeObjects(below, above, lists)
}
