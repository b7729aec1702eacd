import type { Socket } from 'node:net'

/** Connections of strangers, at most so many. */
export interface ConnectionTable {
  /** Of a socket that was accepted, before its TLS handshake. */
  readonly opened: (socket: Socket) => void
  /** A request of it is being answered: it is not ended before `answered`. */
  readonly answering: (socket: Socket) => void
  readonly answered: (socket: Socket) => void
  /** Ends those that are idle now, and the others after their answer. */
  readonly endAll: () => void
}

interface Held {
  readonly socket: Socket
  readonly address: string
  requests: number
  isLast: boolean
}

/** A TLS socket and the plain one below it say the same. */
const keyOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`

/**
 * Where there are too many, the one that has been idle for longest gives way, of the address that has most of them: whoever opens
 * thousands ends its own, not those of the API server or of a probe.
 */
export const connectionTable = (most: number): ConnectionTable => {
  // the longest idle one first
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
      // gone already, or each connection waits for its answer
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
