import * as E from 'fp-ts/lib/Either.js'

/** One server of an ensemble. */
export interface ZooKeeperServer {
  readonly host: string
  readonly port: number
}

/** Servers of one ensemble and the node below which everything is, as connection strings say it: `host:port,host:port/chroot`. */
export interface ZooKeeperQuorum {
  readonly servers: readonly ZooKeeperServer[]
  /** Empty, or a path with a slash at its beginning. */
  readonly chroot: string
}

const defaultPort = 2181
const hostPort = /^([A-Za-z0-9](?:[A-Za-z0-9._-]{0,252}))(?::([0-9]{1,5}))?$/

/**
 * Reads a connection string. Names and IPv4 addresses alone: the client takes the first colon for the port's. It would also throw, where
 * nobody could catch it, at a port that is none: so everything is checked here. Left: what is wrong with it, in words.
 */
export const readQuorum = (text: string): E.Either<string, ZooKeeperQuorum> => {
  const slash = text.indexOf('/')
  const [hosts, chroot] = slash === -1 ? [text, ''] : [text.slice(0, slash), text.slice(slash).replace(/(?<!\/)\/+$/u, '')]
  if (chroot.split('/').slice(1).some(it => it === '' || it === '.' || it === '..')) return E.left(`the path '${chroot}' in it is none`)
  const parts = hosts.split(',').map(it => it.trim()).filter(it => it !== '')
  const servers = parts.map((part): ZooKeeperServer | null => {
    const [, host, port] = hostPort.exec(part) ?? []
    const number = port === undefined ? defaultPort : Number(port)
    return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number }
  })
  const wrong = parts.find((_, index) => servers[index] === null)
  if (wrong !== undefined) return E.left(`'${wrong}' in it is no host:port`)
  return servers.length === 0 ? E.left('it names no server') : E.right({ servers: servers.filter(it => it !== null), chroot })
}

/** The same text for the same servers below the same node, however they are written down. */
export const quorumText = ({ servers, chroot }: ZooKeeperQuorum): string =>
  `${[...new Set(servers.map(({ host, port }) => `${host.toLowerCase()}:${port}`))].sort().join(',')}${chroot}`
