import type { JsonObject } from '../contract/resource/json.ts'

/** True for a JSON object: neither null nor a list. Its content came from a parser, so it is trusted to be JSON. */
export const isJsonObject = (json: unknown): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)
