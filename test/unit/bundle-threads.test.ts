import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleInto } from '../../scripts/bundle/bundle-into.ts'

const folder = mkdtempSync(join(tmpdir(), 'flink-operator-bundle-'))
beforeAll(() => bundleInto(folder), 300_000)
afterAll(() => rmSync(folder, { recursive: true }))

const review = {
  path: '/validate',
  body: JSON.stringify({ a: 1 }),
  scope: { namespaces: null },
  env: {},
  looks: false,
  admits: false,
}

/** What the thread tells, up to its result. */
const reported = (file: string, message: unknown): Promise<readonly unknown[]> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(file, { workerData: { reads: true } })
    const messages: unknown[] = []
    thread.on('error', reject)
    thread.on('exit', code => reject(new Error(`it ended with exit code ${code}`)))
    thread.on('message', (it: { readonly _tag: string }) => {
      messages.push(it)
      if (it._tag === 'Ready') return thread.postMessage(message)
      resolve(messages)
      void thread.terminate()
    })
  })

describe('threads of the bundle', () => {
  const piece = (): string => {
    const [name] = readdirSync(join(folder, 'chunk')).filter(it => it.startsWith('reading-thread-'))
    return join(folder, 'chunk', name ?? '')
  }

  test.each([['its own piece', piece], ['the program, as where all is one file', () => join(folder, 'flink-operator.mjs')]])(
    'foreign texts are read by %s',
    async (_, file) => {
      expect(await reported(file(), { _tag: 'Read', task: 'review', input: review })).toMatchObject([
        { _tag: 'Ready' },
        { _tag: 'Result', result: { answer: { status: 400 }, reviewed: [] } },
      ])
      const bytes = Buffer.from('{"jobs":[]}')
      const task = {
        request: { method: 'GET', path: '/v1/jobs/overview', reads: 'JobsOverview' },
        head: { statusCode: 200, type: 'application/json' },
        limit: { bytes: 100, values: 100, depth: 9 },
        bytes,
        hasBetween: false,
      }
      expect(await reported(file(), { _tag: 'Read', task: 'answer', input: task })).toMatchObject([
        { _tag: 'Ready' },
        { _tag: 'Result', result: { _tag: 'Right', right: { _tag: 'Decoded', name: 'JobsOverview', decoded: { right: [] } } } },
      ])
    },
    120_000,
  )
})
