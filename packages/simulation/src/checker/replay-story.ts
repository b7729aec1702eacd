import { type Explored, memoryOf } from './memory.ts'
import { envIn } from './checker-env.ts'
import type { Operator } from './operator.ts'
import { startState } from './start-state.ts'
import { replay, type Story } from './story.ts'
import { checkerTick } from './tick.ts'
import { boundsOf } from './small-world.ts'
import { allWorlds } from './worlds.ts'

/** The result of replaying a saved counterexample. */
export type ReplayedStory =
  /** The counterexample's world is no longer in the matrix, or its resource can't be read. */
  | { readonly _tag: 'NoSuchWorld' }
  /** `first`: the index of the first line of the story that differs now; null: the story is unchanged. */
  | { readonly _tag: 'Replayed'; readonly lines: readonly string[]; readonly first: number | null }

/** Replays the moves of a saved counterexample, with the rules of this version. */
export const replayStory = (explored: Explored, story: Story): ReplayedStory => {
  const world = allWorlds.find(({ name }) => name === story.world)
  const { base } = memoryOf({ ...explored, env: envIn(world, explored.env) })
  const operator: Operator = { ...base, tick: world?.tick ?? checkerTick, onDecision: () => undefined }
  const start = world === undefined ? null : startState(operator, world)
  if (world === undefined || start === null) return { _tag: 'NoSuchWorld' }
  return replayedLines(story, replay(operator, boundsOf(world), start, story.moves).lines)
}

/** `lines`: the moves of `story` in words, as replayed now. */
export const replayedLines = (story: Story, lines: readonly string[]): ReplayedStory => {
  const index = Array.from({ length: Math.max(lines.length, story.lines.length) }, (_, at) => at).find(at => lines[at] !== story.lines[at])
  return { _tag: 'Replayed', lines, first: index ?? null }
}
