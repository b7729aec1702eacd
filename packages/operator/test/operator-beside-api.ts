import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** An operator as a process of its own. */
export interface OperatorBesideApi {
  readonly lines: readonly { readonly msg: string; readonly level: string; readonly resource?: string; readonly port?: number }[]
  readonly stderr: readonly string[]
  readonly exit: () => { readonly code: number | null; readonly signal: string | null } | null
  readonly ended: Promise<void>
  /** Of health and metrics; null: not served yet. */
  readonly port: () => number | null
  readonly kill: () => Promise<void>
  readonly signal: (name: 'SIGSTOP' | 'SIGCONT') => void
}

const folderWith = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-process-'))
  writeFileSync(join(folder, name), text)
  return folder
}

const kubeconfig = (url: string): string =>
  join(
    folderWith(
      'config',
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'c',
        contexts: [{ name: 'c', context: { cluster: 'c', user: 'u', namespace: 'operators' } }],
        clusters: [{ name: 'c', cluster: { server: url } }],
        users: [{ name: 'u', user: {} }],
      }),
    ),
    'config',
  )

/** `flink-operator run` on this API server, with these lines of configuration, plugins, and flags of Node. */
export const operatorBesideApi = (
  url: string,
  { configuration = '', plugins = '', node = [] }: {
    readonly configuration?: string
    readonly plugins?: string
    readonly node?: readonly string[]
  },
): OperatorBesideApi => {
  const main = join(import.meta.dirname, '../src/main.ts')
  const child = spawn(process.execPath, [
    '--conditions=@flink-operator/source',
    ...node,
    main,
    'run',
    '--kubeconfig',
    kubeconfig(url),
    '--conf-dir',
    folderWith('config.yaml', configuration),
    '--port',
    '0',
  ], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], FLINK_OPERATOR_PLUGINS: plugins, FLINK_OPERATOR_REST_RESOLUTION: 'dns' },
  })
  const endWithUs = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', endWithUs)
  const lines: OperatorBesideApi['lines'][number][] = []
  const stderr: string[] = []
  createInterface({ input: child.stdout }).on('line', line => {
    try {
      lines.push(JSON.parse(line) as typeof lines[number])
    } catch {
      stderr.push(line)
    }
  })
  createInterface({ input: child.stderr }).on('line', line => stderr.push(line))
  let exit: ReturnType<OperatorBesideApi['exit']> = null
  const ended = new Promise<void>(resolve => {
    child.on('close', (code, signal) => {
      exit = { code, signal }
      process.removeListener('exit', endWithUs)
      resolve()
    })
  })
  return {
    lines,
    stderr,
    exit: () => exit,
    ended,
    port: () => lines.find(({ port }) => port !== undefined)?.port ?? null,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    signal: name => {
      child.kill(name)
    },
  }
}
