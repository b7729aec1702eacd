import { type Client, createClient } from 'node-zookeeper-client'
import type { Socket } from 'node:net'
import type { ZooKeeperServer } from '@flink-operator/core/flink-configuration'

/** What the client keeps to itself, and has to be held to here; version 1.1.3. */
interface ConnectionManager {
  socket?: Socket
  connectTimeoutHandler?: NodeJS.Timeout | null
  pendingBuffer: Buffer | null
  onSocketClosed: () => void
  onSocketError: (error: Error) => void
  onSocketData: (data: Buffer) => void
}

/** The client of one server, with one connection and one life. */
export interface OneConnection {
  readonly client: Client
  /** Ends it at once; a second time does nothing. */
  readonly destroy: (why: string) => void
}

export interface ConnectionEvents {
  readonly onConnected: () => void
  /** It is over, for whatever reason; told once. */
  readonly onEnd: (why: string) => void
}

/** ZooKeeper's code of a session that it closes since nobody logged in by SASL: none that the client knows, which throws. */
const wantsSasl = 'Unknown code: -124'
const onlyBySasl = 'it lets nobody in who does not log in by SASL, which is not supported: plain TCP is, with no login or by digest'

export const hungUp = 'the server closed the connection'

/** ZooKeeper's own limit of an answer is 1 MiB (`jute.maxbuffer`), with some room for who raised it. */
const maxAnswer = 4 * 1024 * 1024

/**
 * Connects to one server. The client as it is connects again and again by itself, keeps what is under way while nobody answers, and throws
 * where nobody can catch it when a server says something that is not ZooKeeper's: here each of these is the end of this one connection.
 * What was asked and not answered by then is never answered: who asks has a time limit.
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
