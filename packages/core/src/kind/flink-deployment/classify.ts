import { groundOf, situationOn } from '../../job/record/ground.ts'
import type { Round } from '../../application/round.ts'
import type { Situation } from '../../application/situation.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { classification } from './classification.ts'
import { renderFirst } from './render-first.ts'

/**
 * Which situation is this? The first row of `classification` that fits (control-flow.md, sections 2.5, 3.1 and 4.1, with our operation
 * record before all that rests on the reference operator's state).
 */
export const classify = (round: Round): Situation =>
  renderFirst(round, situationOn(classification, round, groundOf<ConfiguredSpec, Deployed>(round)))
