import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileServer } from '../test/hostile-answers.ts'

/** `resources.limits.memory` of the Deployment that is shipped. Node takes half of a container's memory for its heap. */
const limit = { containerMebibytes: 512, heapMebibytes: 256 }

interface Asked {
  readonly peakMebibytes: number
  readonly outcomes: readonly { readonly cluster: string; readonly call: string; readonly outcome: string; readonly message: string }[]
}

const askEverything = async (
  url: string,
  names: readonly string[],
): Promise<{ readonly code: number | null; readonly asked: Asked | null }> => {
  const script = fileURLToPath(new URL('../test/ask-everything.ts', import.meta.url))
  // the flags of main.ts and of `run`
  const shipped = ['--max-semi-space-size=1', '--optimize-for-size', '--semi-space-growth-factor=1']
  const flags = ['--conditions=@flink-operator/source', ...shipped, `--max-old-space-size=${limit.heapMebibytes}`]
  // and the environment of the image
  const env = { ...process.env, MALLOC_ARENA_MAX: '1' }
  const child = spawn(process.execPath, [...flags, script, url, ...names], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const [out, code] = await Promise.all([text(child.stdout), ended])
  const line = out.trim().split('\n').at(-1) ?? ''
  return { code, asked: line === '' ? null : JSON.parse(line) as Asked }
}

describe('S02 S07 a Flink that answers with ill intent', () => {
  let server: Awaited<ReturnType<typeof hostileServer>>
  let answer: Awaited<ReturnType<typeof askEverything>>
  beforeAll(async () => {
    server = await hostileServer(Number(process.env['HOSTILE_BYTES'] ?? 1_000_000))
    answer = await askEverything(server.url, server.names)
  }, 300_000)
  afterAll(() => server.close())

  test('the process goes on, and has every outcome', () => {
    expect(answer.code).toBe(0)
    expect(new Set(answer.asked?.outcomes.map(({ cluster }) => cluster))).toEqual(new Set(server.names))
  })

  test('no read and no effect throws', () => {
    expect(answer.asked?.outcomes.filter(({ outcome }) => outcome === 'Thrown')).toEqual([])
  })

  test('memory stays under the limit of the container, eight clusters at a time', () => {
    expect(answer.asked?.peakMebibytes).toBeLessThan(limit.containerMebibytes)
  })

  test('S07 nothing that a foreign server says is told', () => {
    const reporting = answer.asked?.outcomes.filter(({ outcome, message }) => outcome !== 'Known' && message.includes('TOPSECRET'))
    expect(reporting).toEqual([])
  })

  test('what is told of an answer that can not be read is short', () => {
    expect(
      answer.asked?.outcomes.filter(({ outcome, message }) => outcome !== 'Known' && message.length > 2_500).map(({ cluster, call }) =>
        `${cluster}: ${call}`
      ),
    ).toEqual([])
  })

  test('what comes to its end in time and is no answer of Flink is Unknown, never an absence', () => {
    expect(answer.asked?.outcomes.filter(({ outcome }) => outcome === 'Absent').map(({ cluster, call }) => `${cluster}: ${call}`)).toEqual(
      [],
    )
  })
})
