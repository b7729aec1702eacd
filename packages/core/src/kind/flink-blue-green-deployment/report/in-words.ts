import { opposite } from '../blue-green-resource.ts'
import { childName } from '../child/child.ts'
import { activeOf, placeOf } from '../transition/transition-phase.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

/**
 * The child names for the letters of the table: `a` is the active child, `o` the other child, `n` the child that a transition creates or
 * changes.
 */
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

/** Matches the letters. The English article "a" never stands before a verb or a comma. */
const letters = [['a', /\ba(?=,| was\b| is\b)/gu], ['o', /\bo\b/gu], ['n', /\bn\b/gu]] as const

/** References in the table, such as ` (E-36)` or ` (B107, P14)`. */
const references = / \((?:[A-Z]+-?\d+(?:, )?)+\)/gu

/** The `when` of a row for users: with the names of the children and without references. */
export const inWords = (when: string, named: Named): string =>
  letters.reduce((text, [letter, all]) => text.replaceAll(all, named[letter]), when.replaceAll(references, ''))
