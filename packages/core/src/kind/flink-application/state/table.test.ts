import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { arrowsOf, stateDiagram } from './diagram.ts'
import { builtOtherwise } from './lyfts-rows.ts'
import { deploymentModes as modes } from '../spec/modes.ts'
import { moveBy, moveNamed } from './move.ts'
import { type Phase, phaseOf, phases, wordOf } from './phase.ts'
import { rowsOf, stateRows } from './table.ts'

/** Section 2.9: where each row of Lyft's table leads; `stay` is Same. */
const lyfts: Readonly<Record<string, string>> = {
  G1: 'error',
  G2: 'Deleting',
  G3: 'Same',
  G4: 'Same',
  G5: 'Same',
  N1: 'DeployFailed',
  N2: 'DeployFailed',
  N3: 'Same',
  N4: 'ClusterStarting',
  S1: 'DeployFailed',
  S2: 'Same',
  S3: 'Same',
  S4: 'Cancelling',
  S5: 'Savepointing',
  C1: 'DeployFailed',
  C2: 'Same',
  C3: 'Cancelling',
  C4: 'SubmittingJob',
  C5: 'Savepointing',
  V1: 'SubmittingJob',
  V2: 'Recovering',
  V3: 'Same',
  V4: 'Same',
  V5: 'Same',
  V6: 'Recovering',
  V7: 'SubmittingJob',
  V8: 'SubmittingJob',
  V9: 'Same',
  K1: 'SubmittingJob',
  K2: 'RollingBackJob',
  K3: 'Same',
  K4: 'SubmittingJob',
  K5: 'SubmittingJob',
  Y1: 'RollingBackJob',
  Y2: 'SubmittingJob',
  Y3: 'SubmittingJob',
  Y4: 'DeployFailed',
  J1: 'RollingBackJob',
  J2: 'Same',
  J3: 'Same',
  J4: 'Same',
  J5: 'Same',
  J6: 'Same',
  J7: 'RollingBackJob',
  J8: 'Same',
  J9: 'Running',
  J10: 'DualRunning',
  L1: 'DeployFailed',
  L2: 'DeployFailed',
  L3: 'Same',
  L4: 'Same',
  L5: 'Same',
  L6: 'DeployFailed',
  X1: 'Same',
  X2: 'DeployFailed',
  X3: 'Rescaling',
  X4: 'Updating',
  X5: 'Same',
  X6: 'Same',
  D1: 'Running',
  D2: 'DeployFailed',
  D3: 'Same',
  E1: 'Gone',
  E2: 'Same',
  E3: 'Gone',
  E4: 'Same',
  E5: 'Gone',
  E6: 'Same',
  E7: 'Gone',
  E8: 'Same',
  E9: 'Same',
  E10: 'Same',
  E11: 'Same',
  E12: 'Same',
  E13: 'Same',
  E14: 'Same',
  E15: 'Gone',
}

/** What leads elsewhere than Lyft's, and by which defect. */
const elsewhere = [
  ['K5', 'Same', 'LD19'],
  ['J6', 'Running', 'LD11'],
  ['D2', 'Same', 'LD21'],
] as const

