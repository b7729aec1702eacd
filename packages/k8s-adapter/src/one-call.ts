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
  /** There is a connection: what fails from now on may have been done. */
  readonly onSent: () => void
}

/** Until there is a connection, TLS included. */
const connectTimeout: Millis = 5_000

/**
 * The head of an answer, its body still to be read. Rejects with Node's error. Node's own client on purpose: a second one beside it costs
 * 20 MiB in memory.
 */
export const answerTo = ({ agent, url, method, headers, body, signal, after, onSent }: OneCall): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const secure = url.startsWith('https:')
    // a length of its own: Node sends no body with a DELETE otherwise
    const sized = body === null ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const request = (secure ? httpsRequest : httpRequest)(url, { agent, method, headers: sized })
    // both: Node tells a destroyed request only once it has a connection, and it may never have one. Destroyed without the error: an answer
    // that has just
    // ended has given its socket back, nobody listens there any more, and an error on it would end the process.
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
