import * as E from 'fp-ts/lib/Either.js'

/** One server of an ensemble. */
export interface ZooKeeperServer {
  readonly host: string
  readonly port: number
}

/** A parsed connection string: servers of one ensemble and the root node, `host:port,host:port/chroot`. */
export interface ZooKeeperQuorum {
  readonly servers: readonly ZooKeeperServer[]
  /** Empty, or a path that starts with a slash. */
  readonly chroot: string
}

const defaultPort = 2181
const hostPort = /^([A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}))(?::([0-9]{1,5}))?$/

/**
 * Parses a connection string. Supports only names and IPv4 addresses: the client splits at the first colon to find the port. An invalid
 * port would make the client throw an exception that can not be caught, so everything is checked here. Left: the problem.
 */
export const readQuorum = (text: string): E.Either<string, ZooKeeperQuorum> => {
  const slash = text.indexOf('/')
  const [hosts, chroot] = slash === -1 ? [text, ''] : [text.slice(0, slash), text.slice(slash).replace(/(?<!\/)\/+$/u, '')]
  if (chroot.split('/').slice(1).some(it => it === '' || it === '.' || it === '..')) return E.left(`the path '${chroot}' in it is invalid`)
  const parts = hosts.split(',').map(it => it.trim()).filter(it => it !== '')
  const servers = parts.map((part): ZooKeeperServer | null => {
    const [, host, port] = hostPort.exec(part) ?? []
    const number = port === undefined ? defaultPort : Number(port)
    return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number }
  })
  const wrong = parts.find((_, index) => servers[index] === null)
  if (wrong !== undefined) return E.left(`'${wrong}' in it is not host:port`)
  return servers.length === 0 ? E.left('it names no server') : E.right({ servers: servers.filter(it => it !== null), chroot })
}

/** Normalized text: equal for the same servers and root node, independent of the notation. */
export const quorumText = ({ servers, chroot }: ZooKeeperQuorum): string =>
  `${[...new Set(servers.map(({ host, port }) => `${host.toLowerCase()}:${port}`))].sort().join(',')}${chroot}`
