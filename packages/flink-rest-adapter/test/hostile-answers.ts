import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** How a server with ill intent answers one request. `size`: bytes, about, of the large ones. */
type Answer = (response: ServerResponse, request: IncomingMessage) => void

const json = (body: string | Buffer, status = 200, headers: Readonly<Record<string, string>> = {}): Answer => response => {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', 'content-length': String(body.length), ...headers })
  response.end(body)
}

/** Without a length, in pieces, until the client goes away. */
const endless = (piece: string, pauseMillis: number): Answer => response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(piece), pauseMillis)
  response.on('close', () => clearInterval(timer))
}

const raw = (write: (socket: Socket) => void): Answer => (response, request) => {
  response.on('error', () => undefined)
  write(request.socket)
}

const filled = (unit: string, size: number): string => unit.repeat(Math.max(1, Math.floor(size / unit.length)))

const job = (fields: string): string =>
  `{"jid":"a","name":"n","state":"RUNNING","start-time":1,"end-time":-1,"tasks":{"total":1,"running":1,"finished":0}${fields}}`

const entry = (trace: string): string => `{"exceptionName":"a.B","stacktrace":${JSON.stringify(trace)},"timestamp":1}`

const failed = (trace: string): string =>
  `{"status":{"id":"COMPLETED"},"operation":{"failure-cause":{"class":"a.B","stack-trace":${JSON.stringify(trace)}}}}`

const deep = (open: string, close: string, size: number): string => filled(open, size / 2) + filled(close, size / 2)

const traces: Readonly<Record<string, (size: number) => string>> = {
  'line ends': size => filled('\n', size),
  blanks: size => filled(' ', size),
  'long blank lines': size => filled(`${' '.repeat(480)}\n`, size),
  'blank lines before what is suppressed': size => `a.B: x\n${filled(' \n', size)}`,
  causes: size => filled('Caused by: a.B: x\n', size),
  'one name': size => filled('a.', size),
  frames: size => filled('\tat a.b.C.d(C.java:1)\n', size),
  suppressed: size => filled('\n Suppressed: x', size),
  'digits of frames that are left out': size => filled(' ... 1', size),
}

/** Of these. */
export const neverEnding: ReadonlySet<string> = new Set([
  'a length that never comes',
  'drop by drop',
  'interim answers without an end',
  'headers without an end',
  'an extension of a chunk without an end',
])

