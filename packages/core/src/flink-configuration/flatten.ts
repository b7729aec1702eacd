import type { Json, JsonObject } from '../resource/json.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { printDouble } from './print-double.ts'

/** Whole numbers print without a point, others as Java prints them. */
const numberText = (value: number): string => (Number.isInteger(value) && Math.abs(value) < 1e21 ? String(value) : printDouble(value))

/** The text of one value; objects and lists have none (C-D06). `null` is the text `null` (C-D07). */
const scalarText = (value: Json): string =>
  typeof value === 'object' && value !== null ? '' : typeof value === 'number' ? numberText(value) : String(value)

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

const entries = (value: Json, key: string): readonly (readonly [string, string])[] => {
  if (isList(value)) return value.length === 0 ? [] : [[key, value.map(scalarText).join(';')]]
  if (typeof value !== 'object' || value === null) return [[key, scalarText(value)]]
  return Object.entries(value).flatMap(([name, child]) => entries(child, key === '' ? name : `${key}.${name}`))
}

/**
 * `spec.flinkConfiguration` as flat keys and text (api-and-config.md, section 3.1): nested objects and dotted keys are the same, a list is
 * its elements between `;`, an empty list or object is nothing; the later of two equal keys wins. Read exactly as the reference operator
 * reads it, C-D06 and C-D07 included: another reading would change what is rendered for existing resources.
 */
export const flatten = (configuration: JsonObject): FlinkConfiguration => Object.fromEntries(entries(configuration, ''))
