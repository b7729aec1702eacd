/** A held part of the total; released once. */
export interface Share {
  readonly release: () => void
}

interface Waiting {
  readonly owner: string
  readonly amount: number
  readonly proceed: () => void
}

/**
 * Divides a resource of the whole process: concurrent calls, or bytes of answers in memory. A request above what is free waits in
 * order. One owner never has more than three quarters, so that one namespace with stuck clusters leaves room for all others. Each
 * caller requests all that it needs at once: no caller waits while it holds what another waits for. Node's `maxTotalSockets` can't
 * replace it for calls: idle connections to one host block requests to another host.
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

  /** In order, but a request that waits for its owner's own share does not block others. */
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

  /** Null: the signal was aborted first. A request above one owner's maximum gets that maximum. */
  return (owner: string, wanted: number, signal: AbortSignal): Promise<Share | null> => {
    if (signal.aborted) return Promise.resolve(null)
    const amount = Math.min(wanted, most)
    return new Promise(resolve => {
      const aborted = (): void => {
        waiting.delete(one)
        resolve(null)
        // requests behind it may fit now
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
