import { redactText } from '@flink-operator/core'
import { type RecordedRound, type Replayed, replayRound } from '@flink-operator/core/explain'
import { type KindName, kinds } from '@flink-operator/kinds'
import { checkerEnv, replayedLines, type ReplayedStory, replayStory, type Story } from '@flink-operator/simulation'
import { electionLines, electionWorlds } from '@flink-operator/high-availability/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode, type Outcome, usage } from '../exit-code.ts'
import { readRecording } from '../replay/recording.ts'
import { replayedText } from '../replay/replay-text.ts'
import { toStdout } from '../output/write.ts'

export interface ReplayFlags {
  readonly output: 'text' | 'json'
}

const write = (text: string): void => {
  toStdout(`${redactText(text)}\n`)
}

const rounds = (recorded: readonly RecordedRound<KindName>[], { output }: ReplayFlags): ExitCode => {
  const replayed = recorded.map(round => ({ round, replayed: replayRound(kinds, round) }))
  const others = replayed.filter(it => it.replayed._tag !== 'Same').length
  const summary = (
    it: Replayed,
  ) => (it._tag === 'Undecodable' ? it
    : {
      _tag: it._tag,
      situation: it.explanation.situation,
      row: it.explanation.row,
      ...(it._tag === 'Differs' ? { first: it.first } : {}),
    })
  if (output === 'json')
    write(JSON.stringify({ rounds: replayed.length, differ: others, results: replayed.map(it => summary(it.replayed)) }))
  else write(
      [
        ...replayed.map((it, index) => replayedText(index + 1, it.round, it.replayed)),
        `${replayed.length} rounds, ${others} of them come out otherwise`,
      ].join('\n'),
    )
  return others === 0 ? ExitCode.Ok : ExitCode.Findings
}

const storyText = (story: Story, replayed: ReplayedStory): string =>
  replayed._tag === 'NoSuchWorld'
    ? `${story.property} in ${story.world}: there is no such world any more`
    : [
      `${story.property} in ${story.world}: ${story.what}`,
      ...replayed.lines.map(line => `  ${line}`),
      replayed.first === null ? '  it goes as it was saved'
        : `  from line ${replayed.first + 1} on it goes otherwise; saved was: ${story.lines[replayed.first] ?? 'nothing more'}`,
    ].join('\n')

/** Replays a story of a Flink cluster with its operator, or of a leader election. */
const replayedStory = (story: Story): ReplayedStory => {
  const election = electionWorlds.find(({ name }) => name === story.world)
  return election === undefined ? replayStory({ env: checkerEnv }, story) : replayedLines(story, electionLines(election, story.moves))
}

const stories = (saved: readonly Story[], { output }: ReplayFlags): ExitCode => {
  const replayed = saved.map(story => ({ story, replayed: replayedStory(story) }))
  const others = replayed.filter(it => it.replayed._tag === 'NoSuchWorld' || it.replayed.first !== null).length
  if (output === 'json') write(JSON.stringify({ stories: replayed.length, differ: others, results: replayed.map(it => it.replayed) }))
  else write(
      [...replayed.map(it => storyText(it.story, it.replayed)), `${replayed.length} stories, ${others} of them go otherwise`].join('\n'),
    )
  return others === 0 ? ExitCode.Ok : ExitCode.Findings
}

/**
 * `flink-operator replay FILE`: repeats the decisions of recorded rounds, or a saved counterexample, and reports whether the result
 * is the same.
 */
export const replay = (path: string, flags: ReplayFlags): Outcome => {
  const recording = readRecording(path)
  if (E.isLeft(recording)) return E.left(usage(recording.left))
  return E.right(recording.right._tag === 'Rounds' ? rounds(recording.right.rounds, flags) : stories(recording.right.stories, flags))
}