describe('the state machine', () => {
  test('2.1 thirteen states; New is the empty word, and no other word is a state (G1, FA57)', () => {
    expect(phases).toHaveLength(13)
    expect(phases.map(wordOf).map(phaseOf)).toEqual(phases)
    expect(['New', 'RollingBack', 'running', 'unreadable'].map(phaseOf)).toEqual([null, null, null, null])
  })

  test("2.9 every row of Lyft's table is a row, or is said to be built otherwise", () => {
    const ours = stateRows.map(({ row }) => row)
    expect(Object.keys(lyfts).filter(id => !ours.includes(id)).toSorted()).toEqual(Object.keys(builtOtherwise).toSorted())
    expect(new Set(ours).size).toBe(ours.length)
  })

  test("2.9 a row leads where Lyft's leads, but where a defect is named", () => {
    const differ = stateRows.filter(({ row, next }) => row in lyfts && lyfts[row] !== next)
    expect(differ.map(({ row, next }) => [row, next])).toEqual(elsewhere.map(([row, next]) => [row, next]))
    for (const [id, , defect] of elsewhere) expect(stateRows.find(({ row }) => row === id)?.ids).toContain(defect)
  })

  test("each row of ours beside Lyft's names what it is for", () => {
    const unnamed = stateRows.filter(({ row, ids }) => !(row in lyfts) && ids.length === 0).map(({ row }) => row)
    expect(unnamed).toEqual(['G2a', 'L3b', 'E4a'].filter(row => unnamed.includes(row)))
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
        { row, next: to },
      ) => (row.startsWith('G') && to !== 'Deleting' ? [] : [to === 'Gone' ? null : to === 'Same' ? phase : to]))
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
      ['FA01', 'New', 'N4', 'ClusterStarting'],
      ['FA05', 'ClusterStarting', 'C2', 'ClusterStarting'],
      ['FA07', 'Savepointing', 'V1', 'SubmittingJob'],
      ['FA10', 'SubmittingJob', 'J9', 'Running'],
      ['FA18 LD11', 'SubmittingJob', 'J6', 'Running'],
      ['FA19', 'Running', 'X4', 'Updating'],
      ['FA23', 'Savepointing', 'V6', 'Recovering'],
      ['FA38 LD19', 'Cancelling', 'K5', 'Cancelling'],
      ['FA39', 'Cancelling', 'K2', 'RollingBackJob'],
      ['FA58 LD02', 'SubmittingJob', 'J7a', 'DeployFailed'],
      ['FA73', 'SubmittingJob', 'G2', 'Deleting'],
      ['FA76', 'Deleting', 'E1', null],
    ] as const,
  )('%s from %s by %s to %s', (_id, from, row, to) => {
    expect(moveNamed(from, 'Dual', row)).toMatchObject({ _tag: 'Right', right: { from, to } })
  })

  test('a row of another state does not compile, and is an error where it comes from elsewhere', () => {
    // @ts-expect-error Running submits nothing
    expect(moveBy('Running', 'Dual', 'J4')).toEqual(E.left({ _tag: 'NoSuchMove', phase: 'Running', mode: 'Dual', row: 'J4' }))
    // @ts-expect-error there is no such row
    expect(E.isLeft(moveBy('Running', 'Dual', 'none'))).toBe(true)
  })

  test('FA64 a row of another mode is an error: a BlueGreen application is not rescaled in place, nor are its jobs cancelled for an update', () => {
    expect(E.isLeft(moveBy('Running', 'BlueGreen', 'X3'))).toBe(true)
    expect(E.isLeft(moveBy('Cancelling', 'BlueGreen', 'K5'))).toBe(true)
    expect(E.isLeft(moveBy('SubmittingJob', 'Dual', 'J10'))).toBe(true)
  })
})

describe('P02 LD19 no way leads to a submit past a job that runs', () => {
  test.each(['Savepointing', 'Cancelling', 'Recovering'] as const)('%s: Dual goes on to SubmittingJob only where no job runs', phase => {
    const onward = rowsOf(phase, 'Dual').filter(({ next }) => next === 'SubmittingJob')
    expect(onward.length).toBeGreaterThan(0)
    for (const { when } of onward) expect(when).toMatch(/ended|no job|is gone/u)
  })

  test('SubmittingJob and RollingBackJob ask for other jobs before they submit', () => {
    const order = (phase: Phase): readonly string[] => rowsOf(phase, 'Dual').map(({ row }) => row)
    const submitting = order('SubmittingJob')
    const back = order('RollingBackJob')
    for (const row of ['J4a', 'J3a', 'J4b', 'J0a', 'J0b']) expect(submitting.indexOf(row)).toBeLessThan(submitting.indexOf('J4'))
    for (const row of ['L6', 'L6a', 'L9', 'L7', 'L8', 'L10']) expect(back.indexOf(row)).toBeLessThan(back.indexOf('L5a'))
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
      /^stateDiagram-v2\n {2}\[\*\] --> New\n {2}New --> Running: N0e\n {2}New --> DeployFailed: N0c N1 N2\n/u,
    )
    expect(stateDiagram('Dual')).toContain('  Deleting --> [*]: E1 E3 E5 E2a')
    expect(stateDiagram('Dual')).not.toContain('DualRunning')
  })
})
