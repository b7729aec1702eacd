import { describe, expect, test } from 'vitest'
import { blueGreenRound } from '../../../../fixtures/blue-green.ts'
import { aBlueGreen, blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import { inWords, namesIn } from './in-words.ts'
import { blueGreenTable } from '../rows/rows.ts'

const named = { a: 'app-blue', o: 'app-green', n: 'app-new' }

describe('what people read of a row', () => {
  test.each(blueGreenTable.map(({ id, when }) => [id, when] as const))(
    '%s names children, and no letters or ids of the table',
    (_row, when) => {
      const reported = inWords(when, named)
      expect(reported).not.toMatch(/\b[on]\b|\([A-Z]+-?\d/u)
      expect(reported).not.toMatch(/\ba (?:was|is|and|goes|serves)\b|\ba,/u)
    },
  )

  test.each(
    [
      ['o is there, and a is not', 'app-green is there, and app-blue is not'],
      ['a FlinkDeployment of the name of o is not ours', 'a FlinkDeployment of the name of app-green is not ours'],
      ['a, or its job, is not the one that was asked', 'app-blue, or its job, is not the one that was asked'],
      [
        'n is of another transition: it would go on from an older state (E-35)',
        'app-new is of another transition: it would go on from an older state',
      ],
    ] as const,
  )('%s', (when, reported) => {
    expect(inWords(when, named)).toBe(reported)
  })

  test('in a switch n is the one that takes over', () => {
    const status = { blueGreenState: 'TRANSITIONING_TO_GREEN' }
    expect(namesIn(blueGreenRound(aBlueGreen(blueGreenSpec(), {}, status)))).toEqual({ a: 'app-blue', o: 'app-green', n: 'app-green' })
  })
})
