import { describe, expect, test } from 'vitest'
import { initialFlinkDeploymentStatus } from '../../../crd/flink-deployment-status-fields.ts'
import { activeBlue, decidedIn, edited, gone, round, savepointsDone, served, settled } from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import { unready, withStatus } from '../../../../fixtures/blue-green-plays.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { initialBlueGreenStatus } from '../blue-green-codec.ts'
import { unknown } from '../../../contract/fact/fact.ts'
import { flinkBlueGreenDeploymentKind as kind } from '../flink-blue-green-deployment-kind.ts'

const withRecord = (play: Play, change: object): Play =>
  withStatus(play, { operatorRecord: { ...play.parent?.status.operatorRecord, ...change } })
const childOf = (play: Play, name: string) => play.children[name] ?? expect.fail(`no ${name}`)
const withChild = (play: Play, name: string, meta: object): Play => {
  const child = childOf(play, name)
  return { ...play, children: { ...play.children, [name]: { ...child, view: { ...child.view, meta: { ...child.view.meta, ...meta } } } } }
}
/** Blue serves, and green, which is younger, comes up. */
const both = (): Play => {
  const play = settled(savepointsDone(settled(edited(activeBlue(), blueGreenSpec({ rest: { image: 'two' } })))))
  return withChild(play, 'app-green', { creationTimestamp: childOf(play, 'app-blue').view.meta.creationTimestamp + 60_000 })
}
const wiped = (play: Play): Play => withStatus(play, initialBlueGreenStatus)
/** As the reference operator writes it: without a record of ours. */
const theirs = (play: Play, blueGreenState: string): Play =>
  withStatus(play, { blueGreenState, operation: null, operatorRecord: initialBlueGreenStatus.operatorRecord, savepointTriggerId: 'x' })
const created = (play: Play): number => childOf(play, 'app-blue').view.meta.creationTimestamp
/** Created, and not let go: nothing of it ran. */
const held = (play: Play, name: string): Play => {
  const annotations = { 'flinkdeployment.flink.apache.org/pause': 'transition=x' }
  const of = withChild(play, name, { annotations })
  const child = childOf(of, name)
  const status = {
    ...child.view.status,
    reconciliationStatus: { ...child.view.status.reconciliationStatus, lastReconciledSpec: null },
    jobStatus: initialFlinkDeploymentStatus.jobStatus,
    operatorRecord: initialFlinkDeploymentStatus.operatorRecord,
  }
  return { ...of, children: { ...of.children, [name]: { ...child, view: { ...child.view, status } } } }
}
const invalid = blueGreenSpec({ job: { parallelism: -1 } })
const uidIn = (play: Play, name: string): string => childOf(play, name).view.meta.uid

