import { randomUUID } from 'node:crypto'
import {
  configMapLockAnswer,
  configMapRequest,
  type ConfigMapAnswer,
  type ConfigMapRequest,
  type Elector,
  type ElectorEffect,
  type ElectorEvent,
  electorStep,
  mayAct,
  startElector,
} from '@flink-operator/core/high-availability'

/** One of our processes that contends for a lock of Flink. */
export interface ElectorProcess {
  readonly identity: string
  /** May it act at this moment? */
  readonly leads: () => boolean
  /** All that it was told, in order, without requests and ticks. */
  readonly told: () => readonly ElectorEffect[]
  /** Its component is found there from now on. */
  readonly confirm: (component: string, address: string) => void
  /** Lets go of the lock. */
  readonly stop: () => Promise<void>
}

export interface ElectorProcessOptions {
  /** ConfigMap of the lock. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly ask: (request: ConfigMapRequest) => Promise<ConfigMapAnswer>
}

/** As Flink's, but that it gives up before another may begin. */
const times = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 }

/** Runs the elector on this machine's clocks. */
export const runElectorProcess = ({ name, labels, ask }: ElectorProcessOptions): ElectorProcess => {
  const identity = `ours-${randomUUID()}`
  const settings = { identity, ...times, expiry: 'Observed', lockDeleted: 'Fatal' } as const
  const now = () => ({ steady: Math.round(performance.now()), wall: Date.now() })
  const told: ElectorEffect[] = []
  const requests = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let elector: Elector = startElector(now())

  const take = (event: ElectorEvent): void => {
    const [after, effects] = electorStep(settings, elector, event, { now: now(), random: Math.random(), session: randomUUID() })
    elector = after
    for (const effect of effects) {
      if (effect._tag === 'WakeAt') {
        clearTimeout(timer)
        timer = setTimeout(() => take({ _tag: 'Tick' }), Math.max(0, effect.at - now().steady))
      } else if (effect._tag === 'Request') {
        const { id, request } = effect
        const asked = ask(configMapRequest({ name, labels }, request))
          .then(answer => take({ _tag: 'Answer', id, answer: configMapLockAnswer(answer) }))
          .finally(() => requests.delete(asked))
        requests.add(asked)
      } else told.push(effect)
    }
  }

  take({ _tag: 'Tick' })
  return {
    identity,
    leads: () => mayAct(elector, now()),
    told: () => told,
    confirm: (component, address) => {
      if (elector.role._tag === 'Leading') take({ _tag: 'Confirm', session: elector.role.session, component, address })
    },
    stop: async () => {
      take({ _tag: 'Stop' })
      while (requests.size > 0) await Promise.all(requests)
      clearTimeout(timer)
    },
  }
}
