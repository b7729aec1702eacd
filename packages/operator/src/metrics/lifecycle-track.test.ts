import type { KindName } from '@flink-operator/kinds'
import { describe, expect, test } from 'vitest'
import { type Measured, type Track, tracked, trackRulesOf } from './lifecycle-track.ts'

/** What is measured of a resource that is in these states at these seconds, each as `what seconds`. */
const measured = (kind: KindName, looks: readonly (readonly [state: string, at: number])[], createdAt = 0): readonly string[] => {
  const rules = trackRulesOf(kind)
  const found: string[] = []
  let track: Track | null = null
  for (const [state, at] of looks) {
    const answer: Measured = tracked(rules, track, { state, at, createdAt })
    track = answer.track
    found.push(
      ...answer.transitions.map(({ transition, time }) => `${transition} ${time}`),
      ...answer.states.map(it => `${it.state} ${it.time}`),
    )
  }
  return found
}

describe('session-snapshot-bluegreen.md, 8.3: transitions are measured as the reference does', () => {
  test('an upgrade from STABLE to STABLE, from when it was last seen STABLE', () => {
    expect(measured('FlinkDeployment', [
      ['STABLE', 100],
      ['STABLE', 200],
      ['UPGRADING', 210],
      ['UPGRADING', 230],
      ['DEPLOYED', 240],
      ['DEPLOYED', 255],
      ['STABLE', 260],
    ])).toEqual(['suspend 10', 'submission 10', 'upgrade 60', 'stabilization 20', 'STABLE 100', 'UPGRADING 20', 'DEPLOYED 15'])
  })

  test('a first deployment: CREATED counts from the creation of the resource', () => {
    expect(measured('FlinkSessionJob', [['CREATED', 30], ['UPGRADING', 40], ['DEPLOYED', 50], ['STABLE', 90]], 10))
      .toEqual(['submission 10', 'stabilization 40', 'CREATED 20', 'UPGRADING 0', 'DEPLOYED 0'])
  })

  test('a suspend and a resume', () => {
    expect(measured('FlinkDeployment', [['STABLE', 10], ['SUSPENDED', 25], ['SUSPENDED', 100], ['UPGRADING', 105], ['DEPLOYED', 110], [
      'STABLE',
      130,
    ]])).toEqual(['suspend 15', 'STABLE 0', 'submission 5', 'resume 30', 'stabilization 20', 'SUSPENDED 75', 'UPGRADING 0', 'DEPLOYED 0'])
  })

  test('a roll-back, from when the new spec was deployed', () => {
    expect(measured('FlinkDeployment', [['UPGRADING', 0], ['DEPLOYED', 10], ['DEPLOYED', 90], ['ROLLING_BACK', 100], ['ROLLED_BACK', 140]]))
      .toEqual(['submission 10', 'rollback 130', 'submission 40', 'UPGRADING 0', 'DEPLOYED 80', 'ROLLING_BACK 0'])
  })

  test('blue to green and back, from when the old colour was left', () => {
    expect(measured('FlinkBlueGreenDeployment', [
      ['INITIALIZING_BLUE', 0],
      ['TRANSITIONING_TO_BLUE', 10],
      ['ACTIVE_BLUE', 50],
      ['SAVEPOINTING_BLUE', 100],
      ['TRANSITIONING_TO_GREEN', 110],
      ['ACTIVE_GREEN', 160],
      ['ACTIVE_GREEN', 200],
      ['TRANSITIONING_TO_BLUE', 210],
      ['ACTIVE_BLUE', 240],
    ])).toEqual([
      'initial_deployment 40',
      'INITIALIZING_BLUE 10',
      'TRANSITIONING_TO_BLUE 40',
      'blue_to_green 60',
      'ACTIVE_BLUE 50',
      'SAVEPOINTING_BLUE 10',
      'TRANSITIONING_TO_GREEN 50',
      'green_to_blue 30',
      'ACTIVE_GREEN 50',
      'TRANSITIONING_TO_BLUE 30',
    ])
  })
})

test('a clock that was set back makes no negative time', () => {
  expect(measured('FlinkDeployment', [['STABLE', 100], ['STABLE', 50], ['UPGRADING', 20], ['STABLE', 10]]))
    .toEqual(['suspend 0', 'upgrade 0', 'STABLE 0', 'UPGRADING 0'])
})

test('no more is kept of a resource than each of its states once, whatever it goes through', () => {
  let track: Track | null = null
  for (let round = 0; round < 1_000; round++)
    for (const state of ['STABLE', 'UPGRADING', 'DEPLOYED', 'ROLLING_BACK'])
      track = tracked(trackRulesOf('FlinkDeployment'), track, { state, at: round, createdAt: 0 }).track
  expect(Object.keys(track?.stays ?? {}).length).toBeLessThanOrEqual(4)
})
