/** The bytes of an address: 4 (IPv4) or 16 (IPv6). */
export type Bytes = readonly number[]

const isByte = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 255

/** `10.0.0.1`, and with fewer parts the last one fills the rest: `2130706433` is 127.0.0.1. */
const v4 = (text: string): Bytes | null => {
  const parts = text.split('.')
  if (parts.length > 4 || !parts.every(part => /^\d{1,10}$/.test(part))) return null
  const front = parts.slice(0, -1).map(Number)
  const last = Number(parts.at(-1))
  const size = 4 - front.length
  if (!front.every(isByte) || last >= 256 ** size) return null
  return [...front, ...Array.from({ length: size }, (_, at) => Math.floor(last / 256 ** (size - 1 - at)) % 256)]
}

const groups = (text: string): readonly number[] | null => {
  const parts = text === '' ? [] : text.split(':')
  return parts.every(part => /^[0-9a-f]{1,4}$/i.test(part)) ? parts.map(part => Number.parseInt(part, 16)) : null
}

/** Rewrites an IPv4 tail (the last four bytes) as two groups. */
const withoutDots = (text: string): string | null => {
  const [, front = '', dotted] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? []
  if (dotted === undefined) return text
  const [a = 0, b = 0, c = 0, d = 0] = v4(dotted) ?? []
  return v4(dotted) === null ? null : `${front}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

const byteOf = (group: number): Bytes => [group >> 8, group & 255]

/** Ignores a zone (`%eth0`). */
const v6 = (text: string): Bytes | null => {
  const [plain = ''] = text.split('%')
  const [left = '', right, ...more] = withoutDots(plain)?.split('::') ?? ['-']
  const [before, after] = [groups(left), groups(right ?? '')]
  if (before === null || after === null || more.length > 0) return null
  const missing = 8 - before.length - after.length
  const fits = right === undefined ? missing === 0 : missing > 0
  return fits ? [...before, ...Array.from({ length: missing }, () => 0), ...after].flatMap(byteOf) : null
}

/** An IPv4 address inside an IPv6 one counts as itself. */
const unmapped = (bytes: Bytes): Bytes =>
  bytes.length === 16 && bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255' ? bytes.slice(12) : bytes

/** Parses the text of an address; null if it is not one. IPv6 with or without brackets. */
export const parseIpAddress = (text: string): Bytes | null => {
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  const bytes = inner.includes(':') ? v6(inner) : v4(inner)
  return bytes === null ? null : unmapped(bytes)
}
