import { once } from 'node:events'
import type { OperatorProcess } from '../harness/operator-process.ts'
import type { FlinkVersion } from '../settings.ts'
import { adaptive, type AutoscaledJob, deployAutoscaled, scaled } from './autoscaled-job.ts'
import { deletion } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** Half of what one subtask of `work` can do in a second. */
const low = 25
/** Twice as much as one subtask can do. */
const high = 100

interface Way {
  readonly name: string
  readonly short: Story['short']
  readonly configuration: Readonly<Record<string, string>>
  readonly inPlace: boolean
  readonly versions?: readonly FlinkVersion[]
}

/** Effects of a scaling: the stored decision, three events, what is asked of Flink, the status. */
const effects = 6

/**
 * Something goes on while operators die one after the other, the first after one effect, the next after two, and so on: each boundary of a
 * scaling has its death. One number for all would never come to the end: whoever goes on begins with an event.
 */
const byDyingOperators = async (stage: Stage, play: () => Promise<Evidence>): Promise<Evidence> => {
  await stage.calm()
  const operators: OperatorProcess[] = []
  const over = new AbortController()
  const killing = (async () => {
    while (!over.signal.aborted) {
      const doomed = await stage.operate(`after:${(operators.length % effects) + 1}`)
      operators.push(doomed)
      if (over.signal.aborted) break
      await Promise.race([doomed.exited, once(over.signal, 'abort')])
    }
  })()
  try {
    const evidence = await play()
    const dead = operators.filter(it => it.exit() !== null).length
    expect(dead >= effects, `only ${dead} operators died`)
    return { ...evidence, text: `${dead} operators died; ${evidence.text}` }
  } finally {
    over.abort()
    await killing
    await stage.calm()
    await stage.operate()
  }
}

const autoscalerStory = ({ name, short, configuration, inPlace, versions = ['1.20', '2.3'] }: Way): Story => ({
  name,
  short,
  versions,
  tell: async stage => {
    await stage.operate()
    let job!: AutoscaledJob
    const up = () => scaled(stage, job, { load: high, isEnough: it => it >= 3, inPlace })
    const down = () => scaled(stage, job, { load: low, isEnough: it => it <= 2, inPlace })
    await stage.step('deploy', async () => {
      const deployed = await deployAutoscaled(stage, configuration, low)
      job = deployed.job
      return deployed.evidence
    }, { short: true })
    await stage.step('four times the load: scaled up, and the backlog falls', up, { short: true })
    await stage.step('a quarter of it: scaled down', down, { short: true })
    await stage.step(
      'scaled up, and down again, by operators that die after one to six effects',
      () =>
        byDyingOperators(stage, async () => {
          const [first, second] = [await up(), await down()]
          return { text: `${first.text}; then ${second.text}` }
        }),
    )
    await stage.step('delete', () => deletion(job.application))
  },
})

/** Scaled in place, by the adaptive scheduler. */
export const autoscaler = autoscalerStory({ name: 'autoscaler', short: ['1.20'], configuration: adaptive, inPlace: true })

/** Scaled by an upgrade for each decision. Flink 2 ignores what an upgrade sets (W44). */
export const autoscalerUpgrade = autoscalerStory({
  name: 'autoscaler-upgrade',
  short: [],
  configuration: {},
  inPlace: false,
  versions: ['1.20'],
})
