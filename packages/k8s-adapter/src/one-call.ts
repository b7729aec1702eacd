import { type Agent, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Millis } from '@flink-operator/core'
import type { Clock } from './clock.ts'

export interface OneCall {
  readonly agent: Agent
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
  readonly after: Clock['after']
  /** The connection is established: a request that fails from now on may have been applied. */
  readonly onSent: () => void
}

/** Time until the connection is established, including TLS. */
const connectTimeout: Millis = 5_000

/**
 * The head of an answer; its body is not read yet. Rejects with Node's error. It uses Node's own client on purpose: a second one would
 * take 20 MiB of memory.
 */
export const answerTo = ({ agent, url, method, headers, body, signal, after, onSent }: OneCall): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const secure = url.startsWith('https:')
    // an explicit length: without it Node sends no body with a DELETE
    const sized = body === null ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const request = (secure ? httpsRequest : httpRequest)(url, { agent, method, headers: sized })
    // Rejects itself, because Node reports a destroyed request only once it has a connection, which may never happen. Destroys without
    // the error: if the answer has just ended, the returned socket has no listener, and an error on it would end the process.
    const giveUp = (error: Error): void => {
      reject(error)
      request.destroy()
    }
    const disarm = after(
      connectTimeout,
      () => giveUp(Object.assign(new Error(`no connection within ${connectTimeout} ms`), { code: 'ETIMEDOUT', syscall: 'connect' })),
    )
    signal.addEventListener('abort', () => {
      disarm()
      giveUp(new Error('aborted'))
    }, { once: true })
    const connected = (): void => {
      disarm()
      onSent()
    }
    request.once('socket', (socket: Socket) => {
      if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', connected)
      else connected()
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.once('close', disarm)
    request.end(body ?? undefined)
  })
