/** A part of what there is; given back once. */
export interface Share {
  readonly release: () => void
}

interface Waiting {
  readonly owner: string
  readonly amount: number
  readonly proceed: () => void
}

/**
 * So much for the whole process: calls at once, bytes of answers in memory. Who asks for more than is free waits in order. One owner never
 * has more than three quarters, so that what one namespace's clusters hold up leaves room for all others. Each asks once and for all that
 * it needs: nobody waits while it keeps what another waits for. Node's `maxTotalSockets` is no substitute for calls: idle connections to
 * one host keep a request to another host waiting.
 */
export const fairShare = (total: number) => {
  const most = Math.max(1, Math.floor(total * 0.75))
  const held = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let free = total

  const hasRoom = ({ owner, amount }: Waiting): boolean => amount <= free && (held.get(owner) ?? 0) + amount <= most

  const change = (owner: string, amount: number): void => {
    free -= amount
    const now = (held.get(owner) ?? 0) + amount
    if (now === 0) held.delete(owner)
    else held.set(owner, now)
  }

  /** In order; who waits for the rest of its own share holds up nobody else. */
  const admit = (): void => {
    for (const one of waiting) {
      if (hasRoom(one)) {
        waiting.delete(one)
        change(one.owner, one.amount)
        one.proceed()
      } else if (one.amount > free) return
    }
  }

  const share = (owner: string, amount: number): Share => {
    let isHeld = true
    return {
      release: () => {
        if (!isHeld) return
        isHeld = false
        change(owner, -amount)
        admit()
      },
    }
  }

  /** Null: the signal aborted first. Who wants more than one owner may have gets that much. */
  return (owner: string, wanted: number, signal: AbortSignal): Promise<Share | null> => {
    if (signal.aborted) return Promise.resolve(null)
    const amount = Math.min(wanted, most)
    return new Promise(resolve => {
      const aborted = (): void => {
        waiting.delete(one)
        resolve(null)
        // who waited behind it may fit
        admit()
      }
      const one: Waiting = {
        owner,
        amount,
        proceed: () => {
          signal.removeEventListener('abort', aborted)
          resolve(share(owner, amount))
        },
      }
      signal.addEventListener('abort', aborted, { once: true })
      waiting.add(one)
      admit()
    })
  }
}

export type FairShare = ReturnType<typeof fairShare>
