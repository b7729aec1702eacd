import type { Socket } from 'node:net'

/** The open connections of a server, up to a limit. */
export interface ConnectionTable {
  /** A socket was accepted; its TLS handshake follows. */
  readonly opened: (socket: Socket) => void
  /** A request of the socket is being answered: the socket is not closed before `answered`. */
  readonly answering: (socket: Socket) => void
  readonly answered: (socket: Socket) => void
  /** Closes idle connections now, and the others after their answer. */
  readonly endAll: () => void
}

interface Held {
  readonly socket: Socket
  readonly address: string
  requests: number
  isLast: boolean
}

/** Identifies a connection: a TLS socket and its plain socket have the same key. */
const keyOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`

/**
 * If there are too many connections, closes the longest idle one of the address with the most connections: a client that opens
 * thousands loses its own, not those of the API server or of a probe.
 */
export const connectionTable = (most: number): ConnectionTable => {
  // longest idle first
  const held = new Map<string, Held>()

  const end = (key: string, { socket }: Held): void => {
    held.delete(key)
    socket.destroy()
  }
  const oneToEnd = (): readonly [string, Held] | null => {
    const counts = new Map<string, number>()
    const idle = [...held].filter(([, { requests }]) => requests === 0)
    for (const [, { address }] of idle) counts.set(address, (counts.get(address) ?? 0) + 1)
    const largest = Math.max(0, ...counts.values())
    return idle.find(([, { address }]) => counts.get(address) === largest) ?? null
  }

  return {
    opened: socket => {
      const key = keyOf(socket)
      const { remoteAddress } = socket
      const given = held.size < most ? null : oneToEnd()
      if (given !== null) end(...given)
      // closed already, or every connection is being answered
      if (remoteAddress === undefined || held.size >= most) return void socket.destroy()
      held.set(key, { socket, address: remoteAddress, requests: 0, isLast: false })
      socket.once('close', () => {
        if (held.get(key)?.socket === socket) held.delete(key)
      })
    },
    answering: socket => {
      const found = held.get(keyOf(socket))
      if (found !== undefined) found.requests += 1
    },
    answered: socket => {
      const key = keyOf(socket)
      const found = held.get(key)
      if (found === undefined) return
      found.requests -= 1
      held.delete(key)
      held.set(key, found)
      if (found.isLast && found.requests === 0) end(key, found)
    },
    endAll: () => {
      for (const [key, it] of held) {
        if (it.requests === 0) end(key, it)
        else it.isLast = true
      }
    },
  }
}
