import type { IncomingHttpHeaders } from 'node:http'

export interface Asked {
  /** `planner.hosts`: name, or name:port. */
  readonly hosts: readonly string[]
  readonly headers: IncomingHttpHeaders
  readonly path: string
}

/** Names for a port-forward with any local port. A page of another site has another name, whatever its port. */
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

const hostForm = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{1,5})?$/

/** The name without the port; null: not a valid host. */
const nameIn = (host: string): string | null => hostForm.exec(host)?.[1] ?? null

const isOurs = (host: string, hosts: readonly string[]): boolean => {
  const name = nameIn(host)
  return name !== null && (loopbackNames.has(name) || hosts.some(it => [name, host].includes(it.trim().toLowerCase())))
}

const isFromHere = (origin: string, host: string): boolean => {
  const sent = origin.toLowerCase()
  return sent === `http://${host}` || sent === `https://${host}`
}

/** A user followed a link: the page opens, but the linking site can't read it. */
const isLink = ({ headers, path }: Asked): boolean =>
  ['/planner/', '/fleet/'].includes(path) && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'

/**
 * Why a request is refused: HTTP status and a line; null: it is answered. A page of another site can send a browser here by our
 * name, or by its own name that resolves to this address (DNS rebinding); the browser's headers reveal which site asks.
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
