import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { examples, textsOf } from '../examples.ts'
import { answered, type Planning, type ShownPlan } from './planning.ts'
import { after, announcement, emptyState, placeOf, type PlannerEvent, type PlannerState, requestOf, visibleSteps } from './planner-state.ts'

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '../../../../examples', file), 'utf8')

/** The state after an event, once it was planned, as the page's worker does it. */
const then = (state: PlannerState, event: PlannerEvent): PlannerState => {
  const next = after(state, event)
  const request = requestOf(next)
  return next.isAnswered ? next : after(next, { _tag: 'Answered', request, answer: answered(null, request)[0] })
}
const shownIn = ({ answer }: PlannerState): ShownPlan => answer.shown ?? expect.fail('nothing is shown')
const loaded = (title: string): PlannerState => {
  const example = examples.find(it => it.title === title)
  if (example === undefined) throw new Error(title)
  return then(emptyState, { _tag: 'Typed', texts: textsOf(example, textOf) })
}
const typed = (deployed: string, edit: string): PlannerState => then(emptyState, { _tag: 'Typed', texts: { deployed, edit } })
const head = 'apiVersion: flink.apache.org/v1beta1\nkind: FlinkDeployment\nmetadata:\n  name: app\n'

describe('the examples', () => {
  test.each(examples)('$title: is planned, and its edit is one', example => {
    const { deployed, edit } = textsOf(example, textOf)
    expect(edit).not.toBe(deployed.split('\n---\n')[0])
    const { answer } = typed(deployed, edit)
    expect(answer.problems).toEqual([])
    expect(answer.shown?.timeline.steps.length).toBeGreaterThan(10)
  })
})

describe('what is shown of an upgrade with a savepoint', () => {
  const state = loaded('Upgrade with a savepoint')
  const shown = shownIn(state)

  test('how the job is stopped and what it is started from, with the reasons', () => {
    expect(shown.plan).toMatchObject({
      headline: 'Upgrade: stop with a savepoint, start from it',
      amounts: { tone: 'change' },
      operations: [
        { kind: 'Suspend', mode: 'SAVEPOINT', why: 'the job runs and can be stopped with a savepoint' },
        { kind: 'Deploy', mode: 'from file:///flink-data/savepoints/savepoint-of-the-stop' },
      ],
    })
    expect(shown.plan.changes).toContainEqual({ path: 'spec.job.parallelism', type: 'UPGRADE', from: '2', to: '4' })
  })

  test('the objects beside those that are there: only lines that changed, and a few around them', () => {
    const config = shown.plan.objects.find(({ name }) => name === 'ConfigMap flink-config-savepoint')
    expect(config?.change).toBe('changed')
    const lines = config?.lines.map(({ sign, text }) => `${sign}${text.trim()}`)
    expect(lines).toEqual(expect.arrayContaining(['-parallelism.default: 2', '+parallelism.default: 4', '…']))
    expect(shown.plan.objects.find(({ name }) => name === 'Service savepoint')?.change).toBe('marks')
  })

  test('ids that are minted have names, the same in the plan and in the story', () => {
    expect(shown.plan.actions.at(-1)).toBe('stop job <id-1> with savepoint, trigger <id-2>')
    expect(shown.timeline.steps.some(({ text }) => text === 'Stop job <id-1> with savepoint, trigger <id-2>')).toBe(true)
    expect(JSON.stringify(shown)).not.toMatch(/[0-9a-f]{32}/)
  })

  test('at each step is told what changed of how things stand', () => {
    const deleted = shown.timeline.steps.find(({ text }) => text.startsWith('Delete Deployment'))
    expect(deleted?.stands.find(({ what }) => what === 'Deployments')).toMatchObject({ isChanged: true })
    expect(shown.timeline.steps.find(({ text }) => text.startsWith('Write status'))?.writes.length).toBeGreaterThan(0)
  })
})

