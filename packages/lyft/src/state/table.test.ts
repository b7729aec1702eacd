import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { arrowsOf, stateDiagram } from './diagram.ts'
import { builtOtherwise, rowsOf, stateRows } from './table.ts'
import { deploymentModes as modes } from '../spec/modes.ts'
import { moveBy, moveNamed } from './move.ts'
import { type Phase, phaseOf, phases, wordOf } from './state-row.ts'

/** Section 2.9: where each row of Lyft's table leads; `stay` is Same. */
const lyfts: Readonly<Record<string, string>> = {
  '2.9/G1': 'error',
  '2.9/G2': 'Deleting',
  '2.9/G3': 'Same',
  '2.9/G4': 'Same',
  '2.9/G5': 'Same',
  '2.9/N1': 'DeployFailed',
  '2.9/N2': 'DeployFailed',
  '2.9/N3': 'Same',
  '2.9/N4': 'ClusterStarting',
  '2.9/S1': 'DeployFailed',
  '2.9/S2': 'Same',
  '2.9/S3': 'Same',
  '2.9/S4': 'Cancelling',
  '2.9/S5': 'Savepointing',
  '2.9/C1': 'DeployFailed',
  '2.9/C2': 'Same',
  '2.9/C3': 'Cancelling',
  '2.9/C4': 'SubmittingJob',
  '2.9/C5': 'Savepointing',
  '2.9/V1': 'SubmittingJob',
  '2.9/V2': 'Recovering',
  '2.9/V3': 'Same',
  '2.9/V4': 'Same',
  '2.9/V5': 'Same',
  '2.9/V6': 'Recovering',
  '2.9/V7': 'SubmittingJob',
  '2.9/V8': 'SubmittingJob',
  '2.9/V9': 'Same',
  '2.9/K1': 'SubmittingJob',
  '2.9/K2': 'RollingBackJob',
  '2.9/K3': 'Same',
  '2.9/K4': 'SubmittingJob',
  '2.9/K5': 'SubmittingJob',
  '2.9/Y1': 'RollingBackJob',
  '2.9/Y2': 'SubmittingJob',
  '2.9/Y3': 'SubmittingJob',
  '2.9/Y4': 'DeployFailed',
  '2.9/J1': 'RollingBackJob',
  '2.9/J2': 'Same',
  '2.9/J3': 'Same',
  '2.9/J4': 'Same',
  '2.9/J5': 'Same',
  '2.9/J6': 'Same',
  '2.9/J7': 'RollingBackJob',
  '2.9/J8': 'Same',
  '2.9/J9': 'Running',
  '2.9/J10': 'DualRunning',
  '2.9/L1': 'DeployFailed',
  '2.9/L2': 'DeployFailed',
  '2.9/L3': 'Same',
  '2.9/L4': 'Same',
  '2.9/L5': 'Same',
  '2.9/L6': 'DeployFailed',
  '2.9/X1': 'Same',
  '2.9/X2': 'DeployFailed',
  '2.9/X3': 'Rescaling',
  '2.9/X4': 'Updating',
  '2.9/X5': 'Same',
  '2.9/X6': 'Same',
  '2.9/D1': 'Running',
  '2.9/D2': 'DeployFailed',
  '2.9/D3': 'Same',
  '2.9/E1': 'Gone',
  '2.9/E2': 'Same',
  '2.9/E3': 'Gone',
  '2.9/E4': 'Same',
  '2.9/E5': 'Gone',
  '2.9/E6': 'Same',
  '2.9/E7': 'Gone',
  '2.9/E8': 'Same',
  '2.9/E9': 'Same',
  '2.9/E10': 'Same',
  '2.9/E11': 'Same',
  '2.9/E12': 'Same',
  '2.9/E13': 'Same',
  '2.9/E14': 'Same',
  '2.9/E15': 'Gone',
}

/** What leads elsewhere than Lyft's, and by which defect. */
const elsewhere = [
  ['cancelling/request', 'Same', 'LD19'],
  ['submitting/finished', 'Running', 'LD11'],
  ['dual-running/unobservable', 'Same', 'LD21'],
] as const

