import { writeFileSync } from 'node:fs'
import { readLoad, type RecordedLoad } from '@flink-operator/core/autoscaler'
import {
  findingsOf,
  happenings,
  longestDelayOf,
  type Played,
  playedWith,
  type TimeFlags,
  timesOf,
} from '@flink-operator/planner/autoscaler-plan'
import * as E from 'fp-ts/lib/Either.js'
import { type Bounds, brokenBounds } from '../autoscaler-plan/broken-bounds.ts'
import { readDocuments } from '../autoscaler-plan/load-documents.ts'
import { planText, sumTable } from '../autoscaler-plan/plan-text.ts'
import { type OptionFlags, wantedOptions } from '../autoscaler-plan/wanted-options.ts'
import { environment, ExitCode, type Outcome, type Refusal, usage } from '../exit-code.ts'
import { toStderr, toStdout } from '../output/write.ts'

export interface AutoscalerPlanFlags extends OptionFlags, Omit<Bounds, 'maxDelay'>, TimeFlags {
  readonly output: 'text' | 'json'
  readonly svg?: string
  readonly all?: true
  readonly chart: boolean
}

const jsonOf = ({ job, notes }: RecordedLoad, played: readonly Played[], broken: readonly string[], isAll: boolean): string =>
  JSON.stringify(
    {
      notes,
      vertices: job.vertices.map(({ id, name, parallelism, maxParallelism, subtaskRate, inputs }) => ({
        id,
        name,
        parallelism,
        maxParallelism,
        recordsPerSecond: Number.isFinite(subtaskRate) ? subtaskRate : null,
        inputs: inputs.map(input => input.id),
      })),
      plans: played.map(({ name, result: { steps, ...sums } }) => ({
        name,
        ...sums,
        happenings: happenings(job, { steps, ...sums }, isAll),
      })),
      broken,
    },
    null,
    2,
  )

const write = (path: string, text: string): E.Either<Refusal, void> =>
  E.tryCatch(
    () => writeFileSync(path, text),
    thrown => environment(`--svg ${path} can't be written: ${(thrown as Error).message}`),
  )

const reported = async (
  load: RecordedLoad,
  played: readonly Played[],
  broken: readonly string[],
  flags: AutoscalerPlanFlags,
): Promise<void> => {
  const isAll = flags.all === true
  if (flags.output === 'json') {
    toStdout(`${jsonOf(load, played, broken, isAll)}\n`)
    return
  }
  for (const note of load.notes) toStderr(`note: ${note}\n`)
  toStdout(`${planText(load.job, played, isAll)}\n`)
  if (flags.chart) {
    const { terminalCharts } = await import('../autoscaler-plan/terminal-chart.ts')
    toStdout(`${terminalCharts(played, process.stdout.isTTY ? process.stdout.columns : 100)}\n`)
  }
  toStdout(`${sumTable(played).join('\n')}\n`)
}

/** `flink-operator autoscaler plan FILE…`: what the autoscaler would do with a load and these options. Changes nothing. */
export const autoscalerPlan = async (files: readonly string[], flags: AutoscalerPlanFlags): Promise<Outcome> => {
  const [times, maxDelay] = [timesOf(flags), longestDelayOf(flags)]
  if (E.isLeft(times)) return E.left(usage(times.left))
  if (E.isLeft(maxDelay)) return E.left(usage(maxDelay.left))
  const documents = readDocuments(files)
  if (E.isLeft(documents)) return E.left(usage(documents.left))
  const load = readLoad(documents.right)
  if (E.isLeft(load)) return E.left(usage(load.left))
  const wanted = wantedOptions(flags)
  if (E.isLeft(wanted)) return E.left(usage(wanted.left))
  const { errors, advice } = findingsOf(wanted.right)
  if (errors.length > 0) return E.left(usage(errors.join('; ')))
  for (const line of advice) toStderr(`advice: ${line}\n`)
  const played = playedWith(load.right, wanted.right, times.right)
  if (E.isLeft(played)) return E.left(usage(played.left))
  const { maxDelay: _, ...bounds } = flags
  const broken = brokenBounds(played.right, maxDelay.right === undefined ? bounds : { ...bounds, maxDelay: maxDelay.right })
  await reported(load.right, played.right, broken, flags)
  if (flags.svg !== undefined) {
    const { svgCharts } = await import('@flink-operator/planner/autoscaler-chart')
    const written = write(flags.svg, svgCharts(played.right))
    if (E.isLeft(written)) return written
  }
  for (const line of broken) toStderr(`${line}\n`)
  return E.right(broken.length > 0 ? ExitCode.Findings : ExitCode.Ok)
}
