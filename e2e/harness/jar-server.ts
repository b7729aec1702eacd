import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves one jar on loopback. */
export interface JarServer {
  readonly url: string
  /** How often it was fetched. */
  readonly fetches: () => number
  readonly close: () => Promise<void>
}

export const serveJar = async (file: string): Promise<JarServer> => {
  let fetches = 0
  const server = createServer((_, response) => {
    fetches++
    response.writeHead(200, { 'content-length': statSync(file).size })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // a story that breaks off leaves it behind
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/job.jar`,
    fetches: () => fetches,
    close: () =>
      new Promise(resolve => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
