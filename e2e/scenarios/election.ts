import { readFileSync } from 'node:fs'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { expect, type Stage } from './story.ts'

/** Of the Lease, as by default; a new leader needs one attempt more, and a machine of two cores a moment. */
export const leaseSeconds = 15
export const takeOverLimit = leaseSeconds + 2 + 5

const configuration = (lease: string, shards: number): string =>
  `kubernetes.operator.leader-election.enabled: true
kubernetes.operator.leader-election.lease-name: ${lease}
kubernetes.operator.leader-election.lease-duration: ${leaseSeconds} s
${shards === 1 ? '' : `kubernetes.operator.leader-election.shards: ${shards}\n`}`

interface RecordedEffect {
  readonly line?: string
  readonly at: number
  readonly of?: { readonly kind: string; readonly name: string }
  readonly effect?: string
  readonly error?: object | null
}

/** Something that was done to a resource, from when to when by this machine's clock. */
export interface DoneEffect {
  readonly of: string
  readonly effect: string
  readonly begun: number
  readonly ended: number
}

/** What it did, in order. */
export const doneBy = ({ recording }: OperatorProcess): readonly DoneEffect[] => {
  const begun = new Map<string, number>()
  const done: DoneEffect[] = []
  for (const text of readFileSync(recording, 'utf8').split('\n')) {
    if (!text.startsWith('{"version":1,"line":"')) continue
    try {
      const { line, at, of, effect = '', error } = JSON.parse(text) as RecordedEffect
      const key = `${of?.kind ?? ''} ${of?.name ?? ''}`
      if (line === 'Begin') begun.set(key, at)
      if (line === 'End' && error === null) done.push({ of: key, effect, begun: begun.get(key) ?? 0, ended: at })
    } catch { /* cut off in the middle */ }
  }
  return done
}

/** Effects that it began after that moment and that were done. */
export const doneAfter = (operator: OperatorProcess, moment: number): readonly string[] =>
  doneBy(operator).filter(({ begun }) => begun > moment).map(({ of, effect }) => `${effect} of ${of}`)

export const leadsSince = ({ lines }: OperatorProcess): number | null => {
  const line = lines.find(({ msg }) => msg === 'leading')
  return line === undefined ? null : Date.parse(line.time)
}

/** When its rounds began, of each resource (`namespace/name`). */
export const roundsOf = ({ lines }: OperatorProcess): readonly { readonly resource: string; readonly at: number }[] =>
  lines.flatMap(({ resource, took, time }) =>
    resource === undefined || took === undefined ? [] : [{ resource, at: Date.parse(time) - took }]
  )

/** When it began its first round; null: it had none. */
export const firstRound = (operator: OperatorProcess): number | null => roundsOf(operator)[0]?.at ?? null

export interface StandInMore {
  /** Lines of its configuration. */
  readonly configuration?: string
  /** Files of plugins. */
  readonly plugins?: string
}

/**
 * An operator that takes part in the election, and may end when it led and does no more. With more than one shard each leads some of the
 * resources.
 */
export const standIn = async (stage: Stage, kubeconfig?: string, shards = 1, more: StandInMore = {}): Promise<OperatorProcess> =>
  stage.operate(undefined, kubeconfig, {
    configuration: `${configuration(stage.namespace, shards)}${more.configuration ?? ''}`,
    mayEnd: true,
    ...(more.plugins === undefined ? {} : { plugins: more.plugins }),
  })

/** Who led before did nothing since that moment, and who leads now nothing before it. */
export const neverBoth = (before: OperatorProcess, next: OperatorProcess, since: number): void => {
  const late = doneAfter(before, since)
  expect(late.length === 0, `both acted: ${late.join(', ')}`)
  const early = doneAfter(next, 0).length - doneAfter(next, since).length
  expect(early === 0, `the other one did ${early} effects before it led`)
}
