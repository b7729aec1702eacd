import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { BlockList, isIP } from 'node:net'

/** `highWaterMark`: of the sockets, as `readAhead` (agent.ts); larger, because jars are large. */
const ofOneJar = { keepAlive: false, highWaterMark: 16_384 }

export type Environment = Readonly<Record<string, string | undefined>>

const variable = (environment: Environment, name: string): string =>
  (environment[name.toLowerCase()] ?? environment[name.toUpperCase()] ?? '').trim()

const portOf = ({ port, protocol }: URL): string => (port !== '' ? port : protocol === 'https:' ? '443' : '80')

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/gu, '').toLowerCase()

const isInRange = (host: string, range: string): boolean => {
  const [address = '', bits = ''] = range.split('/', 2)
  const family = isIP(address)
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/u.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  const type = family === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(address, Number(bits), type)
  return list.check(host, type)
}

/**
 * One entry of NO_PROXY: `*`, a name with all names below it, an address, or a range of addresses; all but the range also with a
 * port.
 */
const isExcepted = (uri: URL, entry: string): boolean => {
  const host = hostOf(uri)
  if (entry === '*') return true
  if (entry.includes('/')) return isInRange(host, entry)
  const [, name = entry, port] = /^(\[.*\]|[^:]*):(\d+)$/u.exec(entry) ?? []
  const wanted = name.replace(/^\[|\]$/gu, '').replace(/^\*?\./u, '').toLowerCase()
  return (port === undefined || port === portOf(uri)) && wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`))
}

/** The proxy of an address by HTTPS_PROXY or HTTP_PROXY, unless NO_PROXY excludes the address; null: none. Lower-case variables win. */
export const proxyFor = (uri: URL, environment: Environment): string | null => {
  const proxy = variable(environment, uri.protocol === 'https:' ? 'https_proxy' : 'http_proxy')
  if (proxy === '') return null
  const exceptions = variable(environment, 'no_proxy').split(/[\s,]+/u).filter(entry => entry !== '')
  return exceptions.some(entry => isExcepted(uri, entry)) ? null : proxy.includes('://') ? proxy : `http://${proxy}`
}

export interface JarAgents {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

/** Connections for one jar, through a proxy or (null) directly. They are not shared with other calls of the process. */
export const jarAgents = (proxy: string | null): JarAgents => ({
  http: new HttpAgent({ ...ofOneJar, ...(proxy === null ? {} : { proxyEnv: { HTTP_PROXY: proxy } }) }),
  https: new HttpsAgent({ ...ofOneJar, ...(proxy === null ? {} : { proxyEnv: { HTTPS_PROXY: proxy } }) }),
})
