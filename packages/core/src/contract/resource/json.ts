/** A JSON value as it is read from, or written to, an API. Nothing in the core changes one in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object; integers past 2^53 are kept as their text by `core/codec`. */
export interface JsonObject {
  readonly [key: string]: Json
}