describe('the state machine', () => {
  test('2.1 thirteen states; New is the empty word, and no other word is a state (FA57)', () => {
    expect(phases).toHaveLength(13)
    expect(phases.map(wordOf).map(phaseOf)).toEqual(phases)
    expect(['New', 'RollingBack', 'running', 'unreadable'].map(phaseOf)).toEqual([null, null, null, null])
  })

  test("2.9 every row of Lyft's table is a row, or is said to be built otherwise", () => {
    const ours = stateRows.map(({ reference }) => reference)
    expect(Object.keys(lyfts).filter(id => !ours.includes(id)).toSorted()).toEqual(Object.keys(builtOtherwise).toSorted())
    expect(new Set(stateRows.map(({ id }) => id)).size).toBe(stateRows.length)
  })

  test("2.9 a row leads where Lyft's leads, but where a defect is named", () => {
    const differ = stateRows.filter(({ reference, next }) => reference !== undefined && lyfts[reference] !== next)
    expect(differ.map(({ id, next }) => [id, next])).toEqual(elsewhere.map(([row, next]) => [row, next]))
    for (const [id, , defect] of elsewhere) expect(stateRows.find(it => it.id === id)?.ids).toContain(defect)
  })

  test("each row of ours beside Lyft's names what it is for", () => {
    const unnamed = stateRows.filter(({ reference, ids }) => reference === undefined && ids.length === 0).map(({ id }) => id)
    expect(unnamed).toEqual(['flink-application/paused', 'rolling-back/service-to-switch', 'E4a'].filter(row => unnamed.includes(row)))
  })

  test.each([
    'LD01',
    'LD02',
    'LD03',
    'LD04',
    'LD05',
    'LD06',
    'LD07',
    'LD08',
    'LD09',
    'LD10',
    'LD11',
    'LD12',
    'LD13',
    'LD14',
    'LD15',
    'LD16',
    'LD17a',
    'LD17b',
    'LD17c',
    'LD17d',
    'LD18',
    'LD19',
    'LD20',
    'LD21',
    'LD22',
    'LD23',
    'LD24',
    'LD25',
    'LD26',
    'LD27',
    'LD28',
    'LD29',
    'LD34',
    'LD36',
    'LD37',
  ])('%s has a row that answers for it', defect => {
    expect(stateRows.some(({ ids }) => ids.includes(defect))).toBe(true)
  })

  test.each(modes)('P06 %s: from every state that is reached the machine arrives: it runs, has failed, or is gone', mode => {
    const next = (phase: Phase): readonly (Phase | null)[] =>
      rowsOf(phase, mode).flatMap((
        { id, next: to },
      ) => (id.startsWith('flink-application/') && to !== 'Deleting' ? [] : [to === 'Gone' ? null : to === 'Same' ? phase : to]))
    const reachedFrom = (phase: Phase, without: readonly Phase[]): readonly (Phase | null)[] => {
      const seen: (Phase | null)[] = [phase]
      for (const each of seen)
        if (each !== null && !without.includes(each)) { for (const to of next(each)) if (!seen.includes(to)) seen.push(to) }
      return seen
    }
    const reached = phases.filter(phase => reachedFrom('New', []).includes(phase))
    for (const phase of reached) {
      const ends = phase === 'Deleting' ? [null] : ['Running', 'DeployFailed', 'DualRunning']
      expect([phase, reachedFrom(phase, phase === 'Deleting' ? [] : ['Deleting']).some(end => (ends as (Phase | null)[]).includes(end))])
        .toEqual([phase, true])
    }
    expect(reached).toEqual(
      phases.filter(phase => mode === 'Dual' ? phase !== 'DualRunning' : phase !== 'Rescaling' && phase !== 'Cancelling'),
    )
  })
})

