import { parseList } from './parse-list.ts'
import { quoted, splitQuoted } from './structured-text.ts'

type TextMap = Readonly<Record<string, string>>

/**
 * Parses `k:v,k2:v2`, quoted if needed (api-and-config.md, section 3.3). Null: bad quoting, a part that is not a pair, or a duplicate key.
 */
export const parseMap = (text: string): TextMap | null => {
  const pairs = splitQuoted(text, ',')?.map(pair => splitQuoted(pair, ':')) ?? null
  if (pairs === null) return null
  const entries = pairs.flatMap(pair => (pair?.length === 2 ? [[pair[0] ?? '', pair[1] ?? ''] as const] : []))
  const keys = new Set(entries.map(([key]) => key))
  return entries.length === pairs.length && keys.size === entries.length ? Object.fromEntries(entries) : null
}

/** Prints a map so that `parseMap` returns it, sorted by key (C-D19). */
export const printMap = (map: TextMap): string =>
  Object.keys(map)
    .sort()
    .map(key => quoted(`${quoted(key, ':')}:${quoted(map[key] ?? '', ':')}`, ','))
    .join(',')

/** Parses maps separated by `;`, as in `kubernetes.jobmanager.tolerations`. Null if a part is not a map. */
export const parseMapList = (text: string): readonly TextMap[] | null => {
  const parts = parseList(text)?.map(parseMap) ?? null
  if (parts === null) return null
  const maps = parts.flatMap(part => (part === null ? [] : [part]))
  return maps.length === parts.length ? maps : null
}
