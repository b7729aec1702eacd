import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { eventually } from './eventually.ts'

/** One line of the operator's log; rounds carry what was done. */
export interface LogLine {
  readonly level: number
  readonly time: string
  readonly msg: string
  readonly resource?: string
  /** Of health and metrics, in the line of the start. */
  readonly port?: number | null
  /** Milliseconds of a round. */
  readonly took?: number
  readonly lifecycleState?: string
  /** Given up, or lost. */
  readonly shard?: number
  /** Taken. */
  readonly shards?: readonly number[]
  readonly actions?: readonly string[]
  readonly reasons?: readonly string[]
}

export interface OperatorProcess {
  /** File of what it sees and does. */
  readonly recording: string
  /** Every line of its log so far. */
  readonly lines: readonly LogLine[]
  /** What was done in its rounds, in order: `create FlinkConfig of app`. */
  readonly effects: () => readonly string[]
  /** Null while it runs. */
  readonly exit: () => { readonly code: number | null; readonly signal: string | null } | null
  /** Did it end without being told to by its test? */
  readonly endedByItself: () => boolean
  readonly exited: Promise<void>
  readonly ready: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Stands still, or goes on, without noticing. */
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  readonly stop: () => Promise<void>
  /** What `explain` says of a FlinkDeployment, with the configuration and the rights of this operator. */
  readonly explain: (name: string) => Promise<string>
}

export interface OperatorOptions {
  /** The operator as one file. */
  readonly binary: string
  readonly kubeconfig: string
  readonly namespace: string
  readonly folder: string
  /** `after:3`: dies (SIGKILL) after its third effect. */
  readonly crashAt?: string
  /** More of its options, as lines of its configuration. */
  readonly configuration?: string
  /** Files of plugins. */
  readonly plugins?: string
}

/**
 * The operator's options in these tests: it looks at running jobs more often than by default, so that failures are noticed soon; and it
 * takes part in no election where the story is not about that, so that one that was killed need not be waited for.
 */
const configurationOf = (more: string): string =>
  `kubernetes.operator.reconcile.interval: 10 s\n${
    more.includes('leader-election') ? '' : "kubernetes.operator.leader-election.enabled: 'false'\n"
  }${more}`

let started = 0

/** Starts the operator; its log goes to a file, and its rounds are kept. */
export const startOperator = (
  { binary, kubeconfig, namespace, folder, crashAt, configuration: more = '', plugins }: OperatorOptions,
): OperatorProcess => {
  started++
  const name = `${String(started).padStart(3, '0')}${crashAt === undefined ? '' : `-${crashAt.replace(':', '-')}`}`
  const configurationFolder = join(folder, more === '' ? 'conf' : `conf-${name}`)
  mkdirSync(configurationFolder, { recursive: true })
  writeFileSync(join(configurationFolder, 'config.yaml'), configurationOf(more))
  const recording = join(folder, `rounds-${name}.jsonl`)
  const file = join(folder, `operator-${name}.log`)
  const where = ['--namespace', namespace, '--conf-dir', configurationFolder]
  const environment = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    KUBECONFIG: kubeconfig,
    // as in a pod: addresses of pods are reached from here, too
    FLINK_OPERATOR_REST_RESOLUTION: 'pods',
  }
  const child: ChildProcess = spawn(process.execPath, [
    '--enable-source-maps',
    binary,
    'run',
    ...where,
    '--port',
    '0',
    '--record',
    recording,
  ], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      LOG_LEVEL: 'debug',
      ...(crashAt === undefined ? {} : { FLINK_OPERATOR_CRASH_AT: crashAt }),
      ...(plugins === undefined ? {} : { FLINK_OPERATOR_PLUGINS: plugins }),
    },
  })
  const log = createWriteStream(file)
  const lines: LogLine[] = []
  const stderr: string[] = []
  createInterface({ input: child.stdout! }).on('line', line => {
    log.write(`${line}\n`)
    try {
      lines.push(JSON.parse(line) as LogLine)
    } catch { /* no line of the log */ }
  })
  createInterface({ input: child.stderr! }).on('line', line => {
    log.write(`${line}\n`)
    stderr.push(line)
  })
  let exit: { readonly code: number | null; readonly signal: string | null } | null = null
  const exited = new Promise<void>(resolve => {
    child.on('close', (code, signal) => {
      exit = { code, signal }
      log.end()
      resolve()
    })
  })
  let reported = false
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    reported = true
    if (exit === null) child.kill(signal)
    await exited
  }
  return {
    lines,
    exited,
    recording,
    effects: () =>
      lines.flatMap(({ actions = [] }) => actions.filter(it => !it.startsWith('skipped')).map(it => it.replace(/^(done|failed): /, ''))),
    exit: () => exit,
    endedByItself: () => exit !== null && !reported,
    ready: async () => {
      await eventually('the operator is ready', {
        within: 180_000,
        every: 50,
        describe: () => stderr.slice(-5).join(' | '),
        guard: () => {
          if (exit !== null && crashAt === undefined) throw new Error(`the operator ended: ${stderr.slice(-5).join(' | ')}`)
        },
      }, async () => exit !== null || lines.some(({ msg }) => msg === 'ready'))
    },
    kill: end('SIGKILL'),
    signal: signal => {
      child.kill(signal)
    },
    stop: end('SIGTERM'),
    explain: async name => (await promisify(execFile)(process.execPath, [binary, 'explain', name, ...where], { env: environment })).stdout,
  }
}
