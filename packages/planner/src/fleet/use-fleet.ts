import { useEffect, useRef, useState } from 'preact/hooks'
import { askJson, NotAnswered } from '../page/ask-operator.ts'
import type { FleetPage } from './fleet-answers.ts'
import { afterPage, emptyFleet, type FleetState } from './fleet-state.ts'

/** Changes are asked for so often, while the page is visible. */
const everyLook = 2_000
/** After an answer that was none. */
const afterTrouble = 10_000

export interface LiveFleet {
  readonly fleet: FleetState
  /** Why there is no newer answer; null: there is. */
  readonly trouble: string | null
  /** The operator wants to know who asks. */
  readonly isTokenWanted: boolean
}

const textOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const visible = (): Promise<void> =>
  document.visibilityState === 'visible' ? Promise.resolve()
    : new Promise(resolve => document.addEventListener('visibilitychange', () => resolve(), { once: true }))

const pause = (millis: number): Promise<void> => new Promise(resolve => setTimeout(resolve, millis))

/** The rows of the fleet, kept up to date by the operator's answers. `namespace` '': all. */
export const useFleet = (place: string, token: string | null, namespace: string): LiveFleet => {
  const [live, setLive] = useState<LiveFleet>({ fleet: emptyFleet(), trouble: null, isTokenWanted: false })
  const held = useRef(live.fleet)
  useEffect(() => {
    const going = { isOver: false }
    held.current = emptyFleet()
    const ask = async (): Promise<number> => {
      const { cursor } = held.current
      const query = new URLSearchParams({ ...(cursor === null ? {} : { cursor }), ...(namespace === '' ? {} : { namespace }) })
      const page = await askJson<FleetPage>(`${place}/fleet?${query.toString()}`, token)
      if (going.isOver) return everyLook
      held.current = afterPage(held.current, page, Date.now())
      setLive({ fleet: held.current, trouble: null, isTokenWanted: false })
      return page.hasMore ? 0 : everyLook
    }
    const failed = (thrown: unknown): number => {
      const isTokenWanted = thrown instanceof NotAnswered && thrown.status === 401
      if (isTokenWanted) held.current = emptyFleet()
      if (!going.isOver) setLive({ fleet: held.current, trouble: textOf(thrown), isTokenWanted })
      // without a token nothing changes
      if (isTokenWanted) going.isOver = true
      return afterTrouble
    }
    const follow = async (): Promise<void> => {
      while (!going.isOver) {
        const wait = await ask().catch(failed)
        await pause(wait)
        await visible()
      }
    }
    void follow()
    return () => {
      going.isOver = true
    }
  }, [place, token, namespace])
  return live
}
