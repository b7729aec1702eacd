import type { FlinkDeploymentFacts } from '@flink-operator/core/fact'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import type { AnyRules } from '@flink-operator/core/round'
import { describe, expect, test } from 'vitest'
import { calmPlay } from '../../fuzz/tamper/calm-run.ts'
import { tamperedStories } from '../../fuzz/tamper/tampered-stories.ts'
import { checkerEnv } from '../../packages/simulation/src/checker/checker-env.ts'
import { memories } from '../../packages/simulation/src/checker/memory.ts'
import type { AnyKind } from '../../packages/simulation/src/checker/operator.ts'
import type { SmallWorld } from '../../packages/simulation/src/checker/small-world.ts'

interface Scaled {
  readonly scalings: number
  readonly breaches: readonly string[]
}

/** Plays a world without faults for this many steps; an edit comes when the one before has had its time. */
const played = (world: SmallWorld, steps: number, rules?: AnyRules): Scaled => {
  const play = calmPlay(memories({ env: checkerEnv, ...(rules === undefined ? {} : { kinds: { FlinkDeployment: rules } }) })(world), world)
    ?? expect.fail(world.name)
  let state = play.start
  let edits = 0
  let scalings = 0
  const breaches = new Set<string>()
  for (let step = 1; step <= steps; step += 1) {
    const next = play.next(state)
    for (const { property } of next.breaches) breaches.add(property)
    scalings += next.decided.filter(it => it._tag === 'WriteAutoscalerState' && typeof it.data['parallelismOverrides'] === 'string').length
    state = next.state
    const edit = step % 80 === 0 ? world.edits[edits] : undefined
    const changed = edit === undefined ? null : play.edited(state, edit)
    if (changed === null) continue
    edits += 1
    state = changed
  }
  return { scalings, breaches: [...breaches] }
}

const worldOf = (name: string): SmallWorld =>
  tamperedStories.autoscaled.find(({ world }) => world.name === `${name}/no-fault`)?.world ?? expect.fail(name)

/** A busy time that tells of the minute to come, in which the job works off its backlog, beside counters that tell of the past. */
const foreseenBusy = (facts: FlinkDeploymentFacts): FlinkDeploymentFacts => {
  const { jobDetails, vertexMetrics } = facts
  const [vertex] = jobDetails?._tag === 'Known' ? jobDetails.value.vertices : []
  if (vertex === undefined || vertexMetrics?._tag !== 'Known') return facts
  const values = vertexMetrics.value.values[vertex.id] ?? []
  const waiting = values.find(({ id }) => id.endsWith('pendingRecords'))?.sum ?? 0
  const busy = 1_000 * Math.min(1, (150 + waiting / 60) / (100 * vertex.parallelism))
  const changed = values.map(it => it.id === 'busyTimeMsPerSecond' ? { ...it, min: busy, max: busy, avg: busy } : it)
  const value = { ...vertexMetrics.value, values: { ...vertexMetrics.value.values, [vertex.id]: changed } }
  return { ...facts, vertexMetrics: { ...vertexMetrics, value } }
}

describe('P26 P27 a job whose restarts take twice as long as expected is scaled a few times, and then never', () => {
  test.each([
    ['autoscaler/in-place/constant', 1],
    ['autoscaler/savepoint/constant', 1],
    ['autoscaler/savepoint/step-up', 2],
    ['autoscaler/last-state/wave', 4],
  ])('%s: at most %i', (name, most) => {
    const { scalings, breaches } = played(worldOf(name), 240)
    expect(breaches).toEqual([])
    expect(scalings).toBeGreaterThan(0)
    expect(scalings).toBeLessThanOrEqual(most)
  })

  test('metrics of different moments make it go up and down without end, and that is found', () => {
    const sound = flinkDeploymentKind as AnyKind
    const observe: AnyKind['observe'] = (desired, recorded, facts, env) => sound.observe(desired, recorded, foreseenBusy(facts), env)
    const { breaches } = played(worldOf('autoscaler/savepoint/constant'), 500, { ...sound, observe })
    expect(breaches).toContain('P26')
  })
})
