import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server of its own, of the jars in `ZOOKEEPER_HOME/lib`. */
export interface RealZooKeeper {
  readonly address: string
  readonly port: number
  /** SIGSTOP and SIGCONT: it takes connections and says nothing. */
  readonly pause: () => Promise<void>
  readonly resume: () => void
  /** Ends the process; what it kept stays. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** On loopback by default. Sessions last for at most 20 ticks, whatever a client asks for. */
export const startZooKeeper = async (
  home: string,
  { host = '127.0.0.1', tickTime = 200 }: { readonly host?: string; readonly tickTime?: number } = {},
): Promise<RealZooKeeper> => {
  const directory = mkdtempSync(join(tmpdir(), 'zookeeper-adapter-'))
  mkdirSync(join(directory, 'data'))
  const port = await freePort(host)
  writeFileSync(
    join(directory, 'zoo.cfg'),
    `tickTime=${tickTime}\ndataDir=${join(directory, 'data')}\nclientPort=${port}\nclientPortAddress=${host}\nadmin.enableServer=false\n`,
  )
  const run = (): ChildProcess => {
    const log = openSync(join(directory, 'zookeeper.log'), 'a')
    return spawn('java', [
      '-Xmx96m',
      '-cp',
      join(home, 'lib', '*'),
      'org.apache.zookeeper.server.ZooKeeperServerMain',
      join(directory, 'zoo.cfg'),
    ], { stdio: ['ignore', log, log] })
  }
  const process = { child: run() }
  const answering = async (): Promise<void> => {
    const giveUpAt = performance.now() + 50_000
    while (!(await serverStatistics(port, host)).includes('Mode:')) {
      if (process.child.exitCode !== null || performance.now() > giveUpAt)
        throw new Error(`ZooKeeper does not answer: ${readFileSync(join(directory, 'zookeeper.log'), 'utf8').slice(-2_000)}`)
      await new Promise(resolve => {
        setTimeout(resolve, 50)
      })
    }
  }
  const kill = async (): Promise<void> => {
    if (process.child.exitCode !== null || process.child.signalCode !== null) return
    const exit = once(process.child, 'exit')
    process.child.kill('SIGKILL')
    await exit
  }
  await answering()
  return {
    address: `${host}:${port}`,
    port,
    pause: async () => {
      process.child.kill('SIGSTOP')
      // it may answer for a moment yet
      while (await serverStatistics(port, host) !== '');
    },
    resume: () => process.child.kill('SIGCONT'),
    kill,
    start: () => {
      process.child = run()
      return answering()
    },
    stop: async () => {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * What a server tells of itself; empty while it starts. It takes connections before it serves, and leaves those unanswered: so each
 * question is given up after a while.
 */
export const serverStatistics = (port: number, host = '127.0.0.1'): Promise<string> =>
  new Promise(resolve => {
    const chunks: Buffer[] = []
    const socket = connect(port, host, () => socket.write('srvr')).setTimeout(500, () => socket.destroy())
    socket.on('data', data => chunks.push(data)).on('error', () => undefined).on('close', () => resolve(Buffer.concat(chunks).toString()))
  })

export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
