import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode, type Outcome } from './exit-code.ts'
import { addAutoscalerCommands } from './command/autoscaler-commands.ts'
import { addResourceCommands, pluginCommands } from './command/resource-commands.ts'
import type { CrdFlags } from './command/crds.ts'
import type { PlanFlags } from './command/plan.ts'
import type { RunFlags } from './command/run.ts'
import type { SandboxFlags } from './command/sandbox.ts'
import type { VerifyFlags } from './command/verify.ts'
import type { RecordingFlags } from './command/verify-recording.ts'
import type { WebhookFlags } from './command/webhook.ts'
import { type Shell, shellsOf } from './completion/shells.ts'
import type { ProgramName } from './program-name.ts'
import { version } from './version.ts'
import { toStderr, toStdout, writtenToStdout } from './output/write.ts'

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

const watchedNamespaces = (description: string): Option =>
  new Option('--namespace <name>', description).argParser(collect).default(
    [],
    'WATCH_NAMESPACES, kubernetes.operator.watched.namespaces',
  )

const port = (text: string): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError('expected a port, 0 to 65535.')
  return number
}

const count = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('expected a number of at most nine digits.')
  return Number(text)
}

const atLeastOne = (text: string): number => {
  if (count(text) < 1) throw new InvalidArgumentError('expected a number from 1 on.')
  return count(text)
}

const slice = (text: string): { readonly part: number | 'today'; readonly of: number } => {
  const [first = '', last = ''] = /^(today|\d{1,4})\/\d{1,4}$/.test(text) ? text.split('/') : []
  const of = Number(last)
  const part = first === 'today' ? 'today' : Number(first)
  if (of < 1 || (part !== 'today' && (part < 1 || part > of)))
    throw new InvalidArgumentError('expected N/M, with N from 1 to M, or today/M.')
  return { part, of }
}

const testing = `
Environment:
  FLINK_OPERATOR_ZOOKEEPER_DIGEST=<user>:<password>  login for the ensembles of kubernetes.operator.zookeeper.allowed-quorums
  FLINK_OPERATOR_JAR_MIRROR=<url>                    fetches the jars of session jobs from <url>/<host>/<path>
  FLINK_OPERATOR_PLUGINS=<file>;<file>               modules with mutators, validators and listeners

Testing:
  FLINK_OPERATOR_CRASH_AT=<n>|before:<n>|after:<n>   kills the process (SIGKILL) before or after its n-th effect, to test that the next one continues
  FLINK_OPERATOR_REST_RESOLUTION=pods|dns|cluster-ip|<url>  how Flink's REST address is found; by default pods in a pod, else cluster-ip;
                                                     below a base URL: <url>/<namespace>/<service>`

const planHelp = `
Examples:
  flink-operator plan app.yaml                                     against the cluster of the kubeconfig
  flink-operator plan -o github --summary "$GITHUB_STEP_SUMMARY" --detailed-exitcode --offline --deployed main/ branch/
  kubectl kustomize overlays/prod | flink-operator plan -n prod -

Exit codes: 0 done; 1 a spec is not valid; 2 a file can't be read, or the API server would refuse it; 3 the cluster can't be asked; 4 not known.
With --detailed-exitcode: 0 nothing changes; 1 any of these errors; 2 a change that keeps the state of the job; 3 a stateless or risky change.`

const isText = (value: unknown): value is string => typeof value === 'string'

/** Options that name the cluster, for the commands that talk to one. */
const withCluster = (command: Command): Command =>
  command
    .option('--kubeconfig <file>', "kubeconfig file (default: KUBECONFIG, the pod's service account, ~/.kube/config)")
    .option('--context <name>', 'context of the kubeconfig (default: its current context)')
    .option('--conf-dir <folder>', 'folder of flink-conf.yaml or config.yaml (default: FLINK_CONF_DIR)')

