import { hidden, isSensitive } from '@flink-operator/core'

export { hidden, isSensitive }

/** Text with `key: value` lines, as a rendered configuration file: values of sensitive keys are hidden. */
export const hideInLines = (text: string): string =>
  text.split('\n').map(line => {
    const at = line.indexOf(':')
    return at > 0 && isSensitive(line.slice(0, at)) && line.slice(at + 1).trim() !== '' ? `${line.slice(0, at)}: ${hidden}` : line
  }).join('\n')

/** A rendered object, for people: texts of several lines and values under sensitive names are hidden where they have to be. */
export const hideInObject = (value: unknown, path = ''): unknown => {
  if (typeof value === 'string') return value.includes('\n') ? hideInLines(value) : value
  if (Array.isArray(value)) return value.map(item => hideInEntry(item, path))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) =>
    [name, isSensitive(name) && typeof inner === 'string' && isText(path) ? hidden : hideInObject(inner, name)]))
}

/** Only where users write values: names of keys and Secrets elsewhere in an object are no secrets. */
const isText = (path: string): boolean => path === 'data' || path === 'stringData' || path === 'annotations'

/** `{name: DB_PASSWORD, value: …}`, as containers have them. */
const hideInEntry = (item: unknown, path: string): unknown => {
  const shown = hideInObject(item, path)
  return path === 'env' && typeof shown === 'object' && shown !== null && 'name' in shown && 'value' in shown && isSensitive(String(shown.name)) ? { ...shown, value: hidden } : shown
}
