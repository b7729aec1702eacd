import { Command, CommanderError } from 'commander'
import * as E from 'fp-ts/lib/Either.js'
import { addResourceCommands } from '../src/command/resource-commands.ts'
import { type Outcome, usage } from '../src/exit-code.ts'

/** What came of a command: as a process would end. */
export interface Exit {
  readonly code: number
  readonly out: string
  readonly err: string
}

const withCluster = (command: Command): Command =>
  command.option('--kubeconfig <file>').option('--context <name>').option('--conf-dir <folder>')

/** A kubeconfig as JSON, whose context has the namespace `jobs`. */
export const kubeconfigOf = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u', namespace: 'jobs' } }],
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: {} }],
  })

/** The commands about one resource as the binary has them, in this process. */
export const call = async (args: readonly string[]): Promise<Exit> => {
  const out: string[] = []
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  stdout.write = (text: string | Uint8Array): boolean => {
    out.push(String(text))
    return true
  }
  let outcome: Outcome = E.left(usage('nothing answered'))
  const root = new Command('flink-operator')
  addResourceCommands(root, withCluster, answer => {
    outcome = answer
  })
  for (const command of [root, ...root.commands]) command.exitOverride().configureOutput({ outputError: () => undefined })
  try {
    await root.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    outcome = E.left(usage(error.message))
  } finally {
    stdout.write = write
  }
  const answered: Outcome = outcome
  return E.isRight(answered) ? { code: answered.right, out: out.join(''), err: '' }
    : { code: answered.left.exitCode, out: out.join(''), err: `${answered.left.message}\n` }
}
