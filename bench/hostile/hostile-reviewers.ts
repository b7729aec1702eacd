/** A thread with eight connections, each of which posts one hostile review after the other. Asked, it tells how many were answered. */
import { Agent, request } from 'node:https'
import { parentPort, workerData } from 'node:worker_threads'
import { hostileReview } from '../../fuzz/hostile/review.ts'

const { port } = workerData as { readonly port: number }
const connections = 8
const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false })
let answered = 0

const posted = (path: string, body: string): Promise<void> =>
  new Promise(resolve => {
    const sent = request(
      { host: 'localhost', port, path, method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      answer => {
        answer.resume()
        answer.on('close', resolve)
        answer.on('end', () => {
          answered += 1
        })
      },
    )
    sent.on('error', () => resolve())
    sent.end(body)
  })

for (let connection = 0; connection < connections; connection += 1)
  void (async () => {
    for (let index = connection;; index += connections) {
      const { path, body } = hostileReview(1, index)
      await posted(path, body)
    }
  })()
parentPort?.on('message', () => parentPort?.postMessage({ answered }))
