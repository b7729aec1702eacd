import { describe, expect, test } from 'vitest'
import {
  aBlueGreen,
  activeBlue,
  aPlay,
  blueGreenRound,
  blueGreenSpec,
  decidedIn,
  explainedIn,
  edited,
  gone,
  later,
  round,
  type Play,
  served,
  settled,
  stateOf,
} from '../../../../fixtures/blue-green.ts'
import {
  image,
  job,
  stateless,
  rowIn,
  doneIn,
  errorIn,
  withStatus,
  withMeta,
  switching,
  retiring,
  unready,
  withUid,
  deleting,
  restarting,
  savepointed,
  ofAnotherSwitch,
  ofOthers,
} from '../../../../fixtures/blue-green-plays.ts'
import { known, unknown } from '../../../fact/fact.ts'
import type { JsonObject } from '../../../resource/json.ts'
import { classify } from '../classify-blue-green.ts'
import { blueGreenTable, rowsOf } from './rows.ts'

/**
 * What comes of a row, by its title: its step, who makes it go on, and by what; when it is looked at again; effects; state, job, operation
 * and conditions afterwards; events; what is under way, and how long it may take; the beginning of what is told as wrong.
 */
type ToldOf = readonly [
  step: string,
  wayOn: string,
  after: number,
  effects: string,
  status: string,
  events: string,
  underWay: string | null,
  problem: string | null,
]
const told: Readonly<Record<string, ToldOf>> = {
  'G1 it is deleted: nothing is done': [
    'LeaveAlone cluster',
    'garbage collection deletes the children, and each goes by its own finalizer',
    60000,
    '',
    'ACTIVE_BLUE RUNNING  Ready ActiveBlue',
    '',
    null,
    null,
  ],
  'G2 F14 its record can not be read': [
    'TellUnreadable person',
    "run the version of the operator that wrote what can't be read, or mend it (kubectl edit --subresource=status)",
    60000,
    '',
    'ACTIVE_BLUE FAILING  Stalled Error',
    'Error',
    null,
    "status.operation.id can't be read: found null, expected a va",
  ],
  'G2 B41 what was reconciled can not be read': [
    'TellUnreadable person',
    "run the version of the operator that wrote what can't be read, or mend it (kubectl edit --subresource=status)",
    60000,
    '',
    'ACTIVE_BLUE FAILING  Stalled Error',
    'Error',
    null,
    "status.lastReconciledSpec:  can't be read: found something e",
  ],
  'G3 A8 it is paused': [
    'WaitPaused person',
    'the pause annotation is taken away, or its time is over',
    60000,
    '',
    'ACTIVE_BLUE RECONCILING  Reconciling ActiveBlue,Paused Annotation',
    '',
    null,
    null,
  ],
  'G10 E-28 its name is too long for its children': [
    'TellInvalid person',
    'an edit of the spec',
    0,
    '',
    'INITIALIZING_BLUE RECONCILING  Stalled ValidationError',
    'BlueGreenStateChanged ValidationError',
    null,
    'metadata.name: The name aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ],
  'G10 E-39 an option that does not parse': [
    'TellInvalid person',
    'an edit of the spec',
    0,
    '',
    'INITIALIZING_BLUE RECONCILING  Stalled ValidationError',
    'BlueGreenStateChanged ValidationError',
    null,
    'spec.configuration.kubernetes.operator.bluegreen.abort.grace',
  ],
  'G10 C-D16 a child that would not be valid': [
    'TellInvalid person',
    'an edit of the spec',
    0,
    '',
    'INITIALIZING_BLUE RECONCILING  Stalled ValidationError',
    'BlueGreenStateChanged ValidationError',
    null,
    'spec.template.spec.job.parallelism: Job parallelism must be ',
  ],
  'G10 no template': [
    'TellInvalid person',
    'an edit of the spec',
    0,
    '',
    'INITIALIZING_BLUE RECONCILING  Stalled ValidationError',
    'BlueGreenStateChanged ValidationError',
    null,
    'spec.template.spec: spec.template.spec must be set: the chil',
  ],
  'G11 E-9 created suspended': [
    'TellSuspended person',
    'spec.template.spec.job.state is set to running',
    0,
    '',
    'INITIALIZING_BLUE SUSPENDED  Ready InitializingBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G12 B50 the name of blue is taken': [
    'TellOthers person',
    'the name is given free, or this resource gets another one',
    0,
    '',
    'INITIALIZING_BLUE FAILING  Stalled InTheWay',
    'BlueGreenStateChanged InTheWay',
    null,
    'FlinkDeployment app-blue is in the way: it has no owner refe',
  ],
  'G13 new': [
    'BeginFirst operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING First BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G20 B50 blue is gone and its name taken': [
    'TellOthers person',
    'the name is given free, or this resource gets another one',
    15000,
    '',
    'ACTIVE_BLUE FAILING  Stalled InTheWay',
    'InTheWay',
    null,
    'FlinkDeployment app-blue is in the way: it has no owner refe',
  ],
  'G21 blue, which serves, is being deleted by somebody': [
    'WaitGone cluster',
    'the finalizers of the child go',
    15000,
    '',
    'ACTIVE_BLUE FAILING  Stalled Error',
    'Error',
    null,
    'FlinkDeployment app-blue, which serves, was deleted by someb',
  ],
  'G22 E-30 a stateless child deleted by hand is created again': [
    'CreateAgain operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING First BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G22 E-30 a suspended one from what it left': [
    'CreateAgain operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING First BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G22 E-30 from a path that a person names': [
    'CreateAgain operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING First BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G23 E-30 B29 a stateful one is never started from nothing': [
    'TellLost person',
    'a savepoint to start from, with a new savepointRedeployNonce; or upgradeMode stateless, if the state is not needed',
    60000,
    '',
    'ACTIVE_BLUE FAILING  Stalled Missing',
    'Missing',
    null,
    'FlinkDeployment app-blue, which served, was deleted by someb',
  ],
  'G25 P10 an invalid edit': [
    'TellInvalid person',
    'an edit of the spec',
    60000,
    '',
    'ACTIVE_BLUE RUNNING  Stalled ValidationError',
    'ValidationError',
    null,
    'spec.template.spec.job.parallelism: Job parallelism must be ',
  ],
  'G26 P08 nothing is to be done': [
    'Steady person',
    'an edit of the spec: nothing is to be done',
    60000,
    '',
    'ACTIVE_BLUE RUNNING  Ready ActiveBlue',
    '',
    null,
    null,
  ],
  'G29 SUSPEND': [
    'BeginInPlace operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING InPlace BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G30 blue is not ready': [
    'TellNotReady cluster',
    'the child that serves is ready again',
    15000,
    '',
    'ACTIVE_BLUE FAILING  Reconciling NotReady',
    'NotReady',
    null,
    "Transition to GREEN not possible, current Flink Deployment '",
  ],
  'G31 PATCH_CHILD': [
    'BeginInPlace operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING InPlace BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G33 the name of green is taken': [
    'TellOthers person',
    'the name is given free, or this resource gets another one',
    15000,
    '',
    'ACTIVE_BLUE FAILING  Stalled InTheWay',
    'InTheWay',
    null,
    'FlinkDeployment app-green is in the way: it has no owner ref',
  ],
  'G34 a late child may still come': [
    'WaitQuiet operator',
    'what was sent before can arrive no more',
    1000,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    '',
    null,
    null,
  ],
  'G35 a stateless job needs no savepoint': [
    'BeginSwitch operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G35 SAVEPOINT_REDEPLOY': [
    'BeginSwitch operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G37 Flink does not show the job RUNNING': [
    'WaitJob cluster',
    'Flink shows the job RUNNING',
    15000,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    '',
    null,
    null,
  ],
  'G38 TRANSITION': [
    'BeginSavepoint operator',
    'the next round goes on by itself',
    1000,
    'TriggerSavepoint',
    'SAVEPOINTING_BLUE RUNNING Switch GREEN Savepoint Reconciling SavepointingBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'G40 E-38 B105 the edit is taken back while the savepoint is taken': [
    'TakeBack operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    'BlueGreenStateChanged',
    'Savepoint Switch Savepoint switch to app-green 660000',
    null,
  ],
  'G41 E-38 blue was replaced meanwhile': [
    'Fail operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_BLUE FAILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged TransitionFailed',
    'Savepoint Switch Savepoint switch to app-green 660000',
    null,
  ],
  'G43 E-33 the savepoint takes too long': [
    'Fail operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_BLUE FAILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged TransitionFailed',
    'Savepoint Switch Savepoint switch to app-green -2940000',
    null,
  ],
  'G45 the savepoint is under way': [
    'WaitSavepoint cluster',
    'Flink completes the savepoint, or says that it failed; its time is bounded',
    1000,
    '',
    'SAVEPOINTING_BLUE RUNNING Switch GREEN Savepoint Reconciling SavepointingBlue',
    '',
    'Savepoint Switch Savepoint switch to app-green 660000',
    null,
  ],
  'G49 P20 a child that the record does not know': [
    'Disown operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    'BlueGreenStateChanged',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'G51 the old one is going': [
    'WaitRetired cluster',
    'the finalizers of the old child go',
    15000,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Retire Reconciling TransitioningToGreen',
    '',
    'Transition Switch Retire switch to app-green, from s3://b/sp/1 60000',
    null,
  ],
  'G50 the old one is gone': [
    'Finish operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_GREEN RUNNING  Ready ActiveGreen',
    'BlueGreenStateChanged',
    'Transition Switch Retire switch to app-green, from s3://b/sp/1 60000',
    null,
  ],
  'G55 green was deleted by hand': [
    'Fail operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_BLUE FAILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged TransitionFailed',
    'Transition Switch Apply switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'G56 the only child was deleted by hand': [
    'LoseActive operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_BLUE RECONCILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged',
    'Transition First Apply first deployment of app-blue 600000',
    null,
  ],
  'G57 the name of green is taken in a switch': [
    'TellOthers person',
    'the name is given free, or this resource gets another one',
    15000,
    '',
    'TRANSITIONING_TO_GREEN FAILING Switch GREEN Apply Stalled InTheWay',
    'InTheWay',
    'Transition Switch Apply switch to app-green, from s3://b/sp/1 600000',
    'FlinkDeployment app-green is in the way: it has no owner ref',
  ],
  'G58 green is being deleted by somebody': [
    'WaitGone cluster',
    'the finalizers of the child go',
    0,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    '',
    'Transition Switch Apply switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'G59 E-35 green is of another switch': [
    'DeleteStale operator',
    'the next round goes on by itself',
    1000,
    'DeleteObject',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    '',
    'Transition Switch Apply switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'G62 the edit is taken back': [
    'TakeBack operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    'BlueGreenStateChanged',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'G63 B107 another edit in the middle': [
    'Retarget operator',
    'the next round goes on by itself',
    0,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    '',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'G69 B105 green does not come up': [
    'Fail operator',
    'the next round goes on by itself',
    0,
    '',
    'ACTIVE_BLUE FAILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged TransitionFailed',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 0',
    null,
  ],
  'G71 E-36 the only child does not come up: it is left to itself': [
    'TellLate person',
    'an edit of the spec, if the child does not come up by itself',
    15000,
    '',
    'TRANSITIONING_TO_BLUE FAILING First BLUE Await Reconciling TransitionFailed',
    'TransitionFailed',
    'Transition First Await first deployment of app-blue 0',
    'FlinkDeployment app-blue is not ready in time. It is the onl',
  ],
  'G72 green comes up': [
    'WaitReady cluster',
    'the new child is ready: its own FlinkDeployment tells what it waits for; its time is bounded',
    15000,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Await Reconciling TransitioningToGreen',
    '',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
}

/** The status that people read after the next round, in a line. */
const statusIn = (play: Play): string => {
  const { actions } = decidedIn(play)
  const status = actions.findLast(it => it._tag === 'PersistStatus')?.status ?? play.parent?.status ?? expect.fail('it is gone')
  const { blueGreenState, jobStatus, operation, conditions } = status
  const under = operation === null ? '' : `${operation.kind} ${operation.colour} ${operation.step}`
  const isSo = conditions.filter(it => it.status === 'True').map(({ type, reason }) => `${type} ${reason}`).join()
  return [blueGreenState, jobStatus.state, under, isSo].join(' ')
}

describe('4.3: the rows of the table', () => {
  test('in each phase the last one always holds', () => {
    for (const phase of ['Initializing', 'Active', 'Savepointing', 'Transitioning'] as const)
      expect(rowsOf(phase).at(-1)?.holds(blueGreenRound(aBlueGreen()))).toBe(phase === 'Active' ? true : true)
    expect(new Set(blueGreenTable.map(({ row }) => row)).size).toBe(blueGreenTable.length)
  })

  test.each<readonly [string, Play, string]>([
    ['G1 it is deleted: nothing is done', withMeta(activeBlue(), { deletionTimestamp: 1 }), 'G1'],
    [
      'G2 F14 its record can not be read',
      aPlay(aBlueGreen(image('one'), {}, { blueGreenState: 'ACTIVE_BLUE', operation: { kind: 'Other' } })),
      'G2',
    ],
    [
      'G2 B41 what was reconciled can not be read',
      aPlay(aBlueGreen(image('one'), {}, { blueGreenState: 'ACTIVE_BLUE', lastReconciledSpec: '{' })),
      'G2',
    ],
    [
      'G3 A8 it is paused',
      withMeta(edited(activeBlue(), image('two')), { annotations: { 'flinkdeployment.flink.apache.org/pause': 'true' } }),
      'G3',
    ],
    ['G10 E-28 its name is too long for its children', withMeta(aPlay(), { name: 'a'.repeat(40) }), 'G10'],
    [
      'G10 E-39 an option that does not parse',
      aPlay(aBlueGreen({ ...blueGreenSpec(), configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': 'soon' } })),
      'G10',
    ],
    ['G10 C-D16 a child that would not be valid', aPlay(aBlueGreen(job({ parallelism: -1 }))), 'G10'],
    ['G10 no template', aPlay(aBlueGreen({})), 'G10'],
    ['G11 E-9 created suspended', aPlay(aBlueGreen(job({ state: 'suspended' }))), 'G11'],
    ['G12 B50 the name of blue is taken', ofOthers(aPlay(), 'app-blue'), 'G12'],
    ['G13 new', aPlay(), 'G13'],
    ['G20 B50 blue is gone and its name taken', ofOthers(gone(activeBlue(), 'app-blue'), 'app-blue'), 'G20'],
    ['G21 blue, which serves, is being deleted by somebody', deleting(activeBlue(), 'app-blue'), 'G21'],
    ['G22 E-30 a stateless child deleted by hand is created again', gone(activeBlue(blueGreenSpec(stateless)), 'app-blue'), 'G22'],
    [
      'G22 E-30 a suspended one from what it left',
      gone(settled(served(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue')), 'app-blue'),
      'G22',
    ],
    [
      'G22 E-30 from a path that a person names',
      edited(gone(activeBlue(), 'app-blue'), job({ savepointRedeployNonce: 1, initialSavepointPath: 's3://x' })),
      'G22',
    ],
    ['G23 E-30 B29 a stateful one is never started from nothing', gone(activeBlue(), 'app-blue'), 'G23'],
    ['G25 P10 an invalid edit', edited(activeBlue(), job({ parallelism: -1 })), 'G25'],
    ['G26 P08 nothing is to be done', activeBlue(), 'G26'],
    ['G29 SUSPEND', edited(activeBlue(), job({ state: 'suspended' })), 'G29'],
    ['G30 blue is not ready', edited(unready(activeBlue(), 'app-blue'), image('two')), 'G30'],
    ['G31 PATCH_CHILD', edited(activeBlue(), job({ upgradeMode: 'last-state' })), 'G31'],
    ['G33 the name of green is taken', edited(ofOthers(activeBlue(), 'app-green'), image('two')), 'G33'],
    [
      'G34 a late child may still come',
      withStatus(edited(activeBlue(), image('two')), {
        operatorRecord: { ...activeBlue().parent?.status.operatorRecord, createNotBefore: later(activeBlue(), 1_000).now },
      }),
      'G34',
    ],
    [
      'G35 a stateless job needs no savepoint',
      edited(activeBlue(blueGreenSpec(stateless)), blueGreenSpec({ ...stateless, rest: { image: 'two' } })),
      'G35',
    ],
    ['G35 SAVEPOINT_REDEPLOY', edited(activeBlue(), job({ savepointRedeployNonce: 1, initialSavepointPath: 's3://x' })), 'G35'],
    ['G37 Flink does not show the job RUNNING', restarting(edited(activeBlue(), image('two')), 'app-blue'), 'G37'],
    ['G38 TRANSITION', edited(activeBlue(), image('two')), 'G38'],
    [
      'G40 E-38 B105 the edit is taken back while the savepoint is taken',
      edited(settled(edited(activeBlue(), image('two'))), blueGreenSpec()),
      'G40',
    ],
    ['G41 E-38 blue was replaced meanwhile', withUid(settled(edited(activeBlue(), image('two'))), 'app-blue', 'another'), 'G41'],
    ['G43 E-33 the savepoint takes too long', later(settled(edited(activeBlue(), image('two'))), 3_600_000), 'G43'],
    ['G45 the savepoint is under way', settled(edited(activeBlue(), image('two'))), 'G45'],
    ['G49 P20 a child that the record does not know', withUid(switching(), 'app-blue', 'another'), 'G49'],
    ['G51 the old one is going', retiring(), 'G51'],
    ['G50 the old one is gone', gone(retiring(), 'app-blue'), 'G50'],
    ['G55 green was deleted by hand', gone(settled(switching()), 'app-green'), 'G55'],
    ['G56 the only child was deleted by hand', gone(settled(settled(aPlay())), 'app-blue'), 'G56'],
    ['G57 the name of green is taken in a switch', ofOthers(savepointed(), 'app-green'), 'G57'],
    ['G58 green is being deleted by somebody', deleting(switching(), 'app-green'), 'G58'],
    ['G59 E-35 green is of another switch', ofAnotherSwitch(), 'G59'],
    ['G62 the edit is taken back', edited(switching(), blueGreenSpec()), 'G62'],
    ['G63 B107 another edit in the middle', edited(switching(), image('three')), 'G63'],
    ['G69 B105 green does not come up', later(switching(), 600_000), 'G69'],
    ['G71 E-36 the only child does not come up: it is left to itself', later(settled(aPlay()), 600_000), 'G71'],
    ['G72 green comes up', switching(), 'G72'],
  ])('%s', (title, play, row) => {
    expect(rowIn(play)).toBe(row)
    const it = explainedIn(play)
    const { operation: under } = it
    const { actions } = decidedIn(play)
    const [step, wayOn, after, effects, status, events, underWay, problem] = told[title] ?? expect.fail(title)
    expect(it).toMatchObject({
      situation: step.split(' ')[0],
      row,
      waitingFor: row === 'G26' ? 'an edit' : it.reason,
      nextLook: { after, at: play.now + after },
      unblockedBy: { who: step.split(' ')[1], what: wayOn },
    })
    expect(doneIn(play).join(' ')).toBe(effects)
    expect(statusIn(play)).toBe(status)
    expect(actions.flatMap(action => (action._tag === 'EmitEvent' ? [action.reason] : [])).join(' ')).toBe(events)
    expect(
      under === null ? null
        : [under.kind, under.purpose, under.step, under.how, String((under.giveUpAt ?? 0) - play.now)].join(' '),
    ).toBe(underWay)
    expect(it.error?.slice(0, 60) ?? null).toBe(problem)
  })

  test('G4 P05 nothing is decided before both children were looked at live', () => {
    const { desired, observed, env } = blueGreenRound(activeBlue().parent!)
    expect(classify({ desired, observed, env }).row.row).toBe('G4')
  })
  test('G5 P14 a child that could not be seen is not gone', () => {
    const facts = { 'target@blue': known(activeBlue().children['app-blue']!.view, 0), 'target@green': unknown('Timeout', 'no answer', 0) }
    const { desired, observed, env } = blueGreenRound(edited(activeBlue(), image('two')).parent!, facts)
    expect(classify({ desired, observed, env }).row.row).toBe('G5')
  })
  test('G24 E-35 B107 what is left of an aborted switch is deleted, awaited, and created anew', () => {
    const aborted = settled(later(switching(), 600_000))
    expect([stateOf(aborted), aborted.log.at(-1)]).toEqual(['ACTIVE_BLUE', 'delete app-green'])
    expect(aborted.children['app-green']?.view.meta.deletionTimestamp).not.toBeNull()
    expect(rowIn(later(aborted, 86_400_000))).toBe('G32')
  })
  test('G27 G28 E-32 tried again after a while, at most three times', () => {
    const aborted = gone(settled(later(switching(), 600_000)), 'app-green')
    expect(rowIn(aborted)).toBe('G28')
    const often = withStatus(aborted, {
      operatorRecord: { ...aborted.parent?.status.operatorRecord, failed: { generation: 2, times: 3, retryAt: 0, reason: 'x' } },
    })
    expect(rowIn(often)).toBe('G27')
    expect(errorIn(often)).toMatch(/is not tried again.*Any edit of the spec begins anew/)
  })
  test('G36 nobody says where savepoints go', () => {
    const without = (rest: JsonObject): JsonObject =>
      blueGreenSpec({ configuration: { 'execution.checkpointing.savepoint-dir': '' }, job: { upgradeMode: 'last-state' }, rest })
    const play = edited(activeBlue(without({})), without({ image: 'x' }))
    expect([rowIn(play), errorIn(play)]).toEqual(['G36', expect.stringContaining('set execution.checkpointing.savepoint-dir')])
  })
  test('G39 a request that was lost and came late is undone', () => {
    const active = activeBlue()
    const blue = active.children['app-blue']!
    const changed = {
      ...active,
      children: { 'app-blue': { ...blue, view: { ...blue.view, spec: { ...blue.view.spec, image: 'of before' } } } },
    }
    expect(rowIn(changed)).toBe('G39')
    expect(settled(changed).children['app-blue']?.view.spec.image).toBe('flink:1.20')
  })
  test('G44 E-38 P03 the same id is sent again where the JobManager does not know it', () => {
    const asked = settled(edited(activeBlue(), image('two')))
    const lost = { ...asked, savepoints: {} }
    expect([rowIn(lost), doneIn(lost)]).toEqual(['G44', ['TriggerSavepoint']])
    expect(Object.keys(settled(lost).savepoints)).toEqual(Object.keys(asked.savepoints))
  })
  test('G48 G52 G53 G54 B107 told to go and still there: only a ready green lets it go; else nothing is done, then all goes back', () => {
    const asked = retiring()
    const stays = { ...asked, children: { ...asked.children, 'app-blue': activeBlue().children['app-blue']! } }
    expect([rowIn(stays), doneIn(stays)]).toEqual(['G52', ['DeleteObject']])
    expect(decidedIn(stays).actions.find(({ _tag }) => _tag === 'DeleteObject')).toMatchObject({
      resourceVersion: stays.children['app-blue'].view.meta.resourceVersion,
    })
    const broken = unready(stays, 'app-green')
    expect([rowIn(broken), doneIn(broken)]).toEqual(['G54', []])
    const [mark] = decidedIn(later(broken, 60_000)).actions.filter(({ _tag }) => _tag === 'ApplyObject')
    const blue = stays.children['app-blue'].view
    expect([rowIn(later(broken, 60_000)), mark]).toMatchObject(['G48', {
      uid: blue.meta.uid,
      resourceVersion: blue.meta.resourceVersion,
      manifest: {
        spec: blue.spec,
        annotations: { 'flinkbluegreendeployment.flink.apache.org/kept': asked.parent?.status.operation?.id },
      },
    }])
    expect(rowIn(round(later(broken, 60_000)))).toBe('G53')
    expect(stateOf(settled(later(broken, 60_000)))).toBe('ACTIVE_BLUE')
  })
  test('G67 G68 E-31 B105 the delay counts from the first ready moment without a break', () => {
    const delayed = (name: string): JsonObject => ({
      ...image(name),
      configuration: { 'kubernetes.operator.bluegreen.deployment-deletion.delay': '60 s' },
    })
    const ready = settled(served(switching(delayed('two'), activeBlue(delayed('one'))), 'app-green'))
    expect([rowIn(ready), rowIn(later(ready, 59_000)), rowIn(later(ready, 60_000))]).toEqual(['G68', 'G68', 'G67'])
    const again = settled(served(later(settled(unready(later(ready, 30_000), 'app-green')), 20_000), 'app-green'))
    expect([rowIn(later(again, 59_000)), rowIn(later(again, 60_000))]).toEqual(['G68', 'G67'])
  })
  test('G60 G61 G70 E-36 a change in place that does not work is put back: the only child is never suspended', () => {
    const patched = settled(edited(activeBlue(), job({ upgradeMode: 'last-state' })))
    expect([stateOf(patched), rowIn(later(patched, 600_000))]).toEqual(['TRANSITIONING_TO_BLUE', 'G70'])
    const back = settled(later(patched, 600_000))
    expect([stateOf(back), back.children['app-blue']?.view.spec.job?.upgradeMode]).toEqual(['ACTIVE_BLUE', 'savepoint'])
    expect(back.log.filter(line => /delete|suspend/.test(line))).toEqual([])
  })
  test('G64 suspended and resumed in place', () => {
    const suspended = settled(served(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue'))
    expect([stateOf(suspended), suspended.parent?.status.jobStatus.state]).toEqual(['ACTIVE_BLUE', 'SUSPENDED'])
    expect(suspended.parent?.status.operatorRecord.suspendedPath).toBe('s3://b/sp/of-app-blue')
    const resumed = settled(served(settled(edited(suspended, blueGreenSpec())), 'app-blue'))
    expect([stateOf(resumed), resumed.parent?.status.jobStatus.state]).toEqual(['ACTIVE_BLUE', 'RUNNING'])
    expect(resumed.parent?.status.operatorRecord.suspendedPath).toBeNull()
  })
})
