import { opposite } from '../blue-green-resource.ts'
import { childName } from '../child/child.ts'
import { activeOf, placeOf } from '../transition/transition-phase.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/** Whom the letters of the table stand for: `a` serves, `o` is the other one, `n` is the one that a transition makes. */
export interface Named {
  readonly a: string
  readonly o: string
  readonly n: string
}

export const namesIn = ({ desired: { meta }, observed: { status } }: Pick<BlueGreenRound, 'desired' | 'observed'>): Named => {
  const { phase, colour } = placeOf(status.blueGreenState)
  const active = activeOf(status) ?? colour
  return {
    a: childName(meta.name, active),
    o: childName(meta.name, opposite(active)),
    n: childName(meta.name, phase === 'Transitioning' ? colour : opposite(active)),
  }
}

/** The article is never before a verb or a comma. */
const letters = [['a', /\ba(?=,| was\b| is\b)/gu], ['o', /\bo\b/gu], ['n', /\bn\b/gu]] as const

/** ` (E-36)`, ` (B107, P14)`: what the table refers to. */
const references = / \((?:[A-Z]+-?\d+(?:, )?)+\)/gu

/** A row of the table as people read it: children by their names, and without references. */
export const inWords = (when: string, named: Named): string =>
  letters.reduce((text, [letter, all]) => text.replaceAll(all, named[letter]), when.replaceAll(references, ''))
