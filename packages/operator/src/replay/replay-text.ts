import type { JsonObject } from '@flink-operator/core'
import { actionWords } from '@flink-operator/core/action'
import type { RecordedRound, Replayed } from '@flink-operator/core/explain'

const nameOf = (resource: JsonObject): string => {
  const metadata = (resource['metadata'] ?? {}) as JsonObject
  const text = (field: string): string => (typeof metadata[field] === 'string' ? metadata[field] : '')
  return `${text('namespace')}/${text('name')}`
}

const short = (text: string | null): string => (text === null ? 'nothing' : text.length > 200 ? `${text.slice(0, 197)}...` : text)

const reported = (replayed: Exclude<Replayed, { _tag: 'Undecodable' }>): readonly string[] => {
  const { explanation, actions } = replayed
  const seen = Object.entries(explanation.facts).map(([name, words]) => `${name} ${words}`)
  return [
    `  decided ${explanation.situation} (${explanation.row}): ${explanation.reason}`,
    ...(seen.length === 0 ? [] : [`  saw     ${seen.join(' · ')}`]),
    ...actions.map(action => `  does    ${actionWords(action)}`),
  ]
}

/** One replayed round for the user: its observations, decision and actions, and whether the replay came to the same result. */
export const replayedText = (number: number, { kind, resource, env }: RecordedRound, replayed: Replayed): string =>
  [
    `${number}. ${new Date(env.now).toISOString()} ${kind === 'FlinkDeployment' ? '' : `${kind} `}${nameOf(resource)}: ${
      replayed._tag === 'Same' ? 'the same' : replayed._tag === 'Differs' ? 'DIFFERS' : "CAN'T BE READ"
    }`,
    ...(replayed._tag === 'Undecodable' ? [`  ${replayed.message}`] : reported(replayed)),
    ...(replayed._tag === 'Differs'
      ? [`  at ${replayed.first.path}`, `    recorded ${short(replayed.first.recorded)}`, `    now      ${short(replayed.first.now)}`]
      : []),
  ].join('\n')
