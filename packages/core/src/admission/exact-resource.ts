import { openApiSchemaOf } from '../codec/crd.ts'
import { exactFromRead } from '../codec/exact-json.ts'
import { kindNames, kindOf } from '../kinds.ts'
import type { JsonObject } from '../resource/json.ts'

/**
 * An object as the API server has it (exact JSON): whole numbers beyond 2^53 of our own kinds are numbers, not the text of their digits.
 */
export const exactResource = (object: JsonObject): JsonObject => {
  const name = kindNames.find(it => it === object['kind'])
  return name === undefined ? object : exactFromRead(object, openApiSchemaOf(kindOf(name).definition)) as JsonObject
}
