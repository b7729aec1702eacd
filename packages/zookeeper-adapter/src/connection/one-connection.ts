import { type Client, createClient } from 'node-zookeeper-client'
import type { Socket } from 'node:net'
import type { ZooKeeperServer } from '@flink-operator/core/flink-configuration'

/** Internals of the client (version 1.1.3) that have to be controlled here. */
interface ConnectionManager {
  socket?: Socket
  connectTimeoutHandler?: NodeJS.Timeout | null
  pendingBuffer: Buffer | null
  onSocketClosed: () => void
  onSocketError: (error: Error) => void
  onSocketData: (data: Buffer) => void
}

/** The client of one server, with a single connection. */
export interface OneConnection {
  readonly client: Client
  /** Ends the connection at once; repeated calls do nothing. */
  readonly destroy: (why: string) => void
}

export interface ConnectionEvents {
  readonly onConnected: () => void
  /** The connection has ended, for any reason; called once. */
  readonly onEnd: (why: string) => void
}

/** ZooKeeper's code for a session that it closes because SASL login is required. The client does not know it and throws. */
const wantsSasl = 'Unknown code: -124'
const onlyBySasl = 'it requires a login by SASL, which is not supported: plain TCP is, with no login or by digest'

export const hungUp = 'the server closed the connection'

/** ZooKeeper's limit of an answer is 1 MiB (`jute.maxbuffer`); this leaves room for a raised limit. */
const maxAnswer = 4 * 1024 * 1024

/**
 * Connects to one server. The unmodified client reconnects forever, keeps pending requests while no server answers, and throws
 * uncatchable errors at invalid data. Here each of these ends this one connection. Requests that are pending then get no answer:
 * their callers have a time limit.
 */
export const oneConnection = (
  { host, port }: ZooKeeperServer,
  { sessionTimeout, digest }: { readonly sessionTimeout: number; readonly digest: string | null },
  { onConnected, onEnd }: ConnectionEvents,
): OneConnection => {
  const client = createClient(`${host}:${port}`, { sessionTimeout, retries: 0, spinDelay: 0 })
  const manager = (client as unknown as { readonly connectionManager: ConnectionManager }).connectionManager
  const connection = { isOver: false, lastError: '' }
  const destroy = (why: string): void => {
    if (connection.isOver) return
    connection.isOver = true
    clearTimeout(manager.connectTimeoutHandler ?? undefined)
    manager.socket?.destroy()
    onEnd(why)
  }
  const onData = manager.onSocketData.bind(manager)
  manager.onSocketData = data => {
    if (connection.isOver) return
    if ((manager.pendingBuffer?.length ?? 0) + data.length > maxAnswer) return destroy(`an answer of more than ${maxAnswer} bytes`)
    try {
      onData(data)
    } catch (thrown) {
      const words = thrown instanceof Error ? thrown.message : String(thrown)
      destroy(words.includes(wantsSasl) ? onlyBySasl : 'what it says is not understood')
    }
  }
  manager.onSocketError = error => {
    connection.lastError = error.message
  }
  manager.onSocketClosed = () => destroy(connection.lastError === '' ? hungUp : connection.lastError)
  client.once('connected', onConnected)
  client.once('expired', () => destroy('the session has expired'))
  client.once('authenticationFailed', () => destroy('the server refused to log in'))
  if (digest !== null) client.addAuthInfo('digest', Buffer.from(digest))
  client.connect()
  return { client, destroy }
}
