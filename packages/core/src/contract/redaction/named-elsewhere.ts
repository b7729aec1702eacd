import { type Hide, isHidden, isSwitch } from './sensitive-name.ts'

type IsSensitive = (name: string) => boolean

const shown = (
  value: string,
  hide: Hide,
): string => (value.trim() === '' || isHidden(value.trim()) || isSwitch(value.trim()) ? value : hide(value))

/** `<fs.password>value<`; and of Hadoop's configuration files `<name>fs.password</name><value>value<`. */
const element = /(<([A-Za-z_][\w.:-]*)(?:\s[^<>]*)?>)([^<]+)/g
const property = /(<name>\s*([^<\s]+)\s*<\/name>\s*<value>)([^<]+)/g

/** Hides element texts whose name, or whose sibling's name, marks them as secrets. */
export const hideInMarkup = (text: string, hide: Hide, isSensitive: IsSensitive): string =>
  text.includes('</')
    ? [property, element].reduce(
      (before, pattern) =>
        before.replace(
          pattern,
          (all, head: string, name: string, value: string) => isSensitive(name) ? `${head}${shown(value, hide)}` : all,
        ),
      text,
    )
    : text

const nameLine = /^[ \t]*([\w.[\]-]+)\.name[ \t]*[=:](.*)/gm
const valueLine = /^([ \t]*([\w.[\]-]+)\.value[ \t]*[=:][ \t]*)(\S.*)/gm

/** `appender.x.name = Authorization` and `appender.x.value = …` in files of properties: the name is a value, too. */
export const hideInProperties = (text: string, hide: Hide, isSensitive: IsSensitive): string => {
  const secrets = new Set(
    [...text.matchAll(nameLine)].flatMap(({ 1: prefix = '', 2: name = '' }) => (isSensitive(name.trim()) ? [prefix] : [])),
  )
  return secrets.size === 0 ? text
    : text.replace(
      valueLine,
      (all, head: string, prefix: string, value: string) => (secrets.has(prefix) ? `${head}${shown(value, hide)}` : all),
    )
}