describe('a move', () => {
  test.each(
    [
      ['FA01', 'New', 'creating/complete', 'ClusterStarting'],
      ['FA05', 'ClusterStarting', 'cluster-starting/not-ready', 'ClusterStarting'],
      ['FA07', 'Savepointing', 'savepointing/never-ran', 'SubmittingJob'],
      ['FA10', 'SubmittingJob', 'submitting/runs-alone', 'Running'],
      ['FA18 LD11', 'SubmittingJob', 'submitting/finished', 'Running'],
      ['FA19', 'Running', 'running/spec-changed', 'Updating'],
      ['FA23', 'Savepointing', 'savepointing/failed', 'Recovering'],
      ['FA38 LD19', 'Cancelling', 'cancelling/request', 'Cancelling'],
      ['FA39', 'Cancelling', 'cancelling/given-up', 'RollingBackJob'],
      ['FA58 LD02', 'SubmittingJob', 'submitting/first-job-ended', 'DeployFailed'],
      ['FA73', 'SubmittingJob', 'flink-application/deletion-requested', 'Deleting'],
      ['FA76', 'Deleting', 'application-deletion/without-stop', null],
    ] as const,
  )('%s from %s by %s to %s', (_id, from, row, to) => {
    expect(moveNamed(from, 'Dual', row)).toMatchObject({ _tag: 'Right', right: { from, to } })
  })

  test('a row of another state does not compile, and is an error where it comes from elsewhere', () => {
    // @ts-expect-error Running submits nothing
    expect(moveBy('Running', 'Dual', 'submitting/submit')).toEqual(
      E.left({ _tag: 'NoSuchMove', phase: 'Running', mode: 'Dual', row: 'submitting/submit' }),
    )
    // @ts-expect-error there is no such row
    expect(E.isLeft(moveBy('Running', 'Dual', 'none'))).toBe(true)
  })

  test('FA64 a row of another mode is an error: a BlueGreen application is not rescaled in place, nor are its jobs cancelled for an update', () => {
    expect(E.isLeft(moveBy('Running', 'BlueGreen', 'running/scale-in-place'))).toBe(true)
    expect(E.isLeft(moveBy('Cancelling', 'BlueGreen', 'cancelling/request'))).toBe(true)
    expect(E.isLeft(moveBy('SubmittingJob', 'Dual', 'submitting/runs-beside'))).toBe(true)
  })
})

describe('P02 LD19 no way leads to a submit past a job that runs', () => {
  test.each(['Savepointing', 'Cancelling', 'Recovering'] as const)('%s: Dual goes on to SubmittingJob only where no job runs', phase => {
    const onward = rowsOf(phase, 'Dual').filter(({ next }) => next === 'SubmittingJob')
    expect(onward.length).toBeGreaterThan(0)
    for (const { when } of onward) expect(when).toMatch(/ended|no job|is gone/u)
  })

  test('SubmittingJob and RollingBackJob ask for other jobs before they submit', () => {
    const order = (phase: Phase): readonly string[] => rowsOf(phase, 'Dual').map(({ id }) => id)
    const submitting = order('SubmittingJob')
    const back = order('RollingBackJob')
    for (
      const row of [
        'submitting/adopt',
        'submitting/several-jobs',
        'submitting/maybe-ran-before',
        'submitting/other-job-not-ended',
        'submitting/state-unknown',
      ]
    ) expect(submitting.indexOf(row)).toBeLessThan(submitting.indexOf('submitting/submit'))
    for (
      const row of [
        'rolling-back/old-job-runs',
        'rolling-back/old-job-finished',
        'rolling-back/jobs-unobservable',
        'rolling-back/new-job-alive',
        'rolling-back/job-ending',
        'rolling-back/state-unknown',
      ]
    ) expect(back.indexOf(row)).toBeLessThan(back.indexOf('rolling-back/submit'))
  })
})

describe('the diagram', () => {
  test('2.9 happy paths of an update', () => {
    const arrow = (mode: 'Dual' | 'BlueGreen') => arrowsOf(mode).map(({ from, to }) => `${from}>${String(to)}`)
    expect(arrow('Dual')).toEqual(expect.arrayContaining([
      'New>ClusterStarting',
      'ClusterStarting>Savepointing',
      'ClusterStarting>Cancelling',
      'Savepointing>SubmittingJob',
      'Cancelling>SubmittingJob',
      'SubmittingJob>Running',
      'Running>Updating',
      'Updating>ClusterStarting',
      'Running>Rescaling',
      'Rescaling>Savepointing',
      'Deleting>null',
    ]))
    expect(arrow('BlueGreen')).toEqual(
      expect.arrayContaining(['SubmittingJob>DualRunning', 'ClusterStarting>SubmittingJob', 'DualRunning>Running']),
    )
    expect(arrow('BlueGreen').join()).not.toMatch(/Rescaling|Cancelling/u)
  })

  test('Mermaid', () => {
    expect(stateDiagram('Dual')).toMatch(
      /^stateDiagram-v2\n {2}\[\*\] --> New\n {2}New --> Running: creating\/status-lost\n {2}New --> DeployFailed: creating\/failed-before creating\/given-up creating\/names-still-used\n/u,
    )
    expect(stateDiagram('Dual')).toContain(
      '  Deleting --> [*]: application-deletion/without-stop application-deletion/no-job application-deletion/ended application-deletion/state-unknown-too-late',
    )
    expect(stateDiagram('Dual')).not.toContain('DualRunning')
  })
})
