import type { IncomingHttpHeaders } from 'node:http'

export interface Asked {
  /** `planner.hosts`: name, or name:port. */
  readonly hosts: readonly string[]
  readonly headers: IncomingHttpHeaders
  readonly path: string
}

/** By a port-forward, whose local port may be any: a page of another site has another name, whatever port it takes. */
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const hostForm = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{1,5})?$/

/** The name without the port; null: it is no name of a host. */
const nameIn = (host: string): string | null => hostForm.exec(host)?.[1] ?? null

const isOurs = (host: string, hosts: readonly string[]): boolean => {
  const name = nameIn(host)
  return name !== null && (loopbackNames.has(name) || hosts.some(it => [name, host].includes(it.trim().toLowerCase())))
}

const isFromHere = (origin: string, host: string): boolean => {
  const sent = origin.toLowerCase()
  return sent === `http://${host}` || sent === `https://${host}`
}

/** A person followed a link: the page opens, and the site that has the link reads nothing of it. */
const isLink = ({ headers, path }: Asked): boolean =>
  path === '/planner/' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

/**
 * Why a request is not answered: HTTP status, and a line. Null: it is. A page of another site can send a browser here, by a name of its own
 * that it lets lead to this address (DNS rebinding), or by ours; the browser says in these headers who asks.
 */
export const refusedAsk = (asked: Asked): readonly [status: 421 | 403, why: string] | null => {
  const { hosts, headers } = asked
  const host = (headers.host ?? '').toLowerCase()
  if (!isOurs(host, hosts))
    return [421, 'this server has another name: it answers to localhost, and to the names of kubernetes.operator.planner.hosts']
  if (headers.origin !== undefined && !isFromHere(headers.origin, host)) return [403, 'a page of another origin may not ask']
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isLink(asked)) return [403, 'a page of another site may not ask']
  return null
}
