import { unreadGround } from '../job/record/unread.ts'
import { type ClassificationTable, classification, type Ground } from './classification.ts'
import { renderFirst } from './render-first.ts'
import type { SessionRound } from './round.ts'
import type { SessionSituation } from './situation.ts'

/** Which situation is this? The first row of `classification` that fits. */
export const classify = (round: SessionRound): SessionSituation => renderFirst(round, situationOn(round, groundOf(round)))

/** What the record proves. */
const groundOf = ({ desired, observed: { status } }: Pick<SessionRound, 'desired' | 'observed'>): Ground => {
  const { deployed, wanted } = desired
  const unread = unreadGround(desired, status)
  if (unread.length > 0 || deployed._tag === 'Undecodable') return { _tag: 'Unreadable', unread }
  if (wanted === null) return { _tag: 'NoSpec' }
  return deployed._tag === 'Never' ? { _tag: 'NotDeployed', wanted } : { _tag: 'Deployed', deployed, wanted }
}

const situationOn = (round: SessionRound, ground: Ground): SessionSituation => {
  switch (ground._tag) {
    case 'Unreadable':
      return answered(classification.Unreadable, round, ground)
    case 'NoSpec':
      return answered(classification.NoSpec, round, ground)
    case 'NotDeployed':
      return answered(classification.NotDeployed, round, ground)
    case 'Deployed':
      return answered(classification.Deployed, round, ground)
  }
}

const answered = <Evidence extends Ground>(
  { rows, last }: ClassificationTable<Evidence>,
  round: SessionRound,
  evidence: Evidence,
): SessionSituation => {
  for (const { situation } of rows) {
    const found = situation(round, evidence)
    if (found !== null) return found
  }
  return last.situation(round, evidence)
}
