import type { Millis } from '@flink-operator/core'
import { type KindName, kindOf } from '@flink-operator/kinds'
import { checkCrd, type Http } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import { crdQuestion, crdRefusal } from './crd-refusal.ts'
import type { CrdFinding } from './look-at-crds.ts'

/** The state of the CRDs while the operator runs. */
export interface FollowedCrds {
  /** Why the operator can't work with a CRD that it could not read at its start; null: no problem is known. */
  readonly wrong: () => string | null
  /** CRDs that are unknown or not used, a line each; the operator works nevertheless. */
  readonly findings: () => readonly string[]
  readonly stop: () => void
}

const interval: Millis = 60_000

/** Reads a CRD again until the operator may read it: rights are often granted later (F22). */
export const followCrds = (
  first: readonly CrdFinding[],
  { http, clock, logger, server }: { readonly http: Http; readonly clock: Clock; readonly logger: Logger; readonly server: string },
): FollowedCrds => {
  const state = { findings: first, wrong: new Map<KindName, string>(), cancel: () => undefined as void }

  const look = async (): Promise<void> => {
    for (const { kind, isRead } of state.findings) {
      if (isRead) continue
      const check = await checkCrd(http)(crdQuestion(kindOf(kind)))()
      if (check._tag === 'NotSeen') continue
      state.findings = state.findings.filter(it => it.isRead || it.kind !== kind)
      const refusal = crdRefusal(kindOf(kind), check, server)
      if (refusal === null) logger.info({ kind }, 'the CRD may be read now, and keeps what is recorded')
      else {
        state.wrong.set(kind, refusal.message)
        logger.error({ kind }, refusal.message)
      }
    }
    again()
  }
  const again = (): void => {
    if (state.findings.some(({ isRead }) => !isRead)) state.cancel = clock.after(interval, () => void look())
  }
  again()

  return {
    wrong: () => (state.wrong.size === 0 ? null : [...state.wrong.values()].join('; ')),
    findings: () => state.findings.map(({ text }) => text),
    stop: () => state.cancel(),
  }
}
