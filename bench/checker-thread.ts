/** Explores the worlds of a benchmark as `npm run verify` does, in one thread of the checkout that this file is told. */
import type { Worker } from 'node:worker_threads'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [root = '', limit = '', warmUp = '', ...names] = process.argv.slice(2)
const { verifyWorker } = await import(pathToFileURL(join(root, 'packages/operator/src/command/verify-worker.ts')).href) as {
  readonly verifyWorker: (howFar: { readonly limit: number; readonly seeds: readonly number[] }) => Worker
}
const worker = verifyWorker({ limit: Number(limit), seeds: [] })
const explore = async (name: string): Promise<number> =>
  new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', ({ report }: { readonly report: { readonly states: number } }) => {
      resolve(report.states)
    })
    worker.postMessage(name)
  })

await explore(warmUp)
const begun = process.cpuUsage()
let states = 0
for (const name of names) states += await explore(name)
const { user, system } = process.cpuUsage(begun)
console.log(JSON.stringify({ states, cpuSeconds: (user + system) / 1e6, mostMiB: process.resourceUsage().maxRSS / 1024 }))
process.exit(0)
