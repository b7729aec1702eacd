import { type KindName, kindNames } from '@flink-operator/kinds'
import { type Command, Option } from 'commander'
import type { Outcome } from '../exit-code.ts'
import { argumentWords, type ResourceFlags } from '../explain/connected-resource.ts'
import { applicationKinds, jobKinds } from '../explain/job-spec-place.ts'
import type { ReplayFlags } from './replay.ts'
import type { TopFlags } from './top.ts'

type Run = (argument: string, flags: ResourceFlags) => Promise<Outcome>

const output = (): Option => new Option('-o, --output <form>', 'form of the answer').choices(['text', 'json']).default('text')

/** Commands about one resource; the code of each is loaded when it is called. */
const commands: readonly {
  readonly name: string
  readonly description: string
  /** The kinds that the command accepts. */
  readonly kinds: readonly KindName[]
  readonly load: () => Promise<Run>
}[] = [
  {
    name: 'explain',
    description: 'why it is as it is, what it waits for, and what unblocks it',
    kinds: kindNames,
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: 'suspend',
    kinds: jobKinds,
    description: 'stop the job so that it can be resumed',
    load: async () => (await import('./suspend.ts')).suspend,
  },
  { name: 'resume', kinds: jobKinds, description: 'continue a suspended job', load: async () => (await import('./resume.ts')).resume },
  {
    name: 'savepoint',
    description: 'ask for a savepoint of the running job',
    kinds: jobKinds,
    load: async () => (await import('./savepoint.ts')).savepoint,
  },
  {
    name: 'restart',
    description: 'stop and start with the same spec, keeping the state',
    kinds: applicationKinds,
    load: async () => (await import('./restart.ts')).restart,
  },
  {
    name: 'rollback',
    description: 'restore the last spec whose job was observed running, or abandon an update',
    kinds: applicationKinds,
    load: async () => (await import('./rollback.ts')).rollback,
  },
  {
    name: 'history',
    kinds: applicationKinds,
    description: 'savepoints, snapshots and events',
    load: async () => (await import('./history.ts')).history,
  },
]

/** Adds `top`, `explain`, the commands that edit one resource, `history`, and `replay`. */
export const addResourceCommands = (root: Command, withCluster: (command: Command) => Command, done: (outcome: Outcome) => void): void => {
  for (const { name, description, kinds, load } of commands) {
    withCluster(root.command(name).description(description))
      .argument('<resource>', argumentWords(kinds))
      .option('-n, --namespace <name>', "its namespace (default: that of the kubeconfig's context)")
      .addOption(output())
      .action(async (argument: string, flags: ResourceFlags) => done(await (await load())(argument, flags)))
  }
  withCluster(root.command('top').description('how jobs are doing: state, parallelism, restarts, checkpoints, load'))
    .option('-n, --namespace <name>', "their namespace (default: that of the kubeconfig's context)")
    .option('-A, --all-namespaces', 'those of all namespaces')
    .addOption(output())
    .action(async (flags: TopFlags) => done(await (await import('./top.ts')).top(flags)))
  root.command('replay').description('decide recorded rounds again: does the same come out?')
    .argument('<file>', 'recording of `run --record`, or output of `verify --json`')
    .addOption(output())
    .action(async (file: string, flags: ReplayFlags) => done((await import('./replay.ts')).replay(file, flags)))
}

/** The kinds whose resources a command accepts by name. */
export const resourceKindsOf = (command: string): readonly KindName[] => commands.find(({ name }) => name === command)?.kinds ?? []

/** The commands of the kubectl plugin: those for users, without those of the operator itself. */
export const pluginCommands: ReadonlySet<string> = new Set([
  'plan',
  'autoscaler',
  'top',
  'version',
  'completion',
  ...commands.map(({ name }) => name),
])
