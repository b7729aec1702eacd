import type { Query } from '../../query/query.ts'
import type { Finding } from '../../resource/finding.ts'
import type { ClassificationRow } from '../../round/classification.ts'
import type { Problem } from '../../round/decision.ts'
import { type NeedsFacts, needsFacts } from '../../round/waiting-situation.ts'
import { invalidSpec } from '../told/job-problem.ts'
import type { NoSpec, Unreadable } from './recorded-state.ts'
import { unreadProblem } from './unread.ts'

interface Unmanageable {
  readonly _tag: 'Unmanageable'
  readonly row: string
  readonly reason: string
  readonly problem: Problem
}

interface InvalidFromTheStart {
  readonly _tag: 'InvalidFromTheStart'
  readonly row: string
  readonly reason: string
  readonly problem: Problem
}

/** `seen`: what can be seen all the same; `blind`: the looks for it. */
export const unmanageable = <Round>(
  row: string,
  seen: string,
  blind: (round: Round) => readonly Query[],
): ClassificationRow<Round, Unreadable, NeedsFacts | Unmanageable> => ({
  row,
  when: "what is recorded can't be read: what can be seen is looked at and told, nothing more",
  situation: (round, { unread }) => {
    const missing = blind(round)
    return missing.length > 0
      ? needsFacts(row, missing, `how ${seen}, beside what can't be read?`)
      : { _tag: 'Unmanageable', row, reason: "what is recorded can't be read", problem: unreadProblem(unread) }
  },
})

export const invalidFromTheStart = (
  row: string,
): ClassificationRow<{ readonly desired: { readonly invalid: Finding | null } }, NoSpec, InvalidFromTheStart> => ({
  row,
  when: 'the spec is not valid and nothing was deployed before',
  situation: ({ desired: { invalid } }) => ({
    _tag: 'InvalidFromTheStart',
    row,
    reason: 'the spec is not valid and nothing was deployed before',
    problem: invalidSpec(invalid?.message ?? 'The spec is not valid'),
  }),
})
