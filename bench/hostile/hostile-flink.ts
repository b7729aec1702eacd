/**
 * A thread that stands before the sandbox's Flink: clusters of the namespace `flink` answer with ill intent, each in its own way, all
 * others as they are. Tells its port, and then the number of hostile answers whenever it is asked.
 */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { hostileAnswers } from '../../packages/flink-rest-adapter/test/hostile-answers.ts'

const { flink, bytes } = workerData as { readonly flink: string; readonly bytes: number }
const answers = Object.values(hostileAnswers(bytes))
let sent = 0

const server = createServer((asked, response) => {
  const index = /^\/flink\/h-(\d+)-rest\//.exec(asked.url ?? '')?.[1]
  const answer = index === undefined ? undefined : answers[Number(index) % answers.length]
  if (answer !== undefined) {
    sent += 1
    asked.resume()
    return answer(response, asked)
  }
  const through = request(flink + (asked.url ?? ''), { method: asked.method, headers: asked.headers }, it => {
    response.writeHead(it.statusCode ?? 502, it.headers)
    it.pipe(response)
  })
  through.on('error', () => response.destroy())
  asked.pipe(through)
})
server.on('clientError', (_, socket) => socket.destroy())
server.listen(0, '127.0.0.1', () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port, kinds: answers.length }))
parentPort?.on('message', () => parentPort?.postMessage({ sent }))
