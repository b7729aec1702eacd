import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mountedSecret, type SelfSigned, selfSigned } from '../../test/certificate.ts'
import { settingsOf } from '../configuration/live-settings.ts'
import { manualClock, type ManualClock } from '../manual-clock.ts'
import { startWebhook, type Webhook } from './start-webhook.ts'

const made: Record<'server' | 'ca' | 'client' | 'otherCa' | 'other' | 'alone', SelfSigned> = {} as never
beforeAll(async () => {
  made.server = await selfSigned('server')
  made.ca = await selfSigned('client CA')
  made.client = await selfSigned('api server', { by: made.ca })
  made.otherCa = await selfSigned('other CA')
  made.other = await selfSigned('other', { by: made.otherCa })
  made.alone = await selfSigned('alone')
})
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Started {
  readonly first: E.Either<string, { readonly port: number }>
  readonly webhook: Webhook
  readonly clock: ManualClock
  readonly file: string
}

const start = async (clientCa: string | null): Promise<Started> => {
  const secret = mountedSecret()
  secret.put({ 'tls.crt': made.server.cert, 'tls.key': made.server.key })
  const file = join(mkdtempSync(join(tmpdir(), 'flink-operator-client-ca-')), 'ca.crt')
  if (clientCa !== null) writeFileSync(file, clientCa)
  const clock = manualClock(Date.now())
  const webhook = startWebhook({
    credentials: null,
    port: 0,
    certificates: secret.folder,
    clientCa: file,
    settings: () => settingsOf({ configuration: {}, logConfiguration: {} }).settings,
    scope: () => ({ namespaces: null }),
    clock,
    logger: pino({ level: 'silent' }),
  })
  closing.push(async () => {
    const stopped = webhook.stop()
    await clock.advance(5_000)
    await stopped
  })
  return { first: await webhook.first, webhook, clock, file }
}
const portOf = ({ first }: Started): number => {
  if (E.isLeft(first)) throw new Error(first.left)
  return first.right.port
}

/** The status of an answer; null: the connection was refused. */
const asked = (port: number, pair: Partial<SelfSigned> = {}, path = '/validate'): Promise<number | null> =>
  new Promise(resolve => {
    const sent = request({ port, host: 'localhost', path, method: 'POST', agent: false, ca: made.server.cert, ...pair }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', () => resolve(null)).end('{}')
  })

describe('S04 --webhook-client-ca: who has no certificate of it is not answered', () => {
  test('a client of the CA is answered, nobody else, whatever the path', async () => {
    const it = await start(made.ca.cert)
    const port = portOf(it)
    expect(await asked(port, made.client)).toBe(400)
    for (const path of ['/validate', '/mutate', '/healthz', '/other']) {
      expect(await asked(port, {}, path)).toBeNull()
      expect(await asked(port, made.other, path)).toBeNull()
      expect(await asked(port, made.alone, path)).toBeNull()
    }
  })

  test('several CAs in a file: each is believed', async () => {
    const port = portOf(await start(`# ours\n${made.ca.cert}\n${made.otherCa.cert}`))
    expect([await asked(port, made.client), await asked(port, made.other), await asked(port, made.alone)]).toEqual([400, 400, null])
  })

  test.each([
    ['a file that is not there', () => null, /ca\.crt can't be read: it does not exist; expected certificates of a client CA in PEM form/],
    ['an empty file', () => '', /ca\.crt holds no certificate in PEM form; expected those of a client CA/],
    ['a key', () => made.ca.key, /ca\.crt holds no certificate in PEM form/],
    [
      'a broken certificate',
      () => '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /ca\.crt holds a certificate that can't be a client CA/,
    ],
    ['a certificate of no CA', () => made.client.cert, /ca\.crt holds a certificate that can't be a client CA: it is of no CA/],
    ['one good, one broken', () => `${made.ca.cert}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`, /can't be a client CA/],
  ])('%s: nothing is served, and the file is named', async (_title, content, why) => {
    const { first } = await start(content())
    expect(first).toMatchObject({ _tag: 'Left', left: expect.stringMatching(why) as string })
    expect(JSON.stringify(first)).not.toContain('PRIVATE KEY')
  })

  test('B92 another CA is followed: new connections, open ones and sessions of the old one', async () => {
    const it = await start(made.ca.cert)
    const port = portOf(it)
    const options = { port, host: 'localhost', ca: made.server.cert, ...made.client, maxVersion: 'TLSv1.2' as const }
    const kept = connect(options)
    await new Promise(resolve => kept.once('secureConnect', resolve))
    // idle, and so kept for as long as an API server keeps it
    await new Promise(resolve => kept.once('data', resolve).write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'))
    const session = kept.getSession()
    const end = new Promise(resolve => kept.on('error', () => undefined).on('close', resolve).resume())

    writeFileSync(it.file, made.otherCa.cert)
    await it.clock.advance(10_000)
    await end
    expect([await asked(port, made.client), await asked(port, made.other)]).toEqual([null, 400])
    const resumed = await new Promise<string>(resolve => {
      const socket = connect(
        { ...options, ...(session === undefined ? {} : { session }) },
        () => socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
      )
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined).on('close', () => resolve(text))
    })
    expect(resumed).toBe('')
  })

  test('a file that breaks later is told, and the CA from before stays', async () => {
    const it = await start(made.ca.cert)
    const port = portOf(it)
    writeFileSync(it.file, '')
    await it.clock.advance(10_000)
    expect(it.webhook.remarks()).toEqual([expect.stringMatching(/ca\.crt holds no certificate/)])
    expect([await asked(port, made.client), await asked(port), await asked(port, made.alone)]).toEqual([400, null, null])
  })
})
