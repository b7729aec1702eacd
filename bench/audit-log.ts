import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** Requests of one client between two marks, by verb and resource. */
export interface Counted {
  readonly total: number
  readonly by: Readonly<Record<string, number>>
}

interface AuditEvent {
  readonly stage?: string
  readonly verb?: string
  readonly userAgent?: string
  readonly objectRef?: { readonly resource?: string; readonly subresource?: string }
}

/**
 * An API server's audit log (`--audit-log-path`, policy level Metadata), read from one mark to the next. A watch counts when it is opened.
 */
export const auditLog = (file: string) => {
  let from = 0
  const rest = (): string => {
    const { size } = statSync(file)
    const buffer = Buffer.alloc(Math.max(0, size - from))
    const descriptor = openSync(file, 'r')
    readSync(descriptor, buffer, 0, buffer.length, from)
    closeSync(descriptor)
    const end = buffer.lastIndexOf(10) + 1
    from += end
    return buffer.toString('utf8', 0, end)
  }
  return {
    mark: (): void => {
      from = statSync(file).size
    },
    /** What this client asked since the last mark, which is moved on. */
    since: (agent: RegExp): Counted => {
      const by: Record<string, number> = {}
      let total = 0
      for (const line of rest().split('\n')) {
        if (line === '') continue
        const { stage, verb = '', userAgent = '', objectRef } = JSON.parse(line) as AuditEvent
        if (!agent.test(userAgent) || stage !== (verb === 'watch' ? 'ResponseStarted' : 'ResponseComplete')) continue
        const key = `${verb} ${[objectRef?.resource ?? 'none', objectRef?.subresource].filter(it => it !== undefined).join('/')}`
        by[key] = (by[key] ?? 0) + 1
        total += 1
      }
      return { total, by: Object.fromEntries(Object.entries(by).sort(([, a], [, b]) => b - a)) }
    },
  }
}
