import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A server on a loopback address of its own choice, that remembers what it was asked. */
export interface JarServer {
  readonly url: string
  readonly port: number
  readonly asked: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  /** Connections that were made, whether or not anything was asked. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export const jarServer = async (address: string, listener: RequestListener): Promise<JarServer> => {
  const asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []
  const open = new Set<Socket>()
  let connections = 0
  const server = createServer((incoming, outgoing) => {
    asked.push({ path: incoming.url ?? '', headers: incoming.headers })
    listener(incoming, outgoing)
  })
  server.on('connection', socket => {
    connections += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${address}:${port}`,
    port,
    asked,
    connections: () => connections,
    close: async () => {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** A jar of so many bytes, which begins like one. */
export const jarOf = (bytes: number): Buffer => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(bytes - 4, 7)])
