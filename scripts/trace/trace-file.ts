import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { createGunzip, createGzip } from 'node:zlib'
import type { WorldTrace } from './world-trace.ts'

/** Writes worlds as they come: one JSON line each, packed by gzip. */
export const traceWriter = (path: string): { readonly write: (trace: WorldTrace) => Promise<void>; readonly end: () => Promise<void> } => {
  const packed = createGzip({ level: 4 })
  const file = createWriteStream(path)
  packed.pipe(file)
  return {
    write: async trace => {
      if (!packed.write(`${JSON.stringify(trace)}\n`)) await once(packed, 'drain')
    },
    end: async () => {
      packed.end()
      await once(file, 'close')
    },
  }
}

/** The worlds of a file, in its order. */
export const readTraces = async (path: string): Promise<readonly WorldTrace[]> => {
  const traces: WorldTrace[] = []
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity })
  for await (const line of lines) traces.push(JSON.parse(line) as WorldTrace)
  return traces
}
