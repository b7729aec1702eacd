import { useEffect, useState } from 'preact/hooks'
import * as E from 'fp-ts/lib/Either.js'
import type { Observed } from '../view/basis.ts'
import { liveText } from '../view/live-text.ts'

/** How the operator names a resource; `server/planner` answers with a list of them. */
interface Listed {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

type Configuration = Readonly<Record<string, string>>

export interface LiveResourcesProps {
  /** Where the operator answers, relative to the page. */
  readonly place: string
  readonly onResource: (text: string, configuration: Configuration, observed: Observed | null) => void
}

const answered = async (path: string): Promise<Response> => {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`the operator answers ${answer.status}`)
  return answer
}

const read = async <A,>(path: string): Promise<A> => await (await answered(path)).json() as A

const readText = async (path: string): Promise<string> => {
  const text = liveText(await (await answered(path)).text())
  if (E.isLeft(text)) throw new Error(text.left)
  return text.right
}

/** The resources that the operator watches, to choose one from. */
export const LiveResources = ({ place, onResource }: LiveResourcesProps) => {
  const [listed, setListed] = useState<readonly Listed[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const tell = (thrown: unknown): void => setTrouble(thrown instanceof Error ? thrown.message : String(thrown))
  const list = async (): Promise<void> => {
    setListed(await read<readonly Listed[]>(`${place}/resources`))
    setTrouble(null)
  }
  const choose = async (index: number): Promise<void> => {
    const resource = listed[index]
    if (resource === undefined) return
    const of = new URLSearchParams({ ...resource }).toString()
    const [text, seen, configuration] = await Promise.all([
      readText(`${place}/resource?${of}`),
      read<Omit<Observed, keyof Listed> | null>(`${place}/observed?${of}`),
      read<Configuration>(`${place}/configuration`),
    ])
    onResource(
      text,
      configuration,
      seen === null ? null : { ...seen, ...resource },
    )
    setTrouble(null)
  }
  useEffect(() => void list().catch(tell), [])
  return (
    <p class="choose">
      <label for="live">A resource of the operator</label>{' '}
      <select id="live" onChange={event => void choose(Number(event.currentTarget.value)).catch(tell)}>
        <option value={-1}>{listed.length === 0 ? 'none is watched' : 'choose …'}</option>
        {listed.map(({ kind, namespace, name }, index) => <option value={index}>{`${kind} ${namespace}/${name}`}</option>)}
      </select>{' '}
      <button type="button" onClick={() => void list().catch(tell)}>Read the list again</button>
      {trouble === null ? null : <strong class="failed" role="alert">{trouble}</strong>}
    </p>
  )
}
