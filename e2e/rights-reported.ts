import { createReadStream } from 'node:fs'
import { loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { podAccount, processAccount } from './harness/operator-account.ts'
import { type Operator, type RightsUsed, rightsUsed } from './harness/rights-used.ts'
import { type RightWithoutStory, rightsWithoutStory } from './harness/rights-without-story.ts'
import { shippedRoles } from './harness/shipped-roles.ts'
import type { Outcome, Story } from './scenarios/story.ts'
import type { FlinkVersion, Settings } from './settings.ts'

export interface Verdict {
  readonly holds: boolean
  readonly text: string
}

const listed = (
  what: string,
  rights: readonly string[],
): readonly string[] => (rights.length === 0 ? [] : [`${what}: ${rights.join(', ')}`])

/**
 * What is to be said of the rights of a run. One that no story used and that has no row fails a run of all stories; a run of a few is told
 * so. A refused request fails any run: the shipped roles lack something.
 */
export const verdictOn = (
  { granted, unused, refused }: RightsUsed,
  rows: readonly RightWithoutStory[],
  allStories: boolean,
): Verdict => {
  const reasoned = new Set(rows.map(({ right }) => right))
  const [withRow, without] = [unused.filter(it => reasoned.has(it)), unused.filter(it => !reasoned.has(it))]
  return {
    holds: refused.length === 0 && (without.length === 0 || !allStories),
    text: [
      `${granted - unused.length} of ${granted} rights were used, ${withRow.length} are used by other tests`,
      ...listed(allStories ? 'used by nobody' : `not used by the stories of this run: ${without.length}`, without),
      refused.length === 0 ? 'nothing was refused' : `refused: ${refused.join(', ')}`,
    ].join('; '),
  }
}

/** A line of the results about the rights of all operators of a run, processes and pods. */
export const tellRights = async (
  auditLog: string,
  run: string,
  plays: readonly { readonly story: Story; readonly version: FlinkVersion }[],
  { scenarios, short }: Settings,
): Promise<Outcome> => {
  const began = Date.now()
  const allStories = scenarios.length === 0 && !short
  const { watched, own, cluster } = shippedRoles()
  const account = new RegExp(`^system:serviceaccount:e2e-${run}-[^:]+:(${podAccount}|${processAccount})$`)
  const whoIs = (username: string): Operator | null => {
    const name = account.exec(username)?.[1]
    return name === undefined ? null : name === podAccount ? 'pod' : 'process'
  }
  const lines = createInterface({ input: createReadStream(auditLog) })
  const { holds, text } = verdictOn(
    await rightsUsed(lines, whoIs, [...watched, ...own, ...cluster]),
    rightsWithoutStory,
    allStories,
  )
  return {
    story: 'rights',
    step: allStories ? 'of the shipped roles, by all stories' : 'of the shipped roles, by some stories',
    version: plays.at(-1)?.version ?? '1.20',
    result: holds ? 'passed' : 'failed',
    seconds: (Date.now() - began) / 1_000,
    downtime: null,
    evidence: `${allStories ? '' : `${[...new Set(plays.map(({ story }) => story.name))].join(', ')}: `}${text}`,
    load: loadavg()[0] ?? 0,
    at: new Date(),
  }
}
