import { readFileSync } from 'node:fs'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { expect, type Stage } from './story.ts'

/** Of the Lease, as by default; a new leader needs one attempt more, and a machine of two cores a moment. */
export const leaseSeconds = 15
export const takeOverLimit = leaseSeconds + 2 + 5

const configuration = (lease: string): string =>
  `kubernetes.operator.leader-election.enabled: true
kubernetes.operator.leader-election.lease-name: ${lease}
kubernetes.operator.leader-election.lease-duration: ${leaseSeconds} s
`

interface RecordedEffect {
  readonly line?: string
  readonly at: number
  readonly of?: { readonly kind: string; readonly name: string }
  readonly effect?: string
  readonly error?: object | null
}

/** Effects that it began after that moment and that were done. */
export const doneAfter = ({ recording }: OperatorProcess, moment: number): readonly string[] => {
  const begun = new Map<string, number>()
  const done: string[] = []
  for (const text of readFileSync(recording, 'utf8').split('\n')) {
    if (!text.startsWith('{"version":1,"line":"')) continue
    try {
      const { line, at, of, effect = '', error } = JSON.parse(text) as RecordedEffect
      const key = `${of?.kind ?? ''} ${of?.name ?? ''}`
      if (line === 'Begin') begun.set(key, at)
      if (line === 'End' && error === null && (begun.get(key) ?? 0) > moment) done.push(`${effect} of ${key}`)
    } catch { /* cut off in the middle */ }
  }
  return done
}

export const leadsSince = ({ lines }: OperatorProcess): number | null => {
  const line = lines.find(({ msg }) => msg === 'leading')
  return line === undefined ? null : Date.parse(line.time)
}

/** When it began its first round; null: it had none. */
export const firstRound = ({ lines }: OperatorProcess): number | null => {
  const line = lines.find(({ resource, took }) => resource !== undefined && took !== undefined)
  return line === undefined ? null : Date.parse(line.time) - (line.took ?? 0)
}

/** An operator that takes part in the election, and may end when it led and does no more. */
export const standIn = async (stage: Stage, kubeconfig?: string): Promise<OperatorProcess> =>
  stage.operate(undefined, kubeconfig, { configuration: configuration(stage.namespace), mayEnd: true })

/** Who led before did nothing since that moment, and who leads now nothing before it. */
export const neverBoth = (before: OperatorProcess, next: OperatorProcess, since: number): void => {
  const late = doneAfter(before, since)
  expect(late.length === 0, `both acted: ${late.join(', ')}`)
  const early = doneAfter(next, 0).length - doneAfter(next, since).length
  expect(early === 0, `the other one did ${early} effects before it led`)
}
