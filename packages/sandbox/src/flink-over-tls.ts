import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Key material in PEM of a Flink with `security.ssl.rest.enabled`. */
export interface FlinkTlsMaterial {
  readonly key: string
  readonly cert: string
  /** Clients need a certificate of this CA: `security.ssl.rest.authentication-enabled`. */
  readonly clientCa?: string
}

/** The same answers over TLS, on another port. */
export interface FlinkOverTls {
  readonly url: string
  readonly close: () => void
}

export const serveFlinkOverTls = ({ key, cert, clientCa }: FlinkTlsMaterial, answer: RequestListener): Promise<FlinkOverTls> => {
  const server = createServer(
    { key, cert, ...(clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true }) },
    answer,
  )
  server.keepAliveTimeout = 300_000
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `https://localhost:${(server.address() as AddressInfo).port}/flink`,
        close: () => {
          server.close()
          server.closeAllConnections()
        },
      }))
  })
}
