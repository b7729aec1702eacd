import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../test/real-zookeeper.ts'
import { readHaMetadata } from '../read/ha-metadata.ts'
import { defaultZooKeeperOptions, type ZooKeeper, zooKeeper } from './sessions.ts'

/** A server that says what it likes: whoever connects to what a configuration names may meet any. */
const servers: { server: Server; sockets: Set<Socket> }[] = []
const clients: ZooKeeper[] = []

const serving = async (greet: (socket: Socket) => void): Promise<{ readonly address: string; readonly open: () => number }> => {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined).resume()
    greet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push({ server, sockets })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, open: () => sockets.size }
}

/** Only where a server says nothing is a limit reached: elsewhere the machine may be busy for as long as it likes. */
const patient = { connectTimeout: 120_000, answerTimeout: 120_000 }

const look = (quorum: string, limits: Partial<typeof patient> = {}) => {
  const client = zooKeeper({ ...defaultZooKeeperOptions, ...patient, ...limits })
  clients.push(client)
  return readHaMetadata(client, () => 7)({ quorum, path: '/flink/one', planPaths: ['/jobgraphs'] })
}

const int = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

/** A handshake as ZooKeeper answers it: protocol, time-out, session, password, read-only. */
const handshake = Buffer.concat([int(37), int(0), int(10_000), Buffer.alloc(8, 1), int(16), Buffer.alloc(16, 2), Buffer.alloc(1)])

/** ZooKeeper's number of a request on which a majority has to agree. */
const multi = 14

const afterConnect = (answer: (socket: Socket) => void) => (socket: Socket): void => {
  const heard = { bytes: 0 }
  socket.on('data', data => {
    if (heard.bytes === 0) socket.write(handshake)
    else answer(socket)
    heard.bytes += data.length
  })
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.close()))
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
})

describe('H-D09 whatever is not an answer is Unknown, and nothing of it reaches the process', () => {
  test('nobody listens', async () => {
    expect(await look(`127.0.0.1:${await freePort()}`)).toMatchObject({ _tag: 'Unknown', reason: 'Unreachable', asOf: 7 })
  })

  test('a quorum that names no server', async () => {
    expect(await look('zk:abc')).toMatchObject({
      _tag: 'Unknown',
      message: "ZooKeeper: connecting to zk:abc: 'zk:abc' in it is not host:port",
    })
  })

  test.each<[string, (socket: Socket) => void, string, Partial<typeof patient>?]>([
    ['says nothing', () => undefined, 'no ZooKeeper answered within 300 ms', { connectTimeout: 300 }],
    ['hangs up, as a port does that wants TLS', socket => socket.end(), 'if it wants TLS or SASL, those are not supported'],
    ['speaks HTTP', socket => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'), 'the server closed the connection'],
    ['says a negative length', socket => socket.write(int(-1_000)), 'not understood'],
    ['says a length that nobody could hold, and goes on', socket => {
      socket.write(int(2_000_000_000))
      socket.write(Buffer.alloc(5 * 1024 * 1024))
    }, 'more than 4194304 bytes'],
    ['says too little for what it says', socket => socket.write(Buffer.concat([int(8), int(0), int(10_000)])), 'not understood'],
    [
      'answers what was not asked',
      afterConnect(socket => socket.write(Buffer.concat([int(16), int(99), Buffer.alloc(8), int(0)]))),
      'the server closed the connection',
    ],
    [
      'answers what can not be read',
      afterConnect(socket => socket.write(Buffer.concat([int(20), int(0), Buffer.alloc(8), int(0), int(5)]))),
      'not understood',
    ],
    ['resets the connection, as a port does that wants TLS', socket => socket.resetAndDestroy(), 'if it wants TLS or SASL'],
    [
      'lets nobody in who does not log in by SASL',
      afterConnect(socket => socket.write(Buffer.concat([int(16), int(0), Buffer.alloc(8), int(-124)]))),
      'it requires a login by SASL',
    ],
    ['answers nothing after the handshake', afterConnect(() => undefined), 'no answer within 300 ms', { answerTimeout: 300 }],
    ['hangs up after the handshake', afterConnect(socket => socket.end()), 'the server closed the connection'],
  ])('a server that %s', async (_title, greet, words, limits) => {
    const { address, open } = await serving(greet)
    expect(await look(address, limits)).toMatchObject({ _tag: 'Unknown', message: expect.stringContaining(words) as string })
    // nothing is left open behind it
    await expect.poll(open).toBe(0)
  })

  test('before anything is read the ensemble agrees on something: a server that has heard of nothing for a while would answer as if it were not there', async () => {
    const asked: number[] = []
    const { address } = await serving(socket => {
      socket.on('data', data => {
        // length, number, kind of request; the first message has no kind
        if (asked.push(data.readInt32BE(8)) === 1) socket.write(handshake)
      })
    })
    await look(address, { answerTimeout: 300 })
    expect(asked.slice(1)).toEqual([multi])
  })

  test('one server of three that answers nothing does not keep the others from being asked', async () => {
    const silent = await serving(() => undefined)
    const gone = `127.0.0.1:${await freePort()}`
    const answering = await serving(afterConnect(socket => socket.end()))
    const fact = await look(`${silent.address},${gone},${answering.address}`, { connectTimeout: 9_000, answerTimeout: 9_000 })
    // got through to the one that answers: what it did was to hang up while it was asked
    expect(fact).toMatchObject({ _tag: 'Unknown', message: expect.stringContaining('read /flink/one') as string })
  })
})
