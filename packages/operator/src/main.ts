#!/usr/bin/env -S node --max-semi-space-size=1
import { isMainThread, workerData } from 'node:worker_threads'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.version} is too old: flink-operator needs Node 24 or newer`)
  process.exit(1)
}

/** In the bundle, threads start in this file, too: their `workerData` says which thread to run. */
const threads: Readonly<Record<string, () => Promise<unknown>>> = {
  verify: () => import('./command/verify-worker.ts'),
  watchdog: () => import('./watchdog/watchdog-thread.ts'),
  reads: () => import('./foreign-text/reading-thread.ts'),
}

if (!isMainThread) {
  const given: unknown = workerData
  for (const [name, start] of Object.entries(threads))
    if (typeof given === 'object' && given !== null && Object.hasOwn(given, name)) await start()
} else {
  const { main } = await import('./cli.ts')
  const { isCompletion, programName } = await import('./program-name.ts')
  const [, script, ...args] = process.argv
  process.exitCode = await main(isCompletion(script) ? ['__complete', ...args] : args, programName(script))
}