/** By name. Each is the answer to every request of one cluster. */
export const hostileAnswers = (size: number): Readonly<Record<string, Answer>> => ({
  'many empty objects': json(`{"jobs":[${filled('{},', size)}{}],"files":[{}],"taskmanagers":[{}]}`),
  'many lists': json(`[${filled('[],', size)}[]]`),
  'many numbers': json(`{"jobs":[${filled('1.5,', size)}0]}`),
  'many objects of one field each': json(
    `{"jobs":[${Array.from({ length: size / 12 }, (_, n) => `{"k${n}":1}`).join(',')}]}`,
  ),
  'many fields': json(`{${Array.from({ length: size / 12 }, (_, n) => `"k${n}":1`).join(',')}}`),
  'many metrics': json(`[${filled('{"id":"numRestarts","value":"1","max":1},', size)}{"id":"x","value":1}]`),
  'many vertices': json(
    `{"state":"RUNNING","start-time":1,"vertices":[${filled('{"id":"v","parallelism":1},', size)}{"id":"w","parallelism":2}]}`,
  ),
  'deep lists': json(deep('[', ']', size)),
  'deep lists, never closed': json(filled('[', size)),
  'deep objects': json(filled('{"a":', size)),
  'deep where a job stands': json(`{"jobs":[${deep('[', ']', size)}]}`),
  'one long text': json(JSON.stringify('x'.repeat(size))),
  'one text of escapes': json(`"${filled('\\u0000', size)}"`),
  'one text of backslashes': json(`"${filled('\\\\', size)}`),
  'a long name': json(`{"jobs":[${job(`,"name":"${'n'.repeat(size)}"`)}]}`),
  'a long id': json(`{"request-id":"${'n'.repeat(size)}","flink-version":"${'n'.repeat(size)}","flink-revision":"r"}`),
  'a long location': json(`{"status":{"id":"COMPLETED"},"operation":{"location":"${'n'.repeat(size)}"}}`),
  'one long number': json(`{"jobs":[${'1'.repeat(size)}]}`),
  'numbers that are none': json(`{"jobs":[${job(',"start-time":1e999,"end-time":-1e308')}]}`),
  'numbers past every date': json(`{"jobs":[${job(',"start-time":9e15,"last-modification":0.5')}]}`),
  'the same key twice': json(`{"jobs":[],"jobs":[${job(',"state":"PAUSED"')}]}`),
  'names of JavaScript': json(
    `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"jobs":[${job(',"__proto__":{"name":1}')}]}`,
  ),
  'a vertex by a name of JavaScript': json('{"__proto__":{"parallelism":{"lowerBound":1,"upperBound":2}}}'),
  'wrong types': json('{"jobs":{"0":1,"length":1},"files":"","taskmanagers":0,"status":[],"exceptionHistory":{"entries":null}}'),
  'not UTF-8': json(
    Buffer.concat([
      Buffer.from('{"status":{"id":"COMPLETED"},"operation":{"location":"s3://b/'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}}'),
    ]),
  ),
  'a page': json(`<html>${filled('<p>TOPSECRET</p>', size)}`, 200, { 'content-type': 'text/html' }),
  'a page with a login': json('<html>TOPSECRET</html>', 403, { 'content-type': 'text/html' }),
  'another API': json('{"kind":"Status","message":"TOPSECRET"}', 401),
  'another API, in the form of Flink': json('{"errors":["TOPSECRET"]}', 403),
  'another API, unknown there': json('TOPSECRET', 404, { 'content-type': 'text/plain' }),
  'another API, broken': json('TOPSECRET stack', 500, { 'content-type': 'text/plain' }),
  'values of another API': json(
    '{"jobs":[{"jid":"TOPSECRET","name":{"TOPSECRET":1}}],"files":"TOPSECRET","status":{"id":"TOPSECRET"},"state":{"TOPSECRET":1}}',
  ),
  'texts of another API': json('"TOPSECRET"'),
  'no JSON of another API': json('TOPSECRET'),
  'a status of its own': json('{}', 299, { 'content-type': 'TOPSECRET'.repeat(500) }),
  'many errors': json(`{"errors":[${filled('"x",', size)}"x"]}`, 500),
  'one long error': json(`{"errors":["${'x'.repeat(size)}"]}`, 500),
  'an error of line ends': json(`{"errors":["${filled('\\n', size)}"]}`, 500),
  'deep errors': json(`{"errors":${deep('[', ']', size)}}`, 404),
  'compressed, unasked': json(gzipSync(Buffer.alloc(size * 20)), 200, { 'content-encoding': 'gzip' }),
  'cut off': (response, request) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000000' })
    response.write('{"jobs":[', () => request.socket.destroy())
  },
  'a length that never comes': response => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(6 << 20) })
    response.write(' '.repeat(200_000))
  },
  'a length past everything': response => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(Number.MAX_SAFE_INTEGER) })
    response.write(' ')
  },
  'without an end': endless(filled('[', 1 << 18), 1),
  'drop by drop': endless(' ', 50),
  'headers without an end': raw(socket => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write(filled('x-a: b\r\n', 4_000)), 1)
    socket.on('error', () => undefined)
    socket.on('close', () => clearInterval(timer))
  }),
  'each byte by itself': raw(socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
    socket.write(filled('1\r\n \r\n', 6 * size))
    socket.on('error', () => undefined)
    socket.end('0\r\n\r\n')
  }),
  'an extension of a chunk without an end': raw(socket => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;')
    const timer = setInterval(() => socket.write(filled('a=b;', 100_000)), 5)
    socket.on('error', () => undefined)
    socket.on('close', () => clearInterval(timer))
  }),
  'no HTTP': raw(socket => void socket.end('TOPSECRET\r\n\r\n')),
  'interim answers without an end': raw(socket => {
    const timer = setInterval(() => socket.write(filled('HTTP/1.1 102 Processing\r\n\r\n', 4_000)), 5)
    socket.on('error', () => undefined)
    socket.on('close', () => clearInterval(timer))
  }),
  ...Object.fromEntries(
    Object.entries(traces).flatMap(([name, trace]) => [
      [`exceptions: ${name}`, json(`{"exceptionHistory":{"entries":[${entry(trace(size))}]}}`)],
      [`an operation that failed: ${name}`, json(failed(trace(size)))],
    ]),
  ),
})

/** Answers each cluster, the first step of the path, as its name says. */
export const hostileServer = async (
  size: number,
): Promise<{ readonly url: string; readonly names: readonly string[]; readonly close: () => void }> => {
  const answers = hostileAnswers(size)
  const server = createServer((request, response) => {
    request.resume()
    const name = decodeURIComponent((request.url ?? '').split('/')[1] ?? '')
    answers[name]?.(response, request)
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names: Object.keys(answers),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
