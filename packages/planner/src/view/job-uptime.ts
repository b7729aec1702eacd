import type { ReportedPlan, ReportedStep } from './reported-plan.ts'

/** A stretch of time in which a job runs, in milliseconds since the edit. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface JobUptime {
  /** One bar for each cluster in which a job runs: two for a blue/green deployment. */
  readonly bars: readonly { readonly cluster: string; readonly stretches: readonly Stretch[] }[]
  /** In how much of the time no job runs, between the first and the last that does. */
  readonly gap: number
  readonly end: number
  /** In one sentence. */
  readonly text: string
}

interface Moment {
  readonly at: number
  readonly running: ReportedStep['running']
}

/** The stretches in which the test holds; two that touch are one. `moments`: each lasts until the next, the last one until `end`. */
const stretchesOf = (moments: readonly Moment[], end: number, holds: (running: Moment['running']) => boolean): readonly Stretch[] =>
  moments.reduce<readonly Stretch[]>((all, { at, running }, index) => {
    if (!holds(running)) return all
    const to = moments[index + 1]?.at ?? end
    const last = all.at(-1)
    return last?.to === at ? [...all.slice(0, -1), { from: last.from, to }] : [...all, { from: at, to }]
  }, [])

const seconds = (millis: number): string => (millis < 120_000 ? `${Math.round(millis / 1_000)} s` : `${Math.round(millis / 60_000)} min`)

const textOf = ({ isBefore, isAfter, gap }: { readonly isBefore: boolean; readonly isAfter: boolean; readonly gap: number }): string =>
  !isBefore && !isAfter ? 'No job runs.'
    : !isBefore ? 'No job runs yet; a job is started.'
    : !isAfter ? 'The job runs, and is stopped.'
    : gap === 0 ? 'A job runs all the time.'
    : `The job runs, is down for about ${seconds(gap)} in this simulation, and runs again.`

/** When a job runs while the edit is carried out; of a crash, with what the next operator does. */
export const jobUptime = ({ begun, running, steps, crash }: Pick<ReportedPlan, 'begun' | 'running' | 'steps' | 'crash'>): JobUptime => {
  const followed = crash === null ? steps : [...steps.slice(0, crash.boundary), ...crash.steps]
  const moments: readonly Moment[] = [{ at: 0, running }, ...followed.map(step => ({ at: step.at - begun, running: step.running }))]
  const end = Math.max(1_000, moments.at(-1)?.at ?? 0)
  const clusters = [...new Set(moments.flatMap(({ running: jobs }) => jobs.map(({ cluster }) => cluster)))]
  const whole = stretchesOf(moments, end, jobs => jobs.length > 0)
  const gap = whole.reduce((sum, { from }, index) => sum + (index === 0 ? 0 : from - (whole[index - 1]?.to ?? from)), 0)
  return {
    bars: clusters.map(cluster => ({ cluster, stretches: stretchesOf(moments, end, jobs => jobs.some(it => it.cluster === cluster)) })),
    gap,
    end,
    text: textOf({ isBefore: running.length > 0, isAfter: (moments.at(-1)?.running.length ?? 0) > 0, gap }),
  }
}
