import * as E from 'fp-ts/lib/Either.js'
import { systemClock } from '../clock.ts'
import { environment, ExitCode, type Outcome, usage } from '../exit-code.ts'
import { autoscalerConfiguration, tellLoadStory } from '../demo/autoscaler-story.ts'
import { readExample } from '../demo/example.ts'
import { keepOperator } from '../demo/keep-operator.ts'
import { thisProgram } from '../demo/operator-process.ts'
import { isNotice, phaseOf, sinceStart } from '../demo/phases.ts'
import { setUpStage, type Stage, tellStory } from '../demo/story.ts'
import { invitation, nextCommands, words } from '../demo/words.ts'
import { hasColour } from '../output/has-colour.ts'
import { paintedToStdout } from '../output/write.ts'

export interface SandboxFlags {
  readonly demo?: true
  readonly autoscaler?: true
  readonly serve?: true
  readonly port?: number
  /** Show every round of the operator. */
  readonly verbose?: true
  /** The operator's `run --record`. */
  readonly record?: string
}

/** Speed of the time inside the sandbox, relative to real time. */
const speed = 2

const { step, operator, phase, claim, bold } = words(hasColour())
const isFromSources = (process.argv[1] ?? '').endsWith('.ts')
/** The command by which a user starts this program again. */
const called = isFromSources ? 'npm run -s operator --' : 'flink-operator'
const print = paintedToStdout

const demo = async (stage: Stage, flags: SandboxFlags): Promise<Outcome> => {
  const example = readExample('savepoint.yaml', import.meta.dirname)
  if (E.isLeft(example)) return E.left(environment(example.left))
  const began = Date.now()
  const reported = await tellStory(stage, example.right, line => print(step(line)))
  if (E.isLeft(reported)) {
    print(step(`It did not work out: ${reported.left}`))
    return E.right(ExitCode.Findings)
  }
  print(step(`What came of it, after ${Math.round((Date.now() - began) / 1000)} s`))
  reported.right.forEach(it => print(claim(it)))
  if (flags.serve !== true) {
    print(step('What next'))
    nextCommands(isFromSources ? 'npm start --' : 'flink-operator sandbox --demo').forEach(print)
  }
  return E.right(reported.right.every(({ holds }) => holds) ? ExitCode.Ok : ExitCode.Findings)
}

const autoscalerDemo = async (stage: Stage): Promise<Outcome> => {
  const example = readExample('savepoint.yaml', import.meta.dirname)
  if (E.isLeft(example)) return E.left(environment(example.left))
  const began = Date.now()
  const reported = await tellLoadStory(stage, example.right, print, line => print(step(line)))
  if (E.isLeft(reported)) {
    print(step(`It did not work out: ${reported.left}`))
    return E.right(ExitCode.Findings)
  }
  const { moments, claims } = reported.right
  const { loadCharts } = await import('../demo/load-charts.ts')
  print(step('All of it'))
  loadCharts(moments).forEach(print)
  print(step(`What came of it, after ${Math.round((Date.now() - began) / 1000)} s`))
  claims.forEach(it => print(claim(it)))
  return E.right(claims.every(({ holds }) => holds) ? ExitCode.Ok : ExitCode.Findings)
}

/** Selects the operator's lines about scaling: the cycle of each second would flood the output. */
const isOfScaling = (line: string): boolean => /ScalingReport|rescale job|AutoscalerError|ScalingLimited/.test(line)

/** Prints the phases of all resources, in the place of each round. */
const printPhases = ({ sandbox }: Stage): void => {
  const began = Date.now()
  sandbox.cluster.store.listen(change => {
    const text = phaseOf(change)
    if (text !== null) print(phase(sinceStart(Date.now() - began), text))
  })
}

const shutdownSignal = (): Promise<void> =>
  new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })

/**
 * `flink-operator sandbox`: the operator on a simulated cluster. `--demo` plays a story and exits; `--serve` keeps serving for
 * kubectl.
 */
export const sandbox = async (flags: SandboxFlags): Promise<Outcome> => {
  const reports = flags.autoscaler === true ? autoscalerDemo : flags.demo === true ? demo : null
  if (reports === null && flags.serve !== true)
    return E.left(usage('sandbox: choose --demo, --autoscaler or --serve; a demo and --serve go together'))
  const isLoadDemo = reports === autoscalerDemo
  const isShown = isLoadDemo ? isOfScaling : flags.verbose === true ? () => true : isNotice
  const stopped = shutdownSignal()
  const set = await setUpStage({
    port: flags.port ?? 0,
    speed,
    command: thisProgram(),
    ...(flags.record === undefined ? {} : { record: flags.record }),
    ...(isLoadDemo ? { configuration: autoscalerConfiguration } : {}),
    print: (line, by) => {
      if (by === 'story') print(line)
      else if (isShown(line)) print(operator(line))
    },
  })
  if (E.isLeft(set)) return E.left(environment(set.left))
  const stage = set.right
  try {
    print(bold(`A simulated Kubernetes with Flink, at ${stage.sandbox.url}; time runs ${speed} times as fast inside`))
    if (!isLoadDemo && flags.verbose !== true) printPhases(stage)
    const outcome = reports !== null ? await Promise.race([reports(stage, flags), stopped.then((): Outcome => E.right(ExitCode.Findings))])
      : E.right(ExitCode.Ok)
    if (flags.serve !== true || E.isLeft(outcome)) return outcome
    const kept = keepOperator({ start: stage.startOperator, clock: systemClock, print })
    print('')
    invitation(stage.kubeconfig, stage.sandbox.url, called).forEach(print)
    await stopped
    await kept.stop()
    return outcome
  } finally {
    await stage.close()
  }
}
