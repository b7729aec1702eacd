import { deployment, type Edited, middle, peakMiB, startVictim } from './victim.ts'

const noisy = 400
const edits = 7
const path = '/apis/flink.apache.org/v1beta1/namespaces/flink/flinkdeployments'

/**
 * How long the edit of one tenant takes to be followed (its recorded spec has it), alone, and while the operator meets 400 bad resources of
 * another tenant that were created a moment before.
 */
export const neighbours = async (): Promise<Record<string, unknown>> => {
  const { operator, call, edited, close } = await startVictim()
  try {
    const alone: Edited[] = []
    const beside: Edited[] = []
    for (let turn = 0; turn < edits; turn++) {
      alone.push(await edited())
      const names = Array.from({ length: noisy }, (_, index) => `bad-${turn}-${index}`)
      for (let first = 0; first < noisy; first += 40)
        await Promise.all(names.slice(first, first + 40).map(name => call('POST', path, deployment('flink', name, 0))))
      beside.push(await edited())
    }
    const of = (figure: keyof Edited) => {
      const [before, after] = [alone, beside].map(edits => middle(edits.map(it => it[figure]))) as [number, number]
      return { alone: before, beside: after, ratio: Math.round((100 * after) / before) / 100 }
    }
    const [clock, work] = [of('millis'), of('atWork')]
    return {
      badResources: noisy,
      edits,
      aloneMillis: clock.alone,
      besideMillis: clock.beside,
      ratio: clock.ratio,
      longestBesideMillis: Math.round(Math.max(...beside.map(({ millis }) => millis))),
      aloneAtWorkMillis: work.alone,
      besideAtWorkMillis: work.beside,
      ratioAtWork: work.ratio,
      peakMiB: peakMiB(operator),
    }
  } finally {
    await close()
  }
}