/** Every subcommand with its flags. The code of a subcommand is loaded when it is called, so that the start stays quick. */
export const program = (name: ProgramName, done: (outcome: Outcome) => void): Command => {
  const root = new Command(name)
    .description(
      name === 'flink-operator' ? 'Runs Apache Flink on Kubernetes'
        : 'Flink jobs by kubectl: what an edit would do, why one waits, and the usual verbs',
    )
    .version(version, '-V, --version', 'print the version')
    .showHelpAfterError(false)

  withCluster(root.command('run').description('run the operator'))
    .addOption(watchedNamespaces('namespace to watch, may be repeated'))
    .option('--port <port>', 'port of /healthz, /readyz and /metrics; 0 for any free one (default: 8085)', port)
    .option(
      '--webhook-client-ca <file>',
      'CA certificates: the webhook answers their clients alone (default: kubernetes.operator.webhook.client-ca, any client)',
    )
    .option('--once', 'one round of every resource, then exit')
    .option('--narrate', 'describe each round in words instead of logging JSON')
    .option('--record <file>', 'append each round to a file, for replay; without secrets')
    .addOption(new Option('--crash-at <n>').hideHelp())
    .addHelpText('after', testing)
    .action(async (flags: RunFlags) => done(await (await import('./command/run.ts')).run(flags)))

  withCluster(
    root.command('webhook').description(
      'serve the admission webhook alone, over HTTPS; `run` serves it with kubernetes.operator.webhook.enabled',
    ),
  )
    .addOption(watchedNamespaces('namespace that is watched, may be repeated'))
    .option('--port <port>', 'port; 0 for any free one (default: WEBHOOK_SERVER_PORT, kubernetes.operator.webhook.port, 9443)', port)
    .option('--certificates <folder>', 'folder of tls.crt and tls.key (default: kubernetes.operator.webhook.certificates, /certs)')
    .option(
      '--webhook-client-ca <file>',
      'CA certificates: the webhook answers their clients alone (default: kubernetes.operator.webhook.client-ca, any client)',
    )
    .option('--metrics-port <port>', 'port of /metrics, /healthz and /readyz over HTTP (default: none)', port)
    .action(async (flags: WebhookFlags) => done(await (await import('./command/webhook.ts')).webhook(flags)))

  withCluster(root.command('plan').description('what applying files would do'))
    .argument('<file...>', 'YAML or JSON files, folders of them, - for standard input: kubectl kustomize FOLDER | flink-operator plan -')
    .option('-R, --recursive', 'look into folders of folders, too')
    .option('-n, --namespace <name>', "namespace of resources that name none (default: that of the kubeconfig's context)")
    .option('--offline', 'ask no cluster: assume that what is deployed runs and is healthy')
    .option(
      '--deployed <file>',
      'with --offline: the resources as they are deployed, with their status if there is one; what is not in it is new',
    )
    .option('--render', 'show the objects that would be created: YAML alone, or within the JSON')
    .addOption(new Option('-o, --output <form>', 'form of the answer').choices(['text', 'json', 'markdown', 'github']).default('text'))
    .option(
      '--verbose',
      'show every write: each status write, event and query, in its order (default: the phases savepoint, stop, replace, run)',
    )
    .option('--summary <file>', 'append the answer as Markdown to this file: --summary "$GITHUB_STEP_SUMMARY"')
    .option('--show-values', 'show the values of all fields that change, except secrets (default: those of a list of fields)')
    .option('--detailed-exitcode', 'report by the exit code what the change amounts to')
    .addHelpText('after', planHelp)
    .action(async (files: readonly string[], flags: PlanFlags) => done(await (await import('./command/plan.ts')).plan(files, flags)))

  addResourceCommands(root, withCluster, done)
  addAutoscalerCommands(root, done)

  root.command('crds').description('print the CustomResourceDefinitions that this version needs')
    .option('--lenient', 'check types alone, without ranges and forms: for Kubernetes before 1.30')
    .action(async (flags: CrdFlags) => done(await (await import('./command/crds.ts')).crds(flags)))

  root.command('verify').description(
    'check every small world of the model: crashes, faults, edits, at any moment; a counterexample is saved for replay',
  )
    .option('--json', 'end with one line of JSON; counterexamples go to stderr')
    .addOption(
      new Option(
        '--matrix <name>',
        'first: each world is explored whole, each row of the decision tables is reached; full: with the larger worlds',
      ).choices(['first', 'full']).default('first'),
    )
    .option('--world <name>', 'only worlds of the full matrix with this in their name; * stands for anything')
    .option(
      '--slice <N/M>',
      'only the N-th of M parts of these worlds; each is always in the same part; today/M: another one each day (UTC)',
      slice,
    )
    .option('--depth <moves>', 'explore at most so many moves from the start of a world; 0: none', count)
    .option('--limit <states>', 'explore at most so many states of a world; with --recording: so many worlds before a line', count)
    .option('--minutes <number>', 'begin no world after so many minutes, and report how many were left out', atLeastOne)
    .option('--walks <number>', 'then so many random runs through each world (default: 0, with --seed 20)', count)
    .option('--seed <number>', 'seed of the first random run; the next ones count on from it (default: 1)', count)
    .option('--workers <number>', 'spread the worlds over so many threads (default: as many as the machine offers)', atLeastOne)
    .option(
      '--recording <file...>',
      'instead: is this recording of `run --record` a path of the model? A folder stands for the files in it',
    )
    .option('--steps', 'with --recording: print the steps of the world in between')
    .option('--no-decisions', 'with --recording: of another version, whose rules may have decided otherwise')
    .option('--stories <file>', 'where counterexamples are saved, for replay', 'verify-stories.json')
    .addHelpText(
      'after',
      `
Examples:
  flink-operator verify --world 'savepoint/ha/*/calm'
  flink-operator verify --world last-state/ha/edit/effects --depth 0 --walks 200 --seed 7
  flink-operator replay verify-stories.json

Exit code 1: a violation; or, where none of --depth, --limit and --minutes cuts it short, a world of the first matrix that is not closed or a row that is not reached.`,
    )
    .action(async ({ recording, ...flags }: VerifyFlags & Partial<RecordingFlags>) =>
      done(
        recording === undefined
          ? await (await import('./command/verify.ts')).verify(flags)
          : (await import('./command/verify-recording.ts')).verifyRecording({ ...flags, recording }),
      )
    )

  root.command('sandbox').description('a simulated cluster with Flink, and the operator on it')
    .option('--demo', 'play a story and exit')
    .option('--autoscaler', 'play the story of a load that rises and falls, and a job that follows it')
    .option('--serve', 'serve the simulated API until stopped')
    .option('--port <port>', 'port of the simulated API; 0 for any free one', port)
    .option('--verbose', 'show every round: what the operator observed, what it decided and why, what it did')
    .option('--record <file>', 'append each round to a file, for replay; without secrets')
    .action(async (flags: SandboxFlags) => {
      // loading the simulation takes seconds
      if (flags.demo === true || flags.autoscaler === true || flags.serve === true)
        toStdout('Starting a simulated Kubernetes with Flink, in this process. Nothing is downloaded, and no cluster is used.\n')
      done(await (await import('./command/sandbox.ts')).sandbox(flags))
    })

  root.command('completion').description('print the script by which a shell completes our words')
    .addArgument(new Argument('<shell>', 'for whom').choices(shellsOf(name)))
    .action(async (shell: Shell) => done((await import('./command/completion.ts')).completion(shell)))

  root.command('version').description('print the version').action(() => {
    toStdout(`${version}\n`)
    done(E.right(ExitCode.Ok))
  })
  return name === 'flink-operator' ? root : asPlugin(root)
}

