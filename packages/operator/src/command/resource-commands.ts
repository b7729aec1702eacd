import { type Command, Option } from 'commander'
import type { Outcome } from '../exit-code.ts'
import type { ResourceFlags } from '../explain/connected-resource.ts'
import type { ReplayFlags } from './replay.ts'

type Run = (argument: string, flags: ResourceFlags) => Promise<Outcome>

const output = (): Option => new Option('-o, --output <form>', 'form of the answer').choices(['text', 'json']).default('text')

/** Commands about one resource, by name; what each needs is loaded when it is called. */
const commands: readonly {
  readonly name: string
  readonly description: string
  readonly resource?: string
  readonly load: () => Promise<Run>
}[] = [
  {
    name: 'explain',
    description: 'why it is as it is, what it waits for, and what unblocks it',
    resource: 'NAME, flinkdeployment/NAME or flinkstatesnapshot/NAME',
    load: async () => (await import('./explain.ts')).explain,
  },
  { name: 'suspend', description: 'stop the job so that it can be resumed', load: async () => (await import('./suspend.ts')).suspend },
  { name: 'resume', description: 'let a suspended job go on', load: async () => (await import('./resume.ts')).resume },
  {
    name: 'savepoint',
    description: 'ask for a savepoint of the running job',
    load: async () => (await import('./savepoint.ts')).savepoint,
  },
  {
    name: 'restart',
    description: 'stop and start with the same spec, keeping the state',
    load: async () => (await import('./restart.ts')).restart,
  },
  {
    name: 'rollback',
    description: 'put back the last spec whose job was seen running',
    load: async () => (await import('./rollback.ts')).rollback,
  },
  { name: 'history', description: 'savepoints, snapshots and events', load: async () => (await import('./history.ts')).history },
]

/** Adds `explain`, the commands that edit one resource, `history`, and `replay`. */
export const addResourceCommands = (root: Command, withCluster: (command: Command) => Command, done: (outcome: Outcome) => void): void => {
  for (const { name, description, resource = 'NAME or flinkdeployment/NAME', load } of commands) {
    withCluster(root.command(name).description(description))
      .argument('<resource>', resource)
      .option('-n, --namespace <name>', "its namespace (default: that of the kubeconfig's context)")
      .addOption(output())
      .action(async (argument: string, flags: ResourceFlags) => done(await (await load())(argument, flags)))
  }
  root.command('replay').description('decide recorded rounds again: does the same come out?')
    .argument('<file>', 'recording of `run --record`, or output of `verify --json`')
    .addOption(output())
    .action(async (file: string, flags: ReplayFlags) => done((await import('./replay.ts')).replay(file, flags)))
}

/** What the binary is as a kubectl plugin: the commands of people, not those of the operator itself. */
export const pluginCommands: ReadonlySet<string> = new Set(['plan', 'version', ...commands.map(({ name }) => name)])
