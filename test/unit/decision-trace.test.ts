import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkerEnv, firstMatrix, type SmallWorld, verify } from '@flink-operator/simulation'
import { describe, expect, it } from 'vitest'
import { compareTraces } from '../../scripts/trace/compare-traces.ts'
import { decisionLine } from '../../scripts/trace/decision-line.ts'
import { readTraces, traceWriter } from '../../scripts/trace/trace-file.ts'
import { type WorldTrace, worldTracer } from '../../scripts/trace/world-trace.ts'

const world = firstMatrix.find(({ name }) => name === 'savepoint/no-ha/edit/calm') as SmallWorld

const trace = (...actions: readonly string[]): WorldTrace => ({
  world: 'a',
  states: 3,
  closed: true,
  violations: 0,
  lines: actions.map(it => ({ kind: 'FlinkDeployment', rows: [`row-${it}`], actions: it })),
  sequence: actions.map((_, index) => [index, 2] as const),
})

const all = { rows: true }

describe('the trace of decisions, the oracle of changes that change no behaviour', () => {
  it('is the same for the same commit, in any process, and survives its file', async () => {
    const first = worldTracer(2000)(world)
    const path = join(mkdtempSync(join(tmpdir(), 'trace-')), 'trace.gz')
    const { write, end } = traceWriter(path)
    await write(worldTracer(2000)(world))
    await end()
    const read = await readTraces(path)
    expect(first.sequence.length).toBeGreaterThan(10)
    expect(compareTraces([first], read, all)).toEqual([])
  })

  it('leaves texts for people out, and nothing else', () => {
    let texts = 0
    verify({
      env: checkerEnv,
      worlds: [world],
      limit: 300,
      onDecision: decision => {
        const { actions } = decisionLine(decision)
        const requeue = decision.actions.find(({ _tag }) => _tag === 'Requeue')
        if (requeue !== undefined && 'waitingFor' in requeue && requeue.waitingFor.includes(' ')) {
          texts += 1
          expect(actions).not.toContain(requeue.waitingFor)
        }
        for (const { _tag } of decision.actions) expect(actions).toContain(`"_tag":"${_tag}"`)
      },
    })
    expect(texts).toBeGreaterThan(0)
  })

  it('tells the first decision that differs, of each world', () => {
    expect(compareTraces([trace('a', 'b')], [trace('a', 'c')], all)).toEqual([
      { world: 'a', what: expect.stringMatching(/^decision 3\n.*\[row-b\] b\n.*\[row-c\] c$/) as string },
    ])
    expect(compareTraces([trace('a', 'b')], [trace('a')], all)).toEqual([
      { world: 'a', what: expect.stringContaining('no decision') as string },
    ])
  })

  it('tells worlds that only one file has, and other numbers of states', () => {
    expect(compareTraces([trace('a')], [], all)).toEqual([{ world: 'a', what: 'it is in the first file only' }])
    expect(compareTraces([], [trace('a')], all)).toEqual([{ world: 'a', what: 'it is in the second file only' }])
    expect(compareTraces([trace('a')], [{ ...trace('a'), states: 4 }], all)).toHaveLength(1)
  })

  it('can leave the names of rows out, for a change that renames them', () => {
    const renamed = { ...trace('a'), lines: [{ kind: 'FlinkDeployment', rows: ['named'], actions: 'a' }] }
    expect(compareTraces([trace('a')], [renamed], all)).toHaveLength(1)
    expect(compareTraces([trace('a')], [renamed], { rows: false })).toEqual([])
  })
})