describe('a crash', () => {
  const before = then(loaded('Upgrade with a savepoint'), { _tag: 'WentTo', step: 4 })
  const crashed = then(before, { _tag: 'Crashed' })
  const shown = shownIn(crashed)

  test('the story goes on from there with the next operator, and says whether it ends alike', () => {
    const { steps, crash } = shown.timeline
    expect(steps.map(({ actor }) => actor).indexOf('Crash')).toBe(5)
    expect(steps.slice(0, 5).some(({ isAfterCrash }) => isAfterCrash)).toBe(false)
    expect(steps.slice(6).every(({ isAfterCrash }) => isAfterCrash)).toBe(true)
    expect(crash).toMatchObject({ isSame: true })
    expect(visibleSteps(shown.timeline, crashed)[placeOf(crashed, visibleSteps(shown.timeline, crashed))]?.index).toBe(5)
    expect(announcement(crashed)).toMatch(
      /^Step \d+ of \d+\. Crash: The process of the operator dies here\. The job was restored from/,
    )
  })

  test('it can be taken back, and tried elsewhere', () => {
    const mended = then(crashed, { _tag: 'Mended' })
    expect({ crash: mended.crash, step: mended.step }).toEqual({ crash: null, step: 4 })
    const other = then(then(mended, { _tag: 'WentTo', step: 9 }), { _tag: 'Crashed' })
    expect(other.crash).toBe(9)
  })

  test('a step past the end is the last one', () => {
    const far = then(crashed, { _tag: 'WentTo', step: 10_000 })
    const visible = visibleSteps(shown.timeline, far)
    expect(placeOf(far, visible)).toBe(visible.length - 1)
  })

  test('status writes and events are steps only on request; what is hidden moves no other step', () => {
    const state = loaded('Upgrade with a savepoint')
    const { timeline } = shownIn(state)
    const [few, all] = [visibleSteps(timeline, state), visibleSteps(timeline, then(state, { _tag: 'ShowedWrites', every: true }))]
    expect(all.length).toBe(timeline.steps.length)
    expect(few.length).toBeLessThan(all.length * 0.75)
    expect(few.filter(({ step }) => /^(?:Write status|Event)/u.test(step.text))).toEqual([])
    expect(few.every(({ index, step }) => timeline.steps[index] === step)).toBe(true)
    const hidden = all.find(({ step }) => step.isBookkeeping)!
    const at = placeOf({ step: hidden.index }, few)
    expect([few[at]!.index < hidden.index, few[at + 1]!.index > hidden.index]).toEqual([true, true])
  })
})

describe('what can not be planned is told with its line', () => {
  test.each([
    [
      `${head}spec:\n  flinkVersion: v1_20\n  job:\n    paralelism: 2\n`,
      'the edit:8: spec.job.paralelism: unknown field; did you mean "parallelism"?',
    ],
    [`${head}spec: [`, /^the edit:\d+: .*sequence/],
    ['kind: FlinkDeployment\n', 'the edit:1: apiVersion: it is missing, so this is no resource'],
    [textOf('session-job.yaml'), /its session cluster "session" is in none of the files/],
    ['just text', 'the edit:1: expected resources, got a string'],
  ])('%#', (edit, problem) => {
    const [first] = typed('', edit).answer.problems
    expect(first?.text).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem))
    expect([first?.in, first?.text.includes(`:${first.line ?? ''}:`)]).toEqual(['edit', true])
    expect(announcement(typed('', edit))).toBe(`One problem: ${first?.text ?? ''}`)
  })

  test('an invalid spec is an error with its field, and the edit is not followed', () => {
    const spec =
      'spec:\n  flinkVersion: v1_20\n  image: flink:1.20\n  serviceAccount: flink\n  job: {jarURI: "local:///a.jar", upgradeMode: stateless, parallelism: '
    const shown = shownIn(typed(`${head}${spec}1}\n`, `${head}${spec}-1}\n`))
    expect(shown.plan.amounts.tone).toBe('error')
    expect(shown.plan.findings.find(({ isError }) => isError)?.field).toContain('parallelism')
  })

  test('what is of nobody here is passed over; several resources are there to choose from', () => {
    const state = typed(
      '',
      `${textOf('savepoint.yaml')}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n${textOf('stateless.yaml')}`,
    )
    expect(state.answer.passedOver).toEqual([expect.stringContaining('ConfigMap of v1 "a", not of this operator')])
    expect(shownIn(then(state, { _tag: 'Chose', index: 1 })).title).toBe('FlinkDeployment default/stateless')
  })
})

