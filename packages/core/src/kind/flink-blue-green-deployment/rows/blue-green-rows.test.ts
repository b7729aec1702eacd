import { describe, expect, test } from 'vitest'
import {
  activeBlue,
  blueGreenRound,
  decidedIn,
  explainedIn,
  edited,
  gone,
  later,
  round,
  served,
  settled,
  stateOf,
} from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { aBlueGreen, blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
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
import { known, unknown } from '../../../contract/fact/fact.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'
import { classify, blueGreenTable, rowsOf } from '../classify-blue-green.ts'

/**
 * What comes of a row, by its title: its step, who makes it go on, and by what; when it is looked at again; effects; state, job, operation
 * and conditions afterwards; events; what is under way, and how long it may take; the beginning of what is told as wrong.
 */
type ReportedOf = readonly [
  step: string,
  wayOn: string,
  after: number,
  effects: string,
  status: string,
  events: string,
  underWay: string | null,
  problem: string | null,
]
const reported: Readonly<Record<string, ReportedOf>> = {
  'blue-green/deleting it is deleted: nothing is done': [
    'LeaveAlone cluster',
    'garbage collection deletes the children, and the finalizer of each child stops its job',
    60000,
    '',
    'ACTIVE_BLUE RUNNING  Ready ActiveBlue',
    '',
    null,
    null,
  ],
  'blue-green/unreadable F14 its record can not be read': [
    'ReportUnreadable person',
    'run the operator version that wrote the unreadable status, or repair the status (kubectl edit --subresource=status)',
    60000,
    '',
    'ACTIVE_BLUE FAILING  Stalled Error',
    'Error',
    null,
    "status.operation.id can't be read: found null, expected a va",
  ],
  'blue-green/unreadable B41 what was reconciled can not be read': [
    'ReportUnreadable person',
    'run the operator version that wrote the unreadable status, or repair the status (kubectl edit --subresource=status)',
    60000,
    '',
    'ACTIVE_BLUE FAILING  Stalled Error',
    'Error',
    null,
    "status.lastReconciledSpec:  can't be read: found something e",
  ],
  'blue-green/paused A8 it is paused': [
    'WaitPaused person',
    'the user removes the pause annotation, or its time ends',
    60000,
    '',
    'ACTIVE_BLUE RECONCILING  Reconciling Paused,Paused Annotation',
    '',
    null,
    null,
  ],
  'first-child/invalid E-28 its name is too long for its children': [
    'ReportInvalid person',
    'an edit of the spec',
    0,
    '',
    'INITIALIZING_BLUE RECONCILING  Stalled ValidationError',
    'BlueGreenStateChanged ValidationError',
    null,
    'metadata.name: The name aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ],
  'first-child/invalid E-39 an option that does not parse': [
    'ReportInvalid person',
    'an edit of the spec',
    0,
    '',
    'INITIALIZING_BLUE RECONCILING  Stalled ValidationError',
    'BlueGreenStateChanged ValidationError',
    null,
    'spec.configuration.kubernetes.operator.bluegreen.abort.grace',
  ],
  'first-child/invalid C-D16 a child that would not be valid': [
    'ReportInvalid person',
    'an edit of the spec',
    0,
    '',
    'INITIALIZING_BLUE RECONCILING  Stalled ValidationError',
    'BlueGreenStateChanged ValidationError',
    null,
    'spec.template.spec.job.parallelism: Job parallelism must be ',
  ],
  'first-child/invalid no template': [
    'ReportInvalid person',
    'an edit of the spec',
    0,
    '',
    'INITIALIZING_BLUE RECONCILING  Stalled ValidationError',
    'BlueGreenStateChanged ValidationError',
    null,
    'spec.template.spec: spec.template.spec must be set: the oper',
  ],
  'first-child/suspended E-9 created suspended': [
    'ReportSuspended person',
    'the user sets spec.template.spec.job.state to running',
    0,
    '',
    'INITIALIZING_BLUE SUSPENDED  Ready InitializingBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'first-child/name-conflict B50 the name of blue is taken': [
    'ReportOthers person',
    'the user frees the name, or gives this resource another name',
    0,
    '',
    'INITIALIZING_BLUE FAILING  Stalled InTheWay',
    'BlueGreenStateChanged InTheWay',
    null,
    'FlinkDeployment app-blue has a name that this resource needs',
  ],
  'first-child/create new': [
    'BeginFirst operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING First BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'active-child/deleted-and-name-conflict B50 blue is gone and its name taken': [
    'ReportOthers person',
    'the user frees the name, or gives this resource another name',
    15000,
    '',
    'ACTIVE_BLUE FAILING  Stalled InTheWay',
    'InTheWay',
    null,
    'FlinkDeployment app-blue has a name that this resource needs',
  ],
  'active-child/being-deleted blue, which serves, is being deleted by somebody': [
    'WaitGone cluster',
    'the finalizers of the child are removed',
    15000,
    '',
    'ACTIVE_BLUE FAILING  Stalled Error',
    'Error',
    null,
    'FlinkDeployment app-blue, which serves, is being deleted, bu',
  ],
  'active-child/deleted-and-source-known E-30 a stateless child deleted by hand is created again': [
    'CreateAgain operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING First BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'active-child/deleted-and-source-known E-30 a suspended one from what it left': [
    'CreateAgain operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING First BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'active-child/deleted-and-source-known E-30 from a path that a person names': [
    'CreateAgain operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING First BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'active-child/deleted-and-state-unknown E-30 B29 a stateful one is never started from nothing': [
    'ReportLost person',
    'a savepoint to start from, with a new savepointRedeployNonce; or upgradeMode stateless, if the state is not needed',
    60000,
    '',
    'ACTIVE_BLUE FAILING  Stalled Missing',
    'Missing',
    null,
    'FlinkDeployment app-blue, which served, was deleted from out',
  ],
  'active-child/invalid P10 an invalid edit': [
    'ReportInvalid person',
    'an edit of the spec',
    60000,
    '',
    'ACTIVE_BLUE RUNNING  Stalled ValidationError',
    'ValidationError',
    null,
    'spec.template.spec.job.parallelism: Job parallelism must be ',
  ],
  'active-child/no-change P08 nothing is to be done': [
    'Steady person',
    'an edit of the spec; until then there is nothing to do',
    60000,
    '',
    'ACTIVE_BLUE RUNNING  Ready ActiveBlue',
    '',
    null,
    null,
  ],
  'active-child/suspend-or-resume SUSPEND': [
    'BeginInPlace operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING InPlace BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'active-child/not-ready blue is not ready': [
    'ReportNotReady cluster',
    'the child that serves is ready again',
    15000,
    '',
    'ACTIVE_BLUE FAILING  Reconciling NotReady',
    'NotReady',
    null,
    "Transition to GREEN not possible, current Flink Deployment '",
  ],
  'active-child/patch PATCH_CHILD': [
    'BeginInPlace operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_BLUE RECONCILING InPlace BLUE Apply Reconciling TransitioningToBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'active-child/other-name-conflict the name of green is taken': [
    'ReportOthers person',
    'the user frees the name, or gives this resource another name',
    15000,
    '',
    'ACTIVE_BLUE FAILING  Stalled InTheWay',
    'InTheWay',
    null,
    'FlinkDeployment app-green has a name that this resource need',
  ],
  'active-child/late-create a late child may still come': [
    'WaitQuiet operator',
    'no earlier request can arrive any more',
    1000,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    '',
    null,
    null,
  ],
  'active-child/switch-without-savepoint a stateless job needs no savepoint': [
    'BeginSwitch operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'active-child/switch-without-savepoint SAVEPOINT_REDEPLOY': [
    'BeginSwitch operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'active-child/job-not-running Flink does not show the job RUNNING': [
    'WaitJob cluster',
    'Flink reports the job as RUNNING',
    15000,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    '',
    null,
    null,
  ],
  'active-child/savepoint TRANSITION': [
    'BeginSavepoint operator',
    'the next round continues automatically',
    1000,
    'TriggerSavepoint',
    'SAVEPOINTING_BLUE RUNNING Switch GREEN Savepoint Reconciling SavepointingBlue',
    'BlueGreenStateChanged',
    null,
    null,
  ],
  'switch-savepoint/spec-changed E-38 B105 the edit is taken back while the savepoint is taken': [
    'TakeBack operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    'BlueGreenStateChanged',
    'Savepoint Switch Savepoint switch to app-green 660000',
    null,
  ],
  'switch-savepoint/other-job E-38 blue was replaced meanwhile': [
    'Fail operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_BLUE FAILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged TransitionFailed',
    'Savepoint Switch Savepoint switch to app-green 660000',
    null,
  ],
  'switch-savepoint/failed E-33 the savepoint takes too long': [
    'Fail operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_BLUE FAILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged TransitionFailed',
    'Savepoint Switch Savepoint switch to app-green -2940000',
    null,
  ],
  'switch-savepoint/in-progress the savepoint is under way': [
    'WaitSavepoint cluster',
    'Flink completes the savepoint or reports that it failed, within a time limit',
    1000,
    '',
    'SAVEPOINTING_BLUE RUNNING Switch GREEN Savepoint Reconciling SavepointingBlue',
    '',
    'Savepoint Switch Savepoint switch to app-green 660000',
    null,
  ],
  'transition/unnamed-child P20 a child that the record does not know': [
    'Disown operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    'BlueGreenStateChanged',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'transition/old-child-being-deleted the old one is going': [
    'WaitRetired cluster',
    'the finalizers of the old child are removed',
    15000,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Retire Reconciling TransitioningToGreen',
    '',
    'Transition Switch Retire switch to app-green, from s3://b/sp/1 60000',
    null,
  ],
  'transition/old-child-gone the old one is gone': [
    'Finish operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_GREEN RUNNING  Ready ActiveGreen',
    'BlueGreenStateChanged',
    'Transition Switch Retire switch to app-green, from s3://b/sp/1 60000',
    null,
  ],
  'transition/new-child-deleted green was deleted by hand': [
    'Fail operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_BLUE FAILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged TransitionFailed',
    'Transition Switch Apply switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'transition/only-child-deleted the only child was deleted by hand': [
    'LoseActive operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_BLUE RECONCILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged',
    'Transition First Apply first deployment of app-blue 600000',
    null,
  ],
  'transition/name-conflict the name of green is taken in a switch': [
    'ReportOthers person',
    'the user frees the name, or gives this resource another name',
    15000,
    '',
    'TRANSITIONING_TO_GREEN FAILING Switch GREEN Apply Stalled InTheWay',
    'InTheWay',
    'Transition Switch Apply switch to app-green, from s3://b/sp/1 600000',
    'FlinkDeployment app-green has a name that this resource need',
  ],
  'transition/new-child-being-deleted green is being deleted by somebody': [
    'WaitGone cluster',
    'the finalizers of the child are removed',
    0,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    '',
    'Transition Switch Apply switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'transition/child-of-other-transition E-35 green is of another switch': [
    'DeleteStale operator',
    'the next round continues automatically',
    1000,
    'DeleteObject',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    '',
    'Transition Switch Apply switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'transition/taken-back the edit is taken back': [
    'TakeBack operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_BLUE RUNNING  Reconciling ActiveBlue',
    'BlueGreenStateChanged',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'transition/spec-changed B107 another edit in the middle': [
    'Retarget operator',
    'the next round continues automatically',
    0,
    '',
    'TRANSITIONING_TO_GREEN RECONCILING Switch GREEN Apply Reconciling TransitioningToGreen',
    '',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 600000',
    null,
  ],
  'transition/too-late B105 green does not come up': [
    'Fail operator',
    'the next round continues automatically',
    0,
    '',
    'ACTIVE_BLUE FAILING  Reconciling ActiveBlue',
    'BlueGreenStateChanged TransitionFailed',
    'Transition Switch Await switch to app-green, from s3://b/sp/1 0',
    null,
  ],
  'transition/only-child-too-late E-36 the only child does not come up: it is left to itself': [
    'ReportLate person',
    'an edit of the spec, if the child does not become ready',
    15000,
    '',
    'TRANSITIONING_TO_BLUE FAILING First BLUE Await Reconciling TransitionFailed',
    'TransitionFailed',
    'Transition First Await first deployment of app-blue 0',
    'FlinkDeployment app-blue is not ready in time. It is the onl',
  ],
  'transition/not-ready green comes up': [
    'WaitReady cluster',
    'the new child becomes ready, within a time limit: the status of its FlinkDeployment says what it waits for',
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
    expect(new Set(blueGreenTable.map(({ id }) => id)).size).toBe(blueGreenTable.length)
  })

  test.each<readonly [string, Play, string]>([
    ['blue-green/deleting it is deleted: nothing is done', withMeta(activeBlue(), { deletionTimestamp: 1 }), 'blue-green/deleting'],
    [
      'blue-green/unreadable F14 its record can not be read',
      aPlay(aBlueGreen(image('one'), {}, { blueGreenState: 'ACTIVE_BLUE', operation: { kind: 'Other' } })),
      'blue-green/unreadable',
    ],
    [
      'blue-green/unreadable B41 what was reconciled can not be read',
      aPlay(aBlueGreen(image('one'), {}, { blueGreenState: 'ACTIVE_BLUE', lastReconciledSpec: '{' })),
      'blue-green/unreadable',
    ],
    [
      'blue-green/paused A8 it is paused',
      withMeta(edited(activeBlue(), image('two')), { annotations: { 'flinkdeployment.flink.apache.org/pause': 'true' } }),
      'blue-green/paused',
    ],
    ['first-child/invalid E-28 its name is too long for its children', withMeta(aPlay(), { name: 'a'.repeat(40) }), 'first-child/invalid'],
    [
      'first-child/invalid E-39 an option that does not parse',
      aPlay(aBlueGreen({ ...blueGreenSpec(), configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': 'soon' } })),
      'first-child/invalid',
    ],
    ['first-child/invalid C-D16 a child that would not be valid', aPlay(aBlueGreen(job({ parallelism: -1 }))), 'first-child/invalid'],
    ['first-child/invalid no template', aPlay(aBlueGreen({})), 'first-child/invalid'],
    ['first-child/suspended E-9 created suspended', aPlay(aBlueGreen(job({ state: 'suspended' }))), 'first-child/suspended'],
    ['first-child/name-conflict B50 the name of blue is taken', ofOthers(aPlay(), 'app-blue'), 'first-child/name-conflict'],
    ['first-child/create new', aPlay(), 'first-child/create'],
    [
      'active-child/deleted-and-name-conflict B50 blue is gone and its name taken',
      ofOthers(gone(activeBlue(), 'app-blue'), 'app-blue'),
      'active-child/deleted-and-name-conflict',
    ],
    [
      'active-child/being-deleted blue, which serves, is being deleted by somebody',
      deleting(activeBlue(), 'app-blue'),
      'active-child/being-deleted',
    ],
    [
      'active-child/deleted-and-source-known E-30 a stateless child deleted by hand is created again',
      gone(activeBlue(blueGreenSpec(stateless)), 'app-blue'),
      'active-child/deleted-and-source-known',
    ],
    [
      'active-child/deleted-and-source-known E-30 a suspended one from what it left',
      gone(settled(served(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue')), 'app-blue'),
      'active-child/deleted-and-source-known',
    ],
    [
      'active-child/deleted-and-source-known E-30 from a path that a person names',
      edited(gone(activeBlue(), 'app-blue'), job({ savepointRedeployNonce: 1, initialSavepointPath: 's3://x' })),
      'active-child/deleted-and-source-known',
    ],
    [
      'active-child/deleted-and-state-unknown E-30 B29 a stateful one is never started from nothing',
      gone(activeBlue(), 'app-blue'),
      'active-child/deleted-and-state-unknown',
    ],
    ['active-child/invalid P10 an invalid edit', edited(activeBlue(), job({ parallelism: -1 })), 'active-child/invalid'],
    ['active-child/no-change P08 nothing is to be done', activeBlue(), 'active-child/no-change'],
    ['active-child/suspend-or-resume SUSPEND', edited(activeBlue(), job({ state: 'suspended' })), 'active-child/suspend-or-resume'],
    ['active-child/not-ready blue is not ready', edited(unready(activeBlue(), 'app-blue'), image('two')), 'active-child/not-ready'],
    ['active-child/patch PATCH_CHILD', edited(activeBlue(), job({ upgradeMode: 'last-state' })), 'active-child/patch'],
    [
      'active-child/other-name-conflict the name of green is taken',
      edited(ofOthers(activeBlue(), 'app-green'), image('two')),
      'active-child/other-name-conflict',
    ],
    [
      'active-child/late-create a late child may still come',
      withStatus(edited(activeBlue(), image('two')), {
        operatorRecord: { ...activeBlue().parent?.status.operatorRecord, createNotBefore: later(activeBlue(), 1_000).now },
      }),
      'active-child/late-create',
    ],
    [
      'active-child/switch-without-savepoint a stateless job needs no savepoint',
      edited(activeBlue(blueGreenSpec(stateless)), blueGreenSpec({ ...stateless, rest: { image: 'two' } })),
      'active-child/switch-without-savepoint',
    ],
    [
      'active-child/switch-without-savepoint SAVEPOINT_REDEPLOY',
      edited(activeBlue(), job({ savepointRedeployNonce: 1, initialSavepointPath: 's3://x' })),
      'active-child/switch-without-savepoint',
    ],
    [
      'active-child/job-not-running Flink does not show the job RUNNING',
      restarting(edited(activeBlue(), image('two')), 'app-blue'),
      'active-child/job-not-running',
    ],
    ['active-child/savepoint TRANSITION', edited(activeBlue(), image('two')), 'active-child/savepoint'],
    [
      'switch-savepoint/spec-changed E-38 B105 the edit is taken back while the savepoint is taken',
      edited(settled(edited(activeBlue(), image('two'))), blueGreenSpec()),
      'switch-savepoint/spec-changed',
    ],
    [
      'switch-savepoint/other-job E-38 blue was replaced meanwhile',
      withUid(settled(edited(activeBlue(), image('two'))), 'app-blue', 'another'),
      'switch-savepoint/other-job',
    ],
    [
      'switch-savepoint/failed E-33 the savepoint takes too long',
      later(settled(edited(activeBlue(), image('two'))), 3_600_000),
      'switch-savepoint/failed',
    ],
    [
      'switch-savepoint/in-progress the savepoint is under way',
      settled(edited(activeBlue(), image('two'))),
      'switch-savepoint/in-progress',
    ],
    [
      'transition/unnamed-child P20 a child that the record does not know',
      withUid(switching(), 'app-blue', 'another'),
      'transition/unnamed-child',
    ],
    ['transition/old-child-being-deleted the old one is going', retiring(), 'transition/old-child-being-deleted'],
    ['transition/old-child-gone the old one is gone', gone(retiring(), 'app-blue'), 'transition/old-child-gone'],
    ['transition/new-child-deleted green was deleted by hand', gone(settled(switching()), 'app-green'), 'transition/new-child-deleted'],
    [
      'transition/only-child-deleted the only child was deleted by hand',
      gone(settled(settled(aPlay())), 'app-blue'),
      'transition/only-child-deleted',
    ],
    ['transition/name-conflict the name of green is taken in a switch', ofOthers(savepointed(), 'app-green'), 'transition/name-conflict'],
    [
      'transition/new-child-being-deleted green is being deleted by somebody',
      deleting(switching(), 'app-green'),
      'transition/new-child-being-deleted',
    ],
    ['transition/child-of-other-transition E-35 green is of another switch', ofAnotherSwitch(), 'transition/child-of-other-transition'],
    ['transition/taken-back the edit is taken back', edited(switching(), blueGreenSpec()), 'transition/taken-back'],
    ['transition/spec-changed B107 another edit in the middle', edited(switching(), image('three')), 'transition/spec-changed'],
    ['transition/too-late B105 green does not come up', later(switching(), 600_000), 'transition/too-late'],
    [
      'transition/only-child-too-late E-36 the only child does not come up: it is left to itself',
      later(settled(aPlay()), 600_000),
      'transition/only-child-too-late',
    ],
    ['transition/not-ready green comes up', switching(), 'transition/not-ready'],
  ])('%s', (title, play, row) => {
    expect(rowIn(play)).toBe(row)
    const it = explainedIn(play)
    const { operation: under } = it
    const { actions } = decidedIn(play)
    const [step, wayOn, after, effects, status, events, underWay, problem] = reported[title] ?? expect.fail(title)
    expect(it).toMatchObject({
      situation: step.split(' ')[0],
      row,
      waitingFor: row === 'active-child/no-change' ? 'an edit' : it.reason,
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

  test('blue-green/to-query P05 nothing is decided before both children were looked at live', () => {
    const { desired, observed, env } = blueGreenRound(activeBlue().parent!)
    expect(classify({ desired, observed, env }).row.id).toBe('blue-green/to-query')
  })
  test('blue-green/child-unobservable P14 a child that could not be seen is not gone', () => {
    const facts = { 'target@blue': known(activeBlue().children['app-blue']!.view, 0), 'target@green': unknown('Timeout', 'no answer', 0) }
    const { desired, observed, env } = blueGreenRound(edited(activeBlue(), image('two')).parent!, facts)
    expect(classify({ desired, observed, env }).row.id).toBe('blue-green/child-unobservable')
  })
  test('active-child/other-left-over E-35 B107 what is left of an aborted switch is deleted, awaited, and created anew', () => {
    const aborted = settled(later(switching(), 600_000))
    expect([stateOf(aborted), aborted.log.at(-1)]).toEqual(['ACTIVE_BLUE', 'delete app-green'])
    expect(aborted.children['app-green']?.view.meta.deletionTimestamp).not.toBeNull()
    expect(rowIn(later(aborted, 86_400_000))).toBe('active-child/other-being-deleted')
  })
  test('active-child/given-up, active-child/retry-later E-32 tried again after a while, at most three times', () => {
    const aborted = gone(settled(later(switching(), 600_000)), 'app-green')
    expect(rowIn(aborted)).toBe('active-child/retry-later')
    const often = withStatus(aborted, {
      operatorRecord: { ...aborted.parent?.status.operatorRecord, failed: { generation: 2, times: 3, retryAt: 0, reason: 'x' } },
    })
    expect(rowIn(often)).toBe('active-child/given-up')
    expect(errorIn(often)).toMatch(/does not try it again.*Any edit of the spec starts a new transition/)
  })
  test('active-child/no-savepoint-directory nobody says where savepoints go', () => {
    const without = (rest: JsonObject): JsonObject =>
      blueGreenSpec({ configuration: { 'execution.checkpointing.savepoint-dir': '' }, job: { upgradeMode: 'last-state' }, rest })
    const play = edited(activeBlue(without({})), without({ image: 'x' }))
    expect([rowIn(play), errorIn(play)]).toEqual([
      'active-child/no-savepoint-directory',
      expect.stringContaining('set execution.checkpointing.savepoint-dir'),
    ])
  })
  test('active-child/changed-from-outside a request that was lost and came late is undone', () => {
    const active = activeBlue()
    const blue = active.children['app-blue']!
    const changed = {
      ...active,
      children: { 'app-blue': { ...blue, view: { ...blue.view, spec: { ...blue.view.spec, image: 'of before' } } } },
    }
    expect(rowIn(changed)).toBe('active-child/changed-from-outside')
    expect(settled(changed).children['app-blue']?.view.spec.image).toBe('flink:1.20')
  })
  test('switch-savepoint/send-again E-38 P03 the same id is sent again where the JobManager does not know it', () => {
    const asked = settled(edited(activeBlue(), image('two')))
    const lost = { ...asked, savepoints: {} }
    expect([rowIn(lost), doneIn(lost)]).toEqual(['switch-savepoint/send-again', ['TriggerSavepoint']])
    expect(Object.keys(settled(lost).savepoints)).toEqual(Object.keys(asked.savepoints))
  })
  test('transition/fence-old-child, transition/delete-old-child, transition/keep-old-child, transition/not-ready-past-deletion B107 told to go and still there: only a ready green lets it go; else nothing is done, then all goes back', () => {
    const asked = retiring()
    const stays = { ...asked, children: { ...asked.children, 'app-blue': activeBlue().children['app-blue']! } }
    expect([rowIn(stays), doneIn(stays)]).toEqual(['transition/delete-old-child', ['DeleteObject']])
    expect(decidedIn(stays).actions.find(({ _tag }) => _tag === 'DeleteObject')).toMatchObject({
      resourceVersion: stays.children['app-blue'].view.meta.resourceVersion,
    })
    const broken = unready(stays, 'app-green')
    expect([rowIn(broken), doneIn(broken)]).toEqual(['transition/not-ready-past-deletion', []])
    const [mark] = decidedIn(later(broken, 60_000)).actions.filter(({ _tag }) => _tag === 'ApplyObject')
    const blue = stays.children['app-blue'].view
    expect([rowIn(later(broken, 60_000)), mark]).toMatchObject(['transition/fence-old-child', {
      uid: blue.meta.uid,
      resourceVersion: blue.meta.resourceVersion,
      manifest: {
        spec: blue.spec,
        annotations: { 'flinkbluegreendeployment.flink.apache.org/kept': asked.parent?.status.operation?.id },
      },
    }])
    expect(rowIn(round(later(broken, 60_000)))).toBe('transition/keep-old-child')
    expect(stateOf(settled(later(broken, 60_000)))).toBe('ACTIVE_BLUE')
  })
  test('transition/retire-old-child, transition/deletion-delay E-31 B105 the delay counts from the first ready moment without a break', () => {
    const delayed = (name: string): JsonObject => ({
      ...image(name),
      configuration: { 'kubernetes.operator.bluegreen.deployment-deletion.delay': '60 s' },
    })
    const ready = settled(served(switching(delayed('two'), activeBlue(delayed('one'))), 'app-green'))
    expect([rowIn(ready), rowIn(later(ready, 59_000)), rowIn(later(ready, 60_000))]).toEqual([
      'transition/deletion-delay',
      'transition/deletion-delay',
      'transition/retire-old-child',
    ])
    const again = settled(served(later(settled(unready(later(ready, 30_000), 'app-green')), 20_000), 'app-green'))
    expect([rowIn(later(again, 59_000)), rowIn(later(again, 60_000))]).toEqual(['transition/deletion-delay', 'transition/retire-old-child'])
  })
  test('transition/reverted, transition/revert, transition/change-without-effect E-36 a change in place that does not work is put back: the only child is never suspended', () => {
    const patched = settled(edited(activeBlue(), job({ upgradeMode: 'last-state' })))
    expect([stateOf(patched), rowIn(later(patched, 600_000))]).toEqual(['TRANSITIONING_TO_BLUE', 'transition/change-without-effect'])
    const back = settled(later(patched, 600_000))
    expect([stateOf(back), back.children['app-blue']?.view.spec.job?.upgradeMode]).toEqual(['ACTIVE_BLUE', 'savepoint'])
    expect(back.log.filter(line => /delete|suspend/.test(line))).toEqual([])
  })
  test('transition/suspended suspended and resumed in place', () => {
    const suspended = settled(served(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue'))
    expect([stateOf(suspended), suspended.parent?.status.jobStatus.state]).toEqual(['ACTIVE_BLUE', 'SUSPENDED'])
    expect(suspended.parent?.status.operatorRecord.suspendedPath).toBe('s3://b/sp/of-app-blue')
    const resumed = settled(served(settled(edited(suspended, blueGreenSpec())), 'app-blue'))
    expect([stateOf(resumed), resumed.parent?.status.jobStatus.state]).toEqual(['ACTIVE_BLUE', 'RUNNING'])
    expect(resumed.parent?.status.operatorRecord.suspendedPath).toBeNull()
  })
})