describe('rows adopted-transition/state-lost to adopted-transition/contradicted: a status that another operator, or nobody, wrote (session-snapshot-bluegreen.md, section 4.3)', () => {
  test.each<readonly [string, Play, string | null, string | null]>([
    ['adopted-transition/state-lost no child is there', wiped(aPlay()), null, null],
    ['adopted-transition/state-lost blue is there', wiped(activeBlue()), 'ACTIVE_BLUE', null],
    ['adopted-transition/state-lost green is there', wiped(gone(both(), 'app-blue')), 'ACTIVE_GREEN', null],
    ['adopted-transition/state-lost both are there: the older one', wiped(both()), 'ACTIVE_BLUE', null],
    [
      'adopted-transition/state-lost green is the older one',
      wiped(withChild(both(), 'app-green', { creationTimestamp: 1 })),
      'ACTIVE_GREEN',
      null,
    ],
    [
      'adopted-transition/state-lost the older one is going',
      wiped(withChild(both(), 'app-blue', { deletionTimestamp: 1 })),
      'ACTIVE_GREEN',
      null,
    ],
    [
      'adopted-transition/state-lost the younger one is going',
      wiped(withChild(both(), 'app-green', { deletionTimestamp: 1 })),
      'ACTIVE_BLUE',
      null,
    ],
    [
      'adopted-transition/state-lost both are of the same moment',
      wiped(withChild(both(), 'app-green', { creationTimestamp: created(both()) })),
      'ACTIVE_BLUE',
      null,
    ],
    ['adopted-transition/state-lost the older one is held: it never ran', wiped(held(both(), 'app-blue')), 'ACTIVE_GREEN', null],
    [
      'adopted-transition/state-lost the younger one is held',
      wiped(held(withChild(both(), 'app-blue', { creationTimestamp: t0 * 2 }), 'app-blue')),
      'ACTIVE_GREEN',
      null,
    ],
    ['adopted-transition/state-lost one alone is there, and held', wiped(held(activeBlue(), 'app-blue')), 'ACTIVE_BLUE', null],
    [
      'adopted-transition/savepointing a savepoint that is not ours is asked for anew',
      theirs(activeBlue(), 'SAVEPOINTING_BLUE'),
      'ACTIVE_BLUE',
      null,
    ],
    [
      'adopted-transition/transitioning a switch, and both are there',
      theirs(both(), 'TRANSITIONING_TO_GREEN'),
      'TRANSITIONING_TO_GREEN',
      'Switch GREEN Await',
    ],
    [
      'adopted-transition/transitioning green alone is there',
      theirs(gone(both(), 'app-blue'), 'TRANSITIONING_TO_GREEN'),
      'TRANSITIONING_TO_GREEN',
      'First GREEN Await',
    ],
    [
      'adopted-transition/transitioning a first deployment',
      theirs(activeBlue(), 'TRANSITIONING_TO_BLUE'),
      'TRANSITIONING_TO_BLUE',
      'First BLUE Await',
    ],
    [
      'adopted-transition/transitioning-without-child green is not there',
      theirs(activeBlue(), 'TRANSITIONING_TO_GREEN'),
      'ACTIVE_BLUE',
      null,
    ],
    [
      'adopted-transition/transitioning-without-child neither is: blue was there',
      theirs(gone(activeBlue(), 'app-blue'), 'TRANSITIONING_TO_GREEN'),
      'ACTIVE_BLUE',
      null,
    ],
    [
      'adopted-transition/transitioning-without-child blue is not there',
      theirs(gone(both(), 'app-blue'), 'TRANSITIONING_TO_BLUE'),
      'ACTIVE_GREEN',
      null,
    ],
    [
      'adopted-transition/transitioning-without-child neither is, in a switch to blue',
      theirs(gone(activeBlue(), 'app-blue'), 'TRANSITIONING_TO_BLUE'),
      'ACTIVE_BLUE',
      null,
    ],
    [
      'adopted-transition/transitioning-without-child nothing tells its target',
      withStatus(theirs(edited(both(), invalid), 'TRANSITIONING_TO_GREEN'), { lastReconciledSpec: null }),
      'ACTIVE_BLUE',
      null,
    ],
    ['adopted-transition/uid-unknown the record is that of blue', theirs(activeBlue(), 'ACTIVE_BLUE'), 'ACTIVE_BLUE', null],
    [
      'adopted-transition/older-status a status of before was put back: green serves',
      theirs(gone(both(), 'app-blue'), 'ACTIVE_BLUE'),
      'ACTIVE_GREEN',
      null,
    ],
    ['adopted-transition/older-status both are there', theirs(both(), 'ACTIVE_BLUE'), 'ACTIVE_BLUE', null],
    ['adopted-transition/older-status neither is', theirs(gone(activeBlue(), 'app-blue'), 'ACTIVE_BLUE'), 'ACTIVE_BLUE', null],
  ])('%s', (_title, play, state, operation) => {
    const { status } = decidedIn(play).round.observed
    expect(status.blueGreenState).toBe(state)
    const { operation: under } = status
    expect(under === null ? null : `${under.kind} ${under.colour} ${under.step}`).toBe(operation)
    if (state?.startsWith('ACTIVE') === true) expect(status.savepointTriggerId).toBeNull()
  })

  test('W37 P01 P25 adopted-transition/serving-child an older state names the child that serves as the target: it stays active', () => {
    const play = settled(savepointsDone(settled(edited(activeBlue(), blueGreenSpec({ rest: { image: 'two' } })))))
    const { status } = decidedIn(withStatus(play, { blueGreenState: 'TRANSITIONING_TO_BLUE', operation: null })).round.observed
    expect([status.blueGreenState, status.operation]).toEqual(['ACTIVE_BLUE', null])
  })

  /** What another operator, or somebody's backup, leaves of a first deployment that was given up: no child, and INITIALIZING again. */
  const givenUpAtFirst = (play: Play): Play => gone(withStatus(play, { blueGreenState: 'INITIALIZING_BLUE', operation: null }), 'app-blue')
  const begunAtFirst = round(round(aPlay()))

  test.each<readonly [string, Play]>([
    ['the reference operator: its child was deleted by a person', givenUpAtFirst(theirs(activeBlue(), 'INITIALIZING_BLUE'))],
    ['this operator, whose record of the transition somebody took away', givenUpAtFirst(begunAtFirst)],
    ['the same, before the child was created', givenUpAtFirst(round(aPlay()))],
    ['nothing but the number of attempts is left', withRecord(wiped(aPlay()), { attempts: 1 })],
  ])(
    'adopted-transition/state-and-children-lost A13 a first deployment that was given up by %s: nothing is created from nothing, and what is told leads out',
    (_title, play) => {
      const reported = settled(play)
      expect(reported.children).toEqual({})
      expect(reported.parent?.status.blueGreenState).toBe('ACTIVE_BLUE')
      expect(reported.parent?.status.conditions.find(({ type }) => type === 'Stalled')).toMatchObject({ status: 'True', reason: 'Missing' })
      expect(reported.parent?.status.error).toContain('spec.template.spec.job.upgradeMode to stateless')

      const stateless = served(settled(edited(reported, blueGreenSpec({ job: { upgradeMode: 'stateless' } }))), 'app-blue')
      expect(settled(stateless).parent?.status).toMatchObject({ blueGreenState: 'ACTIVE_BLUE', operation: null, error: null })
      const named = edited(reported, blueGreenSpec({ job: { initialSavepointPath: 's3://b/sp/1', savepointRedeployNonce: 1 } }))
      expect(childOf(settled(named), 'app-blue').view.spec.job?.initialSavepointPath).toBe('s3://b/sp/1')
    },
  )

  test('adopted-transition/older-status green of a switch that was given up does not serve', () => {
    const play = gone(both(), 'app-blue')
    const transition = childOf(play, 'app-green').view.meta.annotations['flinkbluegreendeployment.flink.apache.org/transition']
    const given = withRecord(theirs(play, 'ACTIVE_BLUE'), { abandoned: transition })
    expect(decidedIn(given).round.observed.status.blueGreenState).toBe('ACTIVE_BLUE')
    expect(decidedIn(withRecord(given, { abandoned: 'another' })).round.observed.status.blueGreenState).toBe('ACTIVE_GREEN')
  })

  test.each<readonly [string, Play, 'app-blue' | null]>([
    ['of none', theirs(activeBlue(), 'ACTIVE_BLUE'), 'app-blue'],
    ['of one that was replaced', withRecord(activeBlue(), { activeUid: 'another' }), 'app-blue'],
    ['of this one', activeBlue(), 'app-blue'],
    ['of none, and it is not ready, but alone', theirs(unready(activeBlue(), 'app-blue'), 'ACTIVE_BLUE'), 'app-blue'],
    ['of none, and it is ready beside another one', theirs(both(), 'ACTIVE_BLUE'), 'app-blue'],
    [
      'B107 of none, and it is not ready beside another one',
      theirs(unready(both(), 'app-blue'), 'ACTIVE_BLUE'),
      null,
    ],
  ])('adopted-transition/uid-unknown the uid that is recorded is that %s', (_title, play, name) => {
    expect(decidedIn(play).round.observed.status.operatorRecord.activeUid).toBe(name === null ? null : uidIn(play, name))
  })

  test('adopted-transition/uid-unknown what a child of another uid really runs is what is recorded', () => {
    const play = withRecord(edited(activeBlue(), blueGreenSpec({ rest: { image: 'two' } })), { activeUid: 'another' })
    const other = withStatus(play, { lastReconciledSpec: null })
    for (const given of [play, other])
      expect(decidedIn(given).round.observed.serving?.template.spec.image).toBe('flink:1.20')
  })

  test('adopted-transition/uid-unknown what a child says in other words is as it was recorded (P14)', () => {
    const container = (cpu: string) => ({ spec: { containers: [{ name: 'flink-main-container', resources: { limits: { cpu } } }] } })
    const play = withRecord(activeBlue(blueGreenSpec({ rest: { podTemplate: container('0.5') } })), { activeUid: 'another' })
    const blue = childOf(play, 'app-blue')
    const said = { ...blue, view: { ...blue.view, spec: { ...blue.view.spec, podTemplate: container('500m') } } }
    const { observed } = decidedIn({ ...play, children: { 'app-blue': said } }).round
    expect(observed.status.lastReconciledSpec).toBe(play.parent?.status.lastReconciledSpec)
    expect(observed.status.operatorRecord.activeUid).toBe(uidIn(play, 'app-blue'))
  })

  test('adopted-transition/state-lost P10 nothing is recorded, and the spec is not valid: the child that is there is left as it is', () => {
    const play = wiped(edited(activeBlue(), invalid))
    const { row, round } = decidedIn(play)
    expect([row, round.observed.serving, round.observed.status.blueGreenState]).toEqual(['active-child/invalid', null, 'ACTIVE_BLUE'])
    expect(settled(play).log).toEqual(play.log)
  })

  test('adopted-transition/uid-unknown P25 what another one left when it was suspended is not of this one', () => {
    const play = withRecord(activeBlue(), { activeUid: 'another', suspendedPath: 's3://old' })
    expect(decidedIn(play).round.observed.status.operatorRecord.suspendedPath).toBeNull()
  })

  test.each<readonly [string, Play, string]>([
    ['it is recorded, and is not ready', unready(both(), 'app-blue'), 'active-child/other-left-over'],
    ['it is not recorded, and is ready', withRecord(both(), { activeUid: null }), 'active-child/other-left-over'],
    ['it is not recorded, and is not ready', withRecord(unready(both(), 'app-blue'), { activeUid: null }), 'active-child/no-change'],
    [
      'another one is recorded, and it is not ready',
      withRecord(unready(both(), 'app-blue'), { activeUid: 'another' }),
      'active-child/no-change',
    ],
    ['it is going', withChild(both(), 'app-blue', { deletionTimestamp: 1 }), 'active-child/being-deleted'],
  ])('active-child/other-left-over B107 green is taken away only beside a blue that is known to serve: %s', (_title, play, row) => {
    const active = withStatus(play, { operation: null, blueGreenState: 'ACTIVE_BLUE' })
    expect(decidedIn(edited(active, blueGreenSpec())).row).toBe(row)
  })

  test('active-child/other-left-over what was made for a switch that was given up is taken away beside any blue', () => {
    const play = withStatus(unready(both(), 'app-blue'), { operation: null, blueGreenState: 'ACTIVE_BLUE' })
    const mark = childOf(play, 'app-green').view.meta.annotations['flinkbluegreendeployment.flink.apache.org/transition']
    const row = (abandoned: string | null): string =>
      decidedIn(edited(withRecord(play, { activeUid: null, abandoned }), blueGreenSpec())).row
    expect([row(mark ?? ''), row('another'), row(null)]).toEqual([
      'active-child/other-left-over',
      'active-child/no-change',
      'active-child/no-change',
    ])
  })

  test('adopted-transition/transitioning what green runs is its target, and what blue runs is what serves: neither is known by another word', () => {
    const { observed } = decidedIn(theirs(both(), 'TRANSITIONING_TO_GREEN')).round
    expect(observed.serving?.template.spec.image).toBe('flink:1.20')
    expect(observed.status.lastReconciledSpec).toContain('"image":"flink:1.20"')
    expect(observed.target?.template.spec.image).toBe('two')
    const alone = decidedIn(theirs(gone(both(), 'app-blue'), 'TRANSITIONING_TO_GREEN')).round.observed
    expect([alone.serving, alone.status.lastReconciledSpec, alone.status.operation?.activeUid]).toEqual([null, null, null])
    expect(alone.status.operatorRecord.activeUid).toBeNull()
  })

  test('adopted-transition/transitioning P25 the record of the switch is gone, and the edit suspends: what green runs stays its target', () => {
    const play = edited(theirs(both(), 'TRANSITIONING_TO_GREEN'), blueGreenSpec({ job: { state: 'suspended' }, rest: { image: 'two' } }))
    const { observed } = decidedIn(withStatus(play, { lastReconciledSpec: null })).round
    expect(observed.target?.template.spec).toMatchObject({ image: 'two', job: { state: 'running' } })
  })

  test('adopted-transition/transitioning B105 green is ready and blue is being deleted: there is no way back, and an edit waits for the end', () => {
    const play = theirs(withChild(served(both(), 'app-green'), 'app-blue', { deletionTimestamp: t0 }), 'TRANSITIONING_TO_GREEN')
    expect(decidedIn(play).row).toBe('transition/old-child-being-deleted')
    expect(decidedIn(edited(play, blueGreenSpec())).row).toBe('transition/old-child-being-deleted')
    expect(decidedIn(unready(play, 'app-green')).row).toBe('transition/not-ready')
  })

  test('adopted-transition/uid-unknown P02 the spec that was reconciled last is gone: what blue runs is, and a suspension suspends it, where it is', () => {
    const lost = withStatus(edited(activeBlue(), blueGreenSpec({ job: { state: 'suspended' } })), { lastReconciledSpec: null })
    const { row, round: { observed } } = decidedIn(lost)
    expect([row, observed.serving?.template.spec.job?.state]).toEqual(['active-child/suspend-or-resume', 'running'])
  })

  test('adopted-transition/transitioning its time begins now', () => {
    const play = theirs(both(), 'TRANSITIONING_TO_GREEN')
    const { operation, operatorRecord } = decidedIn(play).round.observed.status
    expect(operation).toMatchObject({
      activeUid: uidIn(play, 'app-blue'),
      giveUpAt: play.now + 600_000,
      savepointPath: 's3://b/sp/1',
      attempt: 1,
      mintedAt: play.now,
    })
    expect(operatorRecord).toMatchObject({ attempts: 1, activeUid: uidIn(play, 'app-blue') })
  })

  test('P14 as long as a child could not be seen it stays as it is recorded', () => {
    const { parent } = wiped(activeBlue())
    const { env, desired } = decidedIn(wiped(activeBlue())).round
    if (parent === null) return expect.fail('gone')
    for (const slot of ['blue', 'green'] as const) {
      const facts = { ...decidedIn(wiped(activeBlue())).round.observed.facts, [`target@${slot}`]: unknown('Timeout', 'late', 0) }
      expect(kind.observe(desired, parent, facts as never, env).status.blueGreenState).toBeNull()
      const { [`target@${slot}` as const]: _notLooked, ...others } = decidedIn(wiped(activeBlue())).round.observed.facts
      expect(kind.observe(desired, parent, others, env).status.blueGreenState).toBeNull()
    }
  })
})