test('N16 of many resources only the chosen one is planned', () => {
  const documents = (count: number) =>
    Array.from({ length: count }, (_, index) => textOf('savepoint.yaml').replace('name: savepoint', `name: app-${index}`)).join('\n---\n')
  const timed = (count: number): number => {
    const text = documents(count)
    const begun = performance.now()
    const { answer } = typed(text, text.replaceAll('parallelism: 2', 'parallelism: 3'))
    expect([answer.titles.length, answer.shown?.title]).toEqual([count, 'FlinkDeployment default/app-0'])
    return performance.now() - begun
  }
  timed(1)
  const one = Math.min(timed(1), timed(1), timed(1))
  // all of them took sixty times as long as one
  expect(timed(60)).toBeLessThan(30 * one)
  const last = then(typed('', documents(60)), { _tag: 'Chose', index: 59 })
  expect(last.answer.shown?.title).toBe('FlinkDeployment default/app-59')
})

test('objects belong to the resource that is there: its uid is no change', () => {
  const withUid = textOf('savepoint.yaml').replace('  name: savepoint', '  name: savepoint\n  uid: 4b3f6f0a-6f0e-4f57-9f0c-3d2a3a8196dc')
  const shown = shownIn(typed(withUid, withUid.replace('parallelism: 2', 'parallelism: 4')))
  expect(shown.plan.objects.find(({ name }) => name === 'Service savepoint')?.change).toBe('marks')
})

test('a time without quotes is a text, as it is for kubectl', () => {
  const timed = textOf('savepoint.yaml').replace('  name: savepoint', '  name: savepoint\n  creationTimestamp: 2026-11-27T18:08:37Z')
  expect(typed(timed, timed).answer.problems).toEqual([])
})

test('P23 a secret of the texts is nowhere in what is shown', () => {
  const secret = 'hunter2-of-the-bucket'
  const app = (parallelism: number, key: string) =>
    textOf('savepoint.yaml').replace('parallelism: 2', `parallelism: ${parallelism}`)
      .replace('flinkConfiguration:', `flinkConfiguration:\n    s3.secret-key: ${key}\n    env.java.opts: -Dpassword=${key}`)
  const state = typed(app(2, secret), app(3, `${secret}-2`))
  const shown = shownIn(then(then(state, { _tag: 'WentTo', step: 3 }), { _tag: 'Crashed' }))
  expect(shown.plan.documents.length).toBeGreaterThan(0)
  expect(shown.plan.changes.map(({ path }) => path)).toContain('spec.flinkConfiguration.s3.secret-key')
  expect(JSON.stringify(shown)).not.toContain(secret)
})

describe('what was asked and what is answered', () => {
  const request = requestOf(loaded('Upgrade with a savepoint'))

  test('an answer to what was entered before counts for nothing', () => {
    const typing = after(loaded('Upgrade with a savepoint'), { _tag: 'Typed', texts: { deployed: '', edit: 'kind: x' } })
    const late = after(typing, { _tag: 'Answered', request, answer: answered(null, request)[0] })
    expect(late).toBe(typing)
    expect([late.isAnswered, announcement(late)]).toEqual([false, 'Planning …'])
  })

  test('N16 a crash is tried without planning again; another text is planned', () => {
    const [, planning] = answered(null, request)
    const again = (change: Partial<typeof request>): Planning => answered(planning, { ...request, ...change })[1]
    expect(again({ crash: 3 })).toBe(planning)
    expect(again({ texts: { ...request.texts } })).not.toBe(planning)
  })

  test('an answer is plain data: a worker sends it', () => {
    const [answer] = answered(null, { ...request, crash: 4 })
    expect(structuredClone(answer)).toEqual(answer)
  })
})

test('what happens is said by phase, with what happens if a phase fails', () => {
  const { phases } = shownIn(loaded('Upgrade with a savepoint')).plan
  expect(phases.map(({ phase }) => phase)).toEqual(['savepoint', 'stop', 'replace', 'run'])
  expect(phases.every(({ ifItFails }) => ifItFails !== null)).toBe(true)
})
