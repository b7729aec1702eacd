import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoint, outcomeOfError } from '../test/recorded-call.ts'
import { flinkHttp, type TlsOptions } from './http.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(!hasOpenssl)(
  hasOpenssl ? 'TLS with client certificates' : 'TLS: skipped, openssl is not there to make certificates',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'flink-rest-tls-'))
    const pem = (name: string): string => readFileSync(join(directory, name), 'utf8')
    let server: Server
    let url: string

    beforeAll(async () => {
      execFileSync('openssl', [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=example-rest.default',
        '-addext',
        'subjectAltName=DNS:example-rest.default',
        '-keyout',
        join(directory, 'key.pem'),
        '-out',
        join(directory, 'cert.pem'),
      ], { stdio: 'ignore' })
      server = createServer({
        key: pem('key.pem'),
        cert: pem('cert.pem'),
        ca: pem('cert.pem'),
        requestCert: true,
        rejectUnauthorized: false,
      }, (request, response) => response.end(JSON.stringify({ authorized: 'authorized' in request.socket && request.socket.authorized })))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    })
    afterAll(() => {
      server.closeAllConnections()
      server.close()
      rmSync(directory, { recursive: true })
    })

    const ask = async (tls: TlsOptions, serverName?: string): Promise<unknown> => {
      const http = flinkHttp({ tls, resolveEndpoint: () => Promise.resolve({ url, ...(serverName === undefined ? {} : { serverName }) }) })
      const answer = await http.call(endpoint, { method: 'POST', path: '/v1/jobs/a/stop', body: {} })()
      http.close()
      return E.isRight(answer) ? answer.right : outcomeOfError(answer.left)
    }

    test('the name of the Service is checked where the address is an IP', async () => {
      expect(await ask({ ca: pem('cert.pem') }, 'example-rest.default')).toEqual({ authorized: false })
      expect(await ask({ ca: pem('cert.pem') }, 'other-rest.default')).toBe('Untrusted')
      expect(await ask({ ca: pem('cert.pem') })).toBe('Untrusted')
    })

    test('a certificate that nobody vouches for: nothing is sent, unless a person asked for it', async () => {
      expect(await ask({}, 'example-rest.default')).toBe('Untrusted')
      expect(await ask({ rejectUnauthorized: false })).toEqual({ authorized: false })
    })

    test('client certificate', async () =>
      expect(await ask({ ca: [pem('cert.pem')], cert: pem('cert.pem'), key: pem('key.pem') }, 'example-rest.default')).toEqual({
        authorized: true,
      }))
  },
)
