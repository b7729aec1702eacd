import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The command that starts the operator, before `run`. */
export interface OperatorCommand {
  readonly command: string
  readonly args: readonly string[]
}

/** The program that is running now. */
export const thisProgram = (): OperatorCommand => ({ command: process.execPath, args: [...process.execArgv, process.argv[1] ?? ''] })

export interface OperatorProcess {
  readonly pid: number
  /** Kills it at once, without cleanup. */
  readonly kill: () => Promise<void>
  /** Stops it as Kubernetes does. */
  readonly stop: () => Promise<void>
  /** Resolves when it ends; null: by a signal. */
  readonly ended: Promise<number | null>
}

export interface OperatorProcessOptions {
  readonly command: OperatorCommand
  readonly kubeconfig: string
  /** Folder of its configuration. */
  readonly configuration: string
  readonly flinkUrl: string
  /** Where jars come from, so that session jobs need no internet. */
  readonly jarsUrl: string
  /** File to which it appends its rounds. */
  readonly record?: string
  /** Called with each line of its output. */
  readonly onLine: (line: string) => void
}

const end = async (child: ChildProcess, ended: Promise<number | null>, signal: NodeJS.Signals): Promise<void> => {
  child.kill(signal)
  await ended
}

/** Starts `flink-operator run --narrate` as another process, against the sandbox. */
export const startOperatorProcess = (
  { command, kubeconfig, configuration, flinkUrl, jarsUrl, record, onLine }: OperatorProcessOptions,
): OperatorProcess => {
  const flags = [
    'run',
    '--narrate',
    '--port',
    '0',
    '--kubeconfig',
    kubeconfig,
    '--conf-dir',
    configuration,
    ...(record === undefined ? [] : ['--record', record]),
  ]
  const child = spawn(command.command, [...command.args, ...flags], {
    env: {
      ...process.env,
      KUBECONFIG: kubeconfig,
      FLINK_OPERATOR_REST_RESOLUTION: flinkUrl,
      FLINK_OPERATOR_JAR_MIRROR: jarsUrl,
      no_proxy: '*',
      WATCH_NAMESPACES: '',
      FLINK_OPERATOR_CRASH_AT: '',
      FORCE_COLOR: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // however this process ends, its operator ends with it
  const endWithUs = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', endWithUs)
  createInterface({ input: child.stdout }).on('line', onLine)
  createInterface({ input: child.stderr }).on('line', onLine)
  const ended = new Promise<number | null>(resolve => {
    child.on('error', error => {
      onLine(`the operator could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('exit', code => {
      process.removeListener('exit', endWithUs)
      resolve(code)
    })
  })
  return { pid: child.pid ?? -1, kill: () => end(child, ended, 'SIGKILL'), stop: () => end(child, ended, 'SIGTERM'), ended }
}
