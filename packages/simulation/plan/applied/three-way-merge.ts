import { isJsonObject } from '@flink-operator/core/codec'
import { isSameJson, type Json, type JsonObject } from '@flink-operator/core/resource'

type Field = readonly [string, Json]

/** What was applied before and is applied no more: null for each such field. */
const removals = (before: JsonObject, wanted: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, was]): readonly Field[] => {
      const now = wanted[name] ?? null
      if (now === null) return was === null ? [] : [[name, null]]
      if (!isJsonObject(was) || !isJsonObject(now)) return []
      const inner = removals(was, now)
      return Object.keys(inner).length === 0 ? [] : [[name, inner]]
    }),
  )

/** What the document sets, and the server has otherwise. */
const settings = (wanted: JsonObject, live: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([name, now]): readonly Field[] => {
      const is = live[name] ?? null
      if (now === null || isSameJson(now, is)) return []
      if (!isJsonObject(now) || !isJsonObject(is)) return [[name, now]]
      const inner = settings(now, is)
      return Object.keys(inner).length === 0 ? [] : [[name, inner]]
    }),
  )

/**
 * The JSON merge patch (RFC 7396) that `kubectl apply` sends for a custom resource: it sets what the document has, and removes what the
 * document applied before had and this one lacks. Fields of other writers stay. Lists are replaced as a whole.
 */
export const threeWayPatch = (before: JsonObject, wanted: JsonObject, live: JsonObject): JsonObject =>
  both(removals(before, wanted), settings(wanted, live))

/** A field of both patches is an object in both: a field is not removed and set at once. */
const both = (a: JsonObject, b: JsonObject): JsonObject => ({
  ...a,
  ...Object.fromEntries(
    Object.entries(b).map(([name, value]): Field => {
      const other = a[name]
      return [name, isJsonObject(value) && isJsonObject(other) ? both(other, value) : value]
    }),
  ),
})
