import { parseList } from './parse-list.ts'
import { quoted, splitQuoted } from './structured-text.ts'

type TextMap = Readonly<Record<string, string>>

/** `k:v,k2:v2`, quoted where needed (api-and-config.md, section 3.3). Null: bad quoting, a part that is no pair, or a key twice. */
export const parseMap = (text: string): TextMap | null => {
  const pairs = splitQuoted(text, ',')?.map(pair => splitQuoted(pair, ':')) ?? null
  if (pairs === null) return null
  const entries = pairs.flatMap(pair => (pair?.length === 2 ? [[pair[0] ?? '', pair[1] ?? ''] as const] : []))
  const keys = new Set(entries.map(([key]) => key))
  return entries.length === pairs.length && keys.size === entries.length ? Object.fromEntries(entries) : null
}

/** The text that `parseMap` reads back, sorted by key (C-D19). */
export const printMap = (map: TextMap): string =>
  Object.keys(map)
    .sort()
    .map(key => quoted(`${quoted(key, ':')}:${quoted(map[key] ?? '', ':')}`, ','))
    .join(',')

/** Maps between `;`, as in `kubernetes.jobmanager.tolerations`. Null where a part is no map. */
export const parseMapList = (text: string): readonly TextMap[] | null => {
  const parts = parseList(text)?.map(parseMap) ?? null
  if (parts === null) return null
  const maps = parts.flatMap(part => (part === null ? [] : [part]))
  return maps.length === parts.length ? maps : null
}
