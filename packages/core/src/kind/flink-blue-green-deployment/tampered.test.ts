import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, gone, later, round, served, settled, stateOf } from '../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../fixtures/played-blue-green.ts'
import { image, job, rowIn, savepointed, withStatus } from '../../../fixtures/blue-green-plays.ts'
import { allPlaces, tamperedPlaces, valueAt, withValueAt } from '../../../../simulation/src/kubernetes/tampered-fields.ts'
import { blueGreenStatus, initialBlueGreenStatus } from './blue-green-codec.ts'

type Status = NonNullable<Play['parent']>['status']

const statusIn = ({ parent }: Play): Status => parent?.status ?? expect.fail('it is gone')

/** Savepoints that are under way are complete: each has a path of its own. */
const completed = (play: Play): Play => ({
  ...play,
  savepoints: Object.fromEntries(Object.entries(play.savepoints).map(([id, path]) => [id, path ?? `s3://b/sp/${id}`])),
})

/** What the children's operators do by themselves: they take up a new spec, and end what is deleted. */
const carriedOut = (play: Play): Play => {
  const names = Object.keys(play.children)
  const up = names.filter(name => {
    const view = play.children[name]?.view
    return view !== undefined && view.status.observedGeneration !== view.meta.generation
      && view.meta.annotations['flinkdeployment.flink.apache.org/pause'] === undefined
  }).reduce(served, play)
  return names.filter(name => up.children[name]?.view.meta.deletionTimestamp != null).reduce(gone, up)
}

/** What a child was let go with that is not the newest savepoint: older state, or none. */
const wrongStart = (before: Play, after: Play): readonly string[] => {
  const newest = Object.values(before.savepoints)[0] ?? null
  return after.log.slice(before.log.length).filter(line => line.startsWith('let go ') && !line.endsWith(` from ${newest ?? '?'}`))
}

interface Run {
  readonly play: Play
  readonly wrong: readonly string[]
}

const played = (from: Play, rounds: number): Run => {
  let play = from
  const wrong: string[] = []
  for (let i = 0; i < rounds; i += 1) {
    const next = round(play)
    wrong.push(...wrongStart(play, next))
    play = later(carriedOut(completed(next)), 61_000)
  }
  return { play, wrong }
}

/** Two switches, moment by moment: after each round, and after what the children's operators made of it. */
const story = (): readonly Play[] => {
  const moments: Play[] = []
  let play = activeBlue()
  for (const next of ['two', 'three']) {
    play = edited(play, image(next))
    for (let i = 0; i < 30; i += 1) {
      const after = round(play)
      if (JSON.stringify(statusIn(after)) !== JSON.stringify(statusIn(play))) moments.push(after)
      const on = carriedOut(completed(after))
      if (JSON.stringify(on.children) !== JSON.stringify(after.children)) moments.push(on)
      play = on
    }
  }
  return moments
}

/** Jobs that run, where the resource says that all is well: only one may. */
const secondJob = (play: Play): readonly string[] => {
  const running = Object.entries(play.children).filter(([, child]) => child?.job?.state === 'RUNNING').map(([name]) => name)
  const isReady = statusIn(play).conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
  return running.length > 1 && isReady ? running : []
}

interface Change {
  readonly name: string
  readonly path: readonly string[]
  readonly value: unknown
}

const initials = new Map(tamperedPlaces(blueGreenStatus, initialBlueGreenStatus).map(it => [it.path.join('.'), it.default]))

/** What people alone are told is no place that decisions read. */
const places = [[], ...allPlaces(blueGreenStatus)].filter(([first = '']) => !['conditions', 'error', 'jobStatus'].includes(first))

/** Each place of the status is taken away, or is as it was at each moment of the story before. */
const changesAt = (moments: readonly Play[], at: number): readonly Change[] => {
  const status = statusIn(moments[at] ?? expect.fail())
  return places.flatMap(path => {
    const now = valueAt(status, path)
    if (now === undefined) return []
    const before = moments.slice(0, at).map(it => valueAt(statusIn(it), path))
    const values = [initials.get(path.join('.')), ...before].filter(it => it !== undefined)
    const others = new Map(values.map(it => [JSON.stringify(it), it]))
    others.delete(JSON.stringify(now))
    return [...others.values()].map(value => ({ name: `${path.join('.')} is ${JSON.stringify(value)?.slice(0, 40)}`, path, value }))
  })
}

