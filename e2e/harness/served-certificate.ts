import { connect } from 'node:tls'

/** Fingerprint of the certificate that is served there. */
export const servedCertificate = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: 5_000 }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.on('error', reject).on('timeout', () => socket.destroy(new Error(`${host}:${port} says nothing`)))
  })
