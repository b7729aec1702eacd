import * as E from 'fp-ts/lib/Either.js'
import { systemClock } from '../clock.ts'
import { environment, ExitCode, type Outcome, usage } from '../exit-code.ts'
import { autoscalerConfiguration, tellLoadStory } from '../demo/autoscaler-story.ts'
import { readExample } from '../demo/example.ts'
import { keepOperator } from '../demo/keep-operator.ts'
import { thisProgram } from '../demo/operator-process.ts'
import { setUpStage, type Stage, tellStory } from '../demo/story.ts'
import { invitation, words } from '../demo/words.ts'
import { paintedToStdout } from '../output/write.ts'

export interface SandboxFlags {
  readonly demo?: true
  readonly autoscaler?: true
  readonly serve?: true
  readonly port?: number
}

/** Time inside the sandbox, against time on the wall. */
const speed = 2

const { step, operator, claim, bold } = words(process.stdout.isTTY && process.env['NO_COLOR'] === undefined)
/** How a person starts this program again. */
const called = (process.argv[1] ?? '').endsWith('.ts') ? 'npm run -s operator --' : 'flink-operator'
const print = paintedToStdout

const demo = async (stage: Stage): Promise<Outcome> => {
  const example = readExample('savepoint.yaml', import.meta.dirname)
  if (E.isLeft(example)) return E.left(environment(example.left))
  const began = Date.now()
  const told = await tellStory(stage, example.right, line => print(step(line)))
  if (E.isLeft(told)) {
    print(step(`It did not work out: ${told.left}`))
    return E.right(ExitCode.Findings)
  }
  print(step(`What came of it, after ${Math.round((Date.now() - began) / 1000)} s`))
  told.right.forEach(it => print(claim(it)))
  return E.right(told.right.every(({ holds }) => holds) ? ExitCode.Ok : ExitCode.Findings)
}

const autoscalerDemo = async (stage: Stage): Promise<Outcome> => {
  const example = readExample('savepoint.yaml', import.meta.dirname)
  if (E.isLeft(example)) return E.left(environment(example.left))
  const began = Date.now()
  const told = await tellLoadStory(stage, example.right, print, line => print(step(line)))
  if (E.isLeft(told)) {
    print(step(`It did not work out: ${told.left}`))
    return E.right(ExitCode.Findings)
  }
  const { moments, claims } = told.right
  const { loadCharts } = await import('../demo/load-charts.ts')
  print(step('All of it'))
  loadCharts(moments).forEach(print)
  print(step(`What came of it, after ${Math.round((Date.now() - began) / 1000)} s`))
  claims.forEach(it => print(claim(it)))
  return E.right(claims.every(({ holds }) => holds) ? ExitCode.Ok : ExitCode.Findings)
}

/** Of the operator's lines those that tell of the scaling: each second there is a cycle. */
const isOfScaling = (line: string): boolean => /ScalingReport|rescale job|AutoscalerError|ScalingLimited/.test(line)

const shutdownSignal = (): Promise<void> =>
  new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })

/** `flink-operator sandbox`: the operator on a simulated cluster. `--demo` tells a story and exits; `--serve` stays up for kubectl. */
export const sandbox = async (flags: SandboxFlags): Promise<Outcome> => {
  const tells = flags.autoscaler === true ? autoscalerDemo : flags.demo === true ? demo : null
  if (tells === null && flags.serve !== true)
    return E.left(usage('sandbox: choose --demo, --autoscaler or --serve; a demo and --serve go together'))
  const stopped = shutdownSignal()
  const set = await setUpStage({
    port: flags.port ?? 0,
    speed,
    command: thisProgram(),
    ...(flags.autoscaler === true ? { configuration: autoscalerConfiguration } : {}),
    print: (line, by) => {
      if (by === 'story') print(line)
      else if (tells !== autoscalerDemo || isOfScaling(line)) print(operator(line))
    },
  })
  if (E.isLeft(set)) return E.left(environment(set.left))
  const stage = set.right
  try {
    print(bold(`A simulated Kubernetes with Flink, at ${stage.sandbox.url}; time runs ${speed} times as fast inside`))
    const outcome = tells !== null ? await Promise.race([tells(stage), stopped.then((): Outcome => E.right(ExitCode.Findings))])
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
