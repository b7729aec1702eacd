import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A session cluster on loopback, one JobManager and one TaskManager with four slots, started from a Flink home. */
export interface RealFlink {
  readonly url: string
  /** Holds conf, log, state and whatever a test puts there. */
  readonly directory: string
  readonly killJobManager: () => Promise<void>
  /** A new process of the same configuration, once the old one is dead. */
  readonly startJobManager: () => void
  /** Ends both processes and removes the directory. */
  readonly stop: () => Promise<void>
}

/** `configuration`: null takes an entry out. */
export const startFlink = async (home: string, configuration: Readonly<Record<string, string | null>> = {}): Promise<RealFlink> => {
  const directory = mkdtempSync(join(tmpdir(), 'flink-rest-adapter-'))
  for (const folder of ['conf', 'log', 'tmp', 'upload', 'state/checkpoints', 'state/savepoints'])
    mkdirSync(join(directory, folder), { recursive: true })
  for (const file of readdirSync(join(home, 'conf')).filter(name => name.startsWith('log4j')))
    copyFileSync(join(home, 'conf', file), join(directory, 'conf', file))
  const [rest, rpc] = [await freePort(), await freePort()]
  const entries: Readonly<Record<string, string | null>> = {
    'jobmanager.rpc.address': '127.0.0.1',
    'jobmanager.bind-host': '127.0.0.1',
    'jobmanager.rpc.port': `${rpc}`,
    'rest.address': '127.0.0.1',
    'rest.bind-address': '127.0.0.1',
    'rest.port': `${rest}`,
    'rest.bind-port': `${rest}`,
    'taskmanager.host': '127.0.0.1',
    'taskmanager.bind-host': '127.0.0.1',
    'taskmanager.numberOfTaskSlots': '4',
    'jobmanager.memory.process.size': '800m',
    'jobmanager.memory.jvm-metaspace.size': '160m',
    'taskmanager.memory.process.size': '1024m',
    'taskmanager.memory.jvm-metaspace.size': '160m',
    'taskmanager.memory.managed.fraction': '0.1',
    'io.tmp.dirs': join(directory, 'tmp'),
    'web.upload.dir': join(directory, 'upload'),
    'state.checkpoints.dir': `file://${directory}/state/checkpoints`,
    'state.savepoints.dir': `file://${directory}/state/savepoints`,
    'execution.checkpointing.interval': '1s',
    'execution.checkpointing.externalized-checkpoint-retention': 'RETAIN_ON_CANCELLATION',
    'metrics.fetcher.update-interval': '1000',
    ...moduleOptions(home),
    ...configuration,
  }
  const file = existsSync(join(home, 'conf/config.yaml')) ? 'config.yaml' : 'flink-conf.yaml'
  writeFileSync(
    join(directory, 'conf', file),
    Object.entries(entries).filter(([, value]) => value !== null).map((
      [key, value],
    ) => (file === 'config.yaml' ? `${key}: "${value}"\n` : `${key}: ${value}\n`)).join(''),
  )

  const run = (script: string): ChildProcess => {
    const log = openSync(join(directory, 'log', `${script}.out`), 'a')
    return spawn(join(home, 'bin', script), ['start-foreground'], {
      stdio: ['ignore', log, log],
      env: { ...process.env, FLINK_CONF_DIR: join(directory, 'conf'), FLINK_LOG_DIR: join(directory, 'log'), FLINK_PID_DIR: directory },
    })
  }
  // both scripts replace themselves by the JVM, so the child is the JVM
  let jobManager = run('jobmanager.sh')
  const taskManager = run('taskmanager.sh')
  return {
    url: `http://127.0.0.1:${rest}`,
    directory,
    killJobManager: () => ended(jobManager),
    startJobManager: () => {
      jobManager = run('jobmanager.sh')
    },
    stop: async () => {
      await Promise.all([ended(taskManager), ended(jobManager)])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The job to run: the one that obeys files, or any example that keeps state. */
export const exampleJar = (home: string): string => {
  const found = ['TestJob.jar', 'StateMachineExample.jar', 'TopSpeedWindowing.jar'].map(name => join(home, 'examples/streaming', name))
    .find(existsSync)
  if (found === undefined) throw new Error(`no example jar under ${home}/examples/streaming`)
  return found
}

/** Asks until the answer is accepted. The last answer is in the error, so that a test that gives up says what it saw. */
export const eventually = async <A>(ask: () => Promise<A>, accept: (answer: A) => boolean, within = 60_000): Promise<A> => {
  const giveUpAt = performance.now() + within
  for (;;) {
    const answer = await ask()
    if (accept(answer)) return answer
    if (performance.now() > giveUpAt) throw new Error(`still ${JSON.stringify(answer)} after ${within} ms`)
    await new Promise(resolve => {
      setTimeout(resolve, 100)
    })
  }
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Java 17 runs Flink only with the module options that its own configuration brings. */
const moduleOptions = (home: string): Readonly<Record<string, string>> => {
  const file = ['config.yaml', 'flink-conf.yaml'].map(name => join(home, 'conf', name)).find(existsSync)
  const options = file === undefined ? undefined : /^[ \t]*(?:env\.java\.opts\.all|all):[ \t]*(\S.*)/m.exec(readFileSync(file, 'utf8'))?.[1]
  return options === undefined ? {} : { 'env.java.opts.all': options }
}
