import type { JsonObject } from '../resource/json.ts'

/** An object of JSON: neither null nor a list. What it holds is trusted to be JSON: it came from a parser. */
export const isJsonObject = (json: unknown): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)
