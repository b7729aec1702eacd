import type { JsonObject } from '../contract/resource/json.ts'

const fields = ['key', 'operator', 'value', 'effect', 'tolerationSeconds'] as const

/**
 * One toleration from its configuration form. Field names are case-insensitive; unknown ones are omitted (cluster-manifests.md, section
 * 6.1).
 */
export const toleration = (entry: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    fields.flatMap(field => {
      const given = Object.keys(entry).find(name => name.toLowerCase() === field.toLowerCase())
      const text = given === undefined ? undefined : entry[given]
      return text === undefined ? [] : [[field, field === 'tolerationSeconds' ? Number(text) : text] as const]
    }),
  )