const lost = (moment: Play, changes: readonly Change[]): readonly string[] => {
  const status = changes.reduce<Status>((before, { path, value }) => withValueAt(before, path, value), statusIn(moment))
  const after = played(withStatus(moment, status), 12)
  const edit = played(edited(after.play, image('four')), 14)
  return [...after.wrong, ...edit.wrong, ...secondJob(after.play), ...secondJob(edit.play)]
}

describe('P01 P02 A13 whatever somebody does to the status of a blue/green deployment, no child starts from older state or from none', () => {
  const moments = story()

  test('the story itself: two switches, each from its own savepoint', () => {
    const last = moments.at(-1) ?? expect.fail()
    expect([stateOf(last), last.log.filter(line => line.startsWith('let go')).length]).toEqual(['ACTIVE_BLUE', 3])
  })

  test('one place of the status is removed, or is as it was at any moment before', () => {
    const found = moments.flatMap((moment, at) =>
      changesAt(moments, at).flatMap(change => {
        const what = lost(moment, [change])
        return what.length === 0 ? [] : [`${String(at)} ${stateOf(moment) ?? ''} ${rowIn(moment)}: ${change.name}: ${what.join(', ')}`]
      })
    )
    expect(found).toEqual([])
  })

  test.each([
    ['savepointPath is removed after the savepoint is complete', savepointed(), { savepointPath: null }],
    ['step is Apply while the savepoint is under way', settled(edited(activeBlue(), image('two'))), { step: 'Apply' }],
    ['savepointPath is an older one', savepointed(), { savepointPath: 's3://b/sp/old' }],
  ])('A13 %s: a savepoint is taken again', (_title, play, change) => {
    const { operation } = statusIn(play)
    const { play: after, wrong } = played(withStatus(play, { operation: { ...operation, ...change } }), 12)
    expect([wrong, stateOf(after)]).toEqual([[], 'ACTIVE_GREEN'])
  })
})

describe('W13 P02 P25 the transition in progress is the newest one, and its colour is not the one that serves', () => {
  const play = later(settled(edited(activeBlue(), image('two'))), 1_000)
  const { operation } = statusIn(play)
  const seenOf = (change: object) => decidedIn(withStatus(play, { operation: { ...operation, ...change } })).round.observed.status.operation

  test('the story itself', () => {
    expect(seenOf({})).toMatchObject({ kind: 'Switch', colour: 'GREEN', attempt: 2 })
  })

  test('the colour of the child that serves was put back: the switch keeps its own', () => {
    expect(seenOf({ colour: 'BLUE' })).toMatchObject({ kind: 'Switch', colour: 'GREEN' })
  })

  test('the transition of an earlier attempt was put back: it is dropped', () => {
    expect(seenOf({ attempt: 1 })).toBeNull()
  })
})

describe('A13 P06 transition/source-unknown the source of the first child is removed while that child is held', () => {
  test.each([
    ['stateless', { upgradeMode: 'stateless' }],
    ['a savepoint', { initialSavepointPath: 's3://b/sp/by-hand', savepointRedeployNonce: 2 }],
  ])('it is asked for, and what the error names leads out: %s', (_title, change) => {
    const held = round(round(aPlay()))
    const { operation } = statusIn(held)
    const asking = settled(withStatus(held, { operation: { ...operation, source: null, savepointPath: null } }))
    expect([rowIn(asking), Object.values(asking.children).filter(it => it?.job != null)]).toEqual(['transition/source-unknown', []])
    const { play: after } = played(edited(asking, job(change)), 12)
    expect([stateOf(after), after.children['app-blue']?.job?.state]).toEqual(['ACTIVE_BLUE', 'RUNNING'])
  })
})
