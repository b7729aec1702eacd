#!/usr/bin/env -S node --max-semi-space-size=1
import { isMainThread } from 'node:worker_threads'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.version} is too old: flink-operator needs Node 24 or newer`)
  process.exit(1)
}

// Bundled into one file, a thread of `verify` begins here, too.
if (!isMainThread) await import('./command/verify-worker.ts')
else {
  const { main } = await import('./cli.ts')
  const { isCompletion, programName } = await import('./program-name.ts')
  const [, script, ...args] = process.argv
  process.exitCode = await main(isCompletion(script) ? ['__complete', ...args] : args, programName(script))
}
