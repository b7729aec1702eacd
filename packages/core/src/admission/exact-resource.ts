import { openApiSchemaOf } from '../crd/crd.ts'
import { exactFromRead } from '../crd/exact-json.ts'
import type { KindTable } from '../contract/round/kind.ts'
import type { JsonObject } from '../contract/resource/json.ts'

/**
 * An object as exact JSON, the form of the API server: in these kinds whole numbers beyond 2^53 are numbers, not the text of their digits.
 */
export const exactResource = (kinds: KindTable) => (object: JsonObject): JsonObject => {
  const kind = Object.values(kinds).find(({ type }) => type.kind === object['kind'])
  return kind === undefined ? object : exactFromRead(object, openApiSchemaOf(kind.definition)) as JsonObject
}
