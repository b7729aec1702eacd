import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RecordedRequest, RecordedResponse } from './recorded-answers.ts'

/** A server on loopback that answers as it is told and remembers what it was asked. */
export interface ReplayServer {
  readonly url: string
  readonly asked: readonly RecordedRequest[]
  /** Of the request that was asked last. */
  readonly lastHeaders: () => IncomingHttpHeaders
  /** Connections accepted so far. */
  readonly connections: () => number
  /** Forgets what was asked and answers anew. Status 0 breaks the connection. */
  readonly answer: (responder: Responder) => void
  readonly close: () => Promise<void>
}

export type Responder = (request: RecordedRequest) => RecordedResponse & { readonly headers?: Readonly<Record<string, string>> } | 'never'

export const replayServer = async (): Promise<ReplayServer> => {
  const state = {
    respond: ((): RecordedResponse => ({ status: 404, body: { errors: ['Not found: nothing to replay'] } })) as Responder,
    connections: 0,
    headers: {} as IncomingHttpHeaders,
  }
  const asked: RecordedRequest[] = []
  const open = new Set<Socket>()
  const listener: RequestListener = (incoming, outgoing) => {
    void requestOf(incoming).then(request => {
      asked.push(request)
      state.headers = incoming.headers
      const answer = state.respond(request)
      if (answer === 'never') return
      if (answer.status === 0) return void incoming.socket.destroy()
      outgoing.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      outgoing.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })
  }
  const server = createServer(listener)
  server.on('connection', socket => {
    state.connections += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    lastHeaders: () => state.headers,
    connections: () => state.connections,
    answer: responder => {
      state.respond = responder
      asked.length = 0
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

const requestOf = async (incoming: IncomingMessage): Promise<RecordedRequest> => {
  const url = new URL(incoming.url ?? '/', 'http://replay')
  const body = await text(incoming)
  return {
    method: incoming.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.search === '' ? null : decodeURIComponent(url.search.slice(1)),
    body: body === '' ? null : JSON.parse(body),
  }
}
