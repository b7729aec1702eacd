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

/** A range that the operator does not connect to, and its name. `spec`: the reference operator also rejects it in a spec. */
interface Range {
  readonly cidr: string
  readonly what: string
  readonly spec: boolean
}

const ranges: readonly Range[] = [
  { cidr: '0.0.0.0/32', what: 'the wildcard address', spec: true },
  { cidr: '0.0.0.0/8', what: 'an address of this network', spec: false },
  { cidr: '10.0.0.0/8', what: 'a private address', spec: true },
  { cidr: '100.64.0.0/10', what: 'a shared address of a provider', spec: false },
  { cidr: '127.0.0.0/8', what: 'a loopback address', spec: true },
  { cidr: '169.254.0.0/16', what: 'a link-local address', spec: true },
  { cidr: '168.63.129.16/32', what: "an address of Azure's own services", spec: false },
  { cidr: '172.16.0.0/12', what: 'a private address', spec: true },
  { cidr: '192.0.0.0/24', what: 'a reserved address', spec: false },
  { cidr: '192.168.0.0/16', what: 'a private address', spec: true },
  { cidr: '198.18.0.0/15', what: 'an address for benchmarks', spec: false },
  { cidr: '224.0.0.0/4', what: 'a multicast address', spec: true },
  { cidr: '240.0.0.0/4', what: 'a reserved address', spec: false },
  { cidr: '::/128', what: 'the wildcard address', spec: true },
  { cidr: '::1/128', what: 'a loopback address', spec: true },
  { cidr: '64:ff9b:1::/48', what: 'a translated address of a local network', spec: false },
  { cidr: '2001::/32', what: 'a Teredo address', spec: false },
  { cidr: 'fc00::/7', what: 'a unique-local address', spec: false },
  { cidr: 'fe80::/10', what: 'a link-local address', spec: true },
  { cidr: 'fec0::/10', what: 'a site-local address', spec: true },
  { cidr: 'ff00::/8', what: 'a multicast address', spec: true },
]

/** IPv6 ranges that embed an IPv4 address, and the byte at which it starts. A connection to one reaches the embedded address. */
const carriers: readonly (readonly [cidr: string, at: number])[] = [
  ['::/96', 12],
  ['::ffff:0:0:0/96', 12],
  ['64:ff9b::/96', 12],
  ['2002::/16', 2],
]

const bitsOf = (bytes: Bytes): string => bytes.map(byte => byte.toString(2).padStart(8, '0')).join('')

const isIn = (bytes: Bytes, cidr: string): boolean => {
  const [base = '', length = ''] = cidr.split('/')
  const of = parseIpAddress(base) ?? []
  return of.length === bytes.length && bitsOf(of).slice(0, Number(length)) === bitsOf(bytes).slice(0, Number(length))
}

/** ISATAP: in any network, the interface identifier announces an embedded IPv4 address. */
const isIsatap = (bytes: Bytes): boolean => bytes.length === 16 && /^[02],0,94,254$/u.test(bytes.slice(8, 12).join())

const carried = (bytes: Bytes): Bytes | null => {
  const at = carriers.find(([cidr]) => isIn(bytes, cidr))?.[1] ?? (isIsatap(bytes) ? 12 : null)
  return at === null ? null : bytes.slice(at, at + 4)
}

/**
 * True for addresses that a spec must not contain: loopback, link-local, site-local, wildcard or multicast (api-and-config.md, section
 * 13.3, row 4f). IPv6 unique-local and 100.64/10 are allowed.
 */
export const isRestrictedAddress = (bytes: Bytes): boolean => ranges.some(({ cidr, spec }) => spec && isIn(bytes, cidr))

/**
 * Why the operator must not connect to an address, such as `a private address`; null if it may (E-40). Stricter than the rule for specs:
 * also covers unique-local and provider networks (cloud metadata services) and IPv6 addresses that embed a restricted IPv4 address.
 */
export const connectionRestriction = (address: string): string | null => {
  const bytes = parseIpAddress(address)
  if (bytes === null) return 'not an IP address'
  const plain = ranges.find(({ cidr }) => isIn(bytes, cidr))?.what
  const inner = carried(bytes)
  return plain ?? (inner === null ? null : ranges.find(({ cidr }) => isIn(inner, cidr))?.what ?? null)
}
