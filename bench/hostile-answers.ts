import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { hostileServer } from '../packages/flink-rest-adapter/test/hostile-answers.ts'

const sizes = [1_000_000, 4_000_000, 8_000_000, 16_000_000]

/** The most memory of a process of the adapter alone, with the heap that Node takes in a container of 512 MiB. */
const peakOf = async (size: number): Promise<string> => {
  const server = await hostileServer(size)
  const script = fileURLToPath(new URL('../packages/flink-rest-adapter/test/ask-everything.ts', import.meta.url))
  // the flags of main.ts and of `run`
  const shipped = ['--max-semi-space-size=1', '--optimize-for-size', '--semi-space-growth-factor=1']
  const flags = ['--conditions=@flink-operator/source', ...shipped, '--max-old-space-size=256']
  const child = spawn(process.execPath, [...flags, script, server.url, ...server.names], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const [out, code] = await Promise.all([text(child.stdout), ended])
  server.close()
  if (code !== 0) return `ended with ${code ?? 'a signal'}`
  const { peakMebibytes } = JSON.parse(out.trim().split('\n').at(-1) ?? '') as { readonly peakMebibytes: number }
  return `${peakMebibytes} MiB`
}

/** Answers with ill intent, every read and every effect, eight clusters at a time: how much memory, by the size of an answer. */
export const hostileAnswers = async (): Promise<Record<string, unknown>> => {
  const peaks: (readonly [string, string])[] = []
  for (const size of sizes) peaks.push([`${size / 1_000_000} MB`, await peakOf(size)])
  return Object.fromEntries(peaks)
}