/** Keeps only the commands of the kubectl plugin. */
const asPlugin = (root: Command): Command => {
  const commands = root.commands as Command[]
  commands.splice(0, commands.length, ...commands.filter(command => pluginCommands.has(command.name())))
  return root
}

/** One line for each mistake: commander's texts without their prefix. */
const mistake = (error: CommanderError): string =>
  error.message.replace(/^error: /, '').split('\n').map(line => line.trim()).filter(line => line !== '').join(' ')

/** Writes to standard error, without secrets (P23). */
const tell = async (text: string): Promise<void> => {
  const { redactText } = await import('@flink-operator/core')
  toStderr(`${redactText(text)}\n`)
}

/** Reports a bug of the operator; the stack helps here. */
const tellBug = (error: unknown): Promise<void> =>
  tell(`flink-operator: a bug, please report it\n${error instanceof Error ? error.stack ?? error.message : String(error)}`)

/** Parses the command line, runs the command, and returns the exit code (`ExitCode`). */
export const main = async (args: readonly string[], name: ProgramName = 'flink-operator'): Promise<number> => {
  const bug = (error: unknown): void => {
    void tellBug(error).finally(() => process.exit(ExitCode.Bug))
  }
  process.on('uncaughtException', bug)
  process.on('unhandledRejection', bug)
  // a reader that closed the pipe (`plan | head`) is no bug
  process.stdout.on('error', () => process.exit(ExitCode.Ok))

  let outcome: Outcome = E.right(ExitCode.Ok)
  const root = program(name, answer => {
    outcome = answer
  })
  const commands = [root, ...root.commands, ...root.commands.flatMap(it => it.commands)]
  for (const command of commands) command.exitOverride().configureOutput({ outputError: () => undefined })
  try {
    if (args.length === 0) {
      root.outputHelp()
      return ExitCode.Ok
    }
    // not a command: the words after it belong to the line that is completed, not to us
    if (args[0] === '__complete') return await answerCompletion(root, args.slice(1))
    await root.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      await tellBug(error)
      return ExitCode.Bug
    }
    if (error.exitCode === 0) return ExitCode.Ok
    // a command without its subcommand: commander has printed its help already
    if (error.code === 'commander.help') return ExitCode.Usage
    await tell(`${name}: ${mistake(error)}${helpHint(name, root, args)}`)
    // with --detailed-exitcode, exit code 2 says that something changes
    return args.includes('--detailed-exitcode') ? ExitCode.Findings : ExitCode.Usage
  }
  return answered(name, outcome)
}

/** Ends the process once the answer is written: a request to a cluster that is still in progress must not delay the shell. */
const answerCompletion = async (root: Command, words: readonly string[]): Promise<number> => {
  const { complete, completionText } = await import('./completion/complete.ts')
  const text = completionText(await complete(root, words))
  await writtenToStdout(text)
  return process.exit(ExitCode.Ok)
}

const helpHint = (name: ProgramName, root: Command, args: readonly string[]): string => {
  const [command] = args
  const names = root.commands.map(it => it.name())
  return isText(command) && names.includes(command) ? `; see ${name} ${command} --help` : `; commands: ${names.join(', ')}`
}

const answered = async (name: ProgramName, outcome: Outcome): Promise<number> => {
  if (E.isRight(outcome)) return outcome.right
  await tell(`${name}: ${outcome.left.message}`)
  return outcome.left.exitCode
}
